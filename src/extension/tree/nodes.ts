/** The rows of the Memories view as plain data. */
import type { StoreInfo, StoreKey } from '../../core/memory.js';
import type { IndexBudget, Severity } from '../../core/problem.js';
import type { FileMarks, MemorySummary } from '../../core/results.js';

export type TreeNode = StoreNode | IndexNode | MissingIndexNode | GroupNode | MemoryNode;

interface NodeBase {
  /**
   * Unique in the tree and the same from one refresh to the next, so that expanded nodes stay expanded. Keys of other nodes than memories have two
   * slashes after the store, which no path has: a type may have the name of a file.
   */
  readonly key: string;
  readonly children: readonly TreeNode[];
}

/** Problems of all memories below a row. */
export interface RolledUp {
  readonly problems: number;
  readonly severity: Severity;
}

export interface StoreNode extends NodeBase {
  readonly kind: 'store';
  readonly store: StoreInfo;
  readonly label: string;
  readonly count: number;
  /** Memories that a filter hides. */
  readonly hidden: number;
  readonly problems: number;
  /** The worst severity of them. */
  readonly severity?: Severity | undefined;
  readonly unreachable?: string | undefined;
  /** What is missing in it, a few words each. */
  readonly gaps: readonly string[];
  readonly first: boolean;
}

export interface IndexNode extends NodeBase {
  readonly kind: 'index';
  readonly store: StoreInfo;
  readonly budget: IndexBudget;
  readonly problems?: FileMarks | undefined;
}

/** In place of the index of a store that lost it. */
export interface MissingIndexNode extends NodeBase {
  readonly kind: 'missing-index';
  readonly store: StoreInfo;
  readonly message: string;
}

export interface GroupNode extends NodeBase {
  readonly kind: 'group';
  readonly label: string;
  /** Name of a theme icon; none for groups that their label explains. */
  readonly icon?: string | undefined;
  readonly count: number;
  readonly expanded: boolean;
  readonly rolledUp?: RolledUp | undefined;
  /** Whether it is a reason to look at its memories, or all such reasons: they are reviewed together, and their problems are counted elsewhere. */
  readonly forReview?: boolean | undefined;
  /** Set for a group of a type: the store and the type that a memory takes when it is dropped here. */
  readonly store?: StoreKey | undefined;
  readonly type?: string | undefined;
}

export interface MemoryNode extends NodeBase {
  readonly kind: 'memory';
  readonly memory: MemorySummary;
  /** The name, below its type without it. */
  readonly label: string;
  /** Name of the store, for the tooltip. */
  readonly store: string;
  readonly problems?: FileMarks | undefined;
  /** How many problems the Problems view lists at its file; 0 where there are none but notes. */
  readonly found: number;
  /** Whether an index does not list it, or past the part that is loaded. */
  readonly leftOut: boolean;
  /** What else is unusual about it, the most important first. */
  readonly marks: readonly string[];
  /** Set for a memory that no index could list: a note can be split and merged. */
  readonly form: 'note' | 'read-only' | undefined;
  /** Memories that link to it. */
  readonly referencedBy: number;
  /** Whether the conversation that it came from is on this machine. */
  readonly hasConversation: boolean;
}

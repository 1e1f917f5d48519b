/** A parsed store with facts about it from outside its markdown. */
import type { IndexFile } from './index/index-file.js';
import type { StoreInfo } from './memory.js';
import type { TypeTable } from './memory-types.js';
import type { ParsedFile } from './parsed-file.js';
import type { Unlisted } from './ports/files.js';
import type { Range } from './text.js';

/**
 * Facts for rules from outside the store's markdown, gathered by the service (`service/lint/facts/facts.ts`). An absent
 * part is unknown, and rules that need it report nothing.
 */
export interface StoreFacts {
  /** By path of the memory. */
  readonly missingCitations?: ReadonlyMap<string, readonly MissingCitation[]>;
  /** Similar or contradicting pairs of memories of this store, each pair once. */
  readonly relations?: readonly Relation[];
  /** What another agent remembers as well. */
  readonly shared?: readonly SharedFact[];
  /** Uses that Memdir saw, by path of the memory; of a store whose index is cut. */
  readonly uses?: ReadonlyMap<string, number>;
  /** Files of the memory directory that are not markdown. */
  readonly others?: readonly OtherFile[];
  /** What could not be listed: the files there are unknown. */
  readonly unlisted?: readonly Unlisted[];
  /** Folders that are stores of their own. */
  readonly stores?: readonly string[];
  /** Paths inside the store of files and folders that are there and could not be read: what they contain is unknown. */
  readonly unread?: readonly string[];
}

/** A path or line of the project that a memory states as fact and that does not exist. */
export interface MissingCitation {
  readonly range: Range;
  /** As the memory writes it, without line number. */
  readonly cited: string;
  /** Path in the project, slashes forward, that it was renamed to. */
  readonly movedTo?: string;
  /** Possible files, when that is uncertain. */
  readonly candidates?: readonly string[];
  /** There is little evidence that it existed, or it is cited without back-ticks. */
  readonly doubtful?: boolean;
  /** The file exists, but is shorter than the cited line number. */
  readonly pastEnd?: { readonly line: number; readonly lines: number };
}

export interface Relation {
  /** Paths inside the store, the newer memory first. */
  readonly newer: string;
  readonly older: string;
  /** `related`: they contradict each other. `retold`: the title of the newer one tells the fact of the older one again. */
  readonly kind: 'duplicate' | 'related' | 'retold';
  /** 0 to 1. */
  readonly similarity: number;
  /** The conflicting statements: range of the sentence, and its value or the sentence itself. */
  readonly conflict?: { readonly newer: Statement; readonly older: Statement };
}

export interface Statement {
  readonly range: Range;
  readonly says: string;
}

export interface SharedFact {
  /** Path inside the store. */
  readonly path: string;
  readonly range: Range;
  /** Name of the agent of the other store, which may be the same. */
  readonly agent: string;
  /** Where it is as well, for people. */
  readonly other: string;
}

export interface OtherFile {
  /** Path inside the store, slashes forward. */
  readonly path: string;
}

/** A parsed store. No I/O. */
export interface ParsedStore {
  readonly info: StoreInfo;
  /** Undefined when the store has no MEMORY.md. */
  readonly index: IndexFile | undefined;
  /** Memory files (the index is not one) by path inside the store. */
  readonly files: ReadonlyMap<string, ParsedFile>;
  readonly types: TypeTable;
  readonly facts: StoreFacts;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

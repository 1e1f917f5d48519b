/** Results of injecting memories into a prompt. */
import type { MemoryId } from '../memory.js';
import type { IndexBudget } from '../problem.js';
import type { TranscriptMemories } from './transcript-memories.js';

export interface InjectRequest {
  /** The prompt, or another description of the work ahead. */
  readonly prompt: string;
  /** Id of the agent's session. Without one every prompt is the first of its session. */
  readonly session?: string;
  /** Names of recently used tools, in addition to those of the session. */
  readonly tools?: readonly string[];
  /** Default `hybrid`. `model` lets a language model choose by names and descriptions, and falls back to `hybrid`. */
  readonly select?: 'hybrid' | 'model';
  /** Absolute; only memories that belong to this folder. Default: all in scope. */
  readonly folder?: string;
  /** Time limit in milliseconds; hits found until then are used. Default 250. */
  readonly deadline?: number;
  /** Whether the session records the memories as given, and they count as used. Default true. */
  readonly mark?: boolean;
  /** Memories that are in the agent's context because it read or wrote them itself: they are not given again. */
  readonly present?: TranscriptMemories;
  /** The agent that is given them: none of another agent's. Undefined: all. */
  readonly reader?: string;
  /** Id of the session of which this one is a copy. */
  readonly parent?: string;
}

/** An event that affects later injections of a session. */
export interface SessionEvent {
  /** Names of used tools. */
  readonly tools?: readonly string[];
  /** The context was cleared or compacted: memories may be given again. */
  readonly forgot?: boolean;
}

export interface InjectedMemory {
  /** Absolute. */
  readonly path: string;
  /** Bytes (UTF-8), heading and warnings included. */
  readonly bytes: number;
  readonly truncated: boolean;
  readonly ageDays: number;
}

export interface InjectResult {
  readonly memories: readonly InjectedMemory[];
  /** The rendered text; empty when nothing was admitted. */
  readonly text: string;
  /** Bytes of the session so far, these included. */
  readonly sessionBytes: number;
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
  /** Why nothing was searched, or what limits the result; for people. */
  readonly notice?: string;
  /** Whether nothing was found before the deadline, so that it is not known whether there is something. */
  readonly late?: boolean;
}

/** Memories rendered for an agent on request. */
export interface RenderedMemories {
  /** The rendered text; empty when there is none. */
  readonly text: string;
  readonly given: readonly MemoryId[];
  readonly left: readonly { readonly id: MemoryId; readonly reason: string }[];
}

export interface PromptRequest {
  /** Whether the loaded part of the index is included. Default true. */
  readonly withIndex?: boolean;
  /** Whether it is the indexes alone. Default false. */
  readonly indexOnly?: boolean;
  /**
   * Maximum UTF-16 units of the section; an index that does not fit is cut at its end. Default: the part that an agent
   * loads.
   */
  readonly most?: number;
  /** Absolute path of the user's home folder, written as `~`. */
  readonly home?: string;
  /** Absolute path of the folder of the file that the section is written to; paths inside it become relative. */
  readonly folder?: string;
}

/** The memory section of an agent's system prompt. */
export interface PromptSection {
  readonly text: string;
  /** Size in UTF-8. */
  readonly bytes: number;
  /** Null when the store has no index. */
  readonly index: IndexBudget | null;
}

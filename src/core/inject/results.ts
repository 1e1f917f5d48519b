/** What agents are given unasked. */
import type { MemoryId } from '../memory.js';
import type { IndexBudget } from '../problem.js';

export interface InjectRequest {
  /** What the agent was asked, or what else says what it will work on. */
  readonly prompt: string;
  /** Id of the agent's session. Without one every prompt is the first of its session. */
  readonly session?: string;
  /** Names of tools used just now, beside those known of the session. */
  readonly tools?: readonly string[];
  /** Default `hybrid`. `model` asks a language model by names and descriptions, and is `hybrid` where that fails. */
  readonly select?: 'hybrid' | 'model';
  /** Absolute; only memories that belong to this folder. Default: all in scope. */
  readonly folder?: string;
  /** Milliseconds after which what was found until then is given. Default 250. */
  readonly deadline?: number;
  /** Whether what is given counts as given in the session. Default true. */
  readonly mark?: boolean;
}

/** What bears on what an agent is given later in its session. */
export interface SessionEvent {
  /** Names of tools it used, as memories may speak of them. */
  readonly tools?: readonly string[];
  /** Its context was cleared or compacted: it may be given again what it was given before. */
  readonly forgot?: boolean;
}

export interface InjectedMemory {
  /** Absolute. */
  readonly path: string;
  /** Of UTF-8, heading and warnings included. */
  readonly bytes: number;
  readonly truncated: boolean;
  readonly ageDays: number;
}

export interface InjectResult {
  readonly memories: readonly InjectedMemory[];
  /** What the agent is given, byte for byte; empty when it is nothing. */
  readonly text: string;
  /** Bytes the session has had, these included. */
  readonly sessionBytes: number;
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
  /** Why nothing was looked for, or what limits the answer; for people. */
  readonly notice?: string;
}

/** Single memories as an agent is given them. */
export interface RenderedMemories {
  /** What the agent is given, byte for byte; empty when it is nothing. */
  readonly text: string;
  readonly given: readonly MemoryId[];
  readonly left: readonly { readonly id: MemoryId; readonly reason: string }[];
}

export interface PromptRequest {
  /** Whether the loaded part of the index belongs to it. Default true. */
  readonly withIndex?: boolean;
  /** UTF-16 units of the whole section; of an index that does not fit the beginning stands there. Default: as much as an agent loads. */
  readonly most?: number;
  /** Absolute path of the user's home folder, written as `~`. */
  readonly home?: string;
  /** Absolute path of the folder whose file the section is for: what lies in it is named from there. */
  readonly folder?: string;
}

/** The memory section of an agent's system prompt. */
export interface PromptSection {
  readonly text: string;
  /** Of UTF-8. */
  readonly bytes: number;
  /** Null when the store has no index. */
  readonly index: IndexBudget | null;
}

/** Results of extracting memories from a transcript. */
import type { OfferResult } from '../inbox/results.js';

export interface ExtractRequest {
  /** Absolute path of the transcript, JSON Lines as Claude Code writes them. */
  readonly transcript: string;
  /** Extracts however few turns there are, as at the end of a session. */
  readonly now?: boolean;
  /** From the beginning, although parts were extracted before. */
  readonly again?: boolean;
}

export interface ExtractReport {
  /**
   * `waiting`: too few turns since the last time. `busy`: another process extracts this session and includes the new
   * turns. `remembered`: the agent wrote memory itself, so this range is skipped.
   */
  readonly status: 'extracted' | 'waiting' | 'busy' | 'remembered';
  /** Turns since the last time. */
  readonly turns: number;
  /** What was offered to the inbox. */
  readonly drafts: readonly OfferResult[];
  /** Reasons of the facts that were refused. */
  readonly refused: readonly string[];
  /** `rules`, or the label of the model. */
  readonly engine: string;
  /** Tokens that models used. */
  readonly tokens: number;
  /** Times a model was asked. */
  readonly rounds: number;
  /** Turns that are left for the next run, because one run asks a model about a limited number. Absent: none. */
  readonly unread?: number;
}

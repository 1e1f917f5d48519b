/** Extraction of memories from what was said in a session. */
import type { OfferResult } from '../inbox/results.js';

export interface ExtractRequest {
  /** Absolute path of the transcript, JSON Lines as Claude Code writes them. */
  readonly transcript: string;
  /** Looks now, however few turns there were, as at the end of a session. */
  readonly now?: boolean;
  /** From the beginning, whatever was looked at before. */
  readonly again?: boolean;
}

export interface ExtractReport {
  /**
   * `waiting`: too few turns since the last time. `busy`: another process is at this session, and will see what came meanwhile. `remembered`: the
   * agent wrote memory itself, so this range is left alone.
   */
  readonly status: 'extracted' | 'waiting' | 'busy' | 'remembered';
  /** Turns since the last time. */
  readonly turns: number;
  /** What was offered to the inbox. */
  readonly drafts: readonly OfferResult[];
  /** Facts that may not be kept, as the reasons why. */
  readonly refused: readonly string[];
  /** `rules`, or what the model is called. */
  readonly engine: string;
  /** What a model was asked for it. */
  readonly tokens: number;
  /** Times a model was asked. */
  readonly rounds: number;
  /** Turns that nobody looked at yet, because a model is asked about so many at most in one run; the next run goes on there. Absent: none. */
  readonly unread?: number;
}

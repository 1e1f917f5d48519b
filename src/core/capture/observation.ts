/** Observations: what may become a memory. */

export interface ToolUse {
  readonly name: string;
  /** Arguments of the tool as received. */
  readonly input: unknown;
  /** Output of the tool as text; empty when there is none. */
  readonly output: string;
  /** Whether the tool reported failure; undefined when it reported neither. */
  readonly failed?: boolean;
}

/** One observed text or tool call. Secrets are masked before it is stored. */
export interface Observation {
  /** Unique. Drafts derive their id from it, so handling an observation twice creates one draft. */
  readonly id: string;
  /**
   * ISO 8601 with the offset of the observer's clock, such as `2026-03-11T14:05:00+01:00`; relative dates are resolved
   * against it.
   */
  readonly at: string;
  readonly source: 'hook' | 'command' | 'endpoint' | 'transcript';
  readonly session?: string;
  /** Absolute. */
  readonly cwd?: string;
  /** BCP 47; absent: English. */
  readonly locale?: string;
  readonly tool?: ToolUse;
  /** Text of the user. */
  readonly text?: string;
}

/** Id of the observation of a tool call: the same whether a hook saw it or a transcript shows it. */
export const callId = (hash: (text: string) => string, session: string, call: string): string =>
  hash(`${session}/${call}`);

/** Id of a draft: made twice of an observation it is the same one. */
export const draftId = (hash: (text: string) => string, observation: string, number: number): string =>
  hash(`${observation}/${number}`).slice(0, 16);

/**
 * Midnight (UTC) of the day that the observer's clock showed, milliseconds since the epoch. Undefined when `at` is no
 * time.
 */
export function localDay(at: string): number | undefined {
  const day = /^(\d{4}-\d\d-\d\d)(?:$|T)/.exec(at)?.[1];
  if (day === undefined || Number.isNaN(Date.parse(at))) return undefined;
  return Date.parse(`${day}T00:00:00Z`);
}

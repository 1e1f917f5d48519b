/** What was seen and may become a memory. */

export interface ToolUse {
  readonly name: string;
  /** What the tool was called with, as it came. */
  readonly input: unknown;
  /** What it answered, as text. Empty when it said nothing. */
  readonly output: string;
  /** Whether it said that it failed; undefined when it said nothing of that. */
  readonly failed?: boolean;
}

/** One thing seen. Secrets are masked in it before it is kept anywhere. */
export interface Observation {
  /** Unique; what is made of the observation is named after it, so that making it twice makes it once. */
  readonly id: string;
  /** ISO 8601 with the offset of the observer's clock, such as `2026-03-11T14:05:00+01:00`: "yesterday" is counted from it. */
  readonly at: string;
  readonly source: 'hook' | 'command' | 'endpoint' | 'transcript';
  readonly session?: string;
  /** Absolute. */
  readonly cwd?: string;
  /** BCP 47; absent: English. */
  readonly locale?: string;
  readonly tool?: ToolUse;
  /** What somebody wrote. */
  readonly text?: string;
}

/** Midnight (UTC) of the day the observer's clock showed, milliseconds since the epoch. Undefined for what is no time. */
export function localDay(at: string): number | undefined {
  const day = /^(\d{4}-\d\d-\d\d)(?:$|T)/.exec(at)?.[1];
  if (day === undefined || Number.isNaN(Date.parse(at))) return undefined;
  return Date.parse(`${day}T00:00:00Z`);
}

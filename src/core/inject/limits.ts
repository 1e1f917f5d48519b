/** What one agent is given unasked, at most. */

export const MOST_MEMORIES = 5;

/** Bytes of UTF-8 in one session, everything around the memories included. */
export const SESSION_BYTES = 60 * 1024;

/**
 * UTF-16 units at once. Of a hook that says more than 10,000 characters Claude Code keeps a file and shows the model the first 2,000
 * (anthropics/claude-code#94358), so that the rest would never be read.
 */
export const TEXT_UNITS = 9_800;

/** Share of the best hit's score below which another hit has little to do with the question. */
export const RELATED_SCORE = 0.4;

/** Tools that count as just used. */
export const RECENT_TOOLS = 12;

const encoder = new TextEncoder();

/** Bytes of a text in UTF-8. */
export const bytesOf = (text: string): number => encoder.encode(text).length;

/** Limits of the memories that an agent is given automatically. */

export const MOST_MEMORIES = 5;

/** Bytes (UTF-8) in one session, frame included. */
export const SESSION_BYTES = 60 * 1024;

/**
 * UTF-16 units of one hook output. Claude Code stores an output above 10,000 characters in a file and shows the model
 * the first 2,000 (anthropics/claude-code#94358).
 */
export const TEXT_UNITS = 9_800;

/** Tools that count as recently used. */
export const RECENT_TOOLS = 12;

const encoder = new TextEncoder();

/** Bytes of a text in UTF-8. */
export const bytesOf = (text: string): number => encoder.encode(text).length;

/** The text after `/remember`. */
export interface RememberInput {
  readonly content: string;
  /** Absent when the text has no type prefix. */
  readonly type?: string;
}

/** Parses `type: text` for a known type; other prompts are text as a whole. */
export function parseRemember(prompt: string, types: readonly string[]): RememberInput {
  const text = prompt.trim();
  const [, word = '', rest = ''] = /^([\p{L}\p{N}_-]{1,60})\s?:\s*(\S[\s\S]*)$/u.exec(text) ?? [];
  const type = types.find((each) => each.toLowerCase() === word.toLowerCase());
  return type === undefined ? { content: text } : { content: rest, type };
}

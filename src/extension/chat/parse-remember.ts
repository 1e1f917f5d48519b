/** What is to be remembered, as it is written after `/remember`. */
export interface RememberInput {
  readonly content: string;
  /** Absent when the text does not begin with one. */
  readonly type?: string;
}

/** `type: text` with a type that is known, else all of it is the text. */
export function parseRemember(prompt: string, types: readonly string[]): RememberInput {
  const text = prompt.trim();
  const [, word = '', rest = ''] = /^([\p{L}\p{N}_-]{1,60})\s?:\s*(\S[\s\S]*)$/u.exec(text) ?? [];
  const type = types.find((each) => each.toLowerCase() === word.toLowerCase());
  return type === undefined ? { content: text } : { content: rest, type };
}

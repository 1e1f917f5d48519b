/** UTF-16 units of a prompt that are looked at, from its start and from its end. */
const HEAD = 6_000;
const TAIL = 2_000;

/** The parts of a prompt that are looked at: all of it, or its beginning and its end. */
export const promptExcerpt = (prompt: string): string =>
  prompt.length <= HEAD + TAIL ? prompt : `${prompt.slice(0, HEAD)}\n${prompt.slice(-TAIL)}`;

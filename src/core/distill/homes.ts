/** Home folders bear the name of whoever works there. */
const HOMES =
  /\b[A-Za-z]:(?:\\{1,2}|\/)Users(?:\\{1,2}|\/)[^\\/\s"'`:)]+|(?<![\w.~-])(?:\/home|\/Users)\/[^/\s"'`:)]+(?=\/|$|[\s"'`:)])/gm;

/** The text with `~` in place of home folders. */
export const withoutHomes = (text: string): string => text.replace(HOMES, '~');

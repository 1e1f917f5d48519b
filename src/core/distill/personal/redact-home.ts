/** Home folders bear the name of their user. */
const HOMES =
  /\b[A-Za-z]:(?:\\{1,2}|\/)Users(?:\\{1,2}|\/)[^\\/\s"'`:)]+|(?<![\w.~-])(?:\/home|\/Users)\/[^/\s"'`:)]+(?=\/|$|[\s"'`:)])/gm;

/** The text with `~` in place of home folders. */
export const redactHomes = (text: string): string => text.replace(HOMES, '~');

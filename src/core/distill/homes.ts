/** Home folders bear the name of whoever works there. */
const HOMES = /(?<![\w.~-])(?:\/home|\/Users)\/[^/\s"'`:]+(?=\/|$|[\s"'`:])|\b[A-Za-z]:\\Users\\[^\\\s"'`:]+(?=\\|$)/gm;

/** The text with `~` in place of home folders. */
export const withoutHomes = (text: string): string => text.replace(HOMES, '~');

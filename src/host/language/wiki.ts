/** Names as wiki links write them. */

/** Whether a text can stand between the brackets of a wiki link as a whole. */
export const isWikiSafe = (text: string): boolean => text.trim() === text && text !== '' && !/[\][|#\r\n]/.test(text);

/** What names have in common that a wiki link takes for the same: case, `-`, `_` and blanks do not count. */
export const foldName = (text: string): string => text.normalize('NFC').toLowerCase().replace(/[\s_-]+/g, '-');

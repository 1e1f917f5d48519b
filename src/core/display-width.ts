const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const NARROWER = /\p{Mn}|\u200d|\ufe0f/u;

/** Width of a character in the columns of a terminal or of a font of fixed width. */
export const widthOf = (character: string): number => (WIDE.test(character) ? 2 : NARROWER.test(character) ? 0 : 1);

/** Width of a text in such columns. */
export const displayWidth = (text: string): number => [...text].reduce((sum, character) => sum + widthOf(character), 0);

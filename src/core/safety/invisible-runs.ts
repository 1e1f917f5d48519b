/** Invisible characters, and the scripts and sequences in which they are legitimate. */

/** `bidi` reorders visible text, `tag` encodes invisible text, `blank` has width but no ink, `hidden` is any other. */
export type InvisibleKind = 'bidi' | 'tag' | 'blank' | 'hidden';

export interface InvisibleRun {
  /** Offset in the text, UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly kind: InvisibleKind;
}

/** Soft hyphen, joiners, fillers, marks, bidi controls, variation selectors, byte order mark, interlinear marks, tags. */
export const INVISIBLE =
  /[\u00AD\u061C\u115F\u1160\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB]|\u034F|[\u17B4\u17B5]|[\uFE00-\uFE0F]|[\u{1BCA0}-\u{1BCA3}]|[\u{1D173}-\u{1D17A}]|[\u{E0000}-\u{E007F}]|[\u{E0100}-\u{E01EF}]/gu;

/** Cheap test: the units that {@link INVISIBLE} begins with. */
const MAY =
  /[\u00AD\u061C\u115F\u1160\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB]|\u034F|[\u17B4\u17B5]|[\uFE00-\uFE0F]|[\uD82F\uD834\uDB40]/;

/** A text without any of these characters, in place or not: for comparing words, never for showing them. */
export const withoutInvisible = (text: string): string => (MAY.test(text) ? text.replace(INVISIBLE, '') : text);

/** Scripts in which the joiners U+200C and U+200D shape letters. */
const JOINING =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Balinese}\p{Script=Javanese}]$/u;
/** Scripts without blanks between words, where U+200B marks a line break opportunity. */
const UNSPACED =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u;
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}]/u;
const EMOJI_BASE = /\p{Emoji}$/u;
const SELECTED_BASE = /[\p{Script=Han}\p{Script=Mongolian}\p{Script=Phags_Pa}\p{Sm}\p{Script=Myanmar}]$/u;
const JOINED_EMOJI = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F|\u{E007F})$/u;
const inTags = (letters: string): string =>
  [...letters].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
/** The emoji flags of England, Scotland and Wales: a black flag, the region in tags, the end tag. No font has another one. */
const REGION_FLAG = new RegExp(`\u{1F3F4}(?:${['gbeng', 'gbsct', 'gbwls'].map(inTags).join('|')})\u{E007F}`, 'gu');
/** What changes the order of the text around it, and the byte order mark. */
const NEVER_BESIDE_OTHERS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/;

/**
 * Runs of invisible characters that are out of place, in order; adjacent ones of one kind are one run. Linear.
 * @param besideOthers whether the text is shown among texts of others, as in a terminal or in a list of files: no bidi control is in place there
 */
export function invisibleRuns(text: string, besideOthers = false): InvisibleRun[] {
  const runs: InvisibleRun[] = [];
  if (!MAY.test(text)) return runs;
  const flags = new FlagRanges(text);
  const lines = new LineDirection(text);
  for (const match of text.matchAll(INVISIBLE)) {
    const start = match.index;
    const char = match[0];
    const isOut = besideOthers && NEVER_BESIDE_OTHERS.test(char);
    if (!isOut && isInPlace(text, start, char, flags, lines)) continue;
    const kind = kindOf(char);
    const last = runs.at(-1);
    if (last?.end === start && last.kind === kind) runs[runs.length - 1] = { ...last, end: start + char.length };
    else runs.push({ start, end: start + char.length, kind });
  }
  return runs;
}

/** The text with something else in place of some runs. Linear. */
export function replaceRuns(text: string, runs: readonly InvisibleRun[], replacement: (run: string) => string): string {
  let result = '';
  let at = 0;
  for (const { start, end } of runs) {
    result += text.slice(at, start) + replacement(text.slice(start, end));
    at = end;
  }
  return at === 0 ? text : result + text.slice(at);
}

/** Without invisible characters that are out of place. */
export const removeInvisible = (text: string, besideOthers = false): string =>
  replaceRuns(text, invisibleRuns(text, besideOthers), () => '');

/** With the code points of invisible characters in their place: `<U+202E>`, of several the first and their number. */
export const showInvisible = (text: string): string => replaceRuns(text, invisibleRuns(text, true), codePointsOf);

function codePointsOf(run: string): string {
  const [first = '', ...more] = run;
  const point = (first.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return more.length === 0 ? `<U+${point}>` : `<U+${point} and ${more.length} more>`;
}

/** JSON with `\\u` escapes in place of all invisible and control characters: the same value. */
export const escapeInvisible = (json: string): string =>
  json.replace(INVISIBLE, escapeUnits).replace(/[\u007F-\u009F\u2028\u2029]/g, escapeUnits);

const escapeUnits = (characters: string): string =>
  Array.from({ length: characters.length }, (_, at) => characters.charCodeAt(at))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('');

function kindOf(char: string): InvisibleKind {
  if (/[\u202A-\u202E\u2066-\u2069]/.test(char)) return 'bidi';
  if (/[\u{E0000}-\u{E007F}]/u.test(char)) return 'tag';
  return /[\u115F\u1160\u3164\uFFA0]/.test(char) ? 'blank' : 'hidden';
}

function isInPlace(text: string, start: number, char: string, flags: FlagRanges, lines: LineDirection): boolean {
  const before = text.slice(Math.max(0, start - 2), start);
  const after = text.slice(start + char.length, start + char.length + 2);
  switch (char) {
    case '\uFEFF':
      return start === 0;
    case '\u200B':
      return UNSPACED.test(before) || UNSPACED.test(first(after));
    case '\u200C':
      return JOINING.test(before);
    case '\u200D':
      return JOINING.test(before) || (JOINED_EMOJI.test(before) && JOINED_EMOJI.test(first(after)));
    case '\u00AD':
      return false;
    case '\u115F':
    case '\u1160':
    case '\uFFA0':
      return /\p{Script=Hangul}$/u.test(before) || /\p{Script=Hangul}$/u.test(first(after));
    case '\u202D':
    case '\u202E':
      return false;
  }
  if (/[\u061C\u200E\u200F\u202A-\u202C\u2066-\u2069]/.test(char)) return lines.isRightToLeft(start);
  if (/[\uFE0E\uFE0F]/.test(char)) return EMOJI_BASE.test(before);
  if (/[\uFE00-\uFE0D\u{E0100}-\u{E01EF}]/u.test(char)) return SELECTED_BASE.test(before);
  return /[\u{E0000}-\u{E007F}]/u.test(char) && flags.contains(start);
}

const first = (text: string): string => String.fromCodePoint(text.codePointAt(0) ?? 0);

/** Whether an offset lies in an emoji flag of a region; offsets must ascend. */
class FlagRanges {
  #at = -1;
  #spans: readonly (readonly [number, number])[] | undefined;

  constructor(readonly text: string) {}

  contains(offset: number): boolean {
    this.#spans ??= [...this.text.matchAll(REGION_FLAG)].map(
      (match) => [match.index, match.index + match[0].length] as const,
    );
    while ((this.#spans[this.#at + 1]?.[0] ?? Infinity) <= offset) this.#at++;
    return offset < (this.#spans[this.#at]?.[1] ?? -1);
  }
}

/** Whether the line of an offset contains right-to-left text; offsets must ascend. */
class LineDirection {
  #end = -1;
  #rightToLeft = false;

  constructor(readonly text: string) {}

  isRightToLeft(offset: number): boolean {
    if (offset > this.#end) {
      const start = this.text.lastIndexOf('\n', offset) + 1;
      const end = this.text.indexOf('\n', offset);
      this.#end = end < 0 ? this.text.length : end;
      this.#rightToLeft = RIGHT_TO_LEFT.test(this.text.slice(start, this.#end));
    }
    return this.#rightToLeft;
  }
}

/** Secrets in another form: interrupted by invisible characters, escaped, encoded, wrapped over lines. */
import { controlRuns } from '../safety/control-sequences.js';
import { invisibleRuns } from '../safety/invisible-runs.js';
import { inBase64 } from './base64.js';
import { findNearChanges, longestOf, type MappedText, mapText, type Span, type TextChange } from './mapped-text.js';

/** Outside printable ASCII. */
const UNUSUAL = /[^\t\n\r\u0020-\u007e]/;
/** Levels of nested escapes that are decoded. */
const MOST_ROUNDS = 3;

/**
 * Runs `find` on the text and on its decoded forms; of two overlapping results the longer one is kept. In order, offsets
 * of the original text.
 */
export function withDecodedForms<T extends Span>(text: string, find: (text: string) => readonly T[]): readonly T[] {
  const found = findInAllForms(text, find);
  const joined = decodedText(text, 'joined');
  if (joined === undefined) return found;
  const parted = joined.hasControls ? decodedText(text, 'parted') : undefined;
  const more = [joined, ...(parted === undefined ? [] : [parted])].flatMap(({ read }) =>
    findNearChanges(read, (part) => findInAllForms(part, find)),
  );
  return more.length === 0 ? found : longestOf([...found, ...more]);
}

/**
 * What a control sequence is read as. A colour inside a key joins its halves, one beside it parts it from the text
 * around it; which of the two was meant cannot be known, so the text is read both ways.
 */
type Form = 'joined' | 'parted';

interface DecodedText {
  readonly read: MappedText;
  readonly hasControls: boolean;
}

/** The text with escapes decoded repeatedly and without what displays leave out; undefined when that changes nothing. */
function decodedText(text: string, form: Form): DecodedText | undefined {
  let read: MappedText | undefined;
  let hasControls = false;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { changes, controls } = changesOf(read?.text ?? text, form);
    hasControls ||= controls;
    if (changes.length === 0) break;
    const inner = mapText(read?.text ?? text, changes);
    const outer = read?.source;
    read =
      outer === undefined
        ? inner
        : { ...inner, near: [{ start: 0, end: inner.text.length }], source: (range) => outer(inner.source(range)) };
  }
  return read === undefined ? undefined : { read, hasControls };
}

const findInAllForms = <T extends Span>(text: string, find: (text: string) => readonly T[]): readonly T[] => {
  const more = [...acrossLines(text, find), ...inBase64(text, find)];
  return more.length === 0 ? find(text) : longestOf([...find(text), ...more]);
};

/** Changes that take out what displays leave out, and decode escapes. */
function changesOf(text: string, form: Form): { readonly changes: readonly TextChange[]; readonly controls: boolean } {
  const decoded = [...escapes(text)];
  if (!UNUSUAL.test(text)) return { changes: decoded, controls: false };
  const controls = controlRuns(text);
  const unseen: readonly TextChange[] = [
    ...invisibleRuns(text).map(({ start, end }) => ({ start, end, replacement: '' })),
    ...controls.map(({ start, end, separates }) => ({
      start,
      end,
      replacement: form === 'parted' ? (separates ? '\n' : ' ') : '',
    })),
  ];
  const changes: TextChange[] = [];
  for (const each of [...unseen, ...decoded].toSorted((a, b) => a.start - b.start)) {
    if (each.start >= (changes.at(-1)?.end ?? 0)) changes.push(each);
  }
  return { changes, controls: controls.length > 0 };
}

/** A run of backslashes is matched from its first one only; starting at each of them would be quadratic. */
const ESCAPE =
  /(?<!\\)\\+(?:u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|x([0-9a-fA-F]{2})|(["'/`])|([nrt])|(e|0?33)(?=\[))|(\^\[)(?=\[\d)|%([2-7][0-9a-fA-F])|&#(\d{2,5});|&#[xX]([0-9a-fA-F]{2,5});|&(amp|quot|apos|lt|gt);|\\\r?\n/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' };
const ENDS: Readonly<Record<string, string>> = { n: '\n', r: '\n', t: '\t' };

/** Each escape of the text with its meaning. A line end after a backslash is removed, as in shells. */
export function* escapes(text: string): Generator<TextChange> {
  if (!/[\\%&^]/.test(text)) return;
  for (const match of text.matchAll(ESCAPE)) {
    const replacement = meaningOf(match);
    const end = match.index + match[0].length;
    if (replacement !== undefined) yield { start: match.index, end, replacement };
  }
}

/** The character of an escape; undefined for a character code outside ASCII and the control characters. */
function meaningOf([
  ,
  four,
  braces,
  two,
  quoted,
  lineEnd,
  octal,
  caret,
  percent,
  decimal,
  hex,
  entity,
]: RegExpExecArray): string | undefined {
  if (octal !== undefined || caret !== undefined) return '\u001b';
  const hexadecimal = four ?? braces ?? two ?? percent ?? hex;
  if (decimal !== undefined || hexadecimal !== undefined) {
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
    return code <= 0x9f ? String.fromCharCode(code) : undefined;
  }
  if (entity !== undefined) return ENTITIES[entity];
  if (quoted !== undefined) return quoted;
  return lineEnd === undefined ? '' : ENDS[lineEnd];
}

const TOKEN = /[A-Za-z0-9_+/=.~-]/;
/** UTF-16 units of a token that are read on either side of the line end. */
const LOOK = 80;
const LEAST_TOKEN = 12;

/** Results of `find` in tokens that a line end splits. */
export function acrossLines<T extends Span>(text: string, find: (text: string) => readonly T[]): T[] {
  const ends = [...lineEnds(text)];
  if (ends.length === 0) return [];
  return findNearChanges(mapText(text, ends), find).filter(({ start, end }) =>
    ends.some((each) => start < each.start && each.end < end),
  );
}

function* lineEnds(text: string): Generator<TextChange> {
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    // Most lines end with a word or a full stop and are excluded here.
    if (!isLong(text, at)) continue;
    const before = /(?:["'`] ?\+?)?[ \t]?\\?\r?$/.exec(text.slice(Math.max(0, at - 8), at))?.[0].length ?? 0;
    const start = at - before;
    const after = /^[ \t>|]{0,40}(?:\+ ?)?["'`]?/.exec(text.slice(at + 1, at + 48))?.[0].length ?? 0;
    const end = at + 1 + after;
    if (!TOKEN.test(text.charAt(start - 1)) || !TOKEN.test(text.charAt(end))) continue;
    if (
      isPart(tokenBefore(text, start), LEAST_TOKEN) &&
      isPart(/^[A-Za-z0-9_+/.~-]*={0,2}(?![=:\w])/.exec(text.slice(end, end + LOOK))?.[0] ?? '', 4)
    )
      yield { start, end, replacement: '' };
  }
}

/** Scans backwards: a regular expression anchored at the end would be tried at each unit. */
function tokenBefore(text: string, end: number): string {
  let start = end;
  while (start > 0 && end - start < LOOK && TOKEN.test(text.charAt(start - 1))) start--;
  return text.slice(start, end);
}

/** Whether the units before a line end contain no blank, as in a long token. */
function isLong(text: string, at: number): boolean {
  if (at < LEAST_TOKEN) return false;
  for (let back = at - 6; back > at - LEAST_TOKEN; back--) if (text.charCodeAt(back) <= 32) return false;
  return true;
}

/** Long enough, with letters of both cases or digits among letters, unlike words. */
const isPart = (token: string, least: number): boolean =>
  token.length >= least &&
  /[a-zA-Z]/.test(token) &&
  (/\d/.test(token) || /[a-z][A-Z]/.test(token)) &&
  !/^(?:\.{0,2}\/|[\w-]+(?:\/[\w.-]+)+$)/.test(token);

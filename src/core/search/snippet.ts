/** The 80 units of a memory that best answer a question, and the line to open. */
import { plainLine } from '../markdown/plain-text.js';
import { memo } from '../memo.js';
import { INVISIBLE } from '../safety/invisible-runs.js';
import { isAscii } from '../text.js';
import { plainCharacters } from './script-folding.js';
import { documentTerms } from './terms.js';

export const SNIPPET_UNITS = 80;

export interface SnippetSource {
  readonly name: string;
  readonly description: string;
  readonly body: string;
  /** Line on which the body starts, from 0. */
  readonly bodyLine: number;
}

export interface Snippet {
  /** At most 80 UTF-16 units, no markup. */
  readonly text: string;
  /** Line of the file to open, from 0. */
  readonly line: number;
}

const LINE_END = /\r\n|\n|\r/;
/** Lines of a body that are all read for the best line; of those after them only lines that may contain a term. */
const MANY_LINES = 1_000;

interface BestLine {
  readonly found: Line;
  readonly line: number;
  /** Sum of the weights of the terms found, each once. */
  readonly weight: number;
}

/** A line, or the description. */
interface Line {
  /** Without markup. */
  readonly text: string;
  readonly terms: ReadonlySet<string>;
  /** Its words with their offsets in UTF-16 units, computed at the first use. */
  words?: readonly { readonly word: string; readonly offset: number; readonly terms: ReadonlySet<string> }[];
}

const weigh = (terms: ReadonlySet<string>, weights: ReadonlyMap<string, number>): number => {
  let sum = 0;
  for (const term of terms) sum += weights.get(term) ?? 0;
  return sum;
};

/** With the invisible characters inside: they are part of the text that is shown. */
const WORD = new RegExp(
  String.raw`[\p{L}\p{N}\p{M}_](?:(?:${INVISIBLE.source})*[\p{L}\p{N}\p{M}_])*(?:\+\+|#)?|\p{RI}{2}|\p{Extended_Pictographic}`,
  'gu',
);

const wordsOf = (line: Line): NonNullable<Line['words']> =>
  (line.words ??= Array.from(line.text.matchAll(WORD), ({ 0: word, index: offset }) => ({
    word,
    offset,
    terms: new Set(documentTerms(word)),
  })));

function lineOf(raw: string): Line {
  const text = plainLine(raw);
  return { text, terms: new Set(documentTerms(text)) };
}

/** The lines of a memory, as far as they were read. */
interface ReadLines {
  readonly description: Line;
  readonly lines: readonly string[];
  readonly read: Line[];
}

/** While a question is typed the same memories are shown again and again. */
const readOf = memo((source: SnippetSource): ReadLines => ({
  description: lineOf(source.description),
  lines: source.body.split(LINE_END),
  read: [],
}));

/** Lines at the end of a long body are not cached. */
function readLine({ lines, read }: ReadLines, index: number): Line {
  const known = read[index];
  if (known) return known;
  const line = lineOf(lines[index] ?? '');
  if (index < MANY_LINES) read[index] = line;
  return line;
}

/** Whether a line in ASCII may contain one of some terms: it contains the term itself without its last letter, which the stem may have changed. */
function mayContain(raw: string, starts: readonly string[]): boolean {
  if (!isAscii(raw)) return true;
  const folded = raw.toLowerCase().replaceAll('_', '');
  return starts.some((start) => folded.includes(start));
}

function bestLine(source: SnippetSource, weights: ReadonlyMap<string, number>): BestLine | undefined {
  let best: BestLine | undefined;
  const known = readOf(source);
  const { lines } = known;
  const starts =
    lines.length <= MANY_LINES ? [] : [...weights.keys()].map((term) => term.slice(0, Math.max(1, term.length - 1)));
  for (let index = 0; index < lines.length; index++) {
    if (index >= MANY_LINES && !mayContain(lines[index] ?? '', starts)) continue;
    const found = readLine(known, index);
    let weight = 0;
    for (const [term, one] of weights) if (found.terms.has(term)) weight += one;
    if (weight > (best?.weight ?? 0)) best = { found, line: source.bodyLine + index, weight };
  }
  return best;
}

/** First line at or after `line` of the file that is neither empty nor a heading. */
function firstTextLine(source: SnippetSource, line: number): BestLine | undefined {
  const known = readOf(source);
  for (let index = Math.max(0, line - source.bodyLine); index < known.lines.length; index++) {
    if (/^\s*#/.test(known.lines[index] ?? '')) continue;
    const found = readLine(known, index);
    if (found.text !== '') return { found, line: source.bodyLine + index, weight: 0 };
  }
  return undefined;
}

/** Offset of the heaviest term of the question in a line, in UTF-16 units; 0 when it has none. */
function matchOffset(line: Line, weights: ReadonlyMap<string, number>): number {
  let best = { weight: 0, offset: 0 };
  for (const { word, offset, terms } of wordsOf(line)) {
    const weight = weigh(terms, weights);
    if (weight > best.weight) best = { weight, offset: offset + offsetInRun(word, weights) };
  }
  return best.offset;
}

/** Where a text has words of the question, from and to in UTF-16 units, in order. Of a run without blanks the characters of the question alone. */
export function marksIn(text: string, weights: ReadonlyMap<string, number>): [from: number, to: number][] {
  const marks: [number, number][] = [];
  for (const { word, offset, terms } of wordsOf({ text, terms: new Set() })) {
    if (weigh(terms, weights) === 0) continue;
    if (terms.size === 1) marks.push([offset, offset + word.length]);
    else for (const [from, to] of runsIn(word, weights)) marks.push([offset + from, offset + to]);
  }
  return marks;
}

/** The parts of a run that are terms of the question; the whole run where it is written otherwise. */
function runsIn(run: string, weights: ReadonlyMap<string, number>): [number, number][] {
  const folded = plainCharacters(run.toLowerCase()).join('');
  const found = new Set<number>();
  if (folded.length === run.length)
    for (const term of weights.keys())
      for (let at = folded.indexOf(term); at >= 0; at = folded.indexOf(term, at + 1))
        for (let unit = at; unit < at + term.length; unit++) found.add(unit);
  if (found.size === 0) return [[0, run.length]];
  const runs: [number, number][] = [];
  for (const unit of [...found].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last?.[1] === unit) last[1] = unit + 1;
    else runs.push([unit, unit + 1]);
  }
  return runs;
}

/** A run without blanks can be a whole line: look for the term itself. */
function offsetInRun(run: string, weights: ReadonlyMap<string, number>): number {
  if (run.length < SNIPPET_UNITS / 2) return 0;
  const folded = plainCharacters(run).join('');
  for (const term of weights.keys()) {
    const at = folded.indexOf(term);
    if (at >= 0) return at;
  }
  return 0;
}

/** At most {@link SNIPPET_UNITS} around an offset, cut at blanks where there are some near, never inside a character. */
export function windowAround(text: string, offset: number): string {
  if (text.length <= SNIPPET_UNITS) return text;
  const room = SNIPPET_UNITS - 2;
  let start = Math.min(Math.max(0, offset - Math.floor(room / 3)), text.length - room);
  if (start > 0) start = forwardToWord(text, start, offset);
  let end = Math.min(text.length, start + room);
  if (end < text.length) end = backToWord(text, end, Math.max(start + room / 2, offset));
  const middle = text.slice(start, end).trim();
  return `${start > 0 ? '…' : ''}${middle}${end < text.length ? '…' : ''}`;
}

function forwardToWord(text: string, start: number, offset: number): number {
  const blank = text.indexOf(' ', start - 1);
  if (blank >= 0 && blank < offset && blank - start < 16) return blank + 1;
  return isLowHalf(text, start) ? start + 1 : start;
}

function backToWord(text: string, end: number, least: number): number {
  const blank = text.lastIndexOf(' ', end);
  if (blank > least && end - blank < 16) return blank;
  return isLowHalf(text, end) ? end - 1 : end;
}

const isLowHalf = (text: string, at: number): boolean =>
  /[\udc00-\udfff]/.test(text.charAt(at)) && /[\ud800-\udbff]/.test(text.charAt(at - 1));

/**
 * @param source the lines read of it are cached with this object
 * @param weights weight of each term of the question (its idf)
 * @param vectorLine line of the chunk whose vector was nearest, from 0
 */
export function snippetOf(source: SnippetSource, weights: ReadonlyMap<string, number>, vectorLine?: number): Snippet {
  const match = bestLine(source, weights);
  const near = vectorLine === undefined ? undefined : firstTextLine(source, vectorLine);
  const { description } = readOf(source);
  const described = weigh(description.terms, weights);
  const line = match?.line ?? near?.line ?? source.bodyLine;
  if (described > 0 && described >= (match?.weight ?? 0))
    return { text: windowAround(description.text, matchOffset(description, weights)), line };
  const shown =
    match?.found.text ??
    near?.found.text ??
    (description.text || firstTextLine(source, source.bodyLine)?.found.text || source.name);
  return { text: windowAround(shown, match ? matchOffset(match.found, weights) : 0), line };
}

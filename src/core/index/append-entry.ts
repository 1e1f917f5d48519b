import { stemOf } from '../file-stem.js';
import type { StoreNames } from '../links/resolve.js';
import { indentOf, lastLineOfItem } from '../markdown/list-item.js';
import { type Memory, sourceOfText } from '../memory.js';
import { invisibleRuns } from '../safety/invisible-runs.js';
import { isGarbled, lineEnd, type TextEdit, type TextLines, truncate } from '../text.js';
import { insert, insertLineAfter } from '../text-edits.js';
import { LONGEST_ENTRY } from './entry-description.js';
import { INDEX_NAME, type IndexEntry, type IndexFile, parseIndex } from './index-file.js';
import { resolveEntry } from './resolved-entries.js';
import { linkTarget } from './retarget.js';

/**
 * Maximum length of a description that Memdir writes into an entry, in UTF-16 units, and minimum that is kept of it on
 * a line that is long without it.
 */
export const HOOK_UNITS = 80;
export const FEWEST_UNITS = 60;
const DEFAULT_SEPARATOR = ' — ';

export type Listed = Pick<Memory, 'name' | 'named' | 'description' | 'type'>;

/**
 * Creates an appender of index entries: after the last entry and in the style of its neighbours (bullet, indent,
 * emphasis, kind of title, `./`, separator, line end). Every other byte of the index stays. The style is computed once
 * for all appended lines.
 */
export function entryAppender(index: IndexFile): (path: string, memory: Listed) => TextEdit {
  const { lines } = index;
  const entries = index.entries.filter((entry) => !entry.mention);
  const items = entries.filter((entry) => ITEM.test(lines.line(entry.line)));
  const whole = placeAmong(items, entries, lines);
  if (whole !== undefined) {
    const sections = sectionsByType(items, entries, lines);
    return (path, memory) => {
      const { after, style } = sections.get(memory.type) ?? whole;
      return insertLineAfter(lines, after, itemLine(style, path, memory));
    };
  }
  const row = entries.findLast((entry) => ROW.test(lines.line(entry.line)));
  if (row !== undefined) {
    const text = lines.line(row.line);
    return (path, memory) => insertLineAfter(lines, row.line, rowLine(text, path, memory));
  }
  return (path, memory) => atEnd(lines, plainItem(path, memory));
}

/** Whether a line of an index is an entry that leads to this path, and to nothing else. */
export function leadsTo(line: string, path: string, names: StoreNames): boolean {
  const { entries, outside } = parseIndex(sourceOfText(INDEX_NAME, line));
  const [entry] = entries;
  return (
    entry !== undefined && entries.length === 1 && outside.length === 0 && resolveEntry(entry, names).found === path
  );
}

interface Place {
  /** The line after which the new one is inserted. */
  readonly after: number;
  readonly style: Style;
}

/** The place after the last of some entries, and their style. Undefined without any. */
function placeAmong(items: readonly IndexEntry[], entries: readonly IndexEntry[], lines: TextLines): Place | undefined {
  const model = modelOf(items, lines);
  return model === undefined
    ? undefined
    : {
        // Lines after the new one that are indented deeper would belong to it.
        after: lastLineOfItem(
          items.reduce((last, entry) => Math.max(last, entry.line), 0),
          lines,
          indentOf(lines.line(model.line)),
        ),
        style: styleOf(model, entries, lines),
      };
}

/** Places below headings that name a type ("Failures", "User"), by type. */
function sectionsByType(
  items: readonly IndexEntry[],
  entries: readonly IndexEntry[],
  lines: TextLines,
): ReadonlyMap<string, Place> {
  const bySection = new Map<string, IndexEntry[]>();
  let [heading, line]: [string, number] = ['', 0];
  for (const entry of items) {
    for (; line < entry.line; line++) heading = HEADING.exec(lines.line(line))?.[1]?.toLowerCase() ?? heading;
    for (const type of new Set([heading, heading.replace(/ies$/, 'y'), heading.replace(/s$/, '')])) {
      const some = bySection.get(type);
      if (some === undefined) bySection.set(type, [entry]);
      else some.push(entry);
    }
  }
  const places = [...bySection].flatMap(([type, some]): [string, Place][] => {
    const place = /^[a-z]+$/.test(type) ? placeAmong(some, entries, lines) : undefined;
    return place === undefined ? [] : [[type, place]];
  });
  return new Map(places);
}

/** Also with another word: "Feedback memories". */
const HEADING = /^#{1,6}\s+(.*?)(?:\s+(?:memory|memories|notes))?\s*#*\s*$/i;

/**
 * The line of a new entry in the style of the index, as an item of the outermost list.
 * @param title as it is written in brackets; default: made of the memory's name
 */
export function entryFor(index: IndexFile, path: string, memory: Listed, title?: string): string {
  const entries = index.entries.filter((entry) => !entry.mention);
  const model = modelOf(
    entries.filter((entry) => ITEM.test(index.lines.line(entry.line))),
    index.lines,
  );
  if (model === undefined) return plainItem(path, memory, title);
  const style = styleOf(model, entries, index.lines);
  return itemLine(/\d/.test(style.marker) ? { ...style, marker: '1. ' } : style, path, memory, title);
}

/** The line of an entry in an index without others. */
export const plainItem = (
  path: string,
  memory: Listed,
  title = titleOf(undefined, path, memory),
  hookUnits = HOOK_UNITS,
): string => hooked(`- [${title}](${linkTarget(path)})`, DEFAULT_SEPARATOR, memory, hookUnits);

const ITEM = /^\uFEFF?\s*(?:[-*+]|\d{1,9}[.)])\s/;
const ROW = /^\uFEFF?\s*\|/;

/** The last entry of the outermost list level. */
function modelOf(items: readonly IndexEntry[], lines: TextLines): IndexEntry | undefined {
  const indents = items.map((entry) => indentOf(lines.line(entry.line)));
  const least = indents.reduce((low, indent) => Math.min(low, indent), Infinity);
  return items.findLast((_, at) => indents[at] === least);
}

/** The style that a new line takes from its neighbour. */
interface Style {
  readonly model: IndexEntry;
  readonly marker: string;
  readonly emphasis: string;
  readonly typed: boolean;
  readonly separator: string;
}

function styleOf(model: IndexEntry, entries: readonly IndexEntry[], lines: TextLines): Style {
  const text = lines.line(model.line);
  const marker = nextMarker(/^\uFEFF?(\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?)/.exec(text)?.[1] ?? '- ');
  const after = text.slice(model.linkRange.end.character);
  const emphasis = /(\*\*|__|\*|_)$/.exec(text.slice(0, model.linkRange.start.character))?.[1] ?? '';
  return {
    model,
    marker,
    emphasis: emphasis !== '' && after.startsWith(emphasis) ? emphasis : '',
    typed: /^[*_]{0,2}\s*\(\w+\)/.test(after),
    separator: separatorOf(model, entries),
  };
}

function itemLine(
  { model, marker, emphasis, typed, separator }: Style,
  path: string,
  memory: Listed,
  title?: string,
): string {
  const type = typed && memory.type !== 'unknown' ? ` (${memory.type})` : '';
  return hooked(marker + emphasis + link(model, path, memory, title) + emphasis + type, separator, memory);
}

/** A number is incremented, a task box starts unchecked. */
const nextMarker = (marker: string): string =>
  marker.replace(/\d+/, (digits) => String(Number(digits) + 1)).replace(/\[[xX]\]/, '[ ]');

function link(model: IndexEntry, path: string, memory: Listed, title = titleOf(model, path, memory)): string {
  if (model.form === 'wiki') return `[[${stemOf(path)}]]`;
  const lead = model.target.startsWith('./') ? './' : '';
  return `[${title}](${linkTarget(lead + path)})`;
}

/** The stem, file name or name, whichever the neighbour's title is; otherwise its words. */
function titleOf(model: IndexEntry | undefined, path: string, memory: Listed): string {
  const file = path.slice(path.lastIndexOf('/') + 1);
  const stem = stemOf(path);
  const modelPath = model?.path ?? '';
  if (model !== undefined && modelPath.endsWith('.md')) {
    if (model.title === modelPath) return bracketSafe(path);
    if (model.title === modelPath.slice(modelPath.lastIndexOf('/') + 1)) return bracketSafe(file);
    // In a script without capitals a stem of one word is written like a title.
    if (model.title === stemOf(modelPath) && /[-_\p{Ll}]/u.test(model.title)) return bracketSafe(stem);
  }
  const words = (memory.named ? copyable(memory.name) : stem).replace(/[\s_-]+/g, ' ').trim() || stem;
  const title = asWritten(words, memory.description);
  return bracketSafe(title.charAt(0).toUpperCase() + title.slice(1));
}

/** Parts of a written word that a name has apart: "Node.js". */
const MOST_PARTS = 6;
const LONGEST_WORD = 60;

/** Words of a name as a text writes them, with capitals and marks, except the capital at the beginning of a sentence: "playwright 1 48" of "Playwright 1.48". */
function asWritten(words: string, text: string): string {
  const written = writtenWords(text);
  // A text that cites the name itself writes no words.
  if (/^[\p{Ll}\p{N}]+[-_][\p{Ll}\p{N}_-]+$/u.test(written.get(words) ?? '')) written.delete(words);
  const parts = words.split(' ');
  const title: string[] = [];
  for (let at = 0; at < parts.length;) {
    let count = Math.min(MOST_PARTS, parts.length - at);
    while (count > 1 && !written.has(parts.slice(at, at + count).join(' '))) count--;
    const key = parts.slice(at, at + count).join(' ');
    title.push(written.get(key) ?? key);
    at += count;
  }
  return title.join(' ');
}

/** Words of a text by how a name spells them; of several spellings the first. */
function writtenWords(text: string): Map<string, string> {
  const written = new Map<string, string>();
  let begins = true;
  for (const token of text.split(/\s+|[,;:，、；：。](?=\p{Script=Han})/u)) {
    const word = token.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}+#]+$/gu, '');
    const host = /^https?:\/\/(?:www\.)?([^/:?#]+)/i.exec(word)?.[1] ?? word;
    for (const form of new Set([word, host, word.replace(/^.*[/:](?=[^/:])/, '')])) {
      const key = form
        .replace(/['’]/g, '')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
        .trim();
      const isPlain = form.length <= LONGEST_WORD && /^[\p{L}\p{N}\p{M}.'’_+#-]+$/u.test(form);
      if (key !== '' && isPlain && !written.has(key))
        written.set(
          key,
          begins && !/\p{Lu}/u.test(form.slice(1)) ? form.charAt(0).toLowerCase() + form.slice(1) : form,
        );
    }
    begins = /[.!?:]$/.test(token);
  }
  return written;
}

const bracketSafe = (text: string): string => text.replace(/[\\[\]]/g, '\\$&');

const separatorOf = (model: IndexEntry, entries: readonly IndexEntry[]): string =>
  [model.separator, ...entries.map((entry) => entry.separator).reverse()].find((separator) =>
    /[—–:-]/.test(separator),
  ) ?? DEFAULT_SEPARATOR;

/** A text as it may be copied into the index: nothing of a garbled one, and no invisible characters. */
function copyable(text: string): string {
  if (isGarbled(text)) return '';
  return invisibleRuns(text)
    .reverse()
    .reduce((kept, { start, end }) => kept.slice(0, start) + kept.slice(end), text);
}

/** An entry's line followed by the description. */
function hooked(entry: string, separator: string, { description }: Listed, hookUnits = HOOK_UNITS): string {
  const text = descriptionText(description, entry.length + separator.length, hookUnits);
  return text === '' ? entry : entry + separator + text;
}

/**
 * A description for an entry: one line of at most 80 units (or fewer), cut between words, and shorter where the line
 * would exceed the length limit.
 */
export function descriptionText(description: string, before = 0, hookUnits = HOOK_UNITS): string {
  const text = copyable(description).replace(/\s+/g, ' ').trim();
  const most = Math.min(hookUnits, Math.max(FEWEST_UNITS, LONGEST_ENTRY - before));
  if (text.length <= most) return text;
  const cut = truncate(text, most - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), most / 2)).trimEnd()}…`;
}

/**
 * A table row with as many cells as its neighbour: link, description, the others empty; bars and blanks take three
 * units a cell.
 */
function rowLine(model: string, path: string, memory: Listed): string {
  const cells = Math.max(1, model.replace(/\\\|/g, '').split('|').length - 2);
  const link = `[${titleOf(undefined, path, memory)}](${linkTarget(path)})`;
  const filled = [link, descriptionText(memory.description, link.length + 3 * cells + 1)].map((cell) =>
    cell.replace(/\|/g, '\\|'),
  );
  return `| ${Array.from({ length: cells }, (_, at) => filled[at] ?? '').join(' | ')} |`;
}

/** At the end of an index without entries, one blank line below its text. */
function atEnd(lines: TextLines, text: string): TextEdit {
  const end = lineEnd(lines.text);
  const last = lines.count - 1;
  const place = { line: last, character: lines.line(last).length };
  const bare = lines.text.replace(/^\uFEFF/, '');
  if (bare === '') return insert(place, text + end);
  if (lines.line(last).trim() !== '') return insert(place, end + end + text);
  // After a carriage return alone a line feed would be no line end of its own.
  const blank = lines.text.endsWith('\r') ? '\r' : end;
  const gap = last > 0 && lines.line(last - 1).trim() === '' ? '' : blank;
  return insert(place, gap + text + end);
}

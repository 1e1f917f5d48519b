/** Index edits that follow the life of a memory: its entry is added, removed, replaced and restored. */
import { entryAppender, entryFor } from '../index/append-entry.js';
import { type IndexEntry, type IndexFile, parseIndex } from '../index/index-file.js';
import { entryRemoval } from '../index/remove-entry.js';
import { resolveEntry } from '../index/resolved-entries.js';
import { retarget } from '../index/retarget.js';
import type { StoreNames } from '../links/resolve.js';
import type { Memory } from '../memory.js';
import { maskSecrets } from '../secrets/secrets.js';
import { applyEdits, lineEnd, range, TextLines } from '../text.js';
import { insert, replace } from '../text-edits.js';
import type { Marks } from './marks.js';

export type ListedMemory = Pick<Memory, 'name' | 'named' | 'description' | 'type'>;

/** The former place of an entry, kept in the memory until it is restored. */
export type EntryTrace = Pick<Marks, 'index_entry' | 'index_above' | 'index_left'>;

export interface EntryChange {
  readonly text: string;
  readonly trace: EntryTrace;
}

const entriesOf = (index: IndexFile, path: string, names: StoreNames): IndexEntry[] =>
  index.entries.filter((entry) => !entry.mention && resolveEntry(entry, names).found === path);

const reparse = (index: IndexFile, text: string): IndexFile => parseIndex({ ...index.source, text });

const withoutBom = (line: string): string => line.replace(/^\uFEFF/, '');

/** The index with an entry for a memory, in the style of the others; unchanged when there is one. */
export function withEntry(index: IndexFile, path: string, memory: ListedMemory, names: StoreNames): string {
  if (entriesOf(index, path, names).length > 0) return index.source.text;
  return applyEdits(index.source.text, [entryAppender(index)(path, memory)]);
}

/** The index without the entries of a memory. */
export function withoutEntry(index: IndexFile, path: string, names: StoreNames): EntryChange {
  const { text } = index.source;
  const entries = entriesOf(index, path, names);
  const [first] = entries;
  if (first === undefined) return { text, trace: {} };
  const after = applyEdits(
    text,
    entries.map((entry) => entryRemoval(entry, index).edit),
  );
  const { lines } = entryRemoval(first, index);
  if (lines === undefined)
    return { text: after, trace: traceOfLine(index, first.line, new TextLines(after).line(first.line)) };
  const removed = Array.from({ length: lines.last - lines.first + 1 }, (_, at) =>
    withoutBom(index.lines.line(lines.first + at)),
  );
  const above = lines.first > 0 ? { index_above: aboveOf(index.lines, lines.first) } : {};
  return { text: after, trace: maskTrace({ index_entry: removed.join('\n'), ...above }) };
}

/** The lines above up to a non-blank one: a blank line does not identify a place. */
function aboveOf(lines: TextLines, line: number): string {
  let first = line - 1;
  while (first > 0 && lines.line(first).trim() === '') first--;
  return Array.from({ length: line - first }, (_, at) => withoutBom(lines.line(first + at))).join('\n');
}

const traceOfLine = (index: IndexFile, line: number, left: string): EntryTrace =>
  maskTrace({ index_entry: withoutBom(index.lines.line(line)), index_left: withoutBom(left) });

/** A secret of the index must not be copied into the memory. */
const maskTrace = (trace: EntryTrace): EntryTrace =>
  Object.fromEntries(Object.entries(trace).map(([key, value]) => [key, maskSecrets(value)]));

/**
 * The index with the entry of a memory replaced by that of another; on a line with more text only the target changes.
 */
export function withEntryReplaced(
  index: IndexFile,
  old: string,
  path: string,
  memory: ListedMemory,
  names: StoreNames,
): EntryChange {
  const { text } = index.source;
  const [first, ...others] = entriesOf(index, old, names);
  if (first === undefined) return { text: withEntry(index, path, memory, names), trace: {} };
  const removal = entryRemoval(first, index);
  const edit =
    removal.lines === undefined || isRow(index, first)
      ? retarget(first, path, index.lines)
      : replace(wholeItem(index, removal.lines), itemOf(index, first.line, path, memory));
  const after = applyEdits(text, [edit, ...others.map((entry) => entryRemoval(entry, index).edit)]);
  const trace = traceOfLine(index, first.line, new TextLines(after).line(first.line));
  const removed =
    removal.lines === undefined
      ? trace.index_entry
      : maskTrace({
          index_entry: index.lines.text
            .slice(
              index.lines.offset({ line: first.line, character: 0 }),
              index.lines.offset(wholeItem(index, removal.lines).end),
            )
            .replace(/\r\n?/g, '\n'),
        }).index_entry;
  return { text: after, trace: { ...trace, ...(removed === undefined ? {} : { index_entry: withoutBom(removed) }) } };
}

const isRow = ({ lines }: IndexFile, { line }: IndexEntry): boolean => /^\uFEFF?\s*\|/.test(lines.line(line));

const wholeItem = (
  { lines }: IndexFile,
  { first, last }: { readonly first: number; readonly last: number },
): ReturnType<typeof range> => range(first, 0, last, lines.line(last).length);

const MARKER = /^\uFEFF?\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?/;

/** A line in the style of the index, with the bullet or number of the replaced line. */
function itemOf(index: IndexFile, line: number, path: string, memory: ListedMemory): string {
  const written = entryFor(index, path, memory);
  const marker = MARKER.exec(index.lines.line(line))?.[0];
  return marker === undefined ? written : marker + written.replace(MARKER, '');
}

/**
 * The index with a removed entry restored: at its former place when that is found, else after the last entry. An entry
 * that never existed is not added.
 */
function withEntryBack(
  index: IndexFile,
  path: string,
  memory: ListedMemory,
  trace: EntryTrace,
  names: StoreNames,
): string {
  if (trace.index_entry === undefined || entriesOf(index, path, names).length > 0) return index.source.text;
  const placed = restoreInPlace(index, trace);
  if (placed !== undefined && entriesOf(reparse(index, placed), path, names).length > 0) return placed;
  const edit = entryAppender(index)(path, memory);
  const formerEntry = trace.index_entry.trim();
  if (formerEntry !== '' && trace.index_left === undefined) {
    const text = applyEdits(index.source.text, [
      {
        ...edit,
        newText: edit.newText.replace(edit.newText.trim(), () =>
          formerEntry.replaceAll('\n', lineEnd(index.source.text)),
        ),
      },
    ]);
    if (entriesOf(reparse(index, text), path, names).length > 0) return text;
  }
  return applyEdits(index.source.text, [edit]);
}

/** The restored memory and the former place of its entry. */
interface RestoredEntry {
  readonly path: string;
  readonly memory: ListedMemory;
  readonly trace: EntryTrace;
}

/**
 * Restores the entry of a memory and removes those of its other versions; returns the places of the removed ones.
 * Unlisted versions are skipped.
 */
export function withEntrySwapped(
  index: IndexFile,
  { path, memory, trace }: RestoredEntry,
  others: readonly string[],
  names: StoreNames,
): { readonly text: string; readonly traces: ReadonlyMap<string, EntryTrace> } {
  const traces = new Map<string, EntryTrace>();
  let now = reparse(index, withEntryBack(index, path, memory, latestTrace(index, trace, others, names), names));
  const [back] = entriesOf(now, path, names);
  for (const other of others) {
    const [before] = entriesOf(index, other, names);
    if (before !== undefined && back !== undefined && entriesOf(now, other, names).length === 0) {
      traces.set(other, traceOfLine(index, before.line, now.lines.line(back.line)));
      continue;
    }
    const gone = withoutEntry(now, other, names);
    traces.set(other, gone.trace);
    now = reparse(index, gone.text);
  }
  return { text: now.source.text, traces };
}

/** An entry that was replaced repeatedly is restored in place of the latest replacement. */
function latestTrace(index: IndexFile, trace: EntryTrace, others: readonly string[], names: StoreNames): EntryTrace {
  if (trace.index_left === undefined || uniqueLine(index.lines, trace.index_left) !== undefined) return trace;
  const there = others
    .flatMap((other) => entriesOf(index, other, names))
    .find((entry) => entryRemoval(entry, index).lines !== undefined);
  return there === undefined ? trace : { ...trace, index_left: withoutBom(index.lines.line(there.line)) };
}

/** The index with entries for several memories. */
export function withEntries(
  index: IndexFile,
  added: readonly { readonly path: string; readonly memory: ListedMemory }[],
  names: StoreNames,
): string {
  const append = entryAppender(index);
  const missing = added.filter(({ path }) => entriesOf(index, path, names).length === 0);
  return missing.length === 0
    ? index.source.text
    : applyEdits(
        index.source.text,
        missing.map(({ path, memory }) => append(path, memory)),
      );
}

function restoreInPlace(
  index: IndexFile,
  { index_entry: entry, index_above: above, index_left: left }: EntryTrace,
): string | undefined {
  const { lines, source } = index;
  if (entry === undefined) return undefined;
  const end = lineEnd(source.text);
  const written = entry.replaceAll('\n', end);
  const from = (line: number): number => (line === 0 && source.text.startsWith('\uFEFF') ? 1 : 0);
  if (left !== undefined) {
    const line = uniqueLine(lines, left);
    return line === undefined
      ? undefined
      : applyEdits(source.text, [replace(range(line, from(line), line, lines.line(line).length), written)]);
  }
  if (above === undefined) return applyEdits(source.text, [insert({ line: 0, character: from(0) }, written + end)]);
  const line = uniqueLine(lines, above);
  if (line === undefined) return undefined;
  if (line + 1 < lines.count) return applyEdits(source.text, [insert({ line: line + 1, character: 0 }, written + end)]);
  return applyEdits(source.text, [insert({ line, character: lines.line(line).length }, end + written)]);
}

/** The last line of a sequence of lines that occurs exactly once. */
function uniqueLine(lines: TextLines, text: string): number | undefined {
  const wanted = text.split('\n');
  let found: number | undefined;
  for (let line = 0; line + wanted.length <= lines.count; line++) {
    if (!wanted.every((each, at) => withoutBom(lines.line(line + at)) === each)) continue;
    if (found !== undefined) return undefined;
    found = line + wanted.length - 1;
  }
  return found;
}

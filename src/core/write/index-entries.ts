/** Index edits that follow the life of a memory: its entry is added, removed, replaced and restored. */
import { stemOf } from '../file-stem.js';
import { entryAppender, entryFor } from '../index/append-entry.js';
import { type IndexEntry, type IndexFile, parseIndex } from '../index/index-file.js';
import { pointerLines } from '../index/pointer.js';
import { unlinking } from '../index/remove-entry.js';
import { resolveEntry } from '../index/resolved-entries.js';
import { retarget } from '../index/retarget.js';
import { namesOf } from '../links/resolve.js';
import type { Memory } from '../memory.js';
import { type FileHead, isParsed, type ParsedFile } from '../parsed-file.js';
import { findSecrets, maskSecrets } from '../secrets/secrets.js';
import { applyEdits, BOM, lineEnd, type Range, range, type TextEdit, TextLines, withoutMark } from '../text.js';
import { replace } from '../text-edits.js';
import { type EntryTrace, TakenParts, type TracePiece, withPieceBack } from './index-trace.js';
import { traceOf } from './marks.js';

export type ListedMemory = Pick<Memory, 'name' | 'named' | 'description' | 'type'>;

/**
 * Memories of the store by path, forgotten ones included: they know what was taken out of the index. Those whose entries change are
 * parsed files: without the text of the memory, an entry of several sentences counts as one that says more than to point to it.
 */
export type IndexedFiles = ReadonlyMap<string, FileHead>;

export interface EntryChange {
  readonly text: string;
  readonly trace: EntryTrace;
}

const entriesOf = (index: IndexFile, path: string, files: IndexedFiles): IndexEntry[] => {
  const names = namesOf(files);
  return index.entries.filter((entry) => !entry.mention && resolveEntry(entry, names).found === path);
};

function parsedIn(files: IndexedFiles, path: string): ParsedFile | undefined {
  const file = files.get(path);
  return file !== undefined && isParsed(file) ? file : undefined;
}

const reparse = (index: IndexFile, text: string): IndexFile => parseIndex({ ...index.source, text });

/** What is taken out of the index for forgotten and replaced memories, without some of them. */
const takenParts = (files: IndexedFiles, without: readonly string[]): TakenParts =>
  new TakenParts(
    [...files.values()].flatMap((file) =>
      file.memory.deletedMs === undefined || without.includes(file.source.path) ? [] : traceOf(file),
    ),
  );

/** The index with an entry for a memory, in the style of the others; unchanged when there is one. */
export function withEntry(index: IndexFile, path: string, memory: ListedMemory, files: IndexedFiles): string {
  if (entriesOf(index, path, files).length > 0) return index.source.text;
  return applyEdits(index.source.text, [entryAppender(index)(path, memory)]);
}

/** The index with entries for several memories. */
export function withEntries(
  index: IndexFile,
  added: readonly { readonly path: string; readonly memory: ListedMemory }[],
  files: IndexedFiles,
): string {
  const append = entryAppender(index);
  const missing = added.filter(({ path }) => entriesOf(index, path, files).length === 0);
  return missing.length === 0
    ? index.source.text
    : applyEdits(
        index.source.text,
        missing.map(({ path, memory }) => append(path, memory)),
      );
}

/**
 * The index without the entries of a memory: mere pointers go with their lines, of others the link. A link in running
 * text may become an entry thereby, and goes as well.
 */
export function withoutEntry(index: IndexFile, path: string, files: IndexedFiles): EntryChange {
  const others = takenParts(files, [path]).pieces;
  const trace: TracePiece[] = [];
  for (let now = index; ;) {
    const taken = new TakenParts([...others, ...trace]);
    const entries = entriesOf(now, path, files);
    const edits = entries.flatMap((entry) => removalOf(entry, now, parsedIn(files, path), taken) ?? []);
    if (edits.length === 0) return { text: now.source.text, trace };
    const { text, trace: more } = changed(now, edits, taken);
    trace.push(...more);
    now = reparse(now, text);
  }
}

/**
 * The index as it was before an entry was appended, its end included. Of an entry that was changed or moved since, what
 * {@link withoutEntry} leaves.
 * @param ended the line ends with which the index ended before
 */
export function withoutAppended(
  index: IndexFile,
  path: string,
  { memory, files, ended }: { readonly memory: ListedMemory; readonly files: IndexedFiles; readonly ended: string },
): EntryChange {
  const { text } = index.source;
  const change = withoutEntry(index, path, files);
  const before = change.text.replace(/[\r\n]*$/, ended);
  if (before === change.text || !change.text.startsWith(before) || !text.startsWith(change.text)) return change;
  const appended = withEntry(reparse(index, before), path, memory, files).slice(before.length);
  if (appended.trim() !== text.slice(change.text.length).trim()) return change;
  const taken = takenParts(files, [path]);
  const after = new TextLines(before);
  const last = taken.toFull(after.count - 1, 0).line;
  const piece = {
    text: text.slice(before.length),
    left: '',
    line: last + 1,
    column: 0,
    of: index.lines.count + taken.lines,
  };
  return { text: before, trace: [{ ...piece, appended: true }] };
}

/** Undefined for a link that contains a secret: no other file may get it. */
function removalOf(
  entry: IndexEntry,
  index: IndexFile,
  memory: ParsedFile | undefined,
  taken: TakenParts,
): TextEdit | undefined {
  const pointer = pointerLines(entry, index, memory);
  if (pointer !== undefined && !taken.touches(entry.line, withoutMark(index.lines.line(entry.line)))) {
    const whole = ownLines(index, pointer.first, pointer.last);
    // What was taken out above may be given back first: its carriage return and this line feed would be one line end.
    const joins = taken.returnsAbove(pointer.first) && index.lines.line(pointer.last + 1) === '';
    if (!joins && findSecrets(textAt(index, whole)).length === 0) return replace(whole, '');
  }
  const edit = unlinking(entry, index);
  return findSecrets(textAt(index, edit.range)).length === 0 ? edit : undefined;
}

/** Lines with their line ends, without a byte order mark. */
function ownLines({ lines }: IndexFile, first: number, last: number): Range {
  const start = markOf(lines, first);
  return last + 1 < lines.count ? range(first, start, last + 1, 0) : range(first, start, last, lines.line(last).length);
}

const textAt = ({ lines }: IndexFile, at: Range): string =>
  lines.text.slice(lines.offset(at.start), lines.offset(at.end));

/** The index after edits, with the trace by which they are undone. */
function changed(index: IndexFile, edits: readonly TextEdit[], taken: TakenParts): EntryChange {
  const { lines, source } = index;
  const trace = edits.map(({ range: at, newText }): TracePiece => {
    const above = aboveOf(lines, at.start.line);
    return {
      text: textAt(index, at),
      left: newText,
      ...taken.toFull(at.start.line, at.start.character - markOf(lines, at.start.line)),
      of: lines.count + taken.lines,
      ...(above === undefined ? {} : { above: maskSecrets(above) }),
    };
  });
  return { text: applyEdits(source.text, edits), trace };
}

/** Units of a byte order mark at the start of a line. */
const markOf = ({ text }: TextLines, line: number): number => (line === 0 && text.startsWith(BOM) ? 1 : 0);

/** The lines above up to a non-blank one: a blank line does not identify a place. */
function aboveOf(lines: TextLines, line: number): string | undefined {
  if (line === 0) return undefined;
  let first = line - 1;
  while (first > 0 && lines.line(first).trim() === '') first--;
  return Array.from({ length: line - first }, (_, at) => withoutMark(lines.line(first + at))).join('\n');
}

/**
 * The index with the entry of a memory replaced by that of another; on a line with more text only the target changes.
 */
export function withEntryReplaced(
  index: IndexFile,
  old: string,
  path: string,
  memory: ListedMemory,
  files: IndexedFiles,
): EntryChange {
  const taken = takenParts(files, [old]);
  const [first, ...others] = entriesOf(index, old, files);
  if (first === undefined) return { text: withEntry(index, path, memory, files), trace: [] };
  const pointer = pointerLines(first, index, parsedIn(files, old));
  const line = pointer && wholeItem(index, pointer.first, pointer.last);
  const edit =
    line === undefined || isRow(index, first) || findSecrets(textAt(index, line)).length > 0
      ? retarget(first, path, index.lines)
      : replace(line, itemOf(index, first.line, path, memory, titleToStay(index, first, old, memory, files)));
  const removals = others.flatMap((entry) => removalOf(entry, index, parsedIn(files, old), taken) ?? []);
  return changed(index, [edit, ...removals], taken);
}

/** The title of an entry whose memory has the same name in its new version, unless it is the old file's name. */
function titleToStay(
  index: IndexFile,
  { form, linkRange, title }: IndexEntry,
  old: string,
  { name }: ListedMemory,
  files: IndexedFiles,
): string | undefined {
  if (form !== 'markdown' || files.get(old)?.memory.name !== name) return undefined;
  const file = old.slice(old.lastIndexOf('/') + 1);
  if ([old, file, stemOf(old)].includes(title)) return undefined;
  return /^\[((?:[^\\[\]]|\\.)+)\]\(/.exec(textAt(index, linkRange))?.[1];
}

const isRow = ({ lines }: IndexFile, { line }: IndexEntry): boolean => /^\uFEFF?\s*\|/.test(lines.line(line));

const wholeItem = ({ lines }: IndexFile, first: number, last: number): Range =>
  range(first, markOf(lines, first), last, lines.line(last).length);

const MARKER = /^\uFEFF?\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?/;

/** A line in the style of the index, with the bullet or number of the replaced line. */
function itemOf(index: IndexFile, line: number, path: string, memory: ListedMemory, title?: string): string {
  const written = entryFor(index, path, memory, title);
  const marker = MARKER.exec(index.lines.line(line))?.[0].replace(/^\uFEFF/, '');
  return marker === undefined ? written : marker + written.replace(MARKER, '');
}

/** The restored memory and the former place of its entries. */
interface RestoredEntry {
  readonly path: string;
  readonly memory: ListedMemory;
  readonly trace: EntryTrace;
}

/**
 * The index with removed entries restored: at their former places when these are found, else after the last entry.
 * Entries that never existed are not added.
 */
function withEntryBack(
  index: IndexFile,
  { path, memory, trace }: RestoredEntry,
  others: readonly string[],
  files: IndexedFiles,
): string {
  const { text } = index.source;
  const [first] = trace;
  if (first === undefined) return text;
  // An entry may have been added since, or belong to what another memory's entry says.
  const exact = entriesOf(index, path, files).length > 0;
  const placed = withPiecesBack(index, { path, memory, trace }, others, files, exact);
  if (exact) return placed.all ? placed.text : text;
  // What became a mention when other entries came back is back as well.
  if (placed.all || entriesOf(reparse(index, placed.text), path, files).length > 0) return placed.text;
  const edit = entryAppender(index)(path, memory);
  const former = first.left === '' ? first.text.trim().replace(/\r\n?|\n/g, lineEnd(text)) : '';
  const again = applyEdits(text, [{ ...edit, newText: edit.newText.replace(edit.newText.trim(), () => former) }]);
  return former !== '' && entriesOf(reparse(index, again), path, files).length > 0 ? again : applyEdits(text, [edit]);
}

function withPiecesBack(
  index: IndexFile,
  { path, trace }: RestoredEntry,
  others: readonly string[],
  files: IndexedFiles,
  exact: boolean,
): { readonly text: string; readonly all: boolean } {
  const taken = takenParts(files, [path, ...others]).pieces;
  const pieces = trace.toSorted((a, b) => a.line - b.line || a.column - b.column);
  let [text, all] = [index.source.text, true];
  for (const [at, piece] of pieces.entries()) {
    const still = new TakenParts([...taken, ...pieces.slice(at + 1)]);
    const back =
      withPieceBack(text, piece, still, exact) ??
      (exact
        ? undefined
        : withPieceBack(text, inPlaceOfVersion(reparse(index, text), piece, others, files), still, false));
    all &&= back !== undefined;
    text = back ?? text;
  }
  return { text, all };
}

/** An entry that was replaced repeatedly takes the place of the latest replacement. */
function inPlaceOfVersion(
  index: IndexFile,
  piece: TracePiece,
  others: readonly string[],
  files: IndexedFiles,
): TracePiece {
  const there = others
    .flatMap((other) => entriesOf(index, other, files))
    .find((entry) => pointerLines(entry, index, parsedIn(files, entry.path ?? '')) !== undefined);
  return piece.left === '' || there === undefined
    ? piece
    : { ...piece, column: 0, left: withoutMark(index.lines.line(there.line)) };
}

/**
 * Restores the entries of a memory and removes those of its other versions; returns the places of the removed ones.
 * Unlisted versions are skipped.
 */
export function withEntrySwapped(
  index: IndexFile,
  restored: RestoredEntry,
  others: readonly string[],
  files: IndexedFiles,
): { readonly text: string; readonly traces: ReadonlyMap<string, EntryTrace> } {
  const traces = new Map<string, EntryTrace>();
  let now = reparse(index, withEntryBack(index, restored, others, files));
  const after = withStates(files, restored.path, others);
  const [back] = entriesOf(now, restored.path, after);
  const taken = takenParts(files, [restored.path, ...others]);
  for (const other of others) {
    const [before] = entriesOf(index, other, files);
    if (before !== undefined && back !== undefined && entriesOf(now, other, after).length === 0) {
      traces.set(other, [replacedLine(index, before.line, { now, line: back.line, taken })]);
      continue;
    }
    const gone = withoutEntry(now, other, after);
    traces.set(other, gone.trace);
    now = reparse(index, gone.text);
  }
  return { text: now.source.text, traces };
}

/** The files once one version is restored and the others are forgotten: a link by the name they share leads to the current one. */
function withStates(files: IndexedFiles, restored: string, forgotten: readonly string[]): IndexedFiles {
  const states = new Map<string, number | undefined>([
    [restored, undefined],
    ...forgotten.map((path) => [path, 0] as const),
  ]);
  return new Map(
    [...files].map(([path, file]) => [
      path,
      states.has(path) ? { ...file, memory: { ...file.memory, deletedMs: states.get(path) } } : file,
    ]),
  );
}

/** A line of the index before that became another one. */
function replacedLine(
  before: IndexFile,
  line: number,
  { now, line: place, taken }: { readonly now: IndexFile; readonly line: number; readonly taken: TakenParts },
): TracePiece {
  const { lines } = now;
  const above = aboveOf(lines, place);
  return {
    text: maskSecrets(withoutMark(before.lines.line(line))),
    left: maskSecrets(withoutMark(lines.line(place))),
    ...taken.toFull(place, 0),
    of: lines.count + taken.lines,
    ...(above === undefined ? {} : { above: maskSecrets(above) }),
  };
}

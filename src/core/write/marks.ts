/** Marks in the front matter of a forgotten or replaced memory. Adding and removing them changes no other byte. */
import { type Field, type FrontMatter, parseFrontMatter, quoteScalar } from '../frontmatter/frontmatter.js';
import type { FileHead, ParsedFile } from '../parsed-file.js';
import { applyEdits, lineEnd, range, type TextEdit, TextLines } from '../text.js';
import { type EntryTrace, readTrace } from './index-trace.js';

/** Keys of the front matter; each value is text. */
export interface Marks {
  /** ISO 8601. */
  readonly deleted_at: string;
  /** Path inside the store of the replacement. */
  readonly superseded_by?: string;
  /** Where its entries were in MEMORY.md, see {@link EntryTrace}. */
  readonly index_lines?: string;
}

const KEYS = ['superseded_by', 'deleted_at', 'index_lines'] as const;
/** Claude Code moves keys it does not know under `metadata`. */
const PATHS: ReadonlySet<string> = new Set(KEYS.flatMap((key) => [key, `metadata.${key}`]));

const NOTE = '# Added by Memdir when this memory was forgotten; restoring it takes this block away.';

/** The trace among the marks of a memory. */
export const traceOf = (file: FileHead | Pick<ParsedFile, 'frontMatter'>): EntryTrace =>
  'frontMatter' in file ? readTrace(markField(file.frontMatter, 'index_lines')?.text) : (file.trace ?? []);

/** Adds marks; undefined when they could not be removed again exactly. */
export function addMarks(text: string, marks: Marks): string | undefined {
  const added = KEYS.flatMap((key) =>
    marks[key] === undefined ? [] : [`${key}: ${key === 'deleted_at' ? marks[key] : quoteScalar(marks[key])}`],
  );
  return [addInside(text, added), addOnTop(text, added)].find(
    (result) => result !== undefined && isReversible(text, result, marks),
  );
}

/** Adds keys after the last one of the front matter. */
function addInside(text: string, added: readonly string[]): string | undefined {
  const { state, range: block } = parseFrontMatter(text);
  if (state !== 'yaml' || block === undefined) return undefined;
  const lines = new TextLines(text);
  const close = lines.offset({ line: block.end.line, character: 0 });
  const end = text.startsWith('\r\n', close - 2) ? '\r\n' : text.charAt(close - 1);
  return text.slice(0, close) + added.map((line) => line + end).join('') + text.slice(close);
}

/** Adds a block of its own at the top, for files without front matter or with one that cannot be extended. */
function addOnTop(text: string, added: readonly string[]): string {
  const bom = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  return bom + ['---', NOTE, ...added, '---', ''].join(lineEnd(text)) + text.slice(bom.length);
}

function isReversible(before: string, after: string, marks: Marks): boolean {
  const reading = parseFrontMatter(after);
  const read = KEYS.every((key) => marks[key] === undefined || markField(reading, key)?.text === marks[key]);
  return (
    read && removeMarks(after) === before && (isOnTop(after, reading) || sameFields(parseFrontMatter(before), reading))
  );
}

/** An added line must not end or continue another value. */
const sameFields = (before: FrontMatter, after: FrontMatter): boolean =>
  fingerprint(before.fields) === fingerprint(after.fields.filter(({ path }) => !PATHS.has(path)));

const fingerprint = (fields: readonly Field[]): string =>
  JSON.stringify(fields.map(({ path, text, list }) => [path, text, list]));

const markField = ({ fields }: FrontMatter, key: string): Field | undefined =>
  fields.find(({ path }) => path === key || path === `metadata.${key}`);

/** Removes the marks; undefined when a mark shares a line with other content. */
export function removeMarks(text: string): string | undefined {
  const reading = parseFrontMatter(text);
  if (reading.state !== 'yaml' || reading.range === undefined) return text;
  const bom = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  if (isOnTop(text, reading)) return bom + text.slice(reading.bodyOffset);
  const lines = new TextLines(text);
  const edits: TextEdit[] = [];
  for (const field of reading.fields.filter(({ path }) => PATHS.has(path))) {
    const { start } = field.keyRange;
    const last = field.valueRange.end.line;
    const shared = reading.fields.some(
      ({ path, keyRange }) =>
        !PATHS.has(path) && path !== 'metadata' && keyRange.start.line >= start.line && keyRange.start.line <= last,
    );
    if (shared || lines.line(start.line).slice(0, start.character).trim() !== '') return undefined;
    edits.push({ range: range(start.line, 0, last + 1, 0), newText: '' });
  }
  return applyEdits(text, edits);
}

/** Whether the front matter is a block that {@link addMarks} added at the top. */
function isOnTop(text: string, { range: block, fields }: FrontMatter): boolean {
  return (
    block !== undefined &&
    new TextLines(text).line(block.start.line + 1) === NOTE &&
    fields.every(({ path }) => PATHS.has(path))
  );
}

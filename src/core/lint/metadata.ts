import { stemOf } from '../file-stem.js';
import { type Field, fieldOf } from '../frontmatter/frontmatter.js';
import type { TypeTable } from '../memory-types.js';
import type { ParsedFile } from '../parsed-file.js';
import { type Range, range, type TextEdit } from '../text.js';
import { firstLine, insertLineAfter } from '../text-edits.js';

/** Whether the file has valid front matter; a file without it gets a single finding, and field rules skip it. */
export const hasValidFrontMatter = (file: ParsedFile): boolean => file.frontMatter.state === 'yaml';

/** The field that sets the type: the first of `type` and `metadata.type` with text. */
export const typeField = ({ frontMatter }: ParsedFile): Field | undefined =>
  [fieldOf(frontMatter, 'type'), fieldOf(frontMatter, 'metadata.type')].find((field) => field?.text?.trim());

/** Whether the value of a field already has a fault. */
export function hasFault(file: ParsedFile, field: Field | undefined): boolean {
  if (field === undefined) return false;
  return file.frontMatter.faults.some(
    (fault) => fault.kind !== 'double' && fault.range.start.line === field.keyRange.start.line,
  );
}

/** The range of the name: the value of `name`, else the first line. */
export function nameRange({ frontMatter, lines }: ParsedFile): Range {
  const field = fieldOf(frontMatter, 'name');
  return field?.text ? field.valueRange : firstLine(lines);
}

/** The first line of the front matter: the place for findings about missing fields. */
export function openingLine(file: ParsedFile): Range {
  const start = file.frontMatter.range?.start;
  return start === undefined
    ? firstLine(file.lines)
    : { start, end: { line: start.line, character: file.lines.line(start.line).length } };
}

/** Sets a field of the front matter: in place when it is empty, else on a new line. */
export function setField(file: ParsedFile, path: string, value: string): TextEdit {
  const field = fieldOf(file.frontMatter, path);
  if (field !== undefined) {
    const { start } = field.valueRange;
    const spaced = file.lines.line(start.line).charAt(start.character - 1) !== ':';
    return { range: field.valueRange, newText: spaced ? value : ` ${value}` };
  }
  return insertLineAfter(file.lines, lineBefore(file, path), `${path}: ${value}`);
}

/** The line before a new field: `name` comes first, the others follow the last single-line field before them. */
function lineBefore(file: ParsedFile, path: string): number {
  const order = ['name', 'description', 'type'];
  const before = order
    .slice(0, order.indexOf(path))
    .map((name) => fieldOf(file.frontMatter, name))
    .findLast((field) => field !== undefined && isOneLine(field));
  return before?.valueRange.end.line ?? file.frontMatter.range?.start.line ?? 0;
}

/** Whether a value surely ends on the line of its key. */
export const isOneLine = (field: Field): boolean =>
  field.style !== 'block' && field.style !== 'other' && field.keyRange.start.line === field.valueRange.end.line;

/** Names of notes about the state of work: type `project`. */
const ON_WORK =
  /(?:^|[_\s-])(?:sessions?|handoff|handover|status|progress|todos?|roadmap|plans?|sprint|milestones?|backlog|worklog|changelog)(?:[_\s-]|$)/i;

/** The type that a file name or folder implies: `feedback_tone.md`, `feedback/tone.md`, `LAST_SESSION.md`. */
export function typeOfName(path: string, types: TypeTable): string | undefined {
  const folder = path.slice(0, Math.max(0, path.lastIndexOf('/'))).toLowerCase();
  const prefix = /^([a-z]+)[_-]/i.exec(stemOf(path))?.[1]?.toLowerCase();
  const work = ON_WORK.test(stemOf(path)) ? 'project' : undefined;
  return [prefix, folder, work].find((word) => word !== undefined && Object.hasOwn(types, word));
}

/** Types that are offered without other evidence. */
export const COMMON_TYPES = ['user', 'feedback', 'project', 'reference'] as const;

/** The first line of a memory's text, without outer blank space. */
export function openingText({ lines, memory }: ParsedFile): Range {
  for (let line = memory.bodyLine; line < lines.count; line++) {
    const text = lines.line(line);
    const start = text.length - text.trimStart().length;
    if (start < text.length) return range(line, start, line, text.trimEnd().length);
  }
  return firstLine(lines);
}

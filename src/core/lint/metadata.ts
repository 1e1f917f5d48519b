import { type Field, fieldOf } from '../frontmatter/frontmatter.js';
import type { TypeTable } from '../memory-types.js';
import { stemOf } from '../parse-memory.js';
import type { ParsedFile } from '../parsed-file.js';
import { type Range, range, type TextEdit } from '../text.js';
import { firstLine, insertLineAfter } from '../text-edits.js';

/** Whether the file has front matter that is read; when it has none, one finding says so and its fields are not asked for. */
export const isRead = (file: ParsedFile): boolean => file.frontMatter.state === 'yaml';

/** The field that gives a memory its type: the first of `type` and `metadata.type` that holds a text. */
export const typeField = ({ frontMatter }: ParsedFile): Field | undefined =>
  [fieldOf(frontMatter, 'type'), fieldOf(frontMatter, 'metadata.type')].find((field) => field?.text?.trim());

/** Whether something else is already reported about the value of a field. */
export function hasFault(file: ParsedFile, field: Field | undefined): boolean {
  if (field === undefined) return false;
  return file.frontMatter.faults.some(
    (fault) => fault.kind !== 'double' && fault.range.start.line === field.keyRange.start.line,
  );
}

/** Where a memory says its name: the value of `name`, else its first line. */
export function nameRange({ frontMatter, lines }: ParsedFile): Range {
  const field = fieldOf(frontMatter, 'name');
  return field?.text ? field.valueRange : firstLine(lines);
}

/** The first line of the front matter, for what is missing in it. */
export function openingLine(file: ParsedFile): Range {
  const start = file.frontMatter.range?.start;
  return start === undefined
    ? firstLine(file.lines)
    : { start, end: { line: start.line, character: file.lines.line(start.line).length } };
}

/** Gives a field of the front matter a value: in place when it is there and empty, else on a line of its own. */
export function setField(file: ParsedFile, path: string, value: string): TextEdit {
  const field = fieldOf(file.frontMatter, path);
  if (field !== undefined) {
    const { start } = field.valueRange;
    const spaced = file.lines.line(start.line).charAt(start.character - 1) !== ':';
    return { range: field.valueRange, newText: spaced ? value : ` ${value}` };
  }
  return insertLineAfter(file.lines, lineBefore(file, path), `${path}: ${value}`);
}

/** `name` stands first, the others below the last single-line field in front of them. */
function lineBefore(file: ParsedFile, path: string): number {
  const order = ['name', 'description', 'type'];
  const before = order
    .slice(0, order.indexOf(path))
    .map((name) => fieldOf(file.frontMatter, name))
    .findLast((field) => field !== undefined && isOneLine(field));
  return before?.valueRange.end.line ?? file.frontMatter.range?.start.line ?? 0;
}

/** Whether a value ends on the line of its key for certain. */
export const isOneLine = (field: Field): boolean =>
  field.style !== 'block' && field.style !== 'other' && field.keyRange.start.line === field.valueRange.end.line;

/** Names of notes on where work stands: they are about the project, whoever writes them. */
const ON_WORK =
  /(?:^|[_\s-])(?:sessions?|handoff|handover|status|progress|todos?|roadmap|plans?|sprint|milestones?|backlog|worklog|changelog)(?:[_\s-]|$)/i;

/** A type that the file's name or folder gives away: `feedback_tone.md`, `feedback/tone.md`, `LAST_SESSION.md`. */
export function typeOfName(path: string, types: TypeTable): string | undefined {
  const folder = path.slice(0, Math.max(0, path.lastIndexOf('/'))).toLowerCase();
  const prefix = /^([a-z]+)[_-]/i.exec(stemOf(path))?.[1]?.toLowerCase();
  const work = ON_WORK.test(stemOf(path)) ? 'project' : undefined;
  return [prefix, folder, work].find((word) => word !== undefined && Object.hasOwn(types, word));
}

/** Types to offer when there is nothing to go by. */
export const COMMON_TYPES = ['user', 'feedback', 'project', 'reference'] as const;

/** The first line of a memory's text, without blank space around it. */
export function openingText({ lines, memory }: ParsedFile): Range {
  for (let line = memory.bodyLine; line < lines.count; line++) {
    const text = lines.line(line);
    const start = text.length - text.trimStart().length;
    if (start < text.length) return range(line, start, line, text.trimEnd().length);
  }
  return firstLine(lines);
}

/** Lines of daily logs. */
import { dateInName } from '../age.js';
import { isDailyLog, isNamedLikeIndex } from '../file-kinds.js';
import { localDay } from '../local-day.js';
import { layoutOf } from '../markdown/layout.js';
import type { ParsedFile } from '../parsed-file.js';
import type { DreamStore } from './apply-changes.js';
import { bareLine, keyOf } from './statement-coverage.js';

export interface LogLine {
  /** Path of the log inside the store. */
  readonly path: string;
  /** ISO 8601. */
  readonly day: string;
  /** The nearest heading above, without dates in it. */
  readonly heading?: string;
  /** Without list marker and time. */
  readonly text: string;
  readonly key: string;
}

const TIME = /^\**\[?\d{1,2}:\d{2}(?::\d{2})?\]?\**(?: ?[AaPp][Mm])?\s*(?:[-–—:|]\s*)?/;
const DATE = /\s*[([]?\d{4}-\d\d-\d\d[)\]]?\s*[-–—:]?\s*/g;

/** Daily logs of the store, oldest first. The file name gives the day. */
export function dailyLogs({
  files,
}: Pick<DreamStore, 'files'>): readonly { readonly day: string; readonly file: ParsedFile }[] {
  return [...files.values()]
    .flatMap((file) => {
      const { path, searchable } = file.memory;
      const date = searchable && isDailyLog(path) && !isNamedLikeIndex(path) ? dateInName(path) : undefined;
      return date === undefined ? [] : [{ day: localDay(date), file }];
    })
    .sort((a, b) => (a.day === b.day ? (a.file.memory.path < b.file.memory.path ? -1 : 1) : a.day < b.day ? -1 : 1));
}

export const logLines = (store: Pick<DreamStore, 'files'>): LogLine[] =>
  dailyLogs(store).flatMap(({ day, file }) => linesOf(day, file));

/** A line that ends with the date of its log repeats it, and would differ from the same line of another day. */
const withoutDay = (text: string, day: string): string =>
  text.replace(/\s*\((\d{4}-\d\d-\d\d)\)(?=[.!]?$)/, (all, date: string) => (date === day ? '' : all));

function linesOf(day: string, { lines, memory }: ParsedFile): LogLine[] {
  const { kinds } = layoutOf(lines);
  const found: LogLine[] = [];
  let heading: string | undefined;
  for (let line = memory.bodyLine; line < lines.count; line++) {
    if (kinds[line] !== 'text') continue;
    const written = lines.line(line);
    const level = /^\uFEFF?(#{1,6})\s+(.*?)\s*#*\s*$/.exec(written);
    if (level !== null) {
      const title = (level[2] ?? '').replace(TIME, '').replace(DATE, ' ').replace(/[*_`]/g, '').trim();
      heading = level[1] === '#' || title === '' ? undefined : title;
      continue;
    }
    const text = withoutDay(bareLine(written).replace(TIME, '').trim(), day);
    const key = keyOf(text);
    if (key !== '') found.push({ path: memory.path, day, text, key, ...(heading === undefined ? {} : { heading }) });
  }
  return found;
}

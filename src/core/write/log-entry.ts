/** An entry of a daily log. */
import { isoDay } from '../absolute-date.js';
import { datedText } from '../dated-text.js';
import { maskedLine } from '../markdown/prose.js';
import { lineEnd } from '../text.js';
import { DAY_MS } from '../units.js';

/** Path inside a store of a day's log. `localMs`: local time as if it were UTC. */
export function logPath(localMs: number): string {
  const day = isoDay(localMs);
  return `logs/${day.slice(0, 4)}/${day.slice(5, 7)}/${day}.md`;
}

/** Replaces relative dates by absolute ones. Code stays unchanged. */
export const withDates = (text: string, localMs: number): string =>
  text
    .split('\n')
    .map((line) => datedLine(line, localMs))
    .join('\n');

function datedLine(line: string, localMs: number): string {
  const today = Math.floor(localMs / DAY_MS) * DAY_MS;
  // “for two days” is a duration, “for tomorrow” a date.
  const prose = maskedLine(line).replace(/\bfor(?= (?:tomorrow|yesterday|next|last|this)\b)/gi, '---');
  return datedText(line, today, prose).text;
}

export interface AppendedLog {
  readonly text: string;
  /** Line of the entry, 0-based. */
  readonly line: number;
}

/** Appends an entry `- HH:MM text` to a log; further lines are indented. All existing bytes stay. */
export function withLogEntry(log: string | undefined, entry: string, localMs: number): AppendedLog {
  const before = log ?? '';
  const end = lineEnd(before);
  const closed = before === '' || /[\r\n]$/.test(before) ? before : before + end;
  const [first = '', ...more] = entry.split('\n');
  const written = [
    `- ${new Date(localMs).toISOString().slice(11, 16)} ${first}`,
    ...more.map((line) => (line.trim() === '' ? '' : `  ${line}`)),
  ];
  return {
    text: closed + written.map((line) => line + end).join(''),
    line: (closed.match(/\r\n|\r|\n/g) ?? []).length,
  };
}

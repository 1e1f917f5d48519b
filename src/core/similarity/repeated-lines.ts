/** Lines that several notes of one store have in common. */
import { isCurrentKnowledge } from '../file-kinds.js';
import { memo } from '../memo.js';
import type { ParsedFile } from '../parsed-file.js';
import { locatedSentences } from './located-sentences.js';

/** UTF-16 units of what a line says; shorter ones are labels. */
const SHORTEST = 20;
/** Headings, rows of tables, and what leads to a list. */
const FRAME = /^\s*(?:#{1,6}\s|\|)|:\s*$/;

export interface NoteLine {
  readonly path: string;
  readonly line: number;
}

export interface RepeatedLine {
  readonly older: NoteLine;
  readonly newer: NoteLine;
}

/** Each line of an older note that a newer one has as well, but for case and punctuation; of several newer ones the newest. */
export const repeatedLines = memo((files: ReadonlyMap<string, ParsedFile>): readonly RepeatedLine[] => {
  const newest = new Map<string, NoteLine>();
  const repeated: RepeatedLine[] = [];
  for (const [path, file] of [...files].sort(newestFirst)) {
    if (!isCurrentKnowledge(file)) continue;
    for (const [key, line] of linesOf(file)) {
      const newer = newest.get(key);
      if (newer === undefined) newest.set(key, { path, line });
      else repeated.push({ older: { path, line }, newer });
    }
  }
  return repeated;
});

type Entry = readonly [path: string, file: ParsedFile];

const newestFirst = ([path, { memory }]: Entry, [other, { memory: old }]: Entry): number =>
  old.dateMs - memory.dateMs || (path < other ? 1 : -1);

/** First line of each thing that a note says. */
function linesOf(file: ParsedFile): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { key, line, at } of locatedSentences(file))
    if (key.length >= SHORTEST && !FRAME.test(line) && !found.has(key)) found.set(key, at);
  return found;
}

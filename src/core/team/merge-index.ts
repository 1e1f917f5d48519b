/** MEMORY.md of a team when it was changed on both sides: others list their memories in it, and this machine its own. */
import { type IndexEntry, type IndexFile, parseIndex } from '../index/index-file.js';
import { sourceOfText } from '../memory.js';
import { mergeTexts } from '../merge-texts.js';

export interface MergedIndex {
  readonly text: string;
  /** Whether all that this machine wrote is in it. */
  readonly complete: boolean;
}

/**
 * Without what both sides had, nothing goes: an entry that one of them lacks may be one that the other added.
 * @param before what both sides had in common last, where that is proved
 * @param forgotten paths of memories that were taken back: an entry that only this machine has of one is not added
 */
export function mergeIndexes(
  before: string | undefined,
  own: string,
  theirs: string,
  forgotten: ReadonlySet<string>,
): MergedIndex {
  const merged = before === undefined ? undefined : mergeTexts(before, theirs, own);
  if (merged !== undefined) return { text: withoutRepeats(merged), complete: true };
  const [mine, others] = [parse(own), parse(theirs)];
  const listed = new Set(others.entries.filter(({ mention }) => !mention).map(({ target }) => target));
  const known = new Set(before === undefined ? [] : parse(before).entries.map(({ target }) => target));
  const isForgotten = ({ path }: IndexEntry): boolean => path !== undefined && forgotten.has(path);
  // An entry that both sides had and the others took out stays out.
  const added = mine.entries.filter(
    (entry) => !entry.mention && !listed.has(entry.target) && !known.has(entry.target) && !isForgotten(entry),
  );
  const lines = [...new Set(added.map(({ line }) => mine.lines.line(line)))];
  const end = theirs.includes('\r\n') ? '\r\n' : '\n';
  const gap = theirs === '' || /[\r\n]$/.test(theirs) ? '' : end;
  const text = lines.length === 0 ? theirs : `${theirs}${gap}${lines.join(end)}${end}`;
  const left = mine.entries.filter(isForgotten).map(({ line }) => mine.lines.line(line).trim());
  const there = new Set([...linesOf(text), ...left]);
  return { text, complete: linesOf(own).every((line) => there.has(line)) };
}

const parse = (text: string): IndexFile => parseIndex(sourceOfText('MEMORY.md', text));

const linesOf = (text: string): string[] => text.split(/\r\n|\r|\n/).map((line) => line.trim());

/** The same entry added on both sides in other words stays twice, in the same words once. */
function withoutRepeats(text: string): string {
  const index = parse(text);
  const seen = new Set<string>();
  const repeated = new Set<number>();
  // A line can contain several entries.
  for (const line of new Set(index.entries.map((entry) => entry.line))) {
    const own = index.lines.line(line).trim();
    if (seen.has(own)) repeated.add(line);
    seen.add(own);
  }
  if (repeated.size === 0) return text;
  return text
    .split(/(?<=\r\n|\r(?!\n)|\n)/)
    .filter((_, at) => !repeated.has(at))
    .join('');
}

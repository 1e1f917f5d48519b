/** What an index says beyond pointing to memories. */
import { namesOf } from '../links/resolve.js';
import type { ParsedFile } from '../parsed-file.js';
import { foldPunctuation } from './entry-description.js';
import type { IndexEntry, IndexFile } from './index-file.js';
import { pointerLines } from './pointer.js';
import { linksOn, resolveEntry } from './resolved-entries.js';

/** Lines that state something, each in folded form with its links as plain text; mere pointers are left out. */
export function indexStatements(index: IndexFile, files: ReadonlyMap<string, ParsedFile>): ReadonlySet<string> {
  const names = namesOf(files);
  const pointers = new Set<number>();
  for (const entry of index.entries) {
    const found = resolveEntry(entry, names).found;
    const lines = pointerLines(entry, index, found === undefined ? undefined : files.get(found));
    for (let line = lines?.first ?? 0; lines !== undefined && line <= lines.last; line++) pointers.add(line);
  }
  const stated = new Set([...index.contentLines, ...index.entries.map(({ line }) => line)]);
  return new Set([...stated].filter((line) => !pointers.has(line)).map((line) => plainLineOf(index, line)));
}

/** A line in folded form, with its links as plain text. */
export function plainLineOf(index: IndexFile, line: number): string {
  const links = linksOn(index, line).entries.toSorted(
    (a, b) => b.linkRange.start.character - a.linkRange.start.character,
  );
  const without = (text: string, { linkRange, title }: IndexEntry): string =>
    text.slice(0, linkRange.start.character) + title + text.slice(linkRange.end.character);
  return foldPunctuation(links.reduce(without, index.lines.line(line)));
}

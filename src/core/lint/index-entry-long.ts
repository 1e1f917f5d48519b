import { containsMemories } from '../file-kinds.js';
import { LIMIT_UNITS, shareOfLimit } from '../index/budget.js';
import { cutPoint, descriptionRange, isOnlyEntryOnLine, LONGEST_ENTRY } from '../index/entry-description.js';
import { type IndexEntry, type IndexFile, LINE_CAP } from '../index/index-file.js';
import { containsText } from '../index/pointer.js';
import { resolvedEntries } from '../index/resolved-entries.js';
import { t } from '../l10n.js';
import { memo } from '../memo.js';
import { grouped } from '../numbers.js';
import type { ParsedFile } from '../parsed-file.js';
import type { ParsedStore } from '../parsed-store.js';
import type { Fix } from '../problem.js';
import { lineEnd, type Range, range } from '../text.js';
import { insert, replace } from '../text-edits.js';
import { fix } from './merge-fixes.js';
import type { Finding, IndexRule } from './rule.js';

/** Target length of a shortened line. */
const SHORTENED = 160;

/** An entry longer than a pointer needs to be. */
export const indexEntryLong: IndexRule = {
  code: 'index-entry-long',
  severity: 'hint',
  on: 'index',
  *check(index, store) {
    if (!containsMemories(store.info)) return;
    const seen = new Set<number>(index.cappedLines);
    for (const line of index.cappedLines) yield isUnscanned(index, line);
    for (const { entry, at } of resolvedEntries(store)) {
      const units = index.lines.line(entry.line).length;
      if (units <= LONGEST_ENTRY || entry.mention || entry.form === 'code' || seen.has(entry.line)) continue;
      seen.add(entry.line);
      const hook = descriptionRange(entry, index);
      const target = at.found === undefined ? undefined : store.files.get(at.found);
      yield {
        range: hook ?? entry.linkRange,
        message: t(
          'Long entry: {units} of the {limit} characters ({share}) that Claude Code loads in every session. Keep what says when the memory is needed, and move the rest to the memory.',
          { units: grouped(units), limit: grouped(LIMIT_UNITS), share: shareOfLimit(units) },
        ),
        fixes:
          hook === undefined || target === undefined || !isOnlyEntryOnLine(entry, index)
            ? []
            : shortening(entry, hook, index, target),
      };
    }
  },
};

/** The preferred shortening of each long entry, the longest first. */
export const shortenings = memo((store: ParsedStore): readonly Fix[] => {
  const { index } = store;
  if (index === undefined || index.conflictLines.length > 0 || !containsMemories(store.info)) return [];
  return resolvedEntries(store)
    .filter(({ entry }) => !entry.mention && entry.form !== 'code')
    .map(({ entry, at }) => ({ entry, at, units: index.lines.line(entry.line).length }))
    .filter(({ units }) => units > LONGEST_ENTRY && units <= LINE_CAP)
    .sort((a, b) => b.units - a.units)
    .flatMap(({ entry, at }) => {
      const hook = descriptionRange(entry, index);
      const target = at.found === undefined ? undefined : store.files.get(at.found);
      if (hook === undefined || target === undefined || !isOnlyEntryOnLine(entry, index)) return [];
      return shortening(entry, hook, index, target).slice(0, 1);
    });
});

/** A line longer than its scanned part. */
const isUnscanned = (index: IndexFile, line: number): Finding => ({
  range: range(line, 0, line, LINE_CAP),
  message: t(
    'Long line: {units} characters, and Claude Code loads {limit} of the whole index. Memdir looks for entries only in the first {scanned}. Put each entry on its own line.',
    {
      units: grouped(index.lines.line(line).length),
      limit: grouped(LIMIT_UNITS),
      scanned: grouped(LINE_CAP),
    },
  ),
});

/**
 * Cuts the description where the memory contains the cut text; otherwise the whole description is added to the memory
 * first.
 */
function shortening(entry: IndexEntry, at: Range, index: IndexFile, target: ParsedFile): Fix[] {
  const { path } = index.source;
  const hook = index.lines.line(entry.line).slice(at.start.character, at.end.character);
  const cut = cutPoint(hook, SHORTENED - at.start.character);
  if (cut === undefined) return [];
  const kept = hook.slice(0, cut).trimEnd();
  const edit = replace(at, /[.!?。！？]$/.test(kept) ? kept : `${kept.replace(/[\s,;:，；、–—-]+$/, '')}…`);
  if (containsText(hook.slice(cut), target)) return [fix(t('Shorten this entry'), path, [edit], { preferred: true })];
  if (!target.memory.searchable) return [];
  const file = target.source.path;
  return [
    {
      ...fix(t('Shorten this entry and keep its text in {file}', { file }), path, [edit]),
      edits: { [path]: [edit], [file]: [appended(hook, target)] },
    },
  ];
}

/** Appends a paragraph to a memory; a file without final line end stays without one. */
function appended(text: string, { lines }: ParsedFile): ReturnType<typeof insert> {
  const end = lineEnd(lines.text);
  const last = lines.count - 1;
  const place = { line: last, character: lines.line(last).length };
  if (lines.line(last) !== '') return insert(place, end + end + text);
  const gap = last > 0 && lines.line(last - 1).trim() !== '' ? end : '';
  return insert(place, gap + text + end);
}

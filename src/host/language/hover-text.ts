/** Texts about a memory for hovers and code lenses: age, use, state in the index. */
import { ageDays, updatedWords } from '../../core/age.js';
import { LIMIT_UNITS, shareOfLimit } from '../../core/index/budget.js';
import type { IndexEntry } from '../../core/index/index-file.js';
import { resolvedEntries } from '../../core/index/resolved-entries.js';
import { t, tPlural } from '../../core/l10n.js';
import type { StoreContext } from '../../core/memdir.js';
import { grouped } from '../../core/numbers.js';
import type { ParsedFile } from '../../core/parsed-file.js';
import type { ParsedStore } from '../../core/parsed-store.js';
import { staleReasons } from '../../core/staleness.js';
import { memoryId } from '../../service/paths.js';

/** "Updated 12 days ago". */
export const ageText = ({ memory, source }: ParsedFile, { now }: ParsedStore): string =>
  source.unreadable === undefined ? updatedWords(ageDays(memory, now), memory.dateSource) : updatedWords(null, null);

/** What makes a memory stale, beside its age; "stale" where age alone does; undefined when it is not. */
export function staleText(file: ParsedFile, store: ParsedStore): string | undefined {
  const reasons = staleReasons(file, store);
  if (reasons.length === 0) return undefined;
  const evidence = reasons.filter(({ sign }) => sign !== 'age').map(({ text }) => text);
  return [t('stale'), ...evidence].join(': ');
}

export const usesOf = (path: string, { store, accesses }: StoreContext): number =>
  accesses.get(memoryId(store.info.key, path)) ?? 0;

/** The index entry of a memory, a loaded one if there are several. */
export function entryOf(path: string, store: ParsedStore): IndexEntry | undefined {
  const entries = resolvedEntries(store)
    .filter(({ at }) => at.found === path)
    .map(({ entry }) => entry);
  return entries.find((entry) => entry.loaded && !entry.mention) ?? entries.find((entry) => entry.loaded) ?? entries[0];
}

export function indexStatusText(path: string, store: ParsedStore): string {
  if (store.index === undefined) return t('no {index} in this directory', { index: 'MEMORY.md' });
  const entry = entryOf(path, store);
  if (entry === undefined) return t('not in {index}', { index: 'MEMORY.md' });
  return entry.loaded
    ? t('in {index}, loaded', { index: 'MEMORY.md' })
    : t('in {index}, but past the cut: not loaded', { index: 'MEMORY.md' });
}

/** "143 of 25,000 characters (0.6%)". */
export const shareText = (units: number): string =>
  t('{units} of {limit} characters ({share})', {
    units: grouped(units),
    limit: grouped(LIMIT_UNITS),
    share: shareOfLimit(units),
  });

/** "about 22 days", "about 8 months". */
export function aboutDays(days: number): string {
  if (days < 1) return t('less than a day');
  if (days < 100) return tPlural(Math.round(days), 'about 1 day', 'about {n} days');
  return days < 700
    ? t('about {n} months', { n: Math.round(days / 30.4) })
    : tPlural(Math.round(days / 365), 'about 1 year', 'about {n} years');
}

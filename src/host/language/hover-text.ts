/** Texts about a memory for hovers and code lenses: age, use, state in the index. */
import { ageDays, ageWords } from '../../core/age.js';
import { LIMIT_UNITS, shareOfLimit } from '../../core/index/budget.js';
import type { IndexEntry } from '../../core/index/index-file.js';
import { resolvedEntries } from '../../core/index/resolved-entries.js';
import type { StoreContext } from '../../core/memdir.js';
import { shapeOf, STALE_SURVIVAL, survival, type TypeShape } from '../../core/memory-types.js';
import type { ParsedFile } from '../../core/parsed-file.js';
import type { ParsedStore } from '../../core/parsed-store.js';
import { plural } from '../../core/plural.js';
import { memoryId } from '../../service/paths.js';

/** "12 days ago (metadata.modified)". */
export const ageText = ({ memory, source }: ParsedFile, { now }: ParsedStore): string =>
  source.unreadable === undefined ? `${ageWords(ageDays(memory, now))} (${memory.dateSource})` : ageWords(null);

export const isStale = ({ memory, source }: ParsedFile, { now, types }: ParsedStore): boolean =>
  source.unreadable === undefined && survival(ageDays(memory, now), shapeOf(memory.type, types)) < STALE_SURVIVAL;

export const usesOf = (path: string, { store, accesses }: StoreContext): number =>
  accesses.get(memoryId(store.info.key, path)) ?? 0;

export const usesText = (uses: number): string => (uses === 0 ? 'never used' : `used ${plural(uses, 'time')}`);

/** The index entry of a memory, a loaded one if there are several. */
export function entryOf(path: string, store: ParsedStore): IndexEntry | undefined {
  const entries = resolvedEntries(store)
    .filter(({ at }) => at.found === path)
    .map(({ entry }) => entry);
  return entries.find((entry) => entry.loaded && !entry.mention) ?? entries.find((entry) => entry.loaded) ?? entries[0];
}

export function indexStatusText(path: string, store: ParsedStore): string {
  if (store.index === undefined) return 'this directory has no MEMORY.md';
  const entry = entryOf(path, store);
  if (entry === undefined) return 'not in MEMORY.md';
  return entry.loaded ? 'in MEMORY.md, loaded' : 'in MEMORY.md, but past the cut: not loaded';
}

/** "143 of 25,000 characters (0.6 %)". */
export const shareText = (units: number): string =>
  `${units.toLocaleString('en')} of ${LIMIT_UNITS.toLocaleString('en')} characters (${shareOfLimit(units)})`;

/** Days after which survival falls to one half, and to the threshold of stale memories. */
export const decayDays = ({ scaleDays, shape }: TypeShape): { readonly half: number; readonly stale: number } => ({
  half: scaleDays * Math.log(2) ** (1 / shape),
  stale: scaleDays * Math.log(1 / STALE_SURVIVAL) ** (1 / shape),
});

/** "about 22 days", "about 8 months". */
export function aboutDays(days: number): string {
  if (days < 1) return 'less than a day';
  if (days < 100) return `about ${plural(Math.round(days), 'day')}`;
  return days < 700 ? `about ${Math.round(days / 30.4)} months` : `about ${plural(Math.round(days / 365), 'year')}`;
}

/** The text of a MEMORY.md for a store that has memories and no index. */
import type { StoreNames } from '../links/resolve.js';
import { type Memory, sourceOfText } from '../memory.js';
import { findSecrets } from '../secrets/secrets.js';
import { FEWEST_UNITS, HOOK_UNITS, leadsTo, plainItem } from './append-entry.js';
import { LIMIT_LINES, LIMIT_UNITS } from './budget.js';
import { INDEX_NAME, parseIndex } from './index-file.js';

export type UnlistedMemory = Pick<Memory, 'path' | 'name' | 'named' | 'description' | 'type'>;

export interface NewIndex {
  readonly text: string;
  readonly listed: number;
  /** Memories left out: their name contains a secret, no link leads to them, or they are past what is loaded. */
  readonly left: number;
}

/** Maximum length of the descriptions: the first with which all memories fit. */
const DESCRIPTION_UNITS = [HOOK_UNITS, FEWEST_UNITS];

/**
 * One entry for each memory below a heading for its type, within what Claude Code loads. Descriptions are shortened
 * first; then the last memories are left out.
 * @param memories the most important first
 */
export function newIndex(memories: readonly UnlistedMemory[], names: StoreNames): NewIndex {
  const made = (count: number, units: number): string => textOf(items.slice(0, count), units);
  const items = memories.flatMap((memory) => itemOf(memory, names) ?? []);
  const units = DESCRIPTION_UNITS.find((most) => isLoaded(made(items.length, most))) ?? FEWEST_UNITS;
  let [fits, over] = [0, items.length + 1];
  if (isLoaded(made(items.length, units))) fits = items.length;
  while (fits < items.length && over - fits > 1) {
    const middle = (fits + over) >> 1;
    if (isLoaded(made(middle, units))) fits = middle;
    else over = middle;
  }
  return { text: made(fits, units), listed: fits, left: memories.length - fits };
}

function isLoaded(text: string): boolean {
  const { lines, units } = parseIndex(sourceOfText(INDEX_NAME, text)).budget;
  return lines <= LIMIT_LINES && units <= LIMIT_UNITS;
}

/** A memory with its description as far as the index may contain it; undefined where even its name may not. */
function itemOf(memory: UnlistedMemory, names: StoreNames): UnlistedMemory | undefined {
  const item = [memory, { ...memory, description: '' }].find(
    (each) => findSecrets(plainItem(each.path, each), { includeAllowed: true }).length === 0,
  );
  return item !== undefined && leadsTo(plainItem(item.path, item), item.path, names) ? item : undefined;
}

function textOf(memories: readonly UnlistedMemory[], units: number): string {
  const byType = [...Map.groupBy(memories, ({ type }) => type)].sort(
    ([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1),
  );
  const lists = byType.map(([type, some]) => ({
    type,
    lines: some.map((memory) => `${plainItem(memory.path, memory, undefined, units)}\n`).join(''),
  }));
  const [only] = lists;
  if (lists.length === 1 && only !== undefined) return only.lines;
  return lists.map(({ type, lines }) => `## ${heading(type)}\n\n${lines}`).join('\n');
}

/** The order in which Claude Code names its types; others by name, what has none last. */
const ORDER = ['user', 'feedback', 'project', 'reference'];
const rank = (type: string): number =>
  type === 'unknown' ? ORDER.length + 1 : ORDER.includes(type) ? ORDER.indexOf(type) : ORDER.length;
const heading = (type: string): string => (type === 'unknown' ? 'Other' : type.charAt(0).toUpperCase() + type.slice(1));

/** Rows of Recall as plain data: before anything is typed, while a name is being typed, and the hits of a question. */
import { byAge } from '../../core/age.js';
import { t } from '../../core/l10n.js';
import { type StoreKey, storeOfId } from '../../core/memory.js';
import type { Hit, MemorySummary, SearchResult, StoreView } from '../../core/results.js';

export type RecallTarget = Pick<Hit, 'id' | 'path' | 'line' | 'name' | 'type' | 'ageDays' | 'team'> & {
  readonly text: string;
  readonly score?: number;
  /** Label of its store, where it may be in none of the stores of the workspace. */
  readonly store?: string;
  /** What a newer memory says about it, or it about an older one. */
  readonly note?: string;
};

export type RecallRow = { readonly heading: string } | { readonly target: RecallTarget };

const MOST_RECENT = 8;
const MOST_USED = 6;
const MOST_NAMES = 6;
/** UTF-16 units of a question that may be the beginning of a name. */
const SHORT = 12;
/** Share of the best hit's score from which on a hit is strong. */
const STRONG = 0.5;

const currentOf = (views: readonly StoreView[]): readonly MemorySummary[] =>
  views
    .flatMap(({ memories }) => memories)
    .filter(({ deleted, unreadable, kind }) => !deleted && unreadable === null && kind === undefined);

const targetOf = (memory: MemorySummary): { readonly target: RecallTarget } => ({
  target: {
    id: memory.id,
    path: memory.path,
    line: memory.line ?? 1,
    name: memory.name,
    type: memory.type,
    ageDays: memory.ageDays ?? 0,
    text: memory.description,
    ...(memory.team === undefined ? {} : { team: memory.team }),
  },
});

const section = (heading: string, rows: readonly RecallRow[]): readonly RecallRow[] =>
  rows.length === 0 ? [] : [{ heading }, ...rows];

/** Memories that changed last, then those opened most. */
export function rowsBefore(views: readonly StoreView[]): readonly RecallRow[] {
  const memories = currentOf(views);
  const recent = [...memories].sort(byAge).slice(0, MOST_RECENT);
  const used = memories
    .filter((memory) => memory.accessCount > 0 && !recent.includes(memory))
    .sort((a, b) => b.accessCount - a.accessCount)
    .slice(0, MOST_USED);
  return [...section(t('recent'), recent.map(targetOf)), ...section(t('often used'), used.map(targetOf))];
}

/** Memories whose name, or a word of it, begins with what is typed; none once the question is longer than a name's beginning. */
export function namesFor(views: readonly StoreView[], question: string): readonly MemorySummary[] {
  const typed = question.trim().toLowerCase();
  if (typed === '' || typed.length > SHORT) return [];
  const ranked = currentOf(views).flatMap((memory) => {
    const name = memory.name.toLowerCase();
    const at = name.startsWith(typed) ? 0 : name.split(/[\s_.:/-]+/).findIndex((word) => word.startsWith(typed));
    return at < 0 ? [] : [{ memory, at }];
  });
  return ranked
    .sort((a, b) => a.at - b.at || byAge(a.memory, b.memory))
    .slice(0, MOST_NAMES)
    .map(({ memory }) => memory);
}

/** Why a hit is below a newer version of the same fact. */
function olderNote({ note = '' }: Hit): string | undefined {
  const replaced = /^replaced by (.+)$/.exec(note)?.[1];
  if (replaced !== undefined) return t('replaced by {name}', { name: replaced });
  const perhaps = /^perhaps replaced by the newer (.+)$/.exec(note)?.[1];
  if (perhaps !== undefined) return t('perhaps replaced by the newer {name}', { name: perhaps });
  const newer = /^contradicted by the newer (.+)$/.exec(note)?.[1];
  return newer === undefined ? undefined : t('contradicted by the newer {name}', { name: newer });
}

function rowOf(hit: Hit): RecallRow {
  const { id, path, line, name, type, ageDays, snippet, score, store, team } = hit;
  const note = olderNote(hit);
  const target = {
    ...{ id, path, line, name, type, ageDays, text: snippet, score },
    ...(store === undefined ? {} : { store }),
    ...(team === undefined ? {} : { team }),
  };
  return { target: note === undefined ? target : { ...target, note } };
}

/** Names that begin with what is typed, then strong hits, then weak ones, each in the order of their strength. */
export function rowsFor(
  views: readonly StoreView[],
  question: string,
  result: SearchResult | undefined,
): readonly RecallRow[] {
  const names = namesFor(views, question);
  const hits = (result?.hits ?? []).filter(({ id }) => names.every((memory) => memory.id !== id));
  const best = Math.max(0, ...hits.map(({ score }) => score));
  const weak = result?.confidence === 'none' || result?.confidence === 'low' ? 0 : firstWeak(hits, best);
  const rows = hits.map(rowOf);
  return [
    ...section(t('names'), names.map(targetOf)),
    ...section(t('best matches'), rows.slice(0, weak)),
    ...section(t('less likely'), rows.slice(weak)),
  ];
}

/** Whether it is the heading of hits that hardly answer. */
export const isWeak = (row: RecallRow): boolean => 'heading' in row && row.heading === t('less likely');

const firstWeak = (hits: readonly Hit[], best: number): number => {
  const at = hits.findIndex(({ score }) => score < best * STRONG);
  return at < 0 ? hits.length : at;
};

export const storeLabel = (views: readonly StoreView[], id: string): string | undefined => {
  const key: StoreKey = storeOfId(id);
  return views.find(({ store }) => store.key === key)?.store.label;
};

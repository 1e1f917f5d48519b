/** Facets: what the memories of the table have in common, with counts, and the choice among it. */
import { REASONS } from '../../src/core/attention.js';
import { AGE_GROUPS, isInAgeGroup, LEVEL_LABELS } from '../../src/core/groups.js';
import { t } from '../../src/core/l10n.js';
import { memo } from '../../src/core/memo.js';
import { type Level, LEVELS } from '../../src/core/memory.js';
import type { Row } from './row.js';
import { type State, stateOf, STATES } from './state.js';

export const FACETS = ['type', 'level', 'store', 'agent', 'state', 'problem', 'age'] as const;
export type FacetId = (typeof FACETS)[number];

/** Values that are chosen, by facet. Of one facet any, of several facets all must apply. */
export type Chosen = Readonly<Partial<Record<FacetId, readonly string[]>>>;

interface Facet {
  readonly title: () => string;
  readonly valuesOf: (row: Row) => readonly string[];
  readonly label: (value: string, rows: readonly Row[]) => string;
  /** Values in the order in which they are shown; others follow by their names. */
  readonly order?: readonly string[];
}

/** The value of a memory that has none of its own. */
const NONE = '';

export const FACET: Readonly<Record<FacetId, Facet>> = {
  type: { title: () => t('Type'), valuesOf: ({ memory }) => [memory.type], label: (value) => value },
  level: {
    title: () => t('Level'),
    valuesOf: ({ memory }) => [memory.level],
    label: (value) => LEVEL_LABELS[value as Level](),
    order: LEVELS,
  },
  store: {
    title: () => t('Store'),
    valuesOf: ({ memory }) => [memory.store],
    label: (value, rows) => rows.find(({ memory }) => memory.store === value)?.store?.label ?? value,
  },
  agent: {
    title: () => t('Agent'),
    valuesOf: ({ memory }) => [memory.agent ?? NONE],
    label: (value) => (value === NONE ? t('No agent recorded') : value),
  },
  state: {
    title: () => t('State'),
    valuesOf: (row) => [stateOf(row)],
    label: (value) => STATES[value as State](),
    order: Object.keys(STATES),
  },
  problem: {
    title: () => t('Problem'),
    valuesOf: ({ memory }) => (memory.reasons.length === 0 ? [NONE] : memory.reasons),
    label: (value) => REASONS.find(({ id }) => id === value)?.label() ?? t('No problems'),
    order: REASONS.map(({ id }) => id),
  },
  age: {
    title: () => t('Age'),
    valuesOf: ({ memory }) => AGE_GROUPS.filter((group) => isInAgeGroup(group, memory.ageDays)).map(({ id }) => id),
    label: (value) => AGE_GROUPS.find(({ id }) => id === value)?.label() ?? value,
    order: AGE_GROUPS.map(({ id }) => id),
  },
};

export interface FacetValue {
  readonly value: string;
  readonly label: string;
  /** Memories that would be shown with this value chosen, whatever is chosen of the same facet. */
  readonly count: number;
  readonly chosen: boolean;
}

/** The values of a row in the order of {@link FACETS}; computed once, because each click counts all of them. */
const valuesIn = memo((row: Row) => FACETS.map((id) => FACET[id].valuesOf(row)));

export interface Faceted {
  /** Rows for which all facets apply. */
  readonly rows: readonly Row[];
  /** Of the facets in their order. */
  readonly values: readonly (readonly FacetValue[])[];
}

/** Applies and counts in one pass: a row counts for a value of a facet when all other facets apply. */
export function faceted(rows: readonly Row[], chosen: Chosen): Faceted {
  const picked = FACETS.map((id) => new Set(chosen[id] ?? []));
  const counts = FACETS.map(() => new Map<string, number>());
  const shown: Row[] = [];
  for (const row of rows) {
    const values = valuesIn(row);
    const failing = picked.flatMap((wanted, at) =>
      wanted.size === 0 || values[at]?.some((value) => wanted.has(value)) === true ? [] : [at],
    );
    if (failing.length === 0) shown.push(row);
    for (const [at, own] of values.entries()) {
      const passes = failing.length === 0 || (failing.length === 1 && failing[0] === at);
      const known = counts[at];
      for (const value of own) known?.set(value, (known.get(value) ?? 0) + (passes ? 1 : 0));
    }
  }
  return { rows: shown, values: FACETS.map((id, at) => listed(id, counts[at] ?? new Map(), rows, picked[at])) };
}

function listed(
  id: FacetId,
  counts: ReadonlyMap<string, number>,
  rows: readonly Row[],
  picked: ReadonlySet<string> = new Set(),
): readonly FacetValue[] {
  const { order = [], label } = FACET[id];
  const place = (value: string): number => (order.includes(value) ? order.indexOf(value) : order.length);
  return [...counts]
    .map(([value, count]) => ({ value, label: label(value, rows), count, chosen: picked.has(value) }))
    .sort((a, b) => place(a.value) - place(b.value) || a.label.localeCompare(b.label));
}

/** What is chosen after a value was clicked. */
export function toggled(chosen: Chosen, id: FacetId, value: string): Chosen {
  const values = chosen[id] ?? [];
  return { ...chosen, [id]: values.includes(value) ? values.filter((each) => each !== value) : [...values, value] };
}

/** Number of values that are chosen. */
export const chosenCount = (chosen: Chosen): number => FACETS.reduce((sum, id) => sum + (chosen[id]?.length ?? 0), 0);

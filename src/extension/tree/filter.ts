/** What the Memories view shows of its memories: words and conditions. */
import { t } from '../../core/l10n.js';
import { pathOfId } from '../../core/memory.js';
import type { FileMarks, MemorySummary } from '../../core/results.js';

export const CONDITIONS = ['problems', 'stale', 'unlisted', 'secret', 'week'] as const;
export type Condition = (typeof CONDITIONS)[number];

export interface Filter {
  /** Lower case words that all must occur. */
  readonly words: string;
  /** One of them must apply; empty: no condition. */
  readonly conditions: readonly Condition[];
}

export const NO_FILTER: Filter = { words: '', conditions: [] };

export const isFiltering = ({ words, conditions }: Filter): boolean => words !== '' || conditions.length > 0;

const WEEK_DAYS = 7;

const APPLIES: Readonly<Record<Condition, (memory: MemorySummary, marks: FileMarks | undefined) => boolean>> = {
  problems: (_, marks) => (marks?.count ?? 0) > 0,
  stale: (_, marks) => marks?.codes?.stale !== undefined,
  unlisted: (_, marks) => marks?.codes?.['index-orphan'] !== undefined,
  secret: (_, marks) => marks?.codes?.secret !== undefined,
  week: ({ ageDays }) => ageDays !== null && ageDays < WEEK_DAYS,
};

export const CONDITION_LABELS: Readonly<Record<Condition, () => string>> = {
  problems: () => t('Has problems'),
  stale: () => t('Stale'),
  unlisted: () => t('Not listed'),
  secret: () => t('Contains a secret'),
  week: () => t('Changed in the last 7 days'),
};

export function passes(memory: MemorySummary, marks: FileMarks | undefined, { words, conditions }: Filter): boolean {
  if (conditions.length > 0 && !conditions.some((condition) => APPLIES[condition](memory, marks))) return false;
  if (words === '') return true;
  const text = `${memory.name} ${memory.description} ${memory.type} ${pathOfId(memory.id)}`.toLowerCase();
  return words.split(/\s+/).every((word) => text.includes(word));
}

/** The filter in a few words, for the title of the view. */
export const filterText = ({ words, conditions }: Filter): string =>
  [...(words === '' ? [] : [`“${words}”`]), ...conditions.map((condition) => CONDITION_LABELS[condition]())].join(', ');

/** Groups that lists of memories are divided into, in the order in which they are shown. */
import { t } from './l10n.js';
import type { Level } from './memory.js';

export const LEVEL_LABELS: Readonly<Record<Level, () => string>> = {
  'short-term': () => t('Short-term'),
  'long-term': () => t('Long-term'),
  shared: () => t('Shared'),
};

export interface AgeGroup {
  readonly id: string;
  readonly label: () => string;
  /** Whole days, both ends included. */
  readonly from: number;
  readonly to: number;
}

export const AGE_GROUPS: readonly AgeGroup[] = [
  { id: 'today', label: () => t('Today'), from: 0, to: 0 },
  { id: 'yesterday', label: () => t('Yesterday'), from: 1, to: 1 },
  { id: 'week', label: () => t('Last 7 days'), from: 2, to: 7 },
  { id: 'month', label: () => t('Last 30 days'), from: 8, to: 30 },
  { id: 'quarter', label: () => t('Last 3 months'), from: 31, to: 91 },
  { id: 'year', label: () => t('Last year'), from: 92, to: 365 },
  { id: 'older', label: () => t('Older'), from: 366, to: Infinity },
];

/** Whether an age in days is of the group; files that cannot be read are old. */
export function isInAgeGroup({ from, to }: AgeGroup, ageDays: number | null): boolean {
  const days = Math.floor(ageDays ?? Infinity);
  return days >= from && days <= to;
}

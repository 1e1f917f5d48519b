import { bySeverity } from '../../core/problem.js';
import type { MemorySummary, StoreView } from '../../core/results.js';
import { findProblems, type LintContext, toLintStore } from '../lint/lint.js';
import type { StoreSnapshot } from './snapshot.js';

type Marks = Record<string, StoreView['marks'][string]>;

/** A store as the tree shows it. */
export const toStoreView = (
  { info, listing, index }: StoreSnapshot,
  memories: readonly MemorySummary[],
  marks: StoreView['marks'],
): StoreView => ({
  store: info,
  ...(index ? { budget: index.budget } : {}),
  memories,
  marks,
  ...(listing.status === 'unreachable' ? { unreachable: listing.reason } : {}),
});

/** For each file with problems how many and how bad; none of a store that cannot be listed. */
export async function countMarks(
  snapshot: StoreSnapshot,
  context: LintContext,
  signal: AbortSignal | undefined,
): Promise<Marks> {
  const marks: Marks = {};
  if (snapshot.listing.status !== 'listed') return marks;
  for (const { path, severity } of await findProblems(await toLintStore(snapshot, context, signal), context, signal)) {
    // Hints are advice, not problems: editors do not list them as such either.
    if (severity === 'hint') continue;
    const known = marks[path];
    const worst = known && bySeverity(known.severity, severity) <= 0 ? known.severity : severity;
    marks[path] = { severity: worst, count: (known?.count ?? 0) + 1 };
  }
  return marks;
}

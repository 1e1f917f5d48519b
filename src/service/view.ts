import { bySeverity } from '../core/problem.js';
import type { MemorySummary, StoreView } from '../core/results.js';
import { lintStoreOf, problemsOf, type LintParts } from './lint.js';
import type { StoreSnapshot } from './snapshot.js';

type Marks = Record<string, StoreView['marks'][string]>;

/** A store as the tree shows it: memories, budget, and for each file with problems how many and how bad. */
export async function viewOf(snapshot: StoreSnapshot, memories: readonly MemorySummary[], parts: LintParts, signal?: AbortSignal): Promise<StoreView> {
  const { info, listing, index } = snapshot;
  return {
    store: info,
    ...(index ? { budget: index.budget } : {}),
    memories,
    marks: listing.status === 'listed' ? await marksOf(snapshot, parts, signal) : {},
    ...(listing.status === 'unreachable' ? { unreachable: listing.reason } : {}),
  };
}

async function marksOf(snapshot: StoreSnapshot, parts: LintParts, signal: AbortSignal | undefined): Promise<Marks> {
  const marks: Marks = {};
  for (const { path, severity } of problemsOf(await lintStoreOf(snapshot, parts, signal), parts)) {
    // Hints are advice, not problems: editors do not list them as such either.
    if (severity === 'hint') continue;
    const known = marks[path];
    const worst = known && bySeverity(known.severity, severity) <= 0 ? known.severity : severity;
    marks[path] = { severity: worst, count: (known?.count ?? 0) + 1 };
  }
  return marks;
}

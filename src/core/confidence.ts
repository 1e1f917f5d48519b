/**
 * How far a result can be trusted, from the best hit's absolute scores. The limits are provisional: they were set by hand
 * and are to be calibrated on the benchmark.
 */
import type { Fused } from './rank.js';
import type { Confidence } from './results.js';

const HIGH = { fused: 0.35, coverage: 0.6, deviations: 4 };
const MEDIUM = { fused: 0.2, coverage: 0.4, deviations: 3.2 };
/** Deviations below which a memory that shares no word with the question is noise. */
export const NOISE_DEVIATIONS = 2;

/** Whether a hit has anything to do with the question: it holds one of its words, or its vector stands out. */
export const says = (hit: Fused): boolean => hit.keyword !== undefined || (hit.vector !== undefined && hit.vector.deviations >= NOISE_DEVIATIONS);

/**
 * `high`: the best hit holds most of what was asked and its vector agrees, or either leg is very sure. `medium`: one leg is
 * fairly sure. `low`: something was found. `none`: nothing was.
 * @param hits best first, those under the threshold already dropped
 */
export function confidenceOf(hits: readonly Fused[]): Confidence {
  const best = hits[0];
  if (!best) return 'none';
  const coverage = best.keyword?.coverage ?? 0;
  const deviations = best.vector?.deviations ?? 0;
  const agree = coverage >= MEDIUM.coverage && deviations >= MEDIUM.deviations;
  const sure = coverage >= HIGH.coverage && (best.keyword?.score ?? 0) >= HIGH.fused;
  if (sure || agree || deviations >= HIGH.deviations + 1) return 'high';
  if (coverage >= HIGH.coverage || deviations >= HIGH.deviations || (coverage >= MEDIUM.coverage && best.fused >= MEDIUM.fused)) return 'medium';
  return 'low';
}

/** What a choice among the proposals of a plan makes of the files. */
import { unifiedDiff } from '../../core/diff.js';
import { applyChanges } from '../../core/dream/apply-changes.js';
import type { Accepted } from '../../core/dream/check.js';
import { MemdirError } from '../../core/errors.js';
import type { DreamFileChange } from '../../core/results.js';
import { hideSecrets } from '../../core/secrets/secrets.js';
import type { PlanCache, StoredPlan } from './plan.js';

/** The chosen ones in the order in which they are applied. */
export function selectProposals(
  plans: PlanCache,
  ids: readonly string[],
  digest: string,
): { readonly plan: StoredPlan; readonly chosen: readonly (readonly [id: string, Accepted])[] } {
  const plan = plans.get(digest);
  if (plan === undefined)
    throw new MemdirError('changed-on-disk', 'This plan is not known any more. Nothing was changed: look again.');
  const unknown = ids.find((id) => !plan.accepted.has(id));
  if (unknown !== undefined)
    throw new MemdirError('bad-input', `There is no proposal ${unknown.slice(0, 40)}. Nothing was changed.`);
  const chosen = [...plan.accepted].filter(([id]) => ids.includes(id));
  if (chosen.length === 0) throw new MemdirError('bad-input', 'No proposal was chosen, so nothing was changed.');
  return { plan, chosen };
}

export function previewFiles(plans: PlanCache, ids: readonly string[], digest: string): readonly DreamFileChange[] {
  const { plan, chosen } = selectProposals(plans, ids, digest);
  const made = applyChanges(
    plan.store,
    chosen.flatMap(([, { candidate }]) => candidate.changes),
  );
  if ('fault' in made) throw new MemdirError('changed-on-disk', `${made.fault} Nothing was changed: look again.`);
  return [...made.texts].map(([path, { before, after }]) => ({
    path,
    proposals: chosen.filter(([, { texts }]) => texts.has(path)).length,
    diff: hideSecrets(unifiedDiff(path, before, after)),
  }));
}

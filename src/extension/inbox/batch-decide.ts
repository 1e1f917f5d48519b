/** Many drafts at once: with progress, and so that they can be stopped. */
import { randomUUID } from 'node:crypto';

import * as vscode from 'vscode';

import { messageOf } from '../../core/errors.js';
import type { DecisionResult, DraftDecision } from '../../core/inbox/results.js';
import { plural } from '../../core/plural.js';
import type { FeatureContext } from '../feature.js';

/** Drafts that are decided upon before progress is told. */
const BATCH_SIZE = 25;
/** More of them show their progress, and can be stopped. */
const SILENT_LIMIT = 40;

export interface BatchOutcome {
  readonly results: readonly DecisionResult[];
  /** How many were not reached. */
  readonly left: number;
  /** Why not, where nobody stopped it. */
  readonly reason?: string;
}

/** Stopped, the rest is left as it is. Rejects when nothing came of it. */
export async function decideInBatches(
  { host }: Pick<FeatureContext, 'host'>,
  ids: readonly string[],
  decision: DraftDecision,
): Promise<BatchOutcome> {
  const batchId = randomUUID();
  if (ids.length <= SILENT_LIMIT)
    return { results: ids.length === 0 ? [] : await host.request('inboxDecide', { ids, decision, batchId }), left: 0 };
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: `${DOING[decision.do]} ${plural(ids.length, 'draft')}…`,
    cancellable: true,
  };
  return await vscode.window.withProgress(options, async (progress, token) => {
    const results: DecisionResult[] = [];
    for (let at = 0; at < ids.length && !token.isCancellationRequested; at += BATCH_SIZE) {
      const piece = ids.slice(at, at + BATCH_SIZE);
      try {
        results.push(...(await host.request('inboxDecide', { ids: piece, decision, batchId })));
      } catch (error) {
        if (at === 0) throw error;
        return { results, left: ids.length - at, reason: messageOf(error) };
      }
      progress.report({ increment: (100 * piece.length) / ids.length, message: `${results.length} of ${ids.length}` });
    }
    return { results, left: ids.length - results.length };
  });
}

const DOING: Readonly<Record<DraftDecision['do'], string>> = {
  accept: 'Accepting',
  merge: 'Merging',
  supersede: 'Saving',
  reject: 'Rejecting',
  never: 'Rejecting',
  reopen: 'Bringing back',
  undo: 'Taking back',
};

/** Decides many drafts in batches, with progress and cancellation. */
import { randomUUID } from 'node:crypto';

import * as vscode from 'vscode';

import { messageOf } from '../../core/errors.js';
import type { DecisionResult, DraftDecision } from '../../core/inbox/results.js';
import { t, tPlural } from '../../core/l10n.js';
import type { FeatureContext } from '../feature.js';

/** Drafts between two reports of progress. */
const BATCH_SIZE = 25;
/** Drafts that are decided in one request, without progress. */
const SILENT_LIMIT = 40;

export interface BatchOutcome {
  readonly results: readonly DecisionResult[];
  /** Number of drafts that were not decided, because the user cancelled or the host failed. */
  readonly left: number;
  /** Failure of the host; absent when the user cancelled. */
  readonly reason?: string;
}

/** Rejects when the first batch fails; after that a failure ends the work and is part of the outcome. */
export async function decideInBatches(
  { host }: Pick<FeatureContext, 'host'>,
  ids: readonly string[],
  decision: DraftDecision,
): Promise<BatchOutcome> {
  const batchId = randomUUID();
  if (ids.length <= SILENT_LIMIT)
    return {
      results: ids.length === 0 ? [] : await host.request('inboxDecide', { ids, decision, batchId }),
      left: 0,
    };
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: PROGRESS_TITLES[decision.do](ids.length),
    cancellable: true,
  };
  return await vscode.window.withProgress(options, async (progress, token) => {
    const results: DecisionResult[] = [];
    for (let at = 0; at < ids.length && !token.isCancellationRequested; at += BATCH_SIZE) {
      const batch = ids.slice(at, at + BATCH_SIZE);
      try {
        results.push(...(await host.request('inboxDecide', { ids: batch, decision, batchId })));
      } catch (error) {
        if (at === 0) throw error;
        return { results, left: ids.length - at, reason: messageOf(error) };
      }
      progress.report({
        increment: (100 * batch.length) / ids.length,
        message: t('{done} of {all}', { done: results.length, all: ids.length }),
      });
    }
    return { results, left: ids.length - results.length };
  });
}

const rejecting = (n: number): string => tPlural(n, 'Rejecting 1 draft…', 'Rejecting {n} drafts…');

const PROGRESS_TITLES: Readonly<Record<DraftDecision['do'], (n: number) => string>> = {
  accept: (n) => tPlural(n, 'Accepting 1 draft…', 'Accepting {n} drafts…'),
  merge: (n) => tPlural(n, 'Merging 1 draft…', 'Merging {n} drafts…'),
  supersede: (n) => tPlural(n, 'Saving 1 draft…', 'Saving {n} drafts…'),
  reject: rejecting,
  never: rejecting,
  reopen: (n) => tPlural(n, 'Restoring 1 draft…', 'Restoring {n} drafts…'),
  undo: (n) => tPlural(n, 'Undoing 1 decision…', 'Undoing {n} decisions…'),
};

/** Answers the view of duplicates and contradictions: the review, of what another memory repeats or contradicts. */
import { pairGroups, type ReviewPair } from '../../core/review/pairs.js';
import type { PanelPair, reviewRequests } from '../../protocol/webview/review.js';
import { askOther, isJoin } from '../review/other-memory.js';
import { reviewActions } from '../review/review-actions.js';
import type { Handlers, OpenPanel } from './handlers.js';

const toPanelPair = ({ item, other, sign, text }: ReviewPair): PanelPair => ({
  older: { id: item.id, name: item.name, line: item.reasons.find((reason) => reason.other === other)?.line ?? 1 },
  newer: { id: other.id, name: other.name, line: other.line },
  sign,
  text,
  facts: [item.updated, ...item.use],
});

export const reviewHandlers = ({ host, views }: OpenPanel): Handlers<keyof typeof reviewRequests> => ({
  pairs: async () => {
    const { items, later } = await host.request('review', {});
    return {
      groups: pairGroups(items).map((group) => group.map(toPanelPair)),
      actions: reviewActions(true).map(({ action, key, label, detail }) => ({ action, key, label, detail })),
      later,
    };
  },
  compare: ({ older, newer }) => host.request('reviewCompare', { id: older, other: newer }),
  decide: async ({ older, newer, decision }) => {
    const joins = isJoin(decision);
    const other = joins ? await askOther({ views }, decision, older, [newer]) : undefined;
    if (joins && other === undefined) return null;
    const { text, undo } = await host.request('reviewDecide', {
      id: older,
      decision: joins ? { do: decision, other: other ?? '' } : { do: decision },
    });
    return { text, undo };
  },
  undoDecision: async ({ undo }) => {
    await host.request('reviewUndo', undo);
    return null;
  },
});

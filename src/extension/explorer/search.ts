/** Searches for the panel: the same rows as Recall, in the same order and groups. */
import * as vscode from 'vscode';

import type { Explanation, Hit, SearchResult, StoreView } from '../../core/results.js';
import type { PanelParams } from '../../protocol/webview/panel.js';
import type { HitScore, PanelHit, PanelHits, searchRequests } from '../../protocol/webview/search.js';
import { type RecallRow, type RecallTarget, rowsBefore, rowsFor, storeLabel } from '../recall/rows.js';
import { searchUntilSettled } from '../recall/search-polling.js';
import type { Handlers, OpenPanel } from './handlers.js';

const LIMIT = 50;

const scoreOf = ({ keyword, vector, late, rerank, recency, level, access }: Explanation, total: number): HitScore => ({
  ...(keyword && { words: keyword.score }),
  ...(vector && { meaning: vector.score }),
  ...(late && { pieces: late.score }),
  ...(rerank && { rerank: rerank.score }),
  age: recency,
  level,
  use: access,
  total,
});

function hitOf(
  { id, name, type, ageDays, text, line, note }: RecallTarget,
  views: readonly StoreView[],
  hit: Hit | undefined,
): PanelHit {
  return {
    id,
    name,
    type,
    store: storeLabel(views, id) ?? '',
    ageDays,
    text,
    line,
    marks: hit?.snippet === text ? (hit.marks ?? []).map(([from, to]) => [from, to]) : [],
    ...(note !== undefined && { note }),
    ...(hit?.explain && { score: scoreOf(hit.explain, hit.score) }),
  };
}

/** Rows below the heading before them. */
function groupsOf(
  rows: readonly RecallRow[],
  views: readonly StoreView[],
  hits: readonly Hit[] = [],
): PanelHits['groups'] {
  const byId = new Map(hits.map((hit) => [hit.id, hit]));
  const groups: { heading: string; hits: PanelHit[] }[] = [];
  for (const row of rows) {
    if ('heading' in row) groups.push({ heading: row.heading, hits: [] });
    else groups.at(-1)?.hits.push(hitOf(row.target, views, byId.get(row.target.id)));
  }
  return groups;
}

type Question = PanelParams<'search'>;

/** The stores with the memories that are asked for. */
const filtered = (views: readonly StoreView[], { type, level }: Question): readonly StoreView[] =>
  type === undefined && level === undefined
    ? views
    : views.map((view) => ({
        ...view,
        memories: view.memories.filter(
          (memory) => (type === undefined || memory.type === type) && (level === undefined || memory.level === level),
        ),
      }));

const answerTo = (question: Question, views: readonly StoreView[], result: SearchResult): PanelHits => ({
  query: question.query,
  groups: groupsOf(rowsFor(filtered(views, question), question.query, result), views, result.hits),
  ...(result.notice !== undefined && { notice: result.notice }),
});

export function searchHandlers(panel: OpenPanel): Handlers<keyof typeof searchRequests> {
  let searching: vscode.CancellationTokenSource | undefined;
  panel.own({ dispose: () => searching?.cancel() });
  return {
    search: async (question) => {
      searching?.cancel();
      const { query, type, level } = question;
      const views = await panel.views.stores();
      if (query.trim() === '') {
        panel.tell('hits', { query, groups: groupsOf(rowsBefore(filtered(views, question)), views) });
        return null;
      }
      const source = (searching = new vscode.CancellationTokenSource());
      const request = { query, limit: LIMIT, explain: true, ...(type && { type }), ...(level && { level }) };
      await searchUntilSettled(panel.host, request, source.token, (result) =>
        panel.tell('hits', answerTo(question, panel.views.current ?? views, result)),
      );
      return null;
    },
  };
}

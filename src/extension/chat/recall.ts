/** `/recall`: lists the hits of a search, without a model. */
import type { SearchResult } from '../../core/results.js';
import { escapeMarkdown } from '../escape.js';
import { addButton, confidenceNote, forgetTitle, listMemories, memoryArgument, warnOfAge } from './memory-list.js';
import { type ChatAnswer, type FollowUp, search, type Turn } from './turn.js';

const MOST = 8;

const STALE: FollowUp = { label: 'What is stale?', prompt: '', command: 'stale' };

export const nextAfter = (query: string, found: boolean): readonly FollowUp[] =>
  found ? [{ label: 'Why these?', prompt: query, command: 'why' }, STALE] : [STALE];

/** Lists the hits with warnings and notices, and adds buttons for the best one. */
export async function listHits(turn: Turn, result: SearchResult): Promise<ChatAnswer> {
  const { stream } = turn;
  const { hits, notice, query } = result;
  stream.markdown(`${confidenceNote(result)}\n`);
  const secret = await listMemories(turn, hits);
  warnOfAge(turn, hits);
  if (notice !== undefined) stream.markdown(`\n\n${escapeMarkdown(notice)}\n`);
  const best = hits[0];
  if (best) {
    if (!secret.has(best.id)) addButton(turn, 'memdir.copyAsPrompt', 'Copy the first as prompt', memoryArgument(best));
    addButton(turn, 'memdir.forget', forgetTitle(best), memoryArgument(best));
  }
  return { query, next: nextAfter(query, hits.length > 0) };
}

export async function recall(turn: Turn): Promise<ChatAnswer> {
  const query = turn.request.prompt.trim();
  if (query === '') {
    turn.stream.markdown('Say what to look for: `/recall how do we store money?`');
    return { next: [STALE] };
  }
  return listHits(turn, await search(turn, query, { limit: MOST }));
}

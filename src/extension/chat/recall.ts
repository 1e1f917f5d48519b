/** `/recall`: the hits of a search, without any model. */
import type { SearchResult } from '../../core/results.js';
import { literalMarkdown } from '../literal.js';
import { button, doubt, ofMemory, showMemories, warnOfAge } from './show.js';
import { type Answered, type Next, search, type Turn } from './turn.js';

const MOST = 8;

const STALE: Next = { label: 'What is stale?', prompt: '', command: 'stale' };

export const nextAfter = (query: string, found: boolean): readonly Next[] =>
  found ? [{ label: 'Why these?', prompt: query, command: 'why' }, STALE] : [STALE];

/** The hits with what may limit them, and what can be done with the best one. */
export async function listHits(turn: Turn, result: SearchResult): Promise<Answered> {
  const { stream } = turn;
  const { hits, notice, query } = result;
  stream.markdown(`${doubt(result)}\n`);
  const secret = await showMemories(turn, hits);
  warnOfAge(turn, hits);
  if (notice !== undefined) stream.markdown(`\n\n${literalMarkdown(notice)}\n`);
  const best = hits[0];
  if (best) {
    if (!secret.has(best.id)) button(turn, 'memdir.copyAsPrompt', 'Copy the first as prompt', ofMemory(best));
    button(turn, 'memdir.forget', 'Forget the first…', ofMemory(best));
  }
  return { query, next: nextAfter(query, hits.length > 0) };
}

export async function recall(turn: Turn): Promise<Answered> {
  const query = turn.request.prompt.trim();
  if (query === '') {
    turn.stream.markdown('Say what to look for: `/recall how do we store money?`');
    return { next: [STALE] };
  }
  return listHits(turn, await search(turn, query, { limit: MOST }));
}

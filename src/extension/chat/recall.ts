/** `/recall`: lists the hits of a search, without a model. */
import { t } from '../../core/l10n.js';
import type { SearchResult } from '../../core/results.js';
import { escapeMarkdown } from '../escape.js';
import { staleNext } from './follow-ups.js';
import {
  addButton,
  buttonName,
  confidenceNote,
  forgetTitle,
  listMemories,
  memoryArgument,
  warnOfAge,
} from './memory-list.js';
import { type ChatAnswer, type FollowUp, search, type Turn } from './turn.js';

const MOST = 8;

export const nextAfter = (query: string, found: boolean): readonly FollowUp[] =>
  found ? [{ label: t('Why these?'), prompt: query, command: 'why' }, staleNext()] : [staleNext()];

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
    if (!secret.has(best.id))
      addButton(
        turn,
        'memdir.copyAsPrompt',
        t('Copy “{name}” as prompt', { name: buttonName(best) }),
        memoryArgument(best),
      );
    addButton(turn, 'memdir.forget', forgetTitle(best), memoryArgument(best));
  }
  return { query, next: nextAfter(query, hits.length > 0) };
}

export async function recall(turn: Turn): Promise<ChatAnswer> {
  const query = turn.request.prompt.trim();
  if (query === '') {
    turn.stream.markdown(t('Type what to look for: `/recall how do we store money?`'));
    return { next: [staleNext()] };
  }
  return listHits(turn, await search(turn, query, { limit: MOST }));
}

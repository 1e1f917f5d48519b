/** `/why`: explains the score of each hit. */
import { t } from '../../core/l10n.js';
import type { SearchResult } from '../../core/results.js';
import { escapeMarkdown } from '../escape.js';
import { explainHit } from './explain-hit.js';
import { confidenceNote, listMemories } from './memory-list.js';
import { type ChatAnswer, lastQuery, search, type Turn } from './turn.js';

const MOST = 3;

const CONFIDENCE: Readonly<Record<SearchResult['confidence'], () => string>> = {
  high: () => t('The best result very likely answers the question.'),
  medium: () => t('The best result probably answers the question.'),
  low: () => t('The best result may not answer the question.'),
  none: () => t('These results probably don’t answer the question.'),
};

export async function why(turn: Turn): Promise<ChatAnswer> {
  const { stream } = turn;
  const query = turn.request.prompt.trim() || lastQuery(turn);
  if (query === undefined) {
    stream.markdown(
      t('Add a question: `/why how do we store money?` Without one, `/why` explains the previous answer.'),
    );
    return { next: [] };
  }
  const result = await search(turn, query, { limit: MOST, explain: true });
  const { hits, mode, embedder, notice, confidence } = result;
  stream.markdown(
    `${t('Results for “{query}”.', { query: escapeMarkdown(query) })} ${hits.length === 0 ? confidenceNote(result) : CONFIDENCE[confidence]()}\n`,
  );
  const reasons = new Map(hits.map((hit) => [hit.id, explainHit(hit, mode === 'hybrid').map(escapeMarkdown)]));
  await listMemories(turn, hits, { about: ({ id }) => reasons.get(id) ?? [] });
  const meaning =
    mode === 'hybrid' ? t('Meaning was compared with {embedder}.', { embedder }) : t('Only keywords were compared.');
  stream.markdown(`\n\n${escapeMarkdown(notice ?? meaning)}\n`);
  return { query, next: [{ label: t('Show all results'), prompt: query, command: 'recall' }] };
}

/** `/why`: explains the score of each hit. */
import { escapeMarkdown } from '../escape.js';
import { explainHit } from './explain-hit.js';
import { confidenceNote, listMemories } from './memory-list.js';
import { type ChatAnswer, lastQuery, search, type Turn } from './turn.js';

const MOST = 3;

export async function why(turn: Turn): Promise<ChatAnswer> {
  const { stream } = turn;
  const query = turn.request.prompt.trim() || lastQuery(turn);
  if (query === undefined) {
    stream.markdown(
      'Say what was asked: `/why how do we store money?` Without a question it explains the answer before.',
    );
    return { next: [] };
  }
  const result = await search(turn, query, { limit: MOST, explain: true });
  const { hits, mode, embedder, notice, confidence } = result;
  stream.markdown(
    `For “${escapeMarkdown(query)}”. ${hits.length === 0 ? confidenceNote(result) : `Confidence that the best one answers it: ${confidence}.`}\n`,
  );
  const reasons = new Map(hits.map((hit) => [hit.id, explainHit(hit, mode === 'hybrid').map(escapeMarkdown)]));
  await listMemories(turn, hits, { about: ({ id }) => reasons.get(id) ?? [] });
  const meaning = mode === 'hybrid' ? `Meaning was compared by ${embedder}.` : `Only words were compared: ${embedder}.`;
  stream.markdown(`\n\n${escapeMarkdown(notice ?? meaning)}\n`);
  return { query, next: [{ label: 'Show all hits', prompt: query, command: 'recall' }] };
}

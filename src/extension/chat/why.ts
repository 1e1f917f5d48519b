/** `/why`: what a search weighed, hit by hit. */
import { literalMarkdown } from '../literal.js';
import { doubt, showMemories } from './show.js';
import { type Answered, lastQuery, search, type Turn } from './turn.js';
import { reasonsOf } from './why-text.js';

const MOST = 3;

export async function why(turn: Turn): Promise<Answered> {
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
    `For “${literalMarkdown(query)}”. ${hits.length === 0 ? doubt(result) : `Confidence that the best one answers it: ${confidence}.`}\n`,
  );
  const reasons = new Map(hits.map((hit) => [hit.id, reasonsOf(hit, mode === 'hybrid').map(literalMarkdown)]));
  await showMemories(turn, hits, { about: ({ id }) => reasons.get(id) ?? [] });
  const meaning = mode === 'hybrid' ? `Meaning was compared by ${embedder}.` : `Only words were compared: ${embedder}.`;
  stream.markdown(`\n\n${literalMarkdown(notice ?? meaning)}\n`);
  return { query, next: [{ label: 'Show all hits', prompt: query, command: 'recall' }] };
}

/** Whether a model understands anything: weights take the tokens of another model's tokenizer as well, and all of their vectors are then meaningless. */
import type { Embedder } from '../core/ports/embedder.js';
import { cosine } from '../core/search/cosine.js';

/** Each question with its answer, which has no word of it. In English, of which every model of many languages knows as much. */
const PAIRS = [
  ['where does the young feline rest', 'The kitten sleeps on the windowsill.'],
  ['how do customers get their money back', 'Refunds are paid within a week.'],
  ['which doctor treats the heart', 'The cardiologist comes on Tuesdays.'],
  ['what is the weather like in winter', 'It snows from December to March.'],
  ['who repairs the car', 'The mechanic changed the tyres and the brakes.'],
  ['what do we eat for lunch', 'The canteen serves soup and bread at noon.'],
  ['why was the meeting called off', 'The appointment was cancelled because the manager was ill.'],
  ['how is the database saved', 'Backups of the tables run every night.'],
] as const;

/** Share of the questions whose answer is the nearest: all with the models of Memdir, one of eight by chance. */
const LEAST_SHARE = 0.5;

/** True for a model that knows no English: it is not asked. Rejects as the embedder does. */
export async function makesSense(embedder: Pick<Embedder, 'embed' | 'model'>, signal?: AbortSignal): Promise<boolean> {
  const { languages = [] } = embedder.model ?? {};
  if (!languages.includes('*') && !languages.includes('en')) return true;
  const texts = (at: 0 | 1): string[] => PAIRS.map((pair) => pair[at]);
  const answers = await embedder.embed(texts(1), 'passage', signal);
  const questions = await embedder.embed(texts(0), 'query', signal);
  const found = questions.filter((question, at) => {
    const likeness = answers.map((answer) => cosine(question, answer));
    return likeness[at] === Math.max(...likeness);
  });
  return found.length >= LEAST_SHARE * PAIRS.length;
}

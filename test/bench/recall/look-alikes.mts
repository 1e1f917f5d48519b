/** Among memories that differ in a few words alone: how often the one whose name or description is the question comes first. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { lookAlikes } from '../../support/look-alikes.js';
import type { Row } from '../measure.mjs';
import { readCorpus } from './data.mjs';
import { askAll, fill, openCorpus } from './engine.mjs';

const COUNT = 2_000;
const ASKED = 40;

const WAYS = { 'words and meaning': {}, 'words alone': { 'embedding.provider': 'none' } } as const;
const QUESTIONS = ['description', 'name'] as const;

/** @param folder for the memories and the index */
export async function lookAlikeRows(folder: string): Promise<Row[]> {
  const home = path.join(folder, 'memories');
  mkdirSync(path.join(home, 'store'), { recursive: true });
  const memories = lookAlikes(COUNT);
  for (const { name, text } of memories) writeFileSync(path.join(home, 'store', `${name}.md`), text);
  const questions = QUESTIONS.flatMap((kind) =>
    memories
      .filter((_, at) => at % (COUNT / ASKED) === 0)
      .map((memory) => ({
        id: `${kind} ${memory.name}`,
        kind,
        half: 'report' as const,
        text: memory[kind],
        answers: { [`store/${memory.name}.md`]: 1 },
      })),
  );
  const corpus = readCorpus(home, questions);
  const dataDir = path.join(folder, 'data');
  await fill(corpus, dataDir);
  const rows: Row[] = [];
  for (const [way, settings] of Object.entries(WAYS)) {
    const engine = await openCorpus(corpus, dataDir, settings);
    const answers = await askAll(corpus, engine);
    await engine.close();
    for (const kind of QUESTIONS) {
      const first = questions.filter(
        (one) => one.kind === kind && one.answers[answers.get(one.id)?.ranking[0] ?? ''] === 1,
      ).length;
      rows.push({
        what: `${COUNT.toLocaleString('en')} look-alikes, ${way}: first where its ${kind} is the question`,
        value: `${first} of ${ASKED}`,
        target: `${ASKED}`,
        met: first === ASKED,
      });
    }
  }
  return rows;
}

/**
 * Facts and turns of LoCoMo (Maharana et al. 2024, CC BY-NC 4.0), which this repository may not hold: read from `../shared/bench`
 * beside it. Each of the ten corpora becomes a store of markdown files that is searched on its own.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { type Corpus, type Question, readCorpus } from './data.mjs';

const FOLDER = path.resolve('..', 'shared', 'bench');

interface Line {
  readonly kind: 'doc' | 'query';
  readonly corpus: string;
  readonly id?: string;
  readonly title?: string;
  readonly description?: string;
  readonly body?: string;
  readonly text?: string;
  readonly relevant?: readonly string[];
}

/** nDCG@10 x100 of others on the same data, measured on one 2-core machine. */
export const LOCOMO = {
  'locomo-obs': {
    title: 'LoCoMo facts',
    target: { r10: 78.5, ndcg10: 67.5 },
    published: {
      'FTS5, Porter, OR, no stop words': 59.8,
      'minisearch, stems, no stop words': 60.6,
      'LanceDB hybrid, as shipped / best': '59.0 / 61.0',
      'Orama hybrid': 56.2,
      'ripgrep, most words first': 54.0,
      'e5-small-v2 with FTS5': 66.8,
    },
  },
  'locomo-turn': {
    title: 'LoCoMo turns',
    target: { r10: 73.5, ndcg10: 58 },
    published: {
      'FTS5, Porter, OR, no stop words': 50.5,
      'minisearch, stems, no stop words': 53.0,
      'LanceDB hybrid, as shipped / best': '37.3 / 44.6',
      'Orama hybrid': 39.5,
      'ripgrep, most words first': 45.3,
      'nomic-embed-text-v1 alone': 49.3,
      'e5-small-v2 with FTS5': 57.6,
    },
  },
} as const;
export type LocomoSet = keyof typeof LOCOMO;

export const locomoThere = (): boolean => existsSync(path.join(FOLDER, 'locomo-obs.jsonl'));

const memory = ({ title = '', description = '', body = '' }: Line): string =>
  `---\nname: ${JSON.stringify(title)}\ndescription: ${JSON.stringify(description)}\ntype: reference\nmodified: 2026-01-01T00:00:00Z\n---\n\n${body}\n`;

/** Writes the corpora below `folder`. A memory's file is called by its id, so that nothing but its text speaks for it. */
export function locomoCorpora(set: LocomoSet, folder: string): Corpus[] {
  const lines = readFileSync(path.join(FOLDER, `${set}.jsonl`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
  const named = Map.groupBy(lines, ({ corpus }) => corpus);
  return [...named].map(([name, of]) => {
    const home = path.join(folder, set, name);
    mkdirSync(path.join(home, 'store'), { recursive: true });
    const file = (id: string): string => `store/${id.replace(/[^A-Za-z0-9]/g, '_')}.md`;
    for (const line of of) if (line.kind === 'doc') writeFileSync(path.join(home, file(line.id ?? '')), memory(line));
    const questions = of
      .filter(({ kind }) => kind === 'query')
      .map((line, at): Question => ({
        id: `${name}-${at}`,
        kind: 'keyword',
        half: at % 2 === 0 ? 'tune' : 'report',
        text: line.text ?? '',
        answers: Object.fromEntries((line.relevant ?? []).map((id) => [file(id), 1])),
      }));
    return readCorpus(home, questions);
  });
}

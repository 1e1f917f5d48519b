/** The corpus of the recall benchmark meets the requirements of its questions. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { parseIndex } from '../../src/core/index/index-file.js';
import type { SourceFile, StoreInfo } from '../../src/core/memory.js';
import { BUILT_IN_TYPES, typeTable } from '../../src/core/memory-types.js';
import { parseMemory } from '../../src/core/parse-memory.js';
import { documentTerms, queryTerms } from '../../src/core/search/terms.js';
import { agreement, type Assessment, assessments } from '../bench/recall/agreement.mjs';
import { KINDS, ownCorpus, type Question } from '../bench/recall/data.mjs';
import { lint } from './lint/store.js';

const home = path.resolve('test/bench/recall');
const corpus = ownCorpus(home);
const passages = new Map(corpus.passages.map((passage) => [passage.path, passage]));
const types = typeTable();

const source = (file: string): SourceFile => {
  const text = readFileSync(file, 'utf8');
  return {
    path: path.basename(file),
    text,
    encoding: 'utf8',
    stamp: { modifiedMs: Date.UTC(2026, 0, 1), size: Buffer.byteLength(text), hash: '' },
  };
};
const parsed = (file: string): ReturnType<typeof parseMemory> =>
  parseMemory(source(file), { types, storeKind: 'main' });
const answers = ({ answers: graded }: Question): string[] => Object.keys(graded);
const dateOf = (file: string): number => parsed(path.join(home, 'memories', file)).memory.dateMs;

describe('memories of the recall benchmark', () => {
  it.each(corpus.stores.map((store) => [path.basename(store), store]))(
    '%s: files parse and show no error',
    (_, store) => {
      const files = readdirSync(store)
        .filter((file) => file !== 'MEMORY.md')
        .map((file) => parsed(path.join(store, file)));
      const info: StoreInfo = {
        key: 'recall',
        path: store,
        kind: 'main',
        scope: 'user',
        label: 'recall',
        why: '',
        exists: true,
        files: files.length,
        sharedWith: [],
        readOnly: false,
      };
      const index = parseIndex(source(path.join(store, 'MEMORY.md')));
      const problems = lint({
        info,
        types,
        facts: {},
        index,
        files: new Map(files.map((file) => [file.source.path, file])),
        now: Date.UTC(2026, 6, 1),
      });
      // Some are longer on purpose than what is recalled of a memory.
      const short = problems.filter(({ code }) => code !== 'over-injection-limit');
      expect(short.filter(({ severity }) => severity === 'error' || severity === 'warning')).toEqual([]);
      expect(
        files
          .filter(
            ({ memory }) =>
              memory.description === '' ||
              !Object.hasOwn(BUILT_IN_TYPES, memory.type) ||
              !memory.dateSource.endsWith('modified'),
          )
          .map(({ source: { path: file } }) => file),
      ).toEqual([]);
    },
  );

  it('are no copies of one another', () => {
    expect(corpus.passages.length).toBeGreaterThanOrEqual(270);
    expect(new Set(corpus.passages.map(({ body }) => body)).size).toBe(corpus.passages.length);
    expect(new Set(corpus.passages.map(({ description }) => description)).size).toBe(corpus.passages.length);
  });
});

describe('questions of the recall benchmark', () => {
  const { questions } = corpus;

  it('are of known kinds, enough of each in both halves', () => {
    const least: Record<string, number> = {
      keyword: 20,
      paraphrase: 20,
      identifier: 12,
      long: 8,
      language: 10,
      'cross-language': 8,
      superseded: 12,
      distractor: 12,
      deep: 12,
      none: 12,
    };
    for (const half of ['tune', 'report'] as const) {
      for (const [kind, count] of Object.entries(least))
        expect(
          questions.filter((question) => question.half === half && question.kind === kind).length,
          `${kind}, ${half}`,
        ).toBeGreaterThanOrEqual(count);
    }
    expect(questions.filter(({ kind }) => !(KINDS as readonly string[]).includes(kind))).toEqual([]);
  });

  it('are all different', () => {
    expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
    expect(new Set(questions.map(({ text }) => text.toLowerCase())).size).toBe(questions.length);
  });

  it('have answers that exist, those without an answer none', () => {
    expect(questions.filter((question) => (question.kind === 'none') !== (answers(question).length === 0))).toEqual([]);
    expect(questions.flatMap(answers).filter((file) => !passages.has(file))).toEqual([]);
  });

  it('share no word with the answer where they are paraphrases', () => {
    const shared = questions
      .filter(({ kind }) => kind === 'paraphrase')
      .flatMap((question) =>
        answers(question).flatMap((file) => {
          const terms = new Set(documentTerms(`${file}\n${passages.get(file)?.text ?? ''}`));
          return queryTerms(question.text)
            .filter((term) => terms.has(term))
            .map((term) => `${question.id}: ${term}`);
        }),
      );
    expect(shared).toEqual([]);
  });

  it('prefer the newer of two versions of a fact', () => {
    for (const question of questions.filter(({ kind }) => kind === 'superseded')) {
      const [newer, older] = answers(question).sort((a, b) => (question.answers[b] ?? 0) - (question.answers[a] ?? 0));
      expect([question.answers[newer ?? ''], question.answers[older ?? '']], question.id).toEqual([2, 1]);
      expect(dateOf(newer ?? ''), question.id).toBeGreaterThan(dateOf(older ?? ''));
    }
  });

  it('about a place deep in a long text are about a long text', () => {
    for (const question of questions.filter(({ kind }) => kind === 'deep')) {
      for (const file of answers(question))
        expect(passages.get(file)?.body.split(/\s+/).length ?? 0, question.id).toBeGreaterThan(800);
    }
  });
});

describe('what two assessors found who had not seen the labels', () => {
  const { questions } = corpus;
  const byId = new Map(questions.map((question) => [question.id, question]));
  const judged = assessments(home);
  const named = (one: Assessment, who: 'first' | 'second', least: number): string[] =>
    Object.keys(one[who]).filter((file) => (one[who][file] ?? 0) >= least);

  it('is about every question that has an answer, and memories that exist', () => {
    const ids = new Set(judged.map(({ id }) => id));
    expect(ids.size).toBe(judged.length);
    expect([...ids].filter((id) => !byId.has(id))).toEqual([]);
    const missing = questions.filter(({ id }) => !ids.has(id));
    // Written after the assessment; that nothing answers them is the author's word alone.
    expect(missing.filter(({ kind }) => kind !== 'none').map(({ id }) => id)).toEqual([]);
    expect(missing.length).toBe(52);
    expect(
      judged
        .flatMap((one) => [...named(one, 'first', 1), ...named(one, 'second', 1)])
        .filter((file) => !passages.has(file)),
    ).toEqual([]);
  });

  it('is an answer where both say that it answers wholly', () => {
    const missing = judged.flatMap((one) =>
      named(one, 'first', 2)
        .filter((file) => one.second[file] === 2 && (byId.get(one.id)?.answers[file] ?? 0) === 0)
        .map((file) => `${one.id} ${file}`),
    );
    expect(missing).toEqual([]);
  });

  it('leaves no answer that neither of them found, and no question without an answer to which both found one', () => {
    const unfound = judged.flatMap((one) =>
      Object.keys(byId.get(one.id)?.answers ?? {})
        .filter((file) => !one.first[file] && !one.second[file])
        .map((file) => `${one.id} ${file}`),
    );
    expect(unfound).toEqual([]);
    expect(
      judged
        .filter((one) => byId.get(one.id)?.kind === 'none' && named(one, 'first', 1).some((file) => one.second[file]))
        .map(({ id }) => id),
    ).toEqual([]);
  });

  it('leaves no question as it was that neither understood', () => {
    expect(
      judged
        .filter(({ id, unclear, text }) => unclear?.length === 2 && (text === undefined || text === byId.get(id)?.text))
        .map(({ id }) => id),
    ).toEqual([]);
  });

  it('agrees as far as chance is taken off', () => {
    const [a, b] = [new Set(['1', '2', '3']), new Set(['2', '3', '4'])];
    // Eight of ten pairs alike; by chance 0.3 * 0.3 + 0.7 * 0.7.
    expect(agreement(a, b, 10)).toEqual({ overlap: 0.5, kappa: expect.closeTo((0.8 - 0.58) / 0.42, 10) as number });
    expect(agreement(a, a, 10).kappa).toBeCloseTo(1);
  });
});

/** What the words leg promises. */
import { describe, expect, it } from 'vitest';

import { wordsLeg } from '../queries.js';
import { sample } from '../samples.js';
import { NONE, type Subject } from './subject.js';

export function describeWordsLeg(subject: Subject): void {
  describe('words leg', () => {
    it('ranks fields, marks matched terms and knows how rare each term is', async () => {
      await subject.put(
        sample('s1/a.md', 'deploy with care and much more text here', { name: 'plain' }),
        sample('s1/b.md', 'care is taken', { name: 'deploy' }),
        sample('s1/c.md', 'nothing', { name: 'other' }),
      );
      const leg = await wordsLeg(subject.store, ['deploy', 'absent', 'care'], NONE, 10);
      expect(leg.hits.map((hit) => hit.id)).toEqual(['s1/b.md', 's1/a.md']);
      expect(leg.hits.map((hit) => hit.matched)).toEqual([
        [true, false, true],
        [true, false, true],
      ]);
      expect(leg.documents).toBe(3);
      const idf = (n: number): number => Math.log(1 + (3 - n + 0.5) / (n + 0.5));
      expect(leg.idf).toEqual([idf(2), idf(0), idf(2)]);
      const [first, second] = leg.hits.map((hit) => hit.bm25);
      expect(first).toBeGreaterThan(second ?? Infinity);
      expect(second).toBeGreaterThan(0);
    });

    it('finds a word in a memory that is a thousand times as long as the others', async () => {
      const words = Array.from({ length: 20_000 }, (_, i) => `filler${i % 900}`);
      await subject.put(
        ...Array.from({ length: 200 }, (_, i) => sample(`s1/${i}.md`, `short note number ${i}`)),
        sample('s1/long.md', `${words.join(' ')} heron ${words.join(' ')}`),
      );
      const { hits, idf } = await wordsLeg(subject.store, ['heron'], NONE, 10);
      expect(hits.map(({ id }) => id)).toEqual(['s1/long.md']);
      // Of what the word can give at most, by which it is ranked.
      expect((hits[0]?.bm25 ?? 0) / (2.2 * (idf[0] ?? 1))).toBeGreaterThan(0.05);
    });

    it('forgets the frequency of removed and replaced documents', async () => {
      await subject.put(...Array.from({ length: 4 }, (_, i) => sample(`s1/${i}.md`, 'shared word')));
      await subject.store.apply({ upsert: [sample('s1/0.md', 'changed')], remove: ['s1/1.md'] });
      const leg = await wordsLeg(subject.store, ['shared'], NONE, 10);
      expect(leg.documents).toBe(3);
      expect(leg.idf[0]).toBeCloseTo(Math.log(1 + 1.5 / 2.5), 12);
    });

    it.each([
      ['accents are not folded', 'résumé', ['s1/accent.md']],
      ['the plain spelling is another term', 'resume', []],
      ['one Chinese character', '部', ['s1/cjk.md']],
      ['two Chinese characters', '部署', ['s1/cjk.md']],
      ['signs inside a term', 'c++', ['s1/signs.md']],
      ['dots, dashes, underscores', 'node.js-x_y', ['s1/signs.md']],
      ['an apostrophe', "don't", ['s1/signs.md']],
      ['a double quote', 'say"what', ['s1/signs.md']],
      ['an emoji', '🚀', ['s1/signs.md']],
      ['part of a term is not the term', 'node', []],
      ['upper case in the query', 'C++', ['s1/signs.md']],
    ])('takes terms as they are: %s', async (_, term, expected) => {
      await subject.put(
        sample('s1/accent.md', 'my résumé'),
        sample('s1/cjk.md', '部 署 部署'),
        sample('s1/signs.md', `c++ node.js-x_y don't say"what 🚀`),
      );
      const leg = await wordsLeg(subject.store, [term], NONE, 10);
      expect(leg.hits.map((hit) => hit.id)).toEqual(expected);
      expect(leg.hits.map((hit) => hit.matched)).toEqual(expected.map(() => [true]));
    });

    it.each([
      '"',
      '""',
      '" OR "b',
      'a* ',
      'name:b',
      'b)',
      'NEAR(b b)',
      '-b',
      '^b',
      '',
      ' ',
      'b\u0000',
      "'; drop table document; --",
      'AND',
      'not',
    ])('a term with query syntax is only a term: %j', async (term) => {
      await subject.put(sample('s1/b.md', 'b'), sample('s1/z.md', 'zebra'));
      const leg = await wordsLeg(subject.store, [term, 'zebra'], NONE, 10);
      expect(leg.hits).toHaveLength(1);
      expect(leg.hits[0]).toMatchObject({ id: 's1/z.md', matched: [false, true] });
      expect(leg.idf[0]).toBeCloseTo(Math.log(6), 12);
    });

    it('looks for the nearest words in place of one that stands nowhere, and says so', async () => {
      await subject.put(
        sample('s1/a.md', 'databas migrat'),
        sample('s1/b.md', 'kubernet cluster'),
        sample('s1/c.md', '数据 sha256'),
      );
      const ask = async (term: string): Promise<unknown> => {
        const { hits, fuzzyPositions } = await wordsLeg(subject.store, [term], NONE, 10);
        return [hits.map(({ id, matched }) => [id, matched]), fuzzyPositions];
      };
      expect(await ask('databas')).toEqual([[['s1/a.md', [true]]], []]);
      expect(await ask('databs')).toEqual([[['s1/a.md', [true]]], [0]]);
      expect(await ask('kubrnets')).toEqual([[['s1/b.md', [true]]], [0]]);
      for (const far of ['cat', 'catalog', 'tubrnets', 'sha265', '数居']) expect(await ask(far)).toEqual([[], []]);
    });

    it('looks for a word that stands nowhere as the two it is made of, where they stand side by side, before it looks for near ones', async () => {
      await subject.put(
        sample('s1/a.md', 'roll back the zone time zone screen reader'),
        sample('s1/b.md', 'back roll rollback2'),
        sample('s1/c.md', 'logic the log in'),
        sample('s1/d.md', 'back', { name: 'roll' }),
      );
      const ask = async (term: string): Promise<unknown> => {
        const { hits, fuzzyPositions, fuzzyTerms } = await wordsLeg(subject.store, [term], NONE, 10);
        return [hits.map(({ id }) => id), fuzzyPositions, fuzzyTerms];
      };
      expect(await ask('rollback')).toEqual([['s1/a.md'], [0], [['roll', 'back']]]);
      expect(await ask('timezon')).toEqual([['s1/a.md'], [0], [['time', 'zone']]]);
      expect(await ask('screenread')).toEqual([['s1/a.md'], [0], [['screen', 'reader']]]);
      expect(await ask('login')).toEqual([['s1/c.md'], [0], [['log', 'in']]]);
      for (const other of ['zoneroll', 'rolltim', 'zebra']) expect(await ask(other)).toEqual([[], [], []]);
      expect((await wordsLeg(subject.store, ['rollback'], NONE, 10, true)).hits).toEqual([]);
      await subject.put(sample('s1/e.md', 'rollback'));
      expect(await ask('rollback')).toEqual([['s1/e.md'], [], []]);
    });

    it('takes other forms of a word for one term with it', async () => {
      await subject.put(
        sample('s1/a.md', 'caroline went to the sea'),
        sample('s1/b.md', 'going went go went'),
        sample('s1/c.md', 'a db of fish'),
        ...['d', 'e', 'f', 'g'].map((name) => sample(`s1/${name}.md`, 'nothing')),
      );
      const leg = await wordsLeg(subject.store, ['go', 'databas'], NONE, 10);
      expect(leg.hits.map(({ id, matched }) => [id, matched])).toEqual([
        ['s1/c.md', [false, true]],
        ['s1/b.md', [true, false]],
        ['s1/a.md', [true, false]],
      ]);
      const idf = (n: number): number => Math.log(1 + (7 - n + 0.5) / (n + 0.5));
      expect(leg.idf).toEqual([idf(2), idf(1)]);
      expect(leg.fuzzyPositions).toEqual([]);
      // Asked for by either form, or by both, a word counts once.
      const bm25 = async (...terms: string[]): Promise<number[]> =>
        (await wordsLeg(subject.store, terms, NONE, 10)).hits.map((hit) => hit.bm25);
      expect(await bm25('went')).toEqual(await bm25('go'));
      expect(await bm25('went', 'go')).toEqual(await bm25('go'));
    });

    it.each([
      ['side by side', 'support group', [0]],
      ['the other way round', 'group support', [0]],
      ['with one word between', 'support the group', [0]],
      ['with two words between', 'support of the group', []],
      ['further on', 'support as such, support for all, group support', [0]],
      ['at the end of a longer word', 'unsupport group', []],
      ['alone', 'group', []],
    ])('tells which words of the question stand beside each other: %s', async (_, body, expected) => {
      await subject.put(sample('s1/a.md', body), sample('s1/b.md', 'other'));
      expect((await wordsLeg(subject.store, ['support', 'group'], NONE, 10)).hits[0]?.adjacent).toEqual(expected);
      await subject.put(sample('s1/a.md', 'changed'), sample('s1/c.md', body));
      expect(
        (await wordsLeg(subject.store, ['absent', 'support', 'group'], NONE, 10)).hits.find(
          ({ id }) => id === 's1/c.md',
        )?.adjacent,
      ).toEqual(expected.map((at) => at + 1));
    });

    it('takes words of two fields for far from each other, and forms of a word for the word', async () => {
      await subject.put(
        sample('s1/a.md', 'group', { name: 'support' }),
        sample('s1/b.md', 'went home'),
        sample('s1/c.md', 'nothing'),
      );
      expect((await wordsLeg(subject.store, ['support', 'group'], NONE, 10)).hits[0]?.adjacent).toEqual([]);
      expect((await wordsLeg(subject.store, ['go', 'home'], NONE, 10)).hits[0]?.adjacent).toEqual([0]);
    });

    it('answers a very long question and an empty one', async () => {
      await subject.put(sample('s1/a.md', 'needle'));
      const many = Array.from({ length: 3_000 }, (_, i) => `t${i}`);
      expect(await subject.ids([...many, 'needle', 'needle'])).toEqual(['s1/a.md']);
      expect(await wordsLeg(subject.store, [], NONE, 10)).toEqual({
        hits: [],
        idf: [],
        averageLength: 3,
        documents: 1,
        fuzzyPositions: [],
        fuzzyTerms: [],
        formTerms: [],
        partTerms: [],
      });
    });
  });
}

/** What the vector leg promises. */
import { describe, expect, it } from 'vitest';

import { vectorLeg } from '../queries.js';
import { cosine, hashOf, plane, randomVectors, sample } from '../samples.js';
import { NONE, type Subject } from './subject.js';

export function describeVectorLeg(subject: Subject): void {
  describe('vector leg', () => {
    it('scores the best chunk of each document and says where it is', async () => {
      const chunk = (line: number, text: string) => ({ line, endLine: line + 1, text, hash: hashOf(text) });
      await subject.put(
        sample('s1/two.md', 'x', { chunks: [chunk(4, 'far'), chunk(9, 'close')] }),
        sample('s1/one.md', 'y', { chunks: [chunk(4, 'middle')] }),
      );
      await subject.store.putVectors('m', [
        { hash: hashOf('far'), vector: plane(120) },
        { hash: hashOf('close'), vector: plane(10) },
        { hash: hashOf('middle'), vector: plane(60) },
      ]);
      const leg = await vectorLeg(subject.store, plane(0), 'm', NONE, 10);
      expect(leg.hits.map(({ id, line }) => [id, line])).toEqual([
        ['s1/two.md', 9],
        ['s1/one.md', 4],
      ]);
      expect(leg.hits[0]?.cosine).toBeCloseTo(Math.cos(Math.PI / 18), 6);
      expect(leg.hits[1]?.cosine).toBeCloseTo(0.5, 6);
      const scores = [120, 10, 60].map((degrees) => Math.cos((degrees * Math.PI) / 180));
      const mean = scores.reduce((a, b) => a + b) / 3;
      expect(leg.mean).toBeCloseTo(mean, 6);
      expect(leg.deviation).toBeCloseTo(Math.sqrt(scores.reduce((sum, one) => sum + (one - mean) ** 2, 0) / 3), 6);
      expect(leg).toMatchObject({ ready: 2, total: 2 });
    });

    it('finds what a scan of everything finds', async () => {
      const documents = Array.from({ length: 3_000 }, (_, i) => sample(`s${i % 3}/${i}.md`, `text ${i}`));
      const vectors = randomVectors(documents.length, 96);
      await subject.put(...documents);
      await subject.store.putVectors(
        'm',
        documents.map((one, i) => ({ hash: hashOf(one.body), vector: vectors[i] as Float32Array })),
      );
      for (const question of randomVectors(5, 96, 77)) {
        const exact = documents
          .map((one, i) => ({ id: one.id, cosine: cosine(question, vectors[i] as Float32Array) }))
          .sort((a, b) => b.cosine - a.cosine);
        const hits = (await vectorLeg(subject.store, question, 'm', NONE, 20)).hits;
        expect(hits.map((hit) => hit.id)).toEqual(exact.slice(0, 20).map((one) => one.id));
        expect(hits[0]?.cosine).toBeCloseTo(exact[0]?.cosine ?? NaN, 5);
        const of = exact.filter((one) => one.id.startsWith('s1/')).slice(0, 20);
        expect(
          (await vectorLeg(subject.store, question, 'm', { stores: ['s1'] }, 20)).hits.map((hit) => hit.id),
        ).toEqual(of.map((one) => one.id));
      }
    });

    it('sees changes of documents and vectors at once', async () => {
      await subject.put(sample('s1/a.md', 'a'), sample('s1/b.md', 'b'));
      await subject.store.putVectors('m', [
        { hash: hashOf('a'), vector: plane(0) },
        { hash: hashOf('b'), vector: plane(20) },
      ]);
      expect(await subject.near()).toEqual(['s1/a.md', 's1/b.md']);
      await subject.store.putVectors('m', [{ hash: hashOf('a'), vector: plane(90) }]);
      expect(await subject.near()).toEqual(['s1/b.md', 's1/a.md']);
      await subject.store.apply({ upsert: [sample('s1/c.md', 'a')], remove: ['s1/b.md'] });
      expect((await subject.near()).sort()).toEqual(['s1/a.md', 's1/c.md']);
    });

    it('asks for each missing text once, and keeps vectors over edits, moves and models', async () => {
      await subject.put(sample('s1/a.md', 'same'), sample('s1/b.md', 'same'), sample('s1/c.md', 'different'));
      expect(await subject.store.chunksToEmbed('vector', 'm', 10)).toEqual([
        { hash: hashOf('same'), text: 'same' },
        { hash: hashOf('different'), text: 'different' },
      ]);
      expect(await subject.store.chunksToEmbed('vector', 'm', 1)).toHaveLength(1);
      expect(await subject.store.vectorProgress('m')).toMatchObject({ ready: 0, total: 3 });
      await subject.store.putVectors('m', [{ hash: hashOf('same'), vector: plane(0) }]);
      expect(await subject.store.vectorProgress('m')).toMatchObject({ ready: 2, total: 3 });
      expect(await vectorLeg(subject.store, plane(0), 'm', NONE, 10)).toMatchObject({ ready: 2, total: 3 });
      await subject.store.apply({ upsert: [sample('s1/moved.md', 'same')], remove: ['s1/a.md', 's1/b.md'] });
      expect(await subject.near()).toEqual(['s1/moved.md']);
      expect(await subject.store.chunksToEmbed('vector', 'other', 10)).toHaveLength(2);
      expect(await vectorLeg(subject.store, plane(0), 'other', NONE, 10)).toEqual({
        hits: [],
        mean: 0,
        deviation: 0,
        ready: 0,
        total: 2,
        embedded: 0,
      });
    });

    it('neither asks for nor finds what a model does not read, before it has any vector and after', async () => {
      await subject.put(sample('s1/a.md', 'plain'), sample('s1/b.md', 'unread'));
      await subject.store.putVectors('m', [{ hash: hashOf('unread') }]);
      expect(await subject.store.chunksToEmbed('vector', 'm', 10)).toEqual([{ hash: hashOf('plain'), text: 'plain' }]);
      expect(await vectorLeg(subject.store, plane(0), 'm', NONE, 10)).toEqual({
        hits: [],
        mean: 0,
        deviation: 0,
        ready: 1,
        total: 2,
        embedded: 0,
      });
      await subject.store.putVectors('m', [{ hash: hashOf('plain'), vector: plane(0) }]);
      expect(await subject.near()).toEqual(['s1/a.md']);
      expect(await subject.store.vectorProgress('m')).toMatchObject({ ready: 2, total: 2 });
      expect(await subject.store.chunksToEmbed('tokens', 'm', 10)).toEqual([{ hash: hashOf('plain'), text: 'plain' }]);
      expect(await subject.store.chunksToEmbed('vector', 'other', 10)).toHaveLength(2);
      await subject.store.putVectors('m', [{ hash: hashOf('unread'), vector: plane(0) }]);
      expect((await subject.near()).toSorted()).toEqual(['s1/a.md', 's1/b.md']);
    });

    it('leaves to another model the chunks that have a vector of it, where it is told to', async () => {
      await subject.put(
        sample('s1/a.md', 'plain'),
        sample('s1/b.md', 'both'),
        sample('s1/c.md', 'skipped by the other'),
      );
      await subject.store.putVectors('m', [
        { hash: hashOf('plain'), vector: plane(0) },
        { hash: hashOf('both'), vector: plane(10) },
        { hash: hashOf('skipped by the other'), vector: plane(60) },
      ]);
      const ofM = async (instead?: string): Promise<string[]> =>
        (await vectorLeg(subject.store, plane(0), 'm', NONE, 10, instead)).hits.map(({ id }) => id);
      expect(await ofM('other')).toEqual(['s1/a.md', 's1/b.md', 's1/c.md']);
      await subject.store.putVectors('other', [{ hash: hashOf('both'), vector: plane(50) }]);
      await subject.store.putVectors('other', [{ hash: hashOf('skipped by the other') }, { hash: hashOf('plain') }]);
      expect(await ofM('other')).toEqual(['s1/a.md', 's1/c.md']);
      expect((await vectorLeg(subject.store, plane(0), 'm', NONE, 10, 'other')).mean).toBeCloseTo(0.75, 6);
      expect(await ofM()).toEqual(['s1/a.md', 's1/b.md', 's1/c.md']);
      expect(await vectorLeg(subject.store, plane(0), 'other', NONE, 10)).toMatchObject({
        hits: [{ id: 's1/b.md' }],
        ready: 3,
        total: 3,
        embedded: 1,
      });
      expect(await ofM('other')).toEqual(['s1/a.md', 's1/c.md']);
    });

    it('counts and asks for the stores of interest alone', async () => {
      await subject.put(sample('s1/a.md', 'one'), sample('s2/a.md', 'two'), sample('s2/b.md', 'three'));
      expect((await subject.store.chunksToEmbed('vector', 'm', 10, ['s2'])).map(({ text }) => text)).toEqual([
        'two',
        'three',
      ]);
      await subject.store.putVectors('m', [{ hash: hashOf('two'), vector: plane(0) }]);
      expect(await subject.store.vectorProgress('m', ['s2'])).toEqual({ ready: 1, total: 2, embedded: 1 });
      expect(await subject.store.vectorProgress('m', [])).toEqual({ ready: 0, total: 0, embedded: 0 });
      expect(await vectorLeg(subject.store, plane(0), 'm', { stores: ['s1'] }, 10)).toMatchObject({
        hits: [],
        ready: 0,
        total: 1,
      });
    });

    it.each([
      ['other dimensions', new Float32Array(5).fill(1)],
      ['no direction', new Float32Array(8)],
      ['not a number', new Float32Array(8).fill(NaN)],
      ['no dimensions', new Float32Array(0)],
    ])('refuses a vector with %s', async (_, vector) => {
      await subject.put(sample('s1/a.md', 'a'), sample('s1/b.md', 'b'));
      await subject.store.putVectors('m', [{ hash: hashOf('a'), vector: plane(0) }]);
      await expect(subject.store.putVectors('m', [{ hash: hashOf('b'), vector }])).rejects.toMatchObject({
        name: 'MemdirError',
        code: 'bad-input',
      });
      await expect(vectorLeg(subject.store, vector, 'm', NONE, 5)).rejects.toMatchObject({ code: 'bad-input' });
      expect(await subject.near()).toEqual(['s1/a.md']);
    });
  });
}

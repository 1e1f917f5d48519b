/** Tokens of chunks, and vectors as they are stored. */
import { describe, expect, it } from 'vitest';

import { chunkVectors, modelTokens, tokenBits } from '../queries.js';
import { cosine, hashOf, passageTokens, plane, sample } from '../samples.js';
import type { Subject } from './subject.js';

export function describeTokens(subject: Subject): void {
  describe('word pieces', () => {
    const bytes = async (...of: string[]): Promise<[string, number[][]][]> =>
      [...(await tokenBits(subject.store, 'm', of))].map(([id, chunks]) => [
        id,
        chunks.map((bits) => [...bits].filter((_, i) => i % 8 === 0)),
      ]);

    it('follow the text of a chunk over edits and moves, and are not given without it', async () => {
      const chunks = ['one', 'two'].map((text, i) => ({ line: i, endLine: i, text, hash: hashOf(text) }));
      await subject.put(sample('s1/a.md', 'x', { chunks }), sample('s1/b.md', 'one'), sample('s1/c.md', 'three'));
      await subject.store.putVectors('m', [
        { hash: hashOf('one'), vector: plane(0), tokens: passageTokens([5, 6, 5], 3) },
        { hash: hashOf('two'), vector: plane(9), tokens: passageTokens([7], 2) },
        { hash: hashOf('three'), vector: plane(20) },
      ]);
      expect((await bytes('s1/a.md', 's1/b.md', 's1/c.md', 's1/none.md')).sort()).toEqual([
        ['s1/a.md', [[3, 3, 3], [2]]],
        ['s1/b.md', [[3, 3, 3]]],
      ]);
      await subject.store.apply({ upsert: [sample('s1/moved.md', 'two')], remove: ['s1/a.md'] });
      expect(await bytes('s1/a.md', 's1/moved.md')).toEqual([['s1/moved.md', [[2]]]]);
      expect((await tokenBits(subject.store, 'other', ['s1/b.md'])).size).toBe(0);
    });

    it('are asked for where there is a vector without them, and stay when the vector is written again', async () => {
      await subject.put(sample('s1/a.md', 'one'), sample('s2/b.md', 'two'), sample('s2/c.md', 'three'));
      await subject.store.putVectors('m', [
        { hash: hashOf('one'), vector: plane(0) },
        { hash: hashOf('two'), vector: plane(5) },
      ]);
      expect((await subject.store.chunksToEmbed('tokens', 'm', 10)).map(({ text }) => text)).toEqual(['one', 'two']);
      expect(await subject.store.chunksToEmbed('tokens', 'm', 10, ['s2'])).toEqual([
        { hash: hashOf('two'), text: 'two' },
      ]);
      expect(await subject.store.chunksToEmbed('tokens', 'm', 1)).toHaveLength(1);
      await subject.store.putVectors('m', [{ hash: hashOf('one'), vector: plane(0), tokens: passageTokens([1]) }]);
      await subject.store.putVectors('m', [{ hash: hashOf('one'), vector: plane(1) }]);
      expect((await subject.store.chunksToEmbed('tokens', 'm', 10)).map(({ text }) => text)).toEqual(['two']);
      expect(await bytes('s1/a.md')).toEqual([['s1/a.md', [[1]]]]);
      expect(await subject.store.vectorProgress('m')).toMatchObject({ ready: 2, total: 3 });
    });

    it('are counted once a memory, and a sample of memories is kept', async () => {
      const chunks = ['one', 'two'].map((text, i) => ({ line: i, endLine: i, text, hash: hashOf(text) }));
      await subject.put(sample('s1/a.md', 'x', { chunks }), sample('s1/b.md', 'three'), sample('s1/c.md', 'no vector'));
      expect(await modelTokens(subject.store, 'm', ['s1/b.md'])).toBeUndefined();
      await subject.store.putVectors('m', [
        { hash: hashOf('one'), vector: plane(0), tokens: passageTokens([5, 6, 5]) },
        { hash: hashOf('two'), vector: plane(9), tokens: passageTokens([5]) },
        { hash: hashOf('three'), vector: plane(20), tokens: passageTokens([6, 9]) },
      ]);
      const statistics = (await modelTokens(subject.store, 'm', ['s1/b.md']))?.statistics;
      expect(statistics?.documents).toBe(2);
      expect([...(statistics?.frequency ?? [])].sort()).toEqual([
        [5, 1],
        [6, 2],
        [9, 1],
      ]);
      expect(statistics?.sample.map((one) => one.length).sort()).toEqual([1, 2]);
      expect((await modelTokens(subject.store, 'm', ['s1/b.md']))?.statistics).toBe(statistics);
      await subject.store.apply({ upsert: [], remove: ['s1/a.md'] });
      expect((await modelTokens(subject.store, 'm', ['s1/b.md']))?.statistics).toMatchObject({ documents: 1 });
    });

    it('that do not fit their number are refused, the vector with them', async () => {
      await subject.put(sample('s1/a.md', 'one'));
      await expect(
        subject.store.putVectors('m', [
          { hash: hashOf('one'), vector: plane(0), tokens: { ids: Uint32Array.of(1), bits: new Uint8Array(7) } },
        ]),
      ).rejects.toMatchObject({ code: 'bad-input' });
      expect(await subject.store.vectorProgress('m')).toMatchObject({ ready: 0, total: 1 });
    });
  });

  it('gives the vectors of documents, chunk by chunk', async () => {
    const chunks = ['one', 'two'].map((text, i) => ({ line: i, endLine: i, text, hash: hashOf(text) }));
    await subject.put(sample('s1/a.md', 'x', { chunks }), sample('s1/b.md', 'three'));
    await subject.store.putVectors('m', [
      { hash: hashOf('one'), vector: plane(0) },
      { hash: hashOf('two'), vector: plane(90) },
    ]);
    const found = await chunkVectors(subject.store, 'm', ['s1/a.md', 's1/b.md', 's1/none.md']);
    expect([...found.keys()]).toEqual(['s1/a.md']);
    expect(found.get('s1/a.md')?.map((vector) => Math.round(cosine(vector, plane(0))))).toEqual([1, 0]);
    expect((await chunkVectors(subject.store, 'other', ['s1/a.md'])).size).toBe(0);
  });
}

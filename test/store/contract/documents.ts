/** Documents, their stamps and titles. */
import { describe, expect, it } from 'vitest';

import { documentOf } from '../queries.js';
import { hashOf, sample } from '../samples.js';
import type { Subject } from './subject.js';

export function describeDocuments(subject: Subject): void {
  describe('documents', () => {
    it('gives back what was put, whole', async () => {
      const full = sample('s1/notes/a.md', 'Body text', {
        repos: ['api', 'web'],
        tags: ['x'],
        agentId: 'bot',
        deletedMs: 5,
        description: 'A "quoted" description',
        chunks: [
          { line: 4, endLine: 6, text: 'one', hash: hashOf('one') },
          { line: 7, endLine: 9, text: 'two', hash: hashOf('two') },
        ],
      });
      const bare = sample('s1/b.md', '');
      await subject.put(full, bare);
      expect(await documentOf(subject.store, 's1/notes/a.md')).toEqual(full);
      expect(await documentOf(subject.store, 's1/b.md')).toEqual(bare);
      expect(await documentOf(subject.store, 's1/none.md')).toBeUndefined();
      expect([...(await subject.store.documents(['s1/b.md', 's1/none.md', 's1/notes/a.md'])).keys()]).toEqual([
        's1/b.md',
        's1/notes/a.md',
      ]);
    });

    it('replaces and removes', async () => {
      await subject.put(sample('s1/a.md', 'old words'), sample('s1/b.md', 'other'));
      await subject.store.apply({ upsert: [sample('s1/a.md', 'new words')], remove: ['s1/b.md', 's1/never.md'] });
      expect((await documentOf(subject.store, 's1/a.md'))?.body).toBe('new words');
      expect(await subject.ids(['old'])).toEqual([]);
      expect(await subject.ids(['new'])).toEqual(['s1/a.md']);
      expect(await subject.ids(['other'])).toEqual([]);
      expect((await subject.store.health()).documents).toBe(1);
    });

    it('changes nothing when one document of a change is bad', async () => {
      await subject.put(sample('s1/a.md', 'kept'));
      const broken = { ...sample('s1/c.md', 'x'), name: undefined as unknown as string };
      await expect(
        subject.store.apply({ upsert: [sample('s1/b.md', 'lost'), broken], remove: ['s1/a.md'] }),
      ).rejects.toThrow();
      expect(await subject.ids(['kept'])).toEqual(['s1/a.md']);
      expect(await subject.ids(['lost'])).toEqual([]);
    });

    it('keeps stamps by store and path, fractions of a millisecond included', async () => {
      await subject.put(sample('s1/a.md', 'x'), sample('s2/a.md', 'y'));
      expect([...(await subject.store.stamps('s1'))]).toEqual([['a.md', sample('s1/a.md', 'x').stamp]]);
      const stamp = { modifiedMs: 12.75, size: 3, hash: 'fedcba9876543210' };
      await subject.store.apply({
        restamp: [
          { id: 's1/a.md', stamp },
          { id: 's1/none.md', stamp },
        ],
      });
      expect([...(await subject.store.stamps('s1'))]).toEqual([['a.md', stamp]]);
      const settled = { ...stamp, version: '7 3 12.75 13.5' };
      await subject.store.apply({ restamp: [{ id: 's1/a.md', stamp: settled }] });
      expect([...(await subject.store.stamps('s1'))]).toEqual([['a.md', settled]]);
      expect((await subject.store.documents(['s1/a.md'])).get('s1/a.md')?.stamp).toEqual(settled);
      expect((await subject.store.stamps('s2')).get('a.md')).not.toEqual(stamp);
      expect((await subject.store.stamps('nobody')).size).toBe(0);
      expect(await subject.ids(['x'])).toEqual(['s1/a.md']);
    });

    it('names what a store holds by path, forgotten documents among it', async () => {
      await subject.put(
        { ...sample('s1/b.md', 'x'), name: 'B', description: 'Second', deletedMs: 7 },
        sample('s2/a.md', 'y'),
        sample('s1/\u{1f600}.md', 'z'),
        sample('s1/\uffee.md', 'z'),
        sample('s1/a.md', 'x'),
      );
      const titles = await subject.store.titles('s1');
      expect(titles.map(({ path }) => path)).toEqual(['a.md', 'b.md', '\u{1f600}.md', '\uffee.md']);
      const {
        dateMs,
        stamp: { hash },
      } = sample('s1/b.md', 'x');
      expect(titles[1]).toEqual({
        id: 's1/b.md',
        path: 'b.md',
        name: 'B',
        description: 'Second',
        dateMs,
        hash,
        deletedMs: 7,
      });
      expect(titles[0]).not.toHaveProperty('deletedMs');
      expect(await subject.store.titles('nobody')).toEqual([]);
    });
  });
}

/** Stores that are no longer used, access counts, closing. */
import { expect, it } from 'vitest';

import { hashOf, plane, sample } from '../samples.js';
import type { Subject } from './subject.js';

export function describeLifecycle(subject: Subject): void {
  it('drops stores that nobody has named for long, and no counts of access', async () => {
    await subject.put(sample('old/a.md', 'word'), sample('new/b.md', 'word'));
    await subject.store.countAccess(['old/a.md']);
    await subject.store.retainStores(['old', 'new'], 1_000, 0);
    await subject.store.retainStores(['new'], 2_000, 1_000);
    expect((await subject.store.stamps('old')).size).toBe(1);
    await subject.put(sample('young/c.md', 'word'));
    await subject.store.retainStores(['new'], 3_000, 1_500);
    expect([
      (await subject.store.stamps('old')).size,
      (await subject.store.stamps('new')).size,
      (await subject.store.stamps('young')).size,
    ]).toEqual([0, 1, 1]);
    expect((await subject.ids(['word'])).sort()).toEqual(['new/b.md', 'young/c.md']);
    expect((await subject.store.accessCounts(['old/a.md'])).get('old/a.md')).toBe(1);
  });

  it('counts access, apart from documents', async () => {
    await subject.put(sample('s1/a.md', 'a'));
    await subject.store.countAccess(['s1/a.md', 's1/gone.md']);
    await subject.store.countAccess(['s1/a.md']);
    await subject.store.countAccess([]);
    const counted = [
      ['s1/a.md', 2],
      ['s1/gone.md', 1],
    ];
    const counts = async () => [...(await subject.store.accessCounts(['s1/a.md', 's1/none.md', 's1/gone.md']))].sort();
    expect(await counts()).toEqual(counted);
    await subject.store.putVectors('m', [{ hash: hashOf('a'), vector: plane(0) }]);
    await subject.store.apply({ remove: ['s1/a.md'] });
    expect(await counts()).toEqual(counted);
    expect(await subject.store.health()).toMatchObject({ documents: 0 });
    expect(await subject.ids(['a'])).toEqual([]);
  });

  it('closes more than once and then says that it is closed', async () => {
    await Promise.all([subject.store.close(), subject.store.close()]);
    await subject.store.close();
    await expect(subject.store.stamps('s1')).rejects.toMatchObject({ code: 'unavailable' });
  });
}

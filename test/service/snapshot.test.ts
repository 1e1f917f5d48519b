import { describe, expect, it } from 'vitest';

import type { StoreInfo } from '../../src/core/memory.js';
import { BUILT_IN_TYPES } from '../../src/core/memory-types.js';
import type { Listing, MemoryFiles } from '../../src/core/ports/files.js';
import { Snapshots } from '../../src/service/stores/snapshot.js';

const store = { key: 's', path: '/s', label: 's', kind: 'main' } as unknown as StoreInfo;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Empty listings that end when they are told to; each is told apart by being another object. */
function held(): {
  readonly snapshots: Snapshots;
  readonly end: (at: number) => Listing;
  readonly fail: (at: number) => void;
} {
  const begun: { readonly resolve: (listing: Listing) => void; readonly reject: (error: Error) => void }[] = [];
  const files = {
    list: () => new Promise<Listing>((resolve, reject) => begun.push({ resolve, reject })),
  } as unknown as MemoryFiles;
  return {
    snapshots: new Snapshots({ files, clock: { now: () => 1_000_000 }, log: silent }, BUILT_IN_TYPES),
    end: (at) => {
      const listing = { status: 'listed', files: [], others: [] } as unknown as Listing;
      begun[at]?.resolve(listing);
      return listing;
    },
    fail: (at) => begun[at]?.reject(new Error('the disk is gone')),
  };
}

describe('the snapshot of a store', () => {
  it('is outdated while a listing started after a change is in progress', async () => {
    const { snapshots, end } = held();
    const first = snapshots.load(store);
    end(0);
    await first;
    expect(snapshots.recent('s')).toBeDefined();
    snapshots.invalidate('s');
    const second = snapshots.load(store);
    expect(snapshots.recent('s')).toBeUndefined();
    expect(snapshots.ready('s'), 'who types does not wait').toBeDefined();
    const listing = end(1);
    await second;
    expect(snapshots.recent('s')?.listing).toBe(listing);
  });

  it('ignores a listing started before a change', async () => {
    const { snapshots, end } = held();
    const before = snapshots.load(store);
    snapshots.invalidate('s');
    const after = snapshots.load(store);
    const listing = end(1);
    await after;
    end(0);
    await before;
    expect(snapshots.recent('s')?.listing).toBe(listing);
    const late = snapshots.load(store);
    snapshots.invalidate('s');
    end(2);
    await late;
    expect(snapshots.recent('s')).toBeUndefined();
  });

  it('is read again after a failed listing', async () => {
    const { snapshots, end, fail } = held();
    const first = snapshots.load(store);
    end(0);
    await first;
    const second = snapshots.load(store);
    fail(1);
    await expect(second).rejects.toThrow('the disk is gone');
    expect(snapshots.recent('s')).toBeUndefined();
  });
});

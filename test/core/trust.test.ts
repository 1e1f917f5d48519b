import { describe, expect, it } from 'vitest';

import { nearestAround } from '../../src/core/trust/nearest-folder.js';

const at = (...paths: string[]): { readonly path: string }[] => paths.map((path) => ({ path }));

describe('the nearest folder around a folder', () => {
  it.each([
    ['/a/b', ['/a/b'], '/a/b'],
    ['/a/b/c/d', ['/a', '/a/b', '/x'], '/a/b'],
    ['/a/bc', ['/a/b'], undefined],
    ['/a/b', ['/a/b/c'], undefined],
    ['/a/b', ['/a/b/'], '/a/b/'],
    ['/a/b', ['/a/c/../b'], '/a/c/../b'],
    ['/a/b/../c', ['/a/b'], undefined],
    ['/a/b', ['a/b', '', '.'], undefined],
    ['/a/b', ['/'], '/'],
    ['/src/cafe\u0301/x', ['/src/caf\u00e9'], '/src/caf\u00e9'],
    ['C:\\Users\\me\\p\\x', ['c:/Users/me/p'], 'c:/Users/me/p'],
    ['C:\\Users\\me\\project', ['C:/Users/me/p'], undefined],
    ['/a/B', ['/a/b'], undefined],
  ])('of %s among %j is %s', (folder, entries, found) => {
    expect(nearestAround(folder, at(...entries))?.path).toBe(found);
  });
});

import { describe, expect, it } from 'vitest';

import { isInside, isSamePath, relativeInside } from '../../src/core/paths.js';

/** Path, folder, and the path from the folder; undefined outside of it. */
const ROWS: readonly (readonly [string, string, string | undefined])[] = [
  // POSIX
  ['/work/shop', '/work/shop', ''],
  ['/work/shop/src/a.ts', '/work/shop', 'src/a.ts'],
  ['/work/shop2', '/work/shop', undefined],
  ['/work/shop2/src', '/work/shop', undefined],
  ['/work', '/work/shop', undefined],
  ['/work/..shop', '/work', '..shop'],
  ['/work/...', '/work', '...'],
  ['/Work/shop', '/work', undefined],
  ['/work/caf\u00e9', '/work/cafe\u0301', undefined],
  // Trailing and double separators, single dots
  ['/work/shop/', '/work/shop', ''],
  ['/work/shop', '/work/shop/', ''],
  ['/work/shop//src/', '/work//shop//', 'src'],
  ['/work/./shop/src/.', '/work/shop/.', 'src'],
  // Roots
  ['/', '/', ''],
  ['/work', '/', 'work'],
  ['/', '/work', undefined],
  // `..`
  ['/work/shop/../secret', '/work/shop', undefined],
  ['/work/shop/src/../lib', '/work/shop', 'lib'],
  ['/work/shop', '/work/old/../shop', ''],
  ['/../../work/shop', '/work', 'shop'],
  ['/work/shop/..', '/work/shop', undefined],
  // A backslash is part of a POSIX name
  ['/work/shop\\src', '/work/shop', undefined],
  ['/work/shop/a\\b.md', '/work/shop', 'a\\b.md'],
  ['/work/shop/..\\..\\b', '/work/shop', '..\\..\\b'],
  // Relative paths
  ['notes/a.md', 'notes', 'a.md'],
  ['notes/a.md', '', 'notes/a.md'],
  ['notes2/a.md', 'notes', undefined],
  ['../a.md', '', undefined],
  ['../a.md', '..', 'a.md'],
  ['../../a.md', '..', undefined],
  ['notes', '/notes', undefined],
  ['/notes', 'notes', undefined],
  ['/notes', '', undefined],
  // Windows: drive letters and names in either case, both separators
  ['C:\\work\\shop\\src', 'c:\\work\\shop', 'src'],
  ['c:\\Work\\Shop\\Src', 'C:\\work\\SHOP', 'Src'],
  ['c:/work/shop/src', 'C:\\work\\shop', 'src'],
  ['C:\\work/shop\\src\\a.ts', 'c:/work\\shop/', 'src/a.ts'],
  ['C:\\work\\shop2', 'c:\\work\\shop', undefined],
  ['D:\\work\\shop', 'C:\\work\\shop', undefined],
  ['C:\\work\\shop\\..\\secret', 'C:\\work\\shop', undefined],
  ['C:\\', 'c:\\', ''],
  ['C:', 'c:\\', ''],
  ['C:\\work', 'C:\\', 'work'],
  ['C:\\..\\work', 'C:\\', 'work'],
  ['C:\\\u0130stanbul\\a.md', 'C:\\\u0130stanbul', 'a.md'],
  ['/work/shop', 'C:\\work', undefined],
  ['C:\\work\\shop', '/work', undefined],
  ['c:notes', 'c:\\', undefined],
  // UNC and paths without length limit
  ['\\\\server\\share\\shop', '\\\\Server\\Share', 'shop'],
  ['//server/share/shop', '\\\\server\\share', 'shop'],
  ['\\\\server\\share2\\shop', '\\\\server\\share', undefined],
  ['\\\\server\\share\\shop', 'C:\\share', undefined],
  ['\\\\?\\C:\\work\\shop', 'c:\\work', 'shop'],
  ['\\\\?\\UNC\\server\\share\\shop', '\\\\server\\share', 'shop'],
];

describe('the path from a folder to something inside it', () => {
  it.each(ROWS)('%s in %s: %s', (path, folder, expected) => {
    expect(relativeInside(path, folder)).toBe(expected);
    expect(isInside(path, folder)).toBe(expected !== undefined);
    expect(isSamePath(path, folder)).toBe(expected === '');
  });

  it('ignores case and Unicode composition where the volume does', () => {
    expect(isInside('/Users/Me/Work/a', '/users/me/work')).toBe(false);
    expect(isInside('/Users/Me/Work/a', '/users/me/work', { ignoreCase: true })).toBe(true);
    expect(isInside('/Users/Me/Workshop', '/users/me/work', { ignoreCase: true })).toBe(false);
    expect(relativeInside('/work/caf\u00e9/A.md', '/work/cafe\u0301', { ignoreCase: true })).toBe('A.md');
  });
});

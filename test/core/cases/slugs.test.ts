/** Variations of case 40: names of project folders, as Claude Code makes them. */
import { describe, expect, it } from 'vitest';

import { projectFolderMatcher, projectSlug, SLUG_LIMIT } from '../../../src/core/stores/project-slug.js';

describe('case 40: project folder names', () => {
  it.each([
    ['C:\\', 'C--'],
    ['C:/Users/me/p', 'C--Users-me-p'],
    ['\\\\server\\share', '--server-share'],
    ['\\\\wsl$\\Ubuntu\\home\\me', '--wsl--Ubuntu-home-me'],
    ['\\\\?\\C:\\p', '----C--p'],
    ['/home/me/p.', '-home-me-p-'],
    ['/home/me/..p', '-home-me---p'],
    ['/home/me/p/', '-home-me-p-'],
    ['/home/me/a  b', '-home-me-a--b'],
    ['/home/me/a\tb', '-home-me-a-b'],
    ['/home/me/👨‍👩‍👧', '-home-me---------'],
    ['/home/me/🇩🇪', '-home-me-----'],
    ['/home/me/e\u0301', '-home-me-e-'],
    ['/home/me/\u00e9', '-home-me--'],
    ['/home/me/\uAC01', '-home-me--'],
    ['/home/me/\u1100\u1161\u11A8', '-home-me----'],
    ['/home/me/x\u0327\u0301', '-home-me-x--'],
    ['/home/me/-p-', '-home-me--p-'],
    ['/mnt/c/x', '-mnt-c-x'],
    ['/workspaces/p', '-workspaces-p'],
    ['/Users/Me/P', '-Users-Me-P'],
  ])('%s', (path, slug) => {
    expect(projectSlug(path)).toBe(slug);
    expect(projectFolderMatcher(path, false)(slug)).toBe(true);
  });

  it.each([
    [SLUG_LIMIT, true],
    [SLUG_LIMIT + 1, false],
  ])('of %i units is whole: %s', (length, whole) => {
    const path = `/${'a'.repeat(length - 1)}`;
    const matches = projectFolderMatcher(path, false);
    expect([matches(`-${'a'.repeat(length - 1)}`), matches(`-${'a'.repeat(SLUG_LIMIT - 1)}-1k2j3h`)]).toEqual([
      whole,
      !whole,
    ]);
  });

  it.each([
    ['/a/my.proj', '/a/my_proj'],
    ['/a/b c', '/a/b/c'],
    ['/a/新聞', '/a/暫存'],
    ['/a/🚀', '/a/设定'],
  ])('%s and %s share one', (one, other) => expect(projectSlug(one)).toBe(projectSlug(other)));

  it.each([
    ['/a/B', '/a/b'],
    ['/a/b', '/a/bc'],
    ['/a/新', '/a/新聞'],
  ])('%s and %s do not', (one, other) => expect(projectFolderMatcher(one, false)(projectSlug(other))).toBe(false));
});

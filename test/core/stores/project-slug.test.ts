import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { projectFolderMatcher, projectFolderName, projectSlug } from '../../../src/core/stores/project-slug.js';

interface SlugCase {
  readonly path: string;
  readonly slug?: string;
  readonly slugPrefix200?: string;
}

const cases = JSON.parse(readFileSync('test/fixtures/cases/40-project-slugs/slugs.json', 'utf8')) as SlugCase[];

describe('project folder names (case 40)', () => {
  it.each(cases.filter((one) => one.slug !== undefined))('$path', ({ path, slug }) => {
    expect(projectSlug(path)).toBe(slug);
    expect(projectFolderMatcher(path, false)(slug ?? '')).toBe(true);
  });

  it('finds a long name by its first 200 characters, with any hash', () => {
    const long = cases.find((one) => one.slugPrefix200 !== undefined);
    const matches = projectFolderMatcher(long?.path ?? '', false);
    expect(matches(`${long?.slugPrefix200}-1x2y3z`)).toBe(true);
    expect(matches(`${long?.slugPrefix200}-1x2y3z-more`)).toBe(false);
    expect(matches(long?.slugPrefix200 ?? '')).toBe(false);
  });

  it.each([
    [`/tmp/${'a'.repeat(195)}`, `-tmp-${'a'.repeat(195)}`],
    [`/tmp/${'a'.repeat(196)}`, `-tmp-${'a'.repeat(195)}-`],
  ])('of 200 units is whole, and a longer one ends in a hash: %s', (path, start) => {
    expect(projectFolderName(path)).toMatch(new RegExp(`^${start}${start.endsWith('a') ? '' : '[0-9a-z]+'}$`));
    expect(projectFolderMatcher(path, false)(projectFolderName(path))).toBe(true);
  });

  it('compares without case only where asked', () => {
    const path = 'c:\\Users\\me\\proj';
    expect(projectFolderMatcher(path, true)('C--Users-me-proj')).toBe(true);
    expect(projectFolderMatcher(path, false)('C--Users-me-proj')).toBe(false);
  });

  it('does not tell apart paths that differ only in other characters', () => {
    expect(projectSlug('/home/me/my.proj')).toBe(projectSlug('/home/me/my/proj'));
  });
});

import { describe, expect, it } from 'vitest';

import { importsOf, isImportable } from '../../../src/core/loaded/imports.js';
import { rulePaths } from '../../../src/core/loaded/rule-paths.js';

describe('imports of an instruction file', () => {
  it.each([
    ['@a.md', ['a.md']],
    ['See @docs/a.md and @~/b.md.', ['docs/a.md', '~/b.md.']],
    ['- @a.md\n1. @b.md\n> @c.md\n# @d.md', ['a.md', 'b.md', 'c.md', 'd.md']],
    ['**@a.md** *@b.md* [@c.md](x)', ['a.md', 'b.md', 'c.md']],
    ['@with\\ blank.md', ['with blank.md']],
    ['@a.md#part @a.md', ['a.md']],
    ['@a@b.md', ['a@b.md']],
    ['me@example.com (@a.md) `@b.md` <!-- @c.md -->', []],
    ['```\n@a.md\n```\n\n    @b.md\n\n<div>\n@c.md\n</div>', []],
    ['@ alone, @@twice', []],
  ])('%j', (text, expected) => {
    expect(importsOf(text)).toStrictEqual(expected);
  });

  it.each([
    ['a.md', true],
    ['a.MD', true],
    ['Makefile', true],
    ['.hidden', true],
    ['a.b/file', true],
    ['a.png', false],
    ['a.markdown', false],
  ])('%s is imported: %s', (path, expected) => {
    expect(isImportable(path)).toBe(expected);
  });
});

describe('paths of a rule', () => {
  it.each([
    ['A rule', []],
    ['---\nname: x\n---\nA rule', []],
    ['---\npaths:\n  - "src/**"\n  - lib/*.ts\n---\n', ['src/**', 'lib/*.ts']],
    ['---\r\npaths: "src/**/*.{ts,tsx}, lib/**"\r\n---\r\n', ['src/**/*.{ts,tsx}', 'lib/**']],
    ['---\npaths: "**"\n---\n', []],
    ['---\npaths: ["**", "src/**"]\n---\n', ['**', 'src/**']],
    ['---\npaths: []\n---\n', []],
    ['---\npaths:\n---\n', []],
    ['---\npaths: [a\n---\n', ['[a']],
    ['---\npaths: src/**\nno end', []],
  ])('%j', (text, expected) => {
    expect(rulePaths(text)).toStrictEqual(expected);
  });
});

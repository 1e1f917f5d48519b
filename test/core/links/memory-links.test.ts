import { describe, expect, it } from 'vitest';

import { memoryLinks } from '../../../src/core/links/memory-links.js';
import { TextLines } from '../../../src/core/text.js';

const links = (text: string): string[] =>
  memoryLinks(new TextLines(text)).map(({ kind, target }) => `${kind} ${target}`);

describe('links of a memory', () => {
  it.each([
    ['a name', 'see [[build-rule]].', ['wiki build-rule']],
    ['alias and heading', '[[ a b |shown]] [[c#part]]', ['wiki a b', 'wiki c']],
    ['two on a line', '[[a]][[b]] [x](c.md)', ['wiki a', 'wiki b', 'markdown c.md']],
    [
      'markdown forms',
      '[x](./a.md "title") [y](<b c.md>) [z](d.md#part) [w](e(1).md)',
      ['markdown ./a.md', 'markdown b c.md', 'markdown d.md', 'markdown e(1).md'],
    ],
    ['text with brackets', '[a [b] c](d.md)', ['markdown d.md']],
    [
      'not memories',
      '[x](https://e.org/a.md) ![i](a.md) ![[a]] [y](#part) [z](a.png) [w](//e/a.md) [[#part]] [[]]',
      [],
    ],
    ['escaped', '\\[[a]] \\`[[b]]\\`', ['wiki b']],
    ['code span', '`[[a]]` ``[[b]] ` [[c]]`` [[d]]', ['wiki d']],
    ['backtick that is never closed', 'a ` [[b]]', ['wiki b']],
    ['fenced code', '```md\n[[a]]\n````\n[[b]]\n~~~\n[[c]]\n```\n~~~\n[[d]]', ['wiki b', 'wiki d']],
    ['fence that is never closed', '[[a]]\n```\n[[b]]', ['wiki a']],
    ['code span that looks like a fence', '```x``` [[a]]\n[[b]]', ['wiki a', 'wiki b']],
    ['broken links', '[[a\n]] [x](b.md [y](c .md)', []],
  ])('%s', (_what, text, expected) => {
    expect(links(text)).toEqual(expected);
  });

  it('gives the range of the target alone, in lines of the file', () => {
    const lines = new TextLines('---\nname: x\n---\r\n\u{1F600} [[ a|b ]] [x](<c d.md>)');
    expect(
      memoryLinks(lines, 3).map(({ target, range }) => [
        target,
        lines.text.slice(lines.offset(range.start), lines.offset(range.end)),
        range.start,
      ]),
    ).toEqual([
      ['a', 'a', { line: 3, character: 6 }],
      ['c d.md', 'c d.md', { line: 3, character: 18 }],
    ]);
  });

  it.each(['[', '](', '[](', '[[a', '[a](<', '[a](x "', '` ', '[x](a(b', '[[x]]', '!['])(
    'takes a line made of %j',
    (part) => {
      expect(links(part.repeat(100_000)).length).toBe(part === '[[x]]' ? 100_000 : 0);
    },
  );
});

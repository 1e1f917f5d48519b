/** Variations of cases 01, 02, 04, 18, 20 and 50: other indexes and stores at and past the limits. */
import { describe, expect, it } from 'vitest';

import type { ParsedStore } from '../../../src/core/parsed-store.js';
import type { Problem, ProblemCode } from '../../../src/core/problem.js';
import { applied, brief, lint, measureIndex, sourcesOf, storeOfTexts } from '../lint/store.js';

const memory = (name: string): string =>
  `---\nname: ${name}\ndescription: how ${name} is done here\ntype: reference\n---\n\nText.\n`;
const entries = (count: number, from = 0): string =>
  Array.from({ length: count }, (_, at) => `- [N${from + at}](n${from + at}.md) — x\n`).join('');
const files = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}.md`, memory(`n${at}`)]));
const only = (store: ParsedStore, code: ProblemCode): Problem[] =>
  lint(store).filter((problem) => problem.code === code);
const lineOf = ({ range }: Problem): number => range.start.line + 1;

describe('case 01: more than 200 lines', () => {
  it.each([
    ['200 lines', '# I\n\n', 198, 0, []],
    ['201 lines', '# I\n\n', 199, 1, [201]],
    ['no heading', '', 202, 2, [201, 202]],
    ['blank lines at the end', '# I\n\n', 198, 0, []],
    ['front matter above', '---\ntitle: I\n---\n', 201, 1, [204]],
    ['a comment above', '<!--\nfor people\n-->\n# I\n', 200, 1, [204]],
  ] as const)('%s', (name, above, count, lost, notLoaded) => {
    const store = storeOfTexts({
      'MEMORY.md': above + entries(count) + (name.startsWith('blank') ? '\n\n\n' : ''),
      ...files(count),
    });
    expect(
      only(store, 'index-lines').map((problem) => [lineOf(problem), problem.message.includes(`${lost} line`)]),
    ).toEqual(lost === 0 ? [] : [[notLoaded[0], true]]);
    expect([only(store, 'index-entry-not-loaded').map(lineOf), only(store, 'index-orphan')]).toEqual([
      notLoaded.slice(0, 1),
      [],
    ]);
  });

  it('no fix loses a line: it moves it, or writes it elsewhere', () => {
    const index = `# I\n\n## Notes\n\n${'- note on the build\n'.repeat(8)}\n## Entries\n\n${entries(200)}`;
    const store = storeOfTexts({ 'MEMORY.md': index, ...files(200) });
    const fixes = lint(store).flatMap((problem) => problem.fixes);
    expect(fixes.length).toBeGreaterThan(0);
    for (const fix of fixes) {
      const told = sourcesOf(applied(store, fix))
        .map(({ text }) => text)
        .join('\n');
      for (const line of index.split('\n')) expect(told, fix.title).toContain(line);
    }
  });
});

describe('case 02: the limit counts UTF-16 units', () => {
  it.each([
    ['Cyrillic', 'ж', 200, 124, undefined],
    ['Cyrillic, one more', 'ж', 200, 125, 199],
    ['Hangul', '한', 100, 249, undefined],
    ['pairs of units', '😀', 100, 124, undefined],
    ['pairs of units, one more', '😀', 100, 125, 100],
    ['a base and its accent', 'e\u0301', 100, 125, 100],
  ] as const)('%s', (_, unit, lines, times, cut) => {
    const { cutLine, units, bytes } = measureIndex(`${unit.repeat(times)}\n`.repeat(lines));
    expect(cutLine === undefined ? undefined : cutLine + 1).toBe(cut);
    expect(units).toBe(lines * (unit.length * times + 1) - 1);
    expect(bytes).toBe(lines * (new TextEncoder().encode(unit).length * times + 1));
  });

  it('the first line alone may be too long, and its beginning is loaded', () => {
    const store = storeOfTexts({ 'MEMORY.md': `- [N0](n0.md) — ${'x'.repeat(25_000)}\n`, 'n0.md': memory('n0') });
    expect(only(store, 'index-size').map(lineOf)).toEqual([1]);
    expect(only(store, 'index-size')[0]?.message).toContain('the first 25,000 characters of the first line');
    expect(only(store, 'index-entry-not-loaded')).toEqual([]);
  });

  it('of both limits the one that cuts first is reported', () => {
    const store = storeOfTexts({
      'MEMORY.md': `- [N0](n0.md) — ${'y'.repeat(120)}\n`.repeat(205),
      'n0.md': memory('n0'),
    });
    expect(brief(lint(store).filter(({ code }) => code === 'index-size' || code === 'index-lines'))).not.toEqual([]);
    expect(store.index?.budget.loadedLines).toBeLessThan(200);
  });
});

describe('case 04: what is stripped does not count', () => {
  it.each([
    ['a long comment', `<!--\n${'note for people\n'.repeat(100)}-->\n${entries(150)}`, 150, undefined],
    ['comments between entries', `${entries(100)}<!--\n${'x\n'.repeat(60)}-->\n${entries(60, 100)}`, 160, undefined],
    ['a comment that never closes', `<!--\n${entries(201)}`, 202, 201],
    ['a comment within a line', `${entries(150)}text <!-- ${'x'.repeat(100)} -->\n`, 151, undefined],
    ['a comment in a block of code', `\`\`\`\n<!--\n-->\n\`\`\`\n${entries(100)}`, 104, undefined],
    ['front matter and a comment above a cut', `---\nx: y\n---\n<!--\nnote\n-->\n${entries(202)}`, 202, 207],
  ])('%s', (_, index, lines, cut) => {
    const budget = measureIndex(index);
    expect([budget.lines, budget.cutLine === undefined ? undefined : budget.cutLine + 1]).toEqual([lines, cut]);
  });

  it('an entry in a comment is none: its file is an orphan, its missing target no finding', () => {
    const store = storeOfTexts({
      'MEMORY.md': '<!-- - [N0](n0.md) — x -->\n<!--\n- [Gone](gone.md)\n-->\n- [N1](n1.md) — x\n',
      ...files(2),
    });
    expect(brief(lint(store))).toEqual(['n0.md:2 index-orphan']);
  });
});

describe('cases 18 and 20: adversarial text', () => {
  it.each([
    ['brackets', '['.repeat(60_000)],
    ['pairs', '[]('.repeat(30_000)],
    ['wiki brackets', '[['.repeat(40_000)],
    ['back-ticks', '` `` '.repeat(20_000)],
    ['angles', '[a](<'.repeat(20_000)],
    ['back-slashes', '\\'.repeat(60_000)],
    ['stars', '**['.repeat(30_000)],
    ['comments', '<!-- '.repeat(20_000)],
    ['spaces', `[a](${' '.repeat(60_000)}`],
    ['bars', '|'.repeat(60_000)],
    ['one word', 'x'.repeat(100_000)],
  ])('a line of %s is read, hides no other line, and is told of', (_, line) => {
    const store = storeOfTexts({ 'MEMORY.md': `${line}\n\n- [A](a.md) — fine\n`, 'a.md': `${memory('a')}\n${line}\n` });
    expect(store.index?.entries.some(({ path }) => path === 'a.md')).toBe(true);
    expect(
      only(store, 'index-entry-long').map(({ range, message }) => [range.start.line, message.includes('first 10,000')]),
    ).toContainEqual([0, true]);
    expect(only(store, 'index-size')).toHaveLength(1);
  });

  it.each([
    ['fences', '```\n'.repeat(20_001)],
    ['comments that open', '<!--\n'.repeat(20_000)],
    ['rules', '---\n'.repeat(20_000)],
    ['conflict markers', '<<<<<<< a\n'.repeat(5_000)],
    ['headings', '# x\n'.repeat(20_000)],
  ])('%s without end are read', (_, text) => {
    expect(Array.isArray(lint(storeOfTexts({ 'MEMORY.md': text, 'a.md': text })))).toBe(true);
  });
});

describe('case 50: many files, long files', () => {
  it.each([
    ['an index that lists them all', 150, 0, 0],
    ['120 that are not listed', 150, 120, 1],
    ['20 that are not listed', 150, 20, 20],
  ])('%s', (_, count, orphans, findings) => {
    const store = storeOfTexts({ 'MEMORY.md': entries(count - orphans, orphans), ...files(count) });
    const found = only(store, 'index-orphan');
    expect(found).toHaveLength(findings);
    if (findings === 1) expect(found[0]?.related).toHaveLength(orphans - 1);
  });

  it('a memory has no limit of 200 lines or 25,000 units', () => {
    const long = memory('n0') + 'line of a log\n'.repeat(5_000);
    const codes = lint(storeOfTexts({ 'MEMORY.md': entries(1), 'n0.md': long })).map(({ code }) => code);
    expect(codes.filter((code) => code.startsWith('index-'))).toEqual([]);
  });

  it('one rule reports a file once', () => {
    const store = storeOfTexts({
      'MEMORY.md': entries(40),
      ...Object.fromEntries(
        Array.from({ length: 40 }, (_, at) => [
          `n${at}.md`,
          `---\nname: n${at}\ntype: odd\n---\n[[x]] [[y]] [[z]] yesterday\n`,
        ]),
      ),
    });
    const places = lint(store).flatMap(({ code, path, related }) => [
      `${code} ${path}`,
      ...(code === 'wikilink-unresolved' ? [] : (related ?? []).map((each) => `${code} ${each.path}`)),
    ]);
    expect(new Set(places).size).toBe(places.length);
  });
});

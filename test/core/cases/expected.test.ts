import { describe, expect, it } from 'vitest';

import type { Problem } from '../../../src/core/problem.js';
import { applied, brief, CASES_WITH_FILES, caseStore, covered, lint, sourcesOf, storeOf } from '../lint/store.js';

/** The findings that each case's EXPECT.md requires, by code. */
const EXPECTED: readonly (readonly [name: string, directory: string, problems: readonly string[]])[] = [
  [
    '01-index-over-200-lines',
    'memory',
    ['MEMORY.md:4 index-missing-target', 'MEMORY.md:201 index-lines', 'MEMORY.md:201 index-entry-not-loaded'],
  ],
  ['02-limit-is-utf16-units', 'ascii', ['MEMORY.md:1 index-missing-target', 'MEMORY.md:199 index-size']],
  ['02-limit-is-utf16-units', 'cjk', ['MEMORY.md:1 index-missing-target', 'MEMORY.md:199 index-size']],
  ['02-limit-is-utf16-units', 'emoji', ['MEMORY.md:1 index-missing-target', 'MEMORY.md:116 index-size']],
  ['02-limit-is-utf16-units', 'cjk-fits', ['MEMORY.md:1 index-missing-target', 'MEMORY.md:2 index-duplicate']],
  [
    '04-frontmatter-and-comments-do-not-count',
    'memory',
    ['MEMORY.md:1 index-near-limit', 'MEMORY.md:69 index-missing-target'],
  ],
  ['05-index-drift-both-ways', 'memory', ['MEMORY.md:4 index-missing-target', 'forgotten.md:2 index-orphan']],
  ['06-unquoted-colon', 'memory', ['a.md:3 frontmatter-yaml', 'b.md:2 frontmatter-yaml', 'c.md:3 frontmatter-yaml']],
  ['07-inline-hash', 'memory', ['a.md:3 frontmatter-comment-cut', 'b.md:3 frontmatter-comment-cut']],
  ['09-nested-metadata', 'memory', ['c.md:1 type-missing', 'd.md:4 type-unknown']],
  [
    '10-blanked-frontmatter',
    'memory',
    ['lost-name.md:1 description-missing', 'lost-name.md:1 type-missing', 'lost-name.md:2 name-missing'],
  ],
  [
    '11-unclosed-frontmatter',
    'memory',
    ['a.md:1 frontmatter-unclosed', 'b.md:1 frontmatter-unclosed', 'c.md:1 empty-body', 'd.md:3 frontmatter-missing'],
  ],
  [
    '13-rule-is-not-frontmatter',
    'memory',
    ['a.md:1 frontmatter-missing', 'b.md:1 frontmatter-missing', 'c.md:1 frontmatter-missing'],
  ],
  ['15-bom-crlf', 'memory', []],
  [
    '16-not-utf8',
    'memory',
    ['binary.md:1 not-utf8', 'empty.md:1 empty-body', 'latin1.md:1 not-utf8', 'utf16.md:1 not-utf8'],
  ],
  [
    '17-js-frontmatter',
    'memory',
    ['a.md:1 frontmatter-executable', 'b.md:1 frontmatter-executable', 'c.md:2 frontmatter-value-type'],
  ],
  ['18-yaml-alias-bomb', 'memory', ['bomb.md:6 frontmatter-yaml', 'cycle.md:6 frontmatter-yaml']],
  ['20-slow-regex', 'memory', ['MEMORY.md:1 index-content', 'MEMORY.md:5 index-size']],
  ['21-index-name-case', 'only-lower/memory', ['a.md:2 index-orphan', 'memory.md:1 index-name-case']],
  ['21-index-name-case', 'both/memory', ['memory.md:1 index-name-case']],
  ['21-index-name-case', 'link-case/memory', ['MEMORY.md:1 index-name-case']],
  [
    '23-link-spellings',
    'memory',
    [
      'MEMORY.md:4 index-duplicate',
      'MEMORY.md:5 index-duplicate',
      'MEMORY.md:5 index-link-form',
      'MEMORY.md:7 index-duplicate',
      'MEMORY.md:14 index-link-form',
      'MEMORY.md:15 index-link-form',
      'MEMORY.md:18 index-duplicate',
      'MEMORY.md:21 index-link-form',
      'fence.md:2 index-orphan',
    ],
  ],
  ['24-wikilink-resolution', 'memory', ['hub.md:7 wikilink-unresolved', 'hub.md:7 wikilink-unresolved']],
  [
    '28-link-escapes-directory',
    'repo/.claude/memory',
    [1, 2, 3, 4, 5, 6].map((line) => `MEMORY.md:${line} index-link-outside`),
  ],
  [
    '33-merge-conflict',
    'memory',
    [
      'MEMORY.md:4 index-conflict-marker',
      'MEMORY.md:6 index-conflict-marker',
      'MEMORY.md:8 index-conflict-marker',
      'lesson.md:2 index-orphan',
    ],
  ],
  [
    '36-index-holds-content',
    'memory',
    ['MEMORY.md:1 index-content', 'debugging.md:1 frontmatter-missing', 'style.md:1 frontmatter-missing'],
  ],
  [
    '37-duplicates',
    'memory',
    ['MEMORY.md:3 index-duplicate', 'feedback_a.md:2 name-duplicate', 'project_a.md:2 name-duplicate'],
  ],
  ['46-do-not-regenerate', 'memory', ['fresh.md:2 index-orphan']],
  ['49-unknown-and-distill-types', 'memory', ['f.md:4 type-unknown', 'h.md:4 type-unknown', 'k.md:1 type-missing']],
  ['69-beginning-of-a-word', 'memory', []],
];

/** Rules that a case is about must be silent in every other case; other rules are tested on their own. */
const JUDGED = new Set(EXPECTED.flatMap(([, , problems]) => problems.map((problem) => problem.split(' ')[1] ?? '')));

it.each(EXPECTED)('case %s %s', async (name, directory, expected) => {
  const problems = lint(await caseStore(name, directory));
  expect(brief(problems.filter(({ code }) => JUDGED.has(code as string)))).toEqual(expected);
});

describe('details of the cases', () => {
  const one = async (name: string, code: string, directory?: string): Promise<{ text: string; problem: Problem }> => {
    const store = await caseStore(name, directory);
    const problem = lint(store).find((each) => each.code === code);
    if (problem === undefined) throw new Error(`No ${code}`);
    return { problem, text: covered(store, problem) };
  };

  it('groups 196 missing targets and names the three lines lost', async () => {
    expect((await one('01-index-over-200-lines', 'index-missing-target')).problem).toMatchObject({
      message: expect.stringMatching(/^196 problems/) as string,
      fixes: [],
    });
    expect((await one('01-index-over-200-lines', 'index-missing-target')).problem.related).toHaveLength(195);
    expect((await one('01-index-over-200-lines', 'index-lines')).problem.message).toContain('3 lines');
  });

  it('marks the missing target alone', async () => {
    expect((await one('05-index-drift-both-ways', 'index-missing-target')).text).toBe('removed-note.md');
  });

  it('repairs both drifts and nothing else', async () => {
    const store = await caseStore('05-index-drift-both-ways');
    const after = applied(store, ...lint(store).flatMap(({ fixes }) => fixes.slice(-1)));
    expect(after.index?.source.text).toBe(
      '# Index\n\n- [Build steps](build-steps.md) — how to build\n- [Forgotten](forgotten.md) — never got an index line\n',
    );
    expect(lint(after)).toEqual([]);
  });

  it('appends one line in the style of its neighbour', async () => {
    const store = await caseStore('46-do-not-regenerate');
    const [fix] = lint(store)[0]?.fixes ?? [];
    if (fix === undefined) throw new Error('No fix');
    expect(applied(store, fix).index?.source.text).toBe(
      `${store.index?.source.text}- [Fresh](fresh.md) — description of fresh\n`,
    );
  });

  it('offers no fix for files that are not UTF-8 or hold a conflict', async () => {
    const whole = new Set(['ok.md', 'a.md', 'b.md', 'c.md']);
    for (const name of ['16-not-utf8', '33-merge-conflict']) {
      expect(lint(await caseStore(name)).filter(({ path, fixes }) => !whole.has(path) && fixes.length > 0)).toEqual([]);
    }
  });

  it('never runs front matter', async () => {
    const store = await caseStore('17-js-frontmatter');
    for (const problem of lint(store)) for (const fix of problem.fixes) lint(applied(store, fix));
    expect(Object.hasOwn(globalThis, '__memdir_case17')).toBe(false);
  });

  it('missing front matter is at most a hint where notes have none on purpose', async () => {
    expect(lint(await caseStore('36-index-holds-content')).map(({ severity }) => severity)).toEqual([
      'hint',
      'hint',
      'hint',
    ]);
  });

  it('resolves wiki links by name, stem and folded, never by suffix', async () => {
    const store = await caseStore('24-wikilink-resolution');
    const unresolved = lint(store).filter(({ code }) => code === 'wikilink-unresolved');
    expect(unresolved.map((problem) => covered(store, problem))).toEqual(['Todo', 'nowhere']);
  });
});

describe('every fix offered', () => {
  it.each(CASES_WITH_FILES)(
    'in case %s %s removes its problem and no byte besides its edits',
    async (name, directory) => {
      const store = await caseStore(name, directory);
      const before = new Map(sourcesOf(store).map(({ path, text }) => [path, text]));
      for (const problem of lint(store)) {
        for (const fix of problem.fixes) {
          const after = applied(store, fix);
          const same = (each: Problem): boolean =>
            each.code === problem.code && each.path === problem.path && each.message === problem.message;
          expect(lint(after).filter(same).length, `${problem.code}: ${fix.title}`).toBeLessThan(
            lint(store).filter(same).length,
          );
          const old = new Map(Object.entries(fix.renames ?? {}).map(([from, to]) => [to, from]));
          for (const { path, text } of sourcesOf(after))
            if (fix.edits[path] === undefined) expect(text).toBe(before.get(old.get(path) ?? path));
        }
      }
    },
  );

  it.each(CASES_WITH_FILES)('in case %s %s keeps byte order mark and line ends', async (name, directory) => {
    const plain = await caseStore(name, directory);
    const known = new Set(sourcesOf(plain).map(({ path }) => path));
    const windows = storeOf(
      sourcesOf(plain).map((each) =>
        each.encoding === 'utf8' && !each.text.startsWith('\uFEFF')
          ? { ...each, text: `\uFEFF${each.text.replace(/\r?\n/g, '\r\n')}` }
          : each,
      ),
    );
    for (const problem of lint(windows)) {
      for (const fix of problem.fixes) {
        for (const { path, text } of sourcesOf(applied(windows, fix))) {
          if (fix.edits[path] === undefined) continue;
          expect(text.lastIndexOf('\uFEFF'), fix.title).toBe(known.has(path) ? 0 : -1);
          expect(text.replaceAll('\r\n', ''), fix.title).not.toContain('\n');
        }
      }
    }
  });
});

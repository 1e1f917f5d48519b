import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { groupProblems, lintIndexAndStore, lintMemoryFile, RULES } from '../../../src/core/lint/lint.js';
import type { ParsedFile } from '../../../src/core/parsed-file.js';
import type { Problem } from '../../../src/core/problem.js';
import { runs } from '../../support/fuzz.js';
import { source } from '../cases/cases.js';
import { applied, brief, covered, infoOf, lint, storeOf, storeOfTexts } from './store.js';

const memory = (name: string, description = 'about it'): string =>
  `---\nname: ${name}\ndescription: ${description}\ntype: user\n---\n\nText.\n`;
const only = (problems: readonly Problem[], code: Problem['code']): Problem[] =>
  problems.filter((problem) => problem.code === code);

function indexAfterFix(
  index: string,
  code: Problem['code'],
  files: Readonly<Record<string, string>>,
  title?: string,
): string | undefined {
  const store = storeOfTexts({ 'MEMORY.md': index, ...files });
  const fix = only(lint(store), code)[0]?.fixes.find((each) => title === undefined || each.title === title);
  if (fix === undefined) throw new Error(`No fix for ${code}`);
  return applied(store, fix).index?.source.text;
}

describe('adding an entry', () => {
  const files = { 'a.md': memory('a'), 'new-one.md': memory('new-one', '"What it is"') };
  it.each([
    ['dash', '- [A](a.md) — x\n', '- [A](a.md) — x\n- [New one](new-one.md) — What it is\n'],
    ['no final line end', '- [A](a.md) — x', '- [A](a.md) — x\n- [New one](new-one.md) — What it is'],
    ['CRLF', '# I\r\n- [A](a.md) - x\r\n', '# I\r\n- [A](a.md) - x\r\n- [New one](new-one.md) - What it is\r\n'],
    [
      'bold and type',
      '* **[A](a.md)** (project) -- x\n',
      '* **[A](a.md)** (project) -- x\n* **[New one](new-one.md)** (user) -- What it is\n',
    ],
    ['file name as title', '- [a.md](./a.md): x\n', '- [a.md](./a.md): x\n- [new-one.md](./new-one.md): What it is\n'],
    ['numbers', '9. [A](a.md) — x\n', '9. [A](a.md) — x\n10. [New one](new-one.md) — What it is\n'],
    [
      'table',
      '| File | About |\n|---|---|\n| [a](a.md) | x |\n\nEnd\n',
      '| File | About |\n|---|---|\n| [a](a.md) | x |\n| [New one](new-one.md) | What it is |\n\nEnd\n',
    ],
    ['wiki', '- [[a]] — x\n', '- [[a]] — x\n- [[new-one]] — What it is\n'],
    [
      'before what follows the list',
      '- [A](a.md) — x\n  spilled over\n\nProse.\n',
      '- [A](a.md) — x\n  spilled over\n- [New one](new-one.md) — What it is\n\nProse.\n',
    ],
    [
      'outermost level',
      '- [A](a.md) — x\n  - [B](a.md) — y\n',
      '- [A](a.md) — x\n  - [B](a.md) — y\n- [New one](new-one.md) — What it is\n',
    ],
  ])('%s', (_, before, after) => {
    expect(indexAfterFix(before, 'index-orphan', files)).toBe(after);
  });

  it.each([
    ['empty', '', '- [New one](new-one.md) — What it is\n'],
    ['a heading', '# Index\n', '# Index\n\n- [New one](new-one.md) — What it is\n'],
    ['a heading without line end', '# Index', '# Index\n\n- [New one](new-one.md) — What it is'],
    ['a blank line', '# Index\n\n', '# Index\n\n- [New one](new-one.md) — What it is\n'],
  ])('to an index without entries: %s', (_, before, after) => {
    expect(indexAfterFix(before, 'index-orphan', { 'new-one.md': files['new-one.md'] })).toBe(after);
  });

  it('writes names that hold spaces and brackets as links that resolve', () => {
    for (const path of ['the brief.md', 'a (1.md', 'x<y>.md', '100%.md', '50%20.md', '#1.md']) {
      const store = storeOfTexts({ 'MEMORY.md': '- [A](a.md)\n', 'a.md': memory('a'), [path]: memory('b') });
      const [problem] = only(lint(store), 'index-orphan');
      expect(only(lint(applied(store, ...(problem?.fixes ?? []))), 'index-orphan'), path).toEqual([]);
    }
  });

  it.each(['- [A](a.md) — x\n', '# Index\n', '| F | About |\n|---|---|\n| [a](a.md) | x |\n'])(
    'is no line that is too long for an entry: %j',
    (index) => {
      const path = `${'a-name-of-many-words-'.repeat(4)}.md`;
      const store = storeOfTexts({
        'MEMORY.md': index,
        'a.md': memory('a'),
        [path]: memory('b', `"${'What it is about, at length. '.repeat(12)}"`),
      });
      const fixed = applied(store, ...only(lint(store), 'index-orphan').flatMap(({ fixes }) => fixes));
      expect(only(lint(fixed), 'index-orphan')).toEqual([]);
      expect(only(lint(fixed), 'index-entry-long')).toEqual([]);
    },
  );

  it('repeats no secret, and leads to nothing that is no memory', () => {
    const secret = `ghp_${'x7Kq2mZ9wLr4Tn8vBc1Jd5Hf3Gs6PaYe0RuQ'}`;
    const store = storeOf([
      source('MEMORY.md', '- [A](a.md) — x\n'),
      source('a.md', memory('a')),
      source('keys.md', memory('keys', `"The token is ${secret}"`)),
      { ...source('binary.md', ''), encoding: 'binary' },
      { ...source('out.md', memory('out')), linkTarget: '/elsewhere/out.md' },
      source('torn.md', `<<<<<<< ours\n${memory('torn')}=======\n>>>>>>> theirs\n`),
    ]);
    const orphans = only(lint(store), 'index-orphan');
    expect(orphans.map(({ path, fixes }) => [path, fixes.length])).toEqual([
      ['keys.md', 1],
      ['torn.md', 0],
    ]);
    expect(applied(store, ...(orphans[0]?.fixes ?? [])).index?.source.text).toBe(
      '- [A](a.md) — x\n- [Keys](keys.md)\n',
    );
  });

  it('is not safe when the new line would not be loaded', () => {
    const index = '# x\n'.repeat(199) + '- [A](a.md)\n';
    const [fix] = only(lint(storeOfTexts({ 'MEMORY.md': index, ...files })), 'index-orphan')[0]?.fixes ?? [];
    expect(fix?.safe).toBe(false);
  });
});

describe('a missing target', () => {
  it('is corrected when one file is meant', () => {
    const [problem] = only(
      lint(storeOfTexts({ 'MEMORY.md': '- [B](./build-step.md#x) — y\n', 'build-steps.md': memory('b') })),
      'index-missing-target',
    );
    expect(problem?.fixes.map(({ title, safe }) => [title, safe])).toEqual([
      ['Change to build-steps.md', true],
      ['Create build-step.md', false],
      ['Remove this entry', false],
    ]);
    expect(
      indexAfterFix('- [B](./build-step.md#x) — y\n', 'index-missing-target', { 'build-steps.md': memory('b') }),
    ).toBe('- [B](./build-steps.md#x) — y\n');
  });

  it.each([
    ['its line', '# I\n- [A](a.md)\n- [X](gone.md) — x\n', '# I\n- [A](a.md)\n'],
    ['the last line without line end', '- [A](a.md)\r\n- [X](gone.md)', '- [A](a.md)'],
    ['spilled lines', '- [X](gone.md) — x\n  more\n- [A](a.md)\n', '- [A](a.md)\n'],
    ['not the neighbour on the line', '- [A](a.md) · [X](gone.md) — x\n', '- [A](a.md) · X — x\n'],
    ['not the prose', 'See [X](gone.md) and [A](a.md).\n', 'See X and [A](a.md).\n'],
    ['not the byte order mark', '\uFEFF- [X](gone.md)\n- [A](a.md)\n', '\uFEFF- [A](a.md)\n'],
  ])('is removed with %s', (_, before, after) => {
    const title = after.includes('X') ? 'Turn this link into plain text' : 'Remove this entry';
    expect(indexAfterFix(before, 'index-missing-target', { 'a.md': memory('a') }, title)).toBe(after);
  });

  it('is created with what its entry says, in the style of the store', () => {
    const store = storeOfTexts({
      'MEMORY.md': '- [Ship log](feedback_ship_log.md) — write: every trip\r\n',
      'a.md': memory('a').replace('type: user', 'metadata:\n  type: user'),
    });
    const [missing] = only(lint(store), 'index-missing-target');
    const fix = missing?.fixes.find(({ title }) => title === 'Create feedback_ship_log.md');
    const after = applied(store, ...(fix === undefined ? [] : [fix]));
    expect(only(lint(after), 'index-missing-target')).toEqual([]);
    expect(after.files.get('feedback_ship_log.md')?.source.text).toBe(
      [
        '---',
        'name: feedback_ship_log',
        'description: "write: every trip"',
        'metadata:',
        '  node_type: memory',
        '  type: feedback',
        '---',
        '',
        'write: every trip',
        '',
      ].join('\r\n'),
    );
  });

  it.each(['.hidden.md', 'notes.txt', 'sub/MEMORY.md', 'a%3Fb.md', 'a%0Ab.md'])(
    'is not created where its path is no name of a memory: %s',
    (path) => {
      const problems = only(lint(storeOfTexts({ 'MEMORY.md': `- [X](${path}) — x\n` })), 'index-missing-target');
      expect(problems.flatMap(({ fixes }) => fixes).filter(({ title }) => title.startsWith('Create'))).toEqual([]);
    },
  );

  it('is removed or created only when a person says so, and offers listed names too', () => {
    const files = { 'tone.md': memory('tone') };
    const [missing] = only(
      lint(storeOfTexts({ 'MEMORY.md': '- [T](tone.md) — t\n- [X](tonne.md) — x\n', ...files })),
      'index-missing-target',
    );
    expect(missing?.fixes.map(({ title, safe, preferred }) => [title, safe, preferred])).toEqual([
      ['Change to tone.md', false, false],
      ['Create tonne.md', false, false],
      ['Remove this entry', false, false],
    ]);
  });

  it('is not looked for behind back-ticks, folders and mentions', () => {
    const index = '- `gone.md`\n- [sub](sub)\n- [A](a.md) — see [[nothing]]\n- [B](sub/b.md)\n';
    expect(
      only(
        lint(storeOfTexts({ 'MEMORY.md': index, 'a.md': memory('a'), 'sub/b.md': memory('b') })),
        'index-missing-target',
      ),
    ).toEqual([]);
  });
});

describe('orphans', () => {
  it('are not logs, nested stores, forgotten memories, and not in notebooks of agents', () => {
    const texts = {
      'MEMORY.md': '# x\n',
      'logs/2026/01/2026-01-01.md': 'x',
      '2026-01-02.md': 'x',
      'team/MEMORY.md': '# t\n',
      'team/t.md': memory('t'),
      'gone.md': '---\nname: g\ndescription: d\ntype: user\ndeleted_at: 2026-01-01\n---\nx\n',
    };
    expect(only(lint(storeOfTexts(texts)), 'index-orphan')).toEqual([]);
    expect(
      only(lint(storeOfTexts({ 'MEMORY.md': '# x\n', 'a.md': memory('a') }, infoOf('agent'))), 'index-orphan'),
    ).toEqual([]);
  });

  it('are not what a listed list names, however its links are written', () => {
    const list = '---\nname: l\ndescription: d\ntype: user\n---\n- [a](a%20b.md)\n- [c](../c.md)\n- [[d]]\n';
    const texts = {
      'MEMORY.md': '- [L](sub/list.md)\n',
      'sub/list.md': list,
      'sub/a b.md': memory('a'),
      'c.md': memory('c'),
      'd.md': memory('d'),
      'e.md': memory('e'),
    };
    expect(only(lint(storeOfTexts(texts)), 'index-orphan').map(({ path }) => path)).toEqual(['e.md']);
  });
});

describe('repeated entries', () => {
  it('are removed unasked only when the lines are the same', () => {
    expect(indexAfterFix('- [A](a.md) — x\n- [A](a.md) — x\n', 'index-duplicate', { 'a.md': memory('a') })).toBe(
      '- [A](a.md) — x\n',
    );
    const different = storeOfTexts({ 'MEMORY.md': '- [A](a.md) — x\n- [A](a.md) — y\n', 'a.md': memory('a') });
    expect(only(lint(different), 'index-duplicate')[0]?.fixes.map(({ safe }) => safe)).toEqual([false]);
  });
});

describe('single memories', () => {
  const problemsOf = (text: string, path = 'a.md'): Problem[] => lint(storeOfTexts({ [path]: text }));
  it.each([
    ['long description', memory('a', 'x'.repeat(201)), ['a.md:3 description-long']],
    ['description that fits', memory('a', 'x'.repeat(200)), []],
    ['date as description', memory('a', '2026-01-15'), ['a.md:3 frontmatter-value-type']],
    ['conflict', `${memory('a')}<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> b\n`, ['a.md:8 merge-conflict']],
    ['empty type', memory('a').replace('type: user', 'type:'), ['a.md:4 type-missing']],
    ['blank file', '\n \n', ['a.md:1 empty-body']],
  ])('%s', (_, text, expected) => {
    expect(brief(problemsOf(text))).toEqual(expected);
  });

  it('asks nothing of an unreadable file but that it be read', () => {
    const store = storeOf([{ ...source('a.md', ''), unreadable: 'It is a link to x, which does not exist.' }]);
    expect(brief(lint(store))).toEqual(['a.md:1 unreadable']);
  });

  it('offers the nearest type first', () => {
    const [problem] = problemsOf(memory('a').replace('user', 'feedbak'));
    expect(problem?.fixes.map(({ title, preferred }) => [title, preferred])).toEqual([
      ['Change type to feedback', true],
      ['Change type to user', false],
      ['Change type to project', false],
      ['Change type to reference', false],
    ]);
  });

  it('adds front matter that leaves only what cannot be guessed', () => {
    const store = storeOfTexts({ 'feedback_tone.md': '\uFEFFBe brief: always.\r\nMore.\r\n' });
    const after = applied(store, ...(lint(store)[0]?.fixes ?? []));
    expect(after.files.get('feedback_tone.md')?.source.text).toBe(
      '\uFEFF---\r\nname: feedback_tone\r\ndescription: "Be brief: always."\r\ntype: feedback\r\n---\r\n\r\nBe brief: always.\r\nMore.\r\n',
    );
    expect(lint(after)).toEqual([]);
  });
});

describe('wiki links', () => {
  it('to nothing are one finding a file, however many', () => {
    const store = storeOfTexts({ 'a.md': `${memory('a')}[[x1]] [[y2]] [[x1]]\n` });
    const [problem, ...others] = lint(store);
    expect(others).toEqual([]);
    expect(problem).toMatchObject({
      code: 'wikilink-unresolved',
      message: expect.stringContaining('x1, y2') as string,
    });
    expect(problem?.related).toHaveLength(2);
  });

  it('that could mean two memories say so', () => {
    const store = storeOfTexts({ 'a.md': memory('b'), 'b.md': `${memory('c')}[[b]]\n` });
    expect(
      only(lint(store), 'wikilink-unresolved').map((problem) => [
        covered(store, problem),
        problem.message.includes('matches a.md, b.md'),
      ]),
    ).toEqual([['b', true]]);
  });
});

describe('the run', () => {
  const texts = { 'MEMORY.md': '- [X](gone.md)\n', 'a.md': 'No front matter.\n' };
  it('takes severities from the settings', () => {
    const store = storeOfTexts(texts);
    expect(brief(lint(store, { 'index-missing-target': 'off', 'index-orphan': 'off' }))).toEqual([
      'a.md:1 frontmatter-missing',
    ]);
    expect(only(lint(store, { 'index-missing-target': 'error' }), 'index-missing-target')[0]?.severity).toBe('error');
  });

  it('offers no fix in a store that cannot be written', () => {
    expect(lint(storeOfTexts(texts, infoOf('main', { readOnly: true }))).flatMap(({ fixes }) => fixes)).toEqual([]);
  });

  it('gives a file alone what it gives it within the store', () => {
    const store = storeOfTexts(texts);
    const alone = [...store.files.values()].flatMap((file: ParsedFile) => lintMemoryFile(file, store, {}));
    const parts = groupProblems([...lintIndexAndStore(store, {}), ...alone]);
    expect(brief(parts).sort()).toEqual(brief(lint(store)).sort());
  });

  it('groups more than 20 of one kind, and not 20', () => {
    const index = (count: number): string =>
      Array.from({ length: count }, (_, at) => `- [x](gone${String.fromCharCode(97 + at)}.md)\n`).join('');
    expect(lint(storeOfTexts({ 'MEMORY.md': index(20) }))).toHaveLength(20);
    const grouped = lint(storeOfTexts({ 'MEMORY.md': index(21) }));
    expect(grouped).toHaveLength(1);
    expect(grouped[0]?.related).toHaveLength(20);
  });

  it('has one rule for a code', () => {
    expect(new Set(RULES.map(({ code }) => code)).size).toBe(RULES.length);
  });

  it('answers for any text, with fixes that can be applied', () => {
    const piece = fc.constantFrom(
      '---\n',
      'name: ',
      'description: ',
      'type: ',
      'metadata:\n  ',
      'user',
      'Feedback',
      ' #x',
      '"',
      ': ',
      '\n',
      '\r\n',
      '\uFEFF',
      '[[a]]',
      '[[x',
      '- [A](b.md)',
      '- [c d](c d.md) — e',
      '<<<<<<< x\n',
      '```\n',
      '<!--',
      '-->',
      'é',
      '&a *a',
      '[',
      '- ',
      '  ',
    );
    const text = fc.array(piece, { maxLength: 25 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, text, (index, a, b) => {
        const store = storeOfTexts({ 'MEMORY.md': index, 'a.md': a, 'b.md': b });
        for (const problem of lint(store)) for (const fix of problem.fixes) applied(store, fix);
      }),
      { numRuns: runs(1_000) },
    );
  });
});

/** Variations of cases 05, 21, 23, 24, 28, 33, 36, 37 and 46: other indexes and links of the same kinds. */
import { describe, expect, it } from 'vitest';

import type { ParsedStore } from '../../../src/core/parsed-store.js';
import type { Problem, ProblemCode } from '../../../src/core/problem.js';
import { applied, brief, covered, lint, storeOfTexts } from '../lint/store.js';

const memory = (name: string, body = 'Text.'): string =>
  `---\nname: ${name}\ndescription: how ${name} is done here\ntype: reference\n---\n\n${body}\n`;
const A = { 'a.md': memory('a') };
const AB = { ...A, 'b.md': memory('b') };
const withIndex = (index: string, files: Readonly<Record<string, string>> = A): ParsedStore =>
  storeOfTexts({ 'MEMORY.md': index, ...files });
const only = (store: ParsedStore, code: ProblemCode): Problem[] =>
  lint(store).filter((problem) => problem.code === code);
/** The index after the first fix of a code. */
function indexAfter(store: ParsedStore, code: ProblemCode): string | undefined {
  const fix = only(store, code)[0]?.fixes[0];
  if (fix === undefined) throw new Error(`No fix for ${code}`);
  return applied(store, fix).index?.source.text;
}

describe('case 05: index and files drift apart', () => {
  it.each([
    [
      'a file below a folder',
      '- [A](a.md) — x\n- [Gone](sub/gone.md) — y\n',
      { ...A, 'sub/new.md': memory('new') },
      'sub/gone.md',
      'sub/new.md',
      '- [A](a.md) — x\n- [New](sub/new.md) — how new is done here\n',
    ],
    [
      'a table',
      '| File | About |\n|---|---|\n| [a](a.md) | x |\n| [g](gone.md) | y |\n',
      AB,
      'gone.md',
      'b.md',
      '| File | About |\n|---|---|\n| [a](a.md) | x |\n| [B](b.md) | how b is done here |\n',
    ],
    ['wiki links', '- [[a]] — x\n- [[gone]] — y\n', AB, 'gone', 'b.md', '- [[a]] — x\n- [[b]] — how b is done here\n'],
    [
      'CRLF and stars',
      '* [A](a.md) - x\r\n* [G](gone.md) - y\r\n',
      AB,
      'gone.md',
      'b.md',
      '* [A](a.md) - x\r\n* [B](b.md) - how b is done here\r\n',
    ],
  ])('%s', (_, index, files, target, orphan, after) => {
    const store = withIndex(index, files);
    const [missing] = only(store, 'index-missing-target');
    expect([missing && covered(store, missing), only(store, 'index-orphan').map(({ path }) => path)]).toEqual([
      target,
      [orphan],
    ]);
    const repaired = applied(
      store,
      ...lint(store)
        .filter(({ code }) => code === 'index-missing-target' || code === 'index-orphan')
        .flatMap(({ fixes }) => fixes.slice(-1)),
    );
    expect(repaired.index?.source.text).toBe(after);
    expect([...only(repaired, 'index-missing-target'), ...only(repaired, 'index-orphan')]).toEqual([]);
  });

  it.each([
    ['a misspelt name', 'bild-steps.md', 'build-steps.md'],
    ['another folder', 'old/build-steps.md', 'build-steps.md'],
    ['the folder left out', 'b.md', 'sub/b.md'],
    ['the folder itself', 'memory/sub/b.md', 'sub/b.md'],
    ['a plus for a space', 'the+plan.md', 'the plan.md'],
  ])('%s is corrected, not removed', (_, target, path) => {
    const store = withIndex(`- [X](${target}) — x\n`, { [path]: memory('x') });
    expect(only(store, 'index-missing-target')[0]?.fixes.map(({ safe }) => safe)).toEqual([true, false, false]);
    const after = applied(store, ...(only(store, 'index-missing-target')[0]?.fixes.slice(0, 1) ?? []));
    expect(brief(lint(after))).toEqual([]);
  });
});

describe('case 21: names that differ only in case', () => {
  it.each(['Memory.md', 'MEMORY.MD', 'memory.md'])(
    'an index named %s is renamed, and what it lists is not indexed',
    (name) => {
      const store = storeOfTexts({ [name]: '- [A](a.md)\n', ...A });
      expect(brief(lint(store)).sort()).toEqual([`${name}:1 index-name-case`, 'a.md:2 index-orphan'].sort());
      expect(only(store, 'index-name-case')[0]?.fixes.map(({ renames, safe }) => [renames, safe])).toEqual([
        [{ [name]: 'MEMORY.md' }, false],
      ]);
    },
  );

  it('every other spelling beside MEMORY.md is flagged, is no orphan and has no fix', () => {
    const store = withIndex('- [A](a.md) — x\n', { ...A, 'Memory.md': 'x\n', 'memory.md': 'y\n' });
    expect([brief(lint(store)), lint(store).flatMap(({ fixes }) => fixes)]).toEqual([
      ['Memory.md:1 index-name-case', 'memory.md:1 index-name-case'],
      [],
    ]);
  });

  it.each([
    ['Sub/a.md', 'sub/a.md'],
    ['sub/a.MD', 'sub/a.md'],
    ['./SUB/A.md#x', './sub/a.md#x'],
    ['caf\u00c9.md', 'caf\u00e9.md'],
  ])('a link to %s is corrected', (target, right) => {
    const store = withIndex(`- [A](${target}) — x\n`, { [right.replace(/^\.\/|#.*$/g, '')]: memory('a') });
    expect(brief(lint(store))).toEqual(['MEMORY.md:1 index-name-case']);
    expect(indexAfter(store, 'index-name-case')).toBe(`- [A](${right}) — x\n`);
  });
});

describe('case 23: spellings of links', () => {
  it.each([
    '[A](a.md)',
    '[A](./a.md)',
    '[A]( a.md )',
    '[A](<a.md>)',
    '[A](a.md "t")',
    "[A](a.md 't')",
    '[A](<a.md> "t")',
    '[A](a.md#part)',
    '[A](%61.md)',
    '[A](x/../a.md)',
    '[A](.//a.md)',
    '[A](.\\a.md)',
    '[](a.md)',
    '[A\\]](a.md)',
    '[`A`](a.md)',
    '~~[A](a.md)~~',
    '[ ] [A](a.md)',
    '**A** — x ([a](a.md))',
  ])('%s is an entry', (link) => {
    for (const line of [`- ${link} — x`, `+ ${link}`, `1. ${link}: x`, `> - ${link}`, `\t- ${link}`])
      expect([line, brief(lint(withIndex(`${line}\n`)))]).toEqual([line, []]);
  });

  it.each([
    ['the plan.md', '<the plan.md>'],
    ['the plan.md "t"', '<the plan.md> "t"'],
    ['the plan.md#part', '<the plan.md#part>'],
    ['./the plan.md', '<./the plan.md>'],
  ])('a space in (%s) goes into angle brackets', (target, after) => {
    const store = withIndex(`- [P](${target}) — x\n`, { 'the plan.md': memory('plan') });
    expect([brief(lint(store)), indexAfter(store, 'index-link-form')]).toEqual([
      ['MEMORY.md:1 index-link-form'],
      `- [P](${after}) — x\n`,
    ]);
  });

  it.each([
    '- [A][a] — x\n\n[a]: a.md\n',
    '- <a.md> — x\n',
    '- a.md — x\n',
    '- ![A](a.md) — x\n',
    '- A: see ./a.md, always\n',
    '<a href="a.md">A</a>\n',
    '- [A] (a.md)\n',
  ])('%j names the file and links to nothing: info', (index) => {
    expect(
      lint(withIndex(index)).map(({ code, severity, message }) => [
        code,
        severity,
        message.startsWith('Only mentioned in MEMORY.md'),
      ]),
    ).toEqual([['index-orphan', 'info', true]]);
    expect(indexAfter(withIndex(index), 'index-orphan')).toContain('- [A](a.md) — how a is done here');
  });

  it.each(['```\n- [A](a.md)\n```\n', '<!-- a.md -->\n', '- data.md — x\n', '- a.mdx — x\n', '---\nsee: a.md\n---\n'])(
    '%j does not name the file: orphan',
    (index) => {
      expect(only(withIndex(index), 'index-orphan').map(({ severity }) => severity)).toEqual(['warning']);
    },
  );

  it.each([
    ['- [[a.md]]', '- [a](a.md)'],
    ['- [[a|Title]] — x', '- [Title](a.md) — x'],
    ['- `a.md` — x', '- [a](a.md) — x'],
  ])('%s becomes a link', (line, after) => {
    const store = withIndex(`- [B](b.md) — y\n${line}\n`, AB);
    expect([brief(lint(store)), indexAfter(store, 'index-link-form')]).toEqual([
      ['MEMORY.md:2 index-link-form'],
      `- [B](b.md) — y\n${after}\n`,
    ]);
  });
});

describe('case 24: what [[…]] points to', () => {
  const files = {
    'todo.md': memory('todo'),
    'another-todo.md': memory('another'),
    'feedback_short_replies.md': memory('short-replies'),
    'sub/deep.md': memory('deep note'),
    'caf\u00e9.md': memory('coffee'),
  };
  const hub = (body: string): Problem[] =>
    only(storeOfTexts({ ...files, 'hub.md': memory('hub', body) }), 'wikilink-unresolved');
  it.each([
    'todo',
    'todo.md',
    'todo|T',
    'todo#part',
    'todo.md#part|T',
    ' todo ',
    'another',
    'another-todo',
    'short_replies',
    'deep note',
    'deep-note',
    'sub/deep',
    'caf\u0065\u0301',
  ])('[[%s]] names one', (target) => expect(hub(`[[${target}]]`)).toEqual([]));

  it('in a table, where the bar is escaped', () =>
    expect(hub('| a | b |\n|---|---|\n| [[todo\\|To do]] | x |')).toEqual([]));

  it.each([
    ['TODO', true],
    ['Short Replies', true],
    ['do', false],
    ['-todo', false],
    ['team-todo', false],
    ['../todo', false],
  ])('[[%s]]: only when case is ignored %s', (target, folded) => {
    expect(hub(`[[${target}]]`).map(({ message }) => message.startsWith('Wrong case'))).toEqual([folded]);
  });

  it.each([
    '`[[x]]`',
    '``a ` [[x]]``',
    '~~~\n[[x]]\n~~~',
    '```md\n[[x]]\n```',
    '\\[[x]]',
    '![[x]]',
    '[[]]',
    '[[ ]]',
    '[[#part]]',
  ])('%j is no link', (body) => expect(hub(body)).toEqual([]));
});

describe('case 28: links out of the directory', () => {
  it.each([
    'file:///etc/a.md',
    'FILE:///etc/a.md',
    'command:x',
    'javascript:alert(1)',
    'vscode://x/a.md',
    'data:text/html,x',
    '\\\\srv\\s\\a.md',
    '\\\\?\\C:\\a.md',
    '//srv/a.md',
    'C:/a.md',
    'c:\\a.md',
    '~/a.md',
    '~other/a.md',
    '$HOME/a.md',
    '${HOME}/a.md',
    '%USERPROFILE%\\a.md',
    '..\\a.md',
    'sub/../../a.md',
    '%2e%2e/a.md',
    '..%5ca.md',
    '%5c%5csrv%5ca.md',
    '/etc/a.md',
    '<../a b.md>',
  ])('%s is told, not opened, not missing and has no fix', (target) => {
    expect(
      lint(withIndex(`- [A](a.md) — x\n- [B](${target}) — y\n`)).map(({ code, severity, fixes }) => [
        code,
        severity,
        fixes,
      ]),
    ).toEqual([['index-link-outside', 'info', []]]);
  });

  it.each(['https://x.example/a.md', 'mailto:a@b.example', '#part', '50%.md', '$5.md'])(
    '%s does not lead out',
    (target) => {
      expect(
        only(
          withIndex(`- [A](a.md) — x\n- [B](${target}) — y\n`, {
            ...A,
            '50%.md': memory('half'),
            '$5.md': memory('five'),
          }),
          'index-link-outside',
        ),
      ).toEqual([]);
    },
  );
});

describe('case 33: unfinished merges', () => {
  it.each([
    [
      'three versions',
      '<<<<<<< HEAD\n- [A](a.md) — x\n||||||| base\n- [A](a.md)\n=======\n- [B](b.md) — y\n>>>>>>> x\n',
      [1, 3, 5, 7],
    ],
    ['no labels', '<<<<<<<\n- [A](a.md)\n=======\n- [B](b.md)\n>>>>>>>\n', [1, 3, 5]],
    [
      'the same file on both sides',
      '<<<<<<< HEAD\n- [A](a.md) — x\n=======\n- [A](a.md) — y\n- [B](b.md)\n>>>>>>> x\n',
      [1, 3, 6],
    ],
    ['the first marker alone', '<<<<<<< HEAD\n- [A](a.md)\n- [B](b.md)\n', [1]],
    ['the last marker alone', '- [A](a.md)\n- [B](b.md)\n>>>>>>> x\n', [3]],
    ['longer markers', '<<<<<<<<<<< HEAD\n- [A](a.md)\n===========\n- [B](b.md)\n>>>>>>>>>>> x\n', [1, 3, 5]],
    [
      'a merge inside a merge',
      '<<<<<<< HEAD\n- [A](a.md)\n||||||| base\n<<<<<<<<< one\n=========\n- [B](b.md)\n>>>>>>>>> two\n=======\n>>>>>>> x\n',
      [1, 3, 4, 5, 7, 8, 9],
    ],
    ['CRLF', '<<<<<<< HEAD\r\n- [A](a.md)\r\n=======\r\n- [B](b.md)\r\n>>>>>>> x\r\n', [1, 3, 5]],
  ])('%s', (_, index, marks) => {
    const problems = lint(withIndex(index, { ...AB, 'new.md': memory('new') }));
    expect(brief(problems)).toEqual([
      ...marks.map((line) => `MEMORY.md:${line} index-conflict-marker`),
      'new.md:2 index-orphan',
    ]);
    expect(problems.flatMap(({ fixes }) => fixes)).toEqual([]);
  });

  it.each([
    '<<<<<<<< HEAD\n',
    '> <<<<<<< HEAD\n',
    'Title\n=======\n',
    ' <<<<<<< HEAD\n',
    '```\n<<<<<<< HEAD\n```\n',
    '<<<<<<<HEAD\n',
  ])('%j is none', (text) => {
    expect(brief(lint(withIndex(`- [A](a.md) — x\n\n${text}`)))).toEqual([]);
  });

  it('in a block of code are no finding, but all of them together stop every fix of the file', () => {
    const withBlock = (block: string): ReturnType<typeof lint> =>
      lint(storeOfTexts({ 'a.md': `---\nname: a\ndescription: x: y\ntype: user\n---\n\`\`\`\n${block}\`\`\`\n` }));
    expect(withBlock('<<<<<<< HEAD\n').flatMap(({ fixes }) => fixes)).not.toEqual([]);
    const problems = withBlock('<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> b\n');
    expect(brief(problems)).toContain('a.md:3 frontmatter-yaml');
    expect(problems.flatMap(({ fixes }) => fixes)).toEqual([]);
  });

  it('in front matter and in a memory stop every fix of the file', () => {
    const text = '---\nname: a\n<<<<<<< HEAD\ndescription: x: y\n=======\ndescription: y\n>>>>>>> b\n---\nText.\n';
    const problems = lint(storeOfTexts({ 'a.md': text }));
    expect(problems.map(({ code, fixes }) => [code === 'merge-conflict', fixes.length])).toContainEqual([true, 0]);
    expect(problems.flatMap(({ fixes }) => fixes)).toEqual([]);
  });
});

describe('case 36: an index that is a notebook', () => {
  const notes = '- one\n- two\n- three\n- four\n- five\n';
  it.each([
    ['notes and prose links', `# P\n\n${notes}\nSee [a](a.md) and [b](b.md).\n`, 1],
    ['notes and a table', `${notes}\n| [a](a.md) | x |\n|---|---|\n| [b](b.md) | y |\n`, 1],
    ['notes without a link', `# P\n\n${notes}`, 0],
    ['code', `- [A](a.md)\n- [B](b.md)\n\n\`\`\`sh\nmake\nmake test\nmake install\n\`\`\`\n`, 1],
  ])('%s', (_, index, hints) => {
    const problems = lint(
      withIndex(index, index.includes('a.md') ? { 'a.md': '# A\n\nText.\n', 'b.md': '# B\n' } : {}),
    );
    expect(problems.filter(({ severity }) => severity !== 'hint')).toEqual([]);
    expect(problems.filter(({ code }) => code === 'index-content')).toHaveLength(hints);
  });
});

describe('case 37: listed or named twice', () => {
  it.each(['[A](./a.md)', '[A](a.md#part)', '[A](%61.md)', '[[a]]', '[Other](<a.md>)'])(
    '%s repeats [A](a.md), and both hooks stay',
    (link) => {
      const store = withIndex(`- [A](a.md) — one\n- ${link} — two\n`);
      expect(brief(only(store, 'index-duplicate'))).toEqual(['MEMORY.md:2 index-duplicate']);
      expect(indexAfter(store, 'index-duplicate')).toMatch(/^- \[A\]\(a\.md\) — one; (?:Other: )?two\n$/);
    },
  );

  it.each([
    '- [A](a.md) — one\n- [A](b.md) — two\n',
    '- [A](a.md) — one\n- [B](b.md) — see [A](a.md)\n',
    '- [A](a.md) — one\n- [B](b.md) — like `a.md`\n',
  ])('%j repeats nothing', (index) => expect(only(withIndex(index, AB), 'index-duplicate')).toEqual([]));

  it('three times is two findings, each with a fix for its own line', () => {
    const store = withIndex('- [A](a.md) — one\n- [A](b.md) — other\n- [A](a.md) — two\n- [A](a.md) — three\n', AB);
    expect(
      only(store, 'index-duplicate').map(({ fixes }) => applied(store, ...fixes.slice(0, 1)).index?.source.text),
    ).toEqual([
      '- [A](a.md) — one; two\n- [A](b.md) — other\n- [A](a.md) — three\n',
      '- [A](a.md) — one; three\n- [A](b.md) — other\n- [A](a.md) — two\n',
    ]);
  });
});

describe('case 46: one line is added and no byte besides', () => {
  const C = '[C](c.md) — how c is done here';
  it.each([
    [
      'sections and a closing comment',
      '# I\n\n## One\n- [A](a.md) -- x\n\n## Two\n- [B](b.md) -- y\n\n<!-- keep -->\n',
      '- [B](b.md) -- y\n',
      '- [C](c.md) -- how c is done here\n',
    ],
    ['blank lines between entries', '- [A](a.md) — x\n\n- [B](b.md) — y\n', '- [B](b.md) — y\n', `- ${C}\n`],
    [
      'prose below, without a line end',
      '- [A](a.md) — x\n- [B](b.md) — y\n\nWritten by hand.',
      '- [B](b.md) — y\n',
      `- ${C}\n`,
    ],
    ['code below', '- [A](a.md) — x\n- [B](b.md) — y\n```\n- [X](x.md)\n```\n', '- [B](b.md) — y\n', `- ${C}\n`],
    ['tabs', '\t- [A](a.md) — x\n\t- [B](b.md) — y\n', '\t- [B](b.md) — y\n', `\t- ${C}\n`],
    ['hard line breaks', '- [A](a.md) — x  \n- [B](b.md) — y  \n', '- [B](b.md) — y  \n', `- ${C}\n`],
    ['entries below an item', '- group\n  - [A](a.md) — x\n  - [B](b.md) — y\n', '  - [B](b.md) — y\n', `  - ${C}\n`],
  ])('%s', (_, index, last, line) => {
    expect(indexAfter(withIndex(index, { ...AB, 'c.md': memory('c') }), 'index-orphan')).toBe(
      index.replace(last, () => last + line),
    );
  });
});

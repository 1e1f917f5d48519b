/** Variations of cases 06, 07, 09, 10, 11, 13, 15, 17, 18 and 49: other front matter of the same kinds. */
import { afterAll, describe, expect, it } from 'vitest';

import type { Memory } from '../../../src/core/memory.js';
import type { ProblemCode } from '../../../src/core/problem.js';
import { applied, brief, covered, lint, storeOfTexts } from '../lint/store.js';

const DESCRIPTION = 'description: how it is done here';
const PLAIN = `name: a\n${DESCRIPTION}\ntype: user`;
const front = (block: string, body = 'Text of it.'): string => `---\n${block}\n---\n\n${body}\n`;

function memoryOf(text: string): Memory {
  const memory = storeOfTexts({ 'a.md': text }).files.get('a.md')?.memory;
  if (memory === undefined) throw new Error('No memory.');
  return memory;
}
const problems = (text: string): string[] =>
  brief(lint(storeOfTexts({ 'a.md': text }))).map((each) => each.replace('a.md:', ''));

/** The text after the first fix of a code. */
function fixed(text: string, code: ProblemCode): string | undefined {
  const store = storeOfTexts({ 'a.md': text });
  const fix = lint(store).find((problem) => problem.code === code)?.fixes[0];
  if (fix === undefined) throw new Error(`No fix for ${code}`);
  return applied(store, fix).files.get('a.md')?.source.text;
}
/** The text in the range of a problem. */
function marked(text: string, code: ProblemCode): string | undefined {
  const store = storeOfTexts({ 'a.md': text });
  const problem = lint(store).find((each) => each.code === code);
  return problem && covered(store, problem);
}

describe('case 06: a value that only quotes make valid', () => {
  it.each([
    ['name: Plan: B', 'name', 'Plan: B', ':'],
    ['description: see: https://x.example/y: z', 'description', 'see: https://x.example/y: z', ':'],
    ['name: "x" y', 'name', '"x" y', '"'],
    ["description: 'it' is so", 'description', "'it' is so", "'"],
    ['description: one:\ttwo', 'description', 'one:\ttwo', ':'],
    ['description: do this:', 'description', 'do this:', ':'],
    ['description: C:\\dir: the path', 'description', 'C:\\dir: the path', ':'],
    ['description: 先に: 後で', 'description', '先に: 後で', ':'],
  ] as const)('%s', (line, key, value, mark) => {
    const text = front(PLAIN.replace(new RegExp(`^${key}:.*$`, 'm'), () => line));
    expect(memoryOf(text)).toMatchObject({ [key]: value, type: 'user' });
    expect(problems(text)).toEqual([`${key === 'name' ? 2 : 3} frontmatter-yaml`]);
    expect(marked(text, 'frontmatter-yaml')).toBe(mark);
    const after = fixed(text, 'frontmatter-yaml') ?? '';
    expect(after.split('\n').filter((each, at) => each !== text.split('\n')[at])).toHaveLength(1);
    expect([memoryOf(after)[key], problems(after)]).toEqual([value, []]);
  });

  it.each([
    'name:\ta',
    'description: see https://x.example:8080/y',
    'description: 計画：次の',
    'description: C:\\dir and more',
    'description: at 10:30',
    'description: "first: second of them"',
  ])('%s is valid as it is', (line) => {
    expect(problems(front(PLAIN.replace(new RegExp(`^${line.split(':')[0]}:.*$`, 'm'), () => line)))).toEqual([]);
  });

  it('in two fields is one problem and one fix', () => {
    const text = front('name: a: b\ndescription: c: d and more\ntype: user');
    expect(problems(text)).toEqual(['2 frontmatter-yaml']);
    expect(fixed(text, 'frontmatter-yaml')).toBe(front('name: "a: b"\ndescription: "c: d and more"\ntype: user'));
  });
});

describe('case 07: a value that a # cuts', () => {
  it.each([
    ['name: C #3', 'name', 'C', '#3', '"C #3"'],
    ['description: left side\t#right', 'description', 'left side', '#right', '"left side\\t#right"'],
    ['description: fix #1 and #2 (see #3)', 'description', 'fix', '#1 and #2 (see #3)', '"fix #1 and #2 (see #3)"'],
    ['description: #9', 'description', '', '#9', '"#9"'],
    ['description: say "no" #1', 'description', 'say "no"', '#1', '"say \\"no\\" #1"'],
  ] as const)('%s', (line, key, kept, cut, quoted) => {
    const text = front(PLAIN.replace(new RegExp(`^${key}:.*$`, 'm'), line));
    expect(memoryOf(text)[key]).toBe(kept);
    expect(problems(text)).toEqual([`${key === 'name' ? 2 : 3} frontmatter-comment-cut`]);
    expect(marked(text, 'frontmatter-comment-cut')).toBe(cut);
    expect(fixed(text, 'frontmatter-comment-cut')).toBe(text.replace(line, `${key}: ${quoted}`));
  });

  it.each([
    'description: "left #right side"',
    'description: written in C#',
    "description: 'issue #4' # note",
    'description: a#b and c#d',
    'description: ＃１ はこれ',
  ])('%s is whole', (line) => {
    expect(problems(front(PLAIN.replace(DESCRIPTION, line)))).toEqual([]);
  });
});

describe('case 09: a type in another place', () => {
  it.each([
    ['a flow map', `name: a\n${DESCRIPTION}\nmetadata: { node_type: memory, type: feedback }`, 'feedback', []],
    ['the same in both places', `${PLAIN}\nmetadata:\n  type: user`, 'user', []],
    ['an empty key at the top', `name: a\n${DESCRIPTION}\ntype:\nmetadata:\n  type: user`, 'user', []],
    ['an empty key below', `${PLAIN}\nmetadata:\n  type:`, 'user', []],
    [
      'two that disagree, the lower one first',
      `name: a\n${DESCRIPTION}\nmetadata:\n  type: project\ntype: user`,
      'user',
      ['6 type-unknown'],
    ],
    [
      'two levels down',
      `name: a\n${DESCRIPTION}\nmetadata:\n  metadata:\n    type: user`,
      'unknown',
      ['1 type-missing'],
    ],
  ] as const)('%s', (_, block, type, expected) => {
    expect([memoryOf(front(block)).type, problems(front(block))]).toEqual([type, expected]);
  });

  it.each([
    [
      'below',
      `name: a\n${DESCRIPTION}\nmetadata: \n  node_type: memory\n  type: Feedback\n  kept: yes\nown: x`,
      'Feedback',
      'feedback',
    ],
    [
      'at the top',
      `name: a\nown: x\ntype: Project\n${DESCRIPTION}\nmetadata: \n  node_type: memory`,
      'Project',
      'project',
    ],
  ])('a change %s moves no key and loses none', (_, block, before, after) => {
    expect(fixed(front(block), 'type-unknown')).toBe(front(block.replace(before, after)));
  });
});

describe('case 10: front matter without values', () => {
  it.each([
    ['quotes', "name: ''\ndescription: ''\ntype: ''", ['2 name-missing', '3 description-missing', '4 type-missing']],
    [
      'nothing behind the colons',
      'name:\ndescription:\ntype:',
      ['2 name-missing', '3 description-missing', '4 type-missing'],
    ],
    ['blanks in quotes', `name: "  "\n${DESCRIPTION}\ntype: user`, ['2 name-missing']],
    ['no lines at all', '', ['1 name-missing', '1 description-missing', '1 type-missing']],
  ])('%s', (_, block, expected) => {
    expect(problems(front(block))).toEqual(expected);
    expect(memoryOf(front(block))).toMatchObject({
      name: 'a',
      named: false,
      searchable: true,
      body: expect.stringContaining('Text of it.') as string,
    });
  });

  it('is still found by links to its file', () => {
    const store = storeOfTexts({ 'a.md': front('name:'), 'b.md': front(PLAIN.replace('name: a', 'name: b'), '[[a]]') });
    expect(lint(store).filter(({ code }) => code === 'wikilink-unresolved')).toEqual([]);
  });
});

describe('case 11: a fence that is missing or misses', () => {
  it.each([['----'], [' ---'], ['—'], ['==='], ['+++'], ['--']])(
    '%j instead of the closing fence is replaced',
    (line) => {
      const text = `---\n${PLAIN}\n${line}\n\nBody.\n`;
      expect([problems(text), memoryOf(text).body]).toEqual([['1 frontmatter-unclosed'], text]);
      expect(fixed(text, 'frontmatter-unclosed')).toBe(`---\n${PLAIN}\n---\n\nBody.\n`);
    },
  );

  it.each([
    ['the end of the file', `---\n${PLAIN}`, `---\n${PLAIN}\n---`],
    ['a heading', `---\n${PLAIN}\n\n# Title\n`, `---\n${PLAIN}\n---\n\n# Title\n`],
    [
      'keys below metadata',
      `---\nname: a\n${DESCRIPTION}\nmetadata:\n  type: user\nBody.\n`,
      `---\nname: a\n${DESCRIPTION}\nmetadata:\n  type: user\n---\nBody.\n`,
    ],
  ])('before %s is added after the last field', (_, before, after) => {
    expect([problems(before), fixed(before, 'frontmatter-unclosed')]).toEqual([['1 frontmatter-unclosed'], after]);
    expect(problems(after).filter((each) => each !== '1 empty-body')).toEqual([]);
  });

  it.each([
    ['blank lines', '\n\n', 1],
    ['a byte order mark and a blank line', '\uFEFF\n', 1],
    ['a comment', '<!-- by a tool -->\n', 0],
    ['comments and blank lines', '<!-- 1 -->\n\n<!-- 2 -->\n\n', 0],
  ])('%s above the front matter', (_, before, fixes) => {
    const store = storeOfTexts({ 'a.md': `${before}---\n${PLAIN}\n---\nBody.\n` });
    expect(
      lint(store).map(({ code, message, fixes: offered }) => [
        code,
        message.includes('must start on line 1'),
        offered.length,
      ]),
    ).toEqual([['frontmatter-missing', true, fixes]]);
    expect(store.files.get('a.md')?.memory.body).toContain('name: a');
  });
});

describe('case 13: a rule is no front matter', () => {
  it.each([
    ['stars', '***\n\nA: b.\n\n***\n\nB.\n', '1 frontmatter-missing'],
    ['underscores', '___\nname: a\n___\n', '1 frontmatter-missing'],
    ['spaced dashes', '- - -\n\nA.\n\n- - -\n', '1 frontmatter-missing'],
    ['an underlined title', 'Title\n---\n\nText: here.\n---\n', '1 frontmatter-missing'],
    ['a rule with nothing to close it', '---\n\nText after a rule.\n', '1 frontmatter-missing'],
    ['a sentence with a colon', '---\n\nNote: this is prose.\n\n---\n\nMore.\n', '1 frontmatter-missing'],
    [
      'a sentence with an address',
      '---\n\nSee https://x.example/a for more.\n\n---\n\nMore.\n',
      '1 frontmatter-missing',
    ],
    ['a list', '---\n- one\n- two\n---\nText.\n', '1 frontmatter-missing'],
    ['a table', '---\n| a | b |\n|---|---|\n---\nText.\n', '1 frontmatter-missing'],
    ['a heading', '---\n# Heading\n---\nText.\n', '1 frontmatter-missing'],
    ['a quote', '---\n> quoted: yes\n---\nText.\n', '1 frontmatter-missing'],
  ])('around or above %s', (_, text, expected) => {
    expect([problems(text), memoryOf(text).body]).toEqual([[expected], text]);
  });

  it('keys of other tools, and any keys right below the fence, are front matter', () => {
    for (const text of ['---\n\ntitle: a\n---\nText.\n', '---\nNote: x\n---\nText.\n'])
      expect(memoryOf(text).body).toBe('Text.\n');
  });
});

describe('case 15: line ends and byte order marks', () => {
  const lf = front(PLAIN.replace('how it', '"how it').replace('here', 'here"'));
  it.each([
    ['a byte order mark alone', `\uFEFF${lf}`],
    ['CRLF alone', lf.replaceAll('\n', '\r\n')],
    ['carriage returns alone', lf.replaceAll('\n', '\r')],
    ['both kinds of line ends', lf.replace('\n', '\r\n').replace('user\n', 'user\r\n')],
  ])('%s change no value', (_, text) => {
    const [{ name, description, type }, as] = [memoryOf(text), memoryOf(lf)];
    expect([name, description, type, problems(text)]).toEqual([as.name, as.description, as.type, []]);
  });

  it.each([
    ['frontmatter-yaml', 'description: one: two', 'description: "one: two"'],
    ['frontmatter-comment-cut', 'description: this one #two', 'description: "this one #two"'],
    ['type-unknown', `${DESCRIPTION}\r\nx: 1`, `${DESCRIPTION}\r\nx: 1`],
  ] as const)('a fix of %s keeps them', (code, line, wanted) => {
    const text = (with_: string, type: string): string =>
      `\uFEFF---\r\nname: a\r\n${with_}\r\ntype: ${type}\r\n---\r\nBody.\r\n`;
    expect(fixed(text(line, code === 'type-unknown' ? 'User' : 'user'), code)).toBe(text(wanted, 'user'));
  });

  it('a second mark is named, and goes in one safe fix', () => {
    expect(problems(`\uFEFF\uFEFF${lf}`)).toContain('1 invisible-characters');
    expect(fixed(`\uFEFF\uFEFF${lf}`, 'invisible-characters')).toBe(`\uFEFF${lf}`);
  });
});

describe('case 17: code in front matter', () => {
  afterAll(() => expect(Object.hasOwn(globalThis, '__memdir_case17')).toBe(false));
  const RUN = 'globalThis.__memdir_case17 = 1';
  it.each(['js', 'JS', ' javascript', 'ts', 'coffee', 'json', 'json5', 'toml', 'constructor', '__proto__'])(
    '---%s is not read and not run',
    (language) => {
      const text = `---${language}\n${RUN}\n---\nBody.\n`;
      expect(problems(text)).toEqual(
        language.startsWith('__') ? [expect.stringMatching(/^1 frontmatter-/)] : ['1 frontmatter-executable'],
      );
      expect(memoryOf(text)).toMatchObject({ name: 'a', description: '', body: text });
    },
  );

  it.each([
    `!!js/function 'function () { ${RUN} }'`,
    '!!js/regexp /x/',
    "!!js/undefined ''",
    '!!binary aGk=',
    '!!python/object:os.system x',
    `{ toString: !!js/function '${RUN}' }`,
  ])('description: %s is one finding and no value of that kind', (value) => {
    const text = front(PLAIN.replace(DESCRIPTION, `description: ${value}`));
    expect(problems(text)).toEqual(['3 frontmatter-value-type']);
    expect(typeof memoryOf(text).description).toBe('string');
  });

  it('keys named like members of objects are keys', () => {
    expect(problems(front(`${PLAIN}\n__proto__: x\nconstructor: y\ntoString: z`))).toEqual([]);
  });
});

describe('case 18: anchors and aliases', () => {
  it.each([
    ['merge keys', 'x: &x {a: 1}\ny: {<<: *x}'],
    ['many in one list', `x: &x [${'1,'.repeat(300)}1]\ny: [${'*x,'.repeat(300)}*x]`],
    [
      'nine levels of nine',
      Array.from(
        { length: 9 },
        (_, at) => `l${at}: &l${at} [${Array.from({ length: 9 }, () => (at === 0 ? 'x' : `*l${at - 1}`)).join(', ')}]`,
      ).join('\n'),
    ],
    ['a map that holds itself', 'x: &x\n  self: *x'],
    ['an alias that is not defined', 'x: *nothing'],
  ])('%s', (_, lines) => {
    const text = front(`${PLAIN}\n${lines}`);
    expect(memoryOf(text)).toMatchObject({ name: 'a', description: 'how it is done here', type: 'user' });
    expect(new Set(problems(text).map((each) => each.split(' ')[1]))).toEqual(new Set(['frontmatter-yaml']));
    expect(problems(text)).toHaveLength(1);
  });

  it('of a name: the file is listed under its file name', () => {
    expect(memoryOf(front(`base: &b hello\nname: *b\n${DESCRIPTION}\ntype: user`)).name).toBe('a');
  });
});

describe('case 49: types outside the four', () => {
  const typed = (type: string): string => front(PLAIN.replace('user', type));
  it.each(['decision', 'context', 'failure', 'pattern', 'dependency', '"project"', "'reference'", '  user  '])(
    '%s is known',
    (type) => expect(problems(typed(type))).toEqual([]),
  );

  it.each([
    ['decisions', 'decision'],
    ['Refrence', 'reference'],
    ['PROJECT', 'project'],
    ['gotcha', 'failure'],
    ['convention', 'pattern'],
    ['handoff', 'project'],
    ['preference', 'feedback'],
    ['architecture', 'user'],
    ['決定', 'user'],
    ['constructor', 'user'],
  ])('%s: the first fix writes %s', (type, wanted) => {
    expect(problems(typed(type))).toEqual(['4 type-unknown']);
    expect(memoryOf(typed(type)).type).toBe(type.toLowerCase());
    expect(fixed(typed(type), 'type-unknown')).toBe(typed(wanted));
  });

  it.each([
    ['kind: user', '1 type-missing'],
    ['Type: user', '1 type-missing'],
    ['type: [project]', '4 frontmatter-value-type'],
  ])('%s', (line, expected) => {
    expect(problems(front(PLAIN.replace('type: user', line)))).toEqual([expected]);
  });
});

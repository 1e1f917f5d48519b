import { describe, expect, it } from 'vitest';

import type { StoreInfo, StoreKind } from '../../../src/core/memory.js';
import type { ParsedStore } from '../../../src/core/parsed-store.js';
import type { Problem, ProblemCode } from '../../../src/core/problem.js';
import { applied, brief, caseStore, covered, infoOf, lint, sourcesOf, storeOf, storeOfTexts } from './store.js';

interface Parts {
  readonly name?: string;
  readonly description?: string;
  readonly type?: string;
  readonly body?: string;
}

const memory = ({
  name = 'a',
  description = 'how releases are cut here',
  type = 'reference',
  body = 'Text.',
}: Parts = {}): string => `---\nname: ${name}\ndescription: ${description}\ntype: ${type}\n---\n\n${body}\n`;
const only = (store: ParsedStore, code: ProblemCode): Problem[] =>
  lint(store).filter((problem) => problem.code === code);
const one = (text: string, code: ProblemCode, path = 'a.md', info?: StoreInfo): Problem[] =>
  only(storeOfTexts({ [path]: text }, info), code);

function afterFix(text: string, code: ProblemCode, path = 'a.md'): string | undefined {
  const store = storeOfTexts({ [path]: text });
  const fix = only(store, code)[0]?.fixes[0];
  if (fix === undefined) throw new Error(`No fix for ${code}`);
  const after = applied(store, fix);
  expect(only(after, code)).toEqual([]);
  return after.files.get(path)?.source.text;
}

describe('type implied by the file name', () => {
  const TYPELESS = '---\nname: a\ndescription: how releases are cut here\n---\n\nText.\n';
  it.each([
    ['LAST_SESSION.md', 'project'],
    ['session-2026-01-02-notes.md', 'project'],
    ['handoff.md', 'project'],
    ['release_status.md', 'project'],
    ['roadmap-q3.md', 'project'],
    ['feedback_status.md', 'feedback'],
    ['user_plan.md', 'user'],
    ['reference/plan.md', 'reference'],
  ])('%s: %s', (path, type) => {
    const [problem] = one(TYPELESS, 'type-missing', path);
    expect(problem?.fixes.map(({ title, preferred }) => [title, preferred])).toEqual([[`Set type to ${type}`, true]]);
    expect(one('Text.\n', 'frontmatter-missing', path)[0]?.fixes[0]?.edits[path]?.[0]?.newText).toContain(
      `type: ${type}\n`,
    );
  });

  it.each(['explanation.md', 'sessionless.md', 'restatus.md', 'a.md'])('%s: none, so each is offered', (path) => {
    expect(one(TYPELESS, 'type-missing', path)[0]?.fixes.map(({ preferred }) => preferred)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('two blocks of front matter', () => {
  it.each([
    [
      'nothing in common',
      '---\npermalink: x\n---\n---\nname: a\ntype: user\n---\n\nText.\n',
      '---\npermalink: x\nname: a\ntype: user\n---\n\nText.\n',
    ],
    [
      'blank lines between',
      '---\r\npermalink: x\r\n---\r\n\r\n\r\n---\r\nname: a\r\n---\r\nText.',
      '---\r\npermalink: x\r\nname: a\r\n---\r\nText.',
    ],
    [
      'a byte order mark and nested keys',
      '\uFEFF---\ntags:\n  - x\n---\n\n---\nname: a\nmetadata: \n  type: user\n---\nT\n',
      '\uFEFF---\ntags:\n  - x\nname: a\nmetadata: \n  type: user\n---\nT\n',
    ],
    [
      'the same value twice',
      '---\nname: a\npermalink: x\n---\n---\nname: "a"\ntype: user\n---\nT\n',
      '---\nname: a\npermalink: x\ntype: user\n---\nT\n',
    ],
    [
      'comments',
      '---\n# by a tool\npermalink: x\n---\n---\nname: a\n# mine\ntype: user\n---\nT\n',
      '---\n# by a tool\npermalink: x\nname: a\n# mine\ntype: user\n---\nT\n',
    ],
  ])('become one with %s', (_, before, after) => {
    expect(afterFix(before, 'frontmatter-double')).toBe(after);
  });

  it.each([
    ['other values', '---\nname: a\n---\n---\nname: b\ntype: user\n---\nT\n', 'differ in name'],
    ['two maps', '---\nmetadata:\n  x: 1\n---\n---\nmetadata:\n  type: user\n---\nT\n', 'differ in metadata'],
    ['text against a list', '---\ntags: x\n---\n---\ntags:\n  - x\n---\nT\n', 'differ in tags'],
  ])('are left to a person with %s', (_, text, message) => {
    expect(
      one(text, 'frontmatter-double').map((problem) => [problem.message.includes(message), problem.fixes]),
    ).toEqual([[true, []]]);
  });

  it('are not merged when one of them has faults', () => {
    expect(
      one('---\nx: "a" b\n---\n---\nname: a\n---\nT\n', 'frontmatter-double').flatMap(({ fixes }) => fixes),
    ).toEqual([]);
  });

  it.each([
    ['a rule below', '---\nname: a\n---\n\n---\n\nText between rules: more.\n\n---\n'],
    ['a note between rules', '---\nname: a\n---\n\n---\nNote: never on a Friday.\n---\n'],
    ['front matter quoted in the text', '---\nname: a\n---\n\nText.\n\n---\nname: b\n---\n'],
    ['front matter in a block of code', '---\nname: a\n---\n\n```\n---\nname: b\n---\n```\n'],
  ])('are not %s', (_, text) => {
    expect(one(text, 'frontmatter-double')).toEqual([]);
  });

  it('are not seen in cases 11 and 13', async () => {
    for (const name of ['11-unclosed-frontmatter', '13-rule-is-not-frontmatter']) {
      const store = await caseStore(name);
      expect([...only(store, 'frontmatter-double'), ...only(store, 'frontmatter-long')]).toEqual([]);
    }
  });
});

describe('long front matter', () => {
  const tagged = (tags: number): string =>
    `---\nname: a\ntags:\n${Array.from({ length: tags }, (_, at) => `  - t${at}\n`).join('')}---\n\nText.\n`;
  it('may end on line 30, not on line 31', () => {
    expect(one(tagged(26), 'frontmatter-long')).toEqual([]);
    const store = storeOfTexts({ 'a.md': tagged(27) });
    expect(
      only(store, 'frontmatter-long').map((problem) => [problem.range.start.line + 1, covered(store, problem)]),
    ).toEqual([[31, '---']]);
  });

  it('is not a long text without any', () => {
    expect(one(`# A\n${'x\n'.repeat(40)}---\n`, 'frontmatter-long')).toEqual([]);
  });
});

describe('names that two memories have', () => {
  it('are reported on both in case 37, each naming the other', async () => {
    const store = await caseStore('37-duplicates');
    const found = only(store, 'name-duplicate');
    expect(
      found.map((problem) => [
        problem.path,
        covered(store, problem),
        /also used by ([\w.]+)\. /.exec(problem.message)?.[1],
        problem.related?.[0]?.path,
      ]),
    ).toEqual([
      ['feedback_a.md', 'same', 'project_a.md', 'project_a.md'],
      ['project_a.md', 'same', 'feedback_a.md', 'feedback_a.md'],
    ]);
  });

  const named = (name: string, more = ''): string => memory({ name: `${name}${more}` });
  it.each([
    ['equal', { 'x.md': named('n'), 'y.md': named('"n"') }, 2],
    ['composed differently', { 'x.md': named('e\u0301'), 'y.md': named('é') }, 2],
    ['other only in case', { 'x.md': named('n'), 'y.md': named('N') }, 0],
    ['taken from file names', { 'a/x.md': 'Text.\n', 'b/x.md': 'Text.\n' }, 0],
    [
      'in folders with indexes of their own',
      { 'x.md': named('n'), 'team/MEMORY.md': '# T\n', 'team/y.md': named('n') },
      0,
    ],
    ['in folders of one index', { 'a/x.md': named('n'), 'b/x.md': named('n') }, 2],
    ['of a forgotten memory', { 'x.md': named('n', '\ndeleted_at: 2026-01-01'), 'y.md': named('n') }, 0],
    ['of an older version', { 'x.md': named('n', '\nsuperseded_by: y.md'), 'y.md': named('n') }, 0],
    ['of daily logs', { 'logs/2026-01-01.md': named('n'), 'logs/2026-01-02.md': named('n') }, 0],
  ])('%s', (_, texts, count) => {
    expect(only(storeOfTexts(texts), 'name-duplicate')).toHaveLength(count);
  });

  it('are many in one message, and found in linear time', () => {
    const store = storeOfTexts(Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`f${at}.md`, named('n')])));
    expect(
      only(store, 'name-duplicate').map(({ message, related }) => [
        message.includes('f1.md, f2.md, f3.md and 21 more'),
        related?.length,
      ]),
    ).toEqual([[true, 24]]);
  });

  it('are changed to the file name where that is free', () => {
    const store = storeOfTexts({ 'x.md': named('n'), 'y.md': named('n'), 'z.md': named('y') });
    const fixes = only(store, 'name-duplicate').map((problem) => problem.fixes.map(({ title, safe }) => [title, safe]));
    expect(fixes).toEqual([[['Rename this memory to x', false]], []]);
  });
});

describe('a name that is the file of another memory', () => {
  it.each([
    ['leads astray', { 'a.md': memory({ name: 'b' }), 'b.md': memory({ name: 'c' }) }, ['a.md:2 name-differs']],
    ['is a duplicate and reported as one', { 'a.md': memory({ name: 'b' }), 'b.md': memory({ name: 'b' }) }, []],
    ['is its own in another folder', { 'x/a.md': memory({ name: 'a' }), 'y/a.md': memory({ name: 'c' }) }, []],
    ['of a file without a name goes nowhere else', { 'a.md': memory({ name: 'b' }), 'b.md': 'Text.\n' }, []],
    [
      'differs from its own file, as is normal',
      { 'feedback_a.md': memory({ name: 'Never do that' }), 'b.md': memory({ name: 'b' }) },
      [],
    ],
  ])('%s', (_, texts, expected) => {
    expect(brief(only(storeOfTexts(texts), 'name-differs'))).toEqual(expected);
  });

  it('is a hint, with the file name as remedy', () => {
    const store = storeOfTexts({ 'a.md': memory({ name: 'b' }), 'b.md': memory({ name: 'c' }) });
    const [problem] = only(store, 'name-differs');
    expect([problem?.severity, problem?.fixes.map(({ title }) => title)]).toEqual([
      'hint',
      ['Rename this memory to a'],
    ]);
    expect(only(applied(store, ...(problem?.fixes ?? [])), 'name-differs')).toEqual([]);
  });
});

describe('vague descriptions', () => {
  it.each([
    ['notes', 'any memory'],
    ['Misc. notes', 'any memory'],
    ['general information', 'any memory'],
    ['"..."', 'any memory'],
    ['todo', 'any memory'],
    ['feedback', 'any memory', 'feedback'],
    ['deploy-gate', 'repeats the name'],
    ['Deploy gate.', 'repeats the name'],
    ['deployGate', 'repeats the name'],
    ['pnpm', 'short word'],
    ['the tests', 'short word'],
  ])('%s', (description, message, type = 'reference') => {
    expect(
      one(memory({ name: 'deploy_gate', description, type }), 'description-vague').map((problem) => [
        problem.severity,
        problem.message.includes(message),
      ]),
    ).toEqual([['hint', true]]);
  });

  it.each([
    'use pnpm',
    'notes on the release gate',
    'internationalisation',
    'never mock the database',
    'how to build',
    '日本語で答える',
    '배포',
    'сборка',
    'deploy gate opens at nine',
  ])('do not include "%s"', (description) => {
    expect(one(memory({ name: 'deploy_gate', description }), 'description-vague')).toEqual([]);
  });

  it('are replaced by the first sentence, unless that is no better', () => {
    expect(
      afterFix(
        memory({ description: "'notes'", body: '**Cut releases on Monday.** Never later.' }),
        'description-vague',
      ),
    ).toContain('description: "Cut releases on Monday."\n');
    expect(one(memory({ description: 'notes', body: 'Notes.' }), 'description-vague')[0]?.fixes).toEqual([]);
  });

  it('are not reported where the value was cut or is a date', () => {
    expect(one(memory({ description: 'a #1' }), 'description-vague')).toEqual([]);
    expect(one(memory({ description: '2026-01-15' }), 'description-vague')).toEqual([]);
    expect(one('---\nname: ""\n---\nText.\n', 'description-vague')).toEqual([]);
  });
});

describe('folders named by a type', () => {
  it.each([
    ['feedback/x.md', 'project', 'feedback'],
    ['Feedback/2026/x.md', 'user', 'feedback'],
    ['team/decisions/x.md', 'reference', 'decision'],
    ['dependencies/x.md', 'context', 'dependency'],
  ])('%s with type %s', (path, type, wanted) => {
    expect(afterFix(memory({ type }), 'type-folder', path)).toBe(memory({ type: wanted }));
  });

  it.each([
    ['feedback/x.md', 'feedback'],
    ['feedback/x.md', 'FEEDBACK'],
    ['projects/velo.md', 'reference'],
    ['users/ada.md', 'feedback'],
    ['notes/x.md', 'project'],
    ['feedback/x.md', 'architecture'],
    ['feedback.md', 'project'],
  ])('%s with type %s is fine', (path, type) => {
    expect(one(memory({ type }), 'type-folder', path)).toEqual([]);
  });

  it('change the type where it stands', () => {
    const nested = (type: string): string =>
      `---\r\nname: a\r\ndescription: how releases are cut\r\nmetadata: \r\n  node_type: memory\r\n  type: "${type}"\r\n  x: 1\r\n---\r\n\r\nText.\r\n`;
    expect(afterFix(nested('project'), 'type-folder', 'feedback/a.md')).toBe(
      nested('project').replace('"project"', 'feedback'),
    );
  });

  it('say nothing about cases 09 and 49', async () => {
    for (const name of ['09-nested-metadata', '49-unknown-and-distill-types'])
      expect(only(await caseStore(name), 'type-folder')).toEqual([]);
  });
});

describe('types in stores of another scope', () => {
  it.each([
    ['team', 'user', 'user', 'a.md', true],
    ['in-repo', 'project', 'user', 'a.md', true],
    ['main', 'user', 'user', 'team/a.md', true],
    ['agent', 'project', 'user', 'a.md', true],
    ['agent', 'user', 'project', 'a.md', true],
    ['main', 'user', 'user', 'a.md', false],
    ['agent', 'local', 'user', 'a.md', false],
    ['agent', 'user', 'user', 'a.md', false],
    ['agent', 'project', 'project', 'a.md', false],
    ['in-repo', 'project', 'feedback', 'a.md', false],
    ['custom', 'user', 'user', 'a.md', false],
    ['main', 'user', 'project', 'a.md', false],
  ] as const)('a %s store of scope %s holds type %s in %s: %s', (kind, scope, type, path, reported) => {
    const found = one(memory({ type }), 'type-scope', path, infoOf(kind, { scope }));
    expect(found.map(({ severity }) => severity)).toEqual(reported ? ['info'] : []);
  });
});

it('none of these rules says anything about stores as Claude Code writes them', async () => {
  const mine = new Set<string>([
    'frontmatter-double',
    'frontmatter-long',
    'name-duplicate',
    'name-differs',
    'type-folder',
    'type-scope',
  ]);
  for (const name of [
    '05-index-drift-both-ways',
    '09-nested-metadata',
    '10-blanked-frontmatter',
    '15-bom-crlf',
    '24-wikilink-resolution',
    '46-do-not-regenerate',
  ]) {
    const store = await caseStore(name);
    for (const kind of ['main', 'custom'] satisfies StoreKind[]) {
      expect(brief(lint(storeOf(sourcesOf(store), infoOf(kind))).filter(({ code }) => mine.has(code))), name).toEqual(
        [],
      );
    }
  }
});

describe('dates that are none', () => {
  it.each([
    ['modified: 2026-02-30', 'modified', '2026-02-30'],
    ['created: 2026-13-01', 'created', '2026-13-01'],
    ['date: soon', 'date', 'soon'],
    ['deleted_at: yes, really', 'deleted_at', 'yes, really'],
    ['metadata:\n  modified: "2026-03-19T25:00"', 'metadata.modified', '2026-03-19T25:00'],
    ['updated: [2026-03-19]', 'updated', '[2026-03-19]'],
    ['created_at: { day: 19 }', 'created_at', '{ day: 19 }'],
    ['metadata: { modified: [a, b] }', 'metadata.modified', '[a, b]'],
    ['date:\n  - 2026-03-19', 'date', '- 2026-03-19'],
  ])('are reported where they stand: %s', (line, field, value) => {
    const text = `---\nname: a\ndescription: how releases are cut here\ntype: reference\n${line}\n---\n\nText.\n`;
    const store = storeOfTexts({ 'a.md': text });
    const [problem, ...others] = only(store, 'frontmatter-value-type');
    expect(others).toEqual([]);
    expect(problem).toMatchObject({
      severity: 'warning',
      message: `“${value}” isn’t a valid date, so “${field}” is ignored. Use a date (2026-03-19) or a date and time (2026-03-19T14:05:00Z).`,
    });
    expect(problem && covered(store, problem)).toContain(value);
  });

  it.each([
    'modified: 2026-02-28',
    'created: 2026-03-19 14:05',
    'updated: 1773900000',
    'date:',
    'dates: soon',
    'expires: soon',
    'valid_until: [a]',
  ])('are not %s', (line) =>
    expect(one(`---\nname: a\n${line}\n---\n\nText.\n`, 'frontmatter-value-type')).toEqual([]),
  );
});

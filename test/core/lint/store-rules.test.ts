import { describe, expect, it } from 'vitest';
import type { Problem, ProblemCode } from '../../../src/core/problem.js';
import type { LintStore } from '../../../src/core/lint/rule.js';
import { applied, caseStore, covered, infoOf, lint, storeOfTexts } from './store.js';

const of = (store: LintStore, code: ProblemCode): Problem[] => lint(store).filter((problem) => problem.code === code);
const first = <T>(items: readonly T[]): T => {
  const [item] = items;
  if (item === undefined) throw new Error('Nothing was found.');
  return item;
};
const memory = (body: string, description = 'What it is about'): string => `---\nname: a\ndescription: ${description}\ntype: reference\n---\n\n${body}\n`;
const textOf = (store: LintStore, path: string): string => store.files.get(path)?.source.text ?? '';

describe('secret', () => {
  // Assembled here, so that no scanner takes this file for the place where a secret lies.
  const token = 'ghp_' + 'aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY5zA1';
  const awsId = 'AKIA' + 'IOSFODNN7EXAMPLE';

  it('finds what the case holds, worse below team/, and says nothing of placeholders', async () => {
    const store = await caseStore('29-secrets');
    const problems = of(store, 'secret');
    expect(problems.map(({ path, severity, range }) => [path, range.start.line, severity])).toEqual([
      ['reference_cloud.md', 6, 'warning'],
      ['reference_cloud.md', 6, 'warning'],
      ['team/shared.md', 6, 'error'],
    ]);
    expect(problems.map((problem) => covered(store, problem))).toEqual([awsId, 'not-a-real-pass', 'ghp_' + '0'.repeat(34) + 'EX']);
  });

  it('never tells the value, in no part of a problem', async () => {
    const stores = [await caseStore('29-secrets'), storeOfTexts({ 'MEMORY.md': `- [${token}](${token}.md) — ${token}\n`, 'a.md': memory(`password: Tr0ub4dor${'&3'}`, token) })];
    for (const store of stores) {
      const problems = of(store, 'secret');
      expect(problems.length).toBeGreaterThan(0);
      for (const problem of problems) {
        const told = JSON.stringify({ ...problem, fixes: problem.fixes });
        for (const value of [awsId, 'not-a-real-pass', 'ghp_00000', token, 'Tr0ub4dor']) expect(told).not.toContain(value);
      }
    }
  });

  it.each([
    ['the team store', infoOf('team'), 'error'],
    ['a directory in the repository', infoOf('in-repo'), 'error'],
    ['a notebook that is committed', infoOf('agent', { scope: 'project' }), 'error'],
    ['a notebook that is not', infoOf('agent', { scope: 'local' }), 'warning'],
    ['a custom directory inside the project', infoOf('custom', { path: '/p/notes', project: '/p' }), 'error'],
    ['a custom directory beside the project', infoOf('custom', { path: '/p-notes', project: '/p' }), 'warning'],
    ['the main store', infoOf('main'), 'warning'],
  ] as const)('in %s', (_name, info, severity) => {
    const problems = of(storeOfTexts({ 'MEMORY.md': `# Memory\n\ntoken ${token}\n`, 'a.md': memory(token) }, info), 'secret');
    expect(problems.map((problem) => [problem.path, problem.severity])).toEqual([['MEMORY.md', severity], ['a.md', severity]]);
  });

  it.each([
    ['a body', `The token is ${token}, for CI.`, 'What', 'The token is [masked: GitHub access token], for CI.', 'What'],
    ['a plain value', 'x', `CI token ${token} of the bot`, 'x', '"CI token [masked: GitHub access token] of the bot"'],
    ['a value that is only that', 'x', token, 'x', '"[masked: GitHub access token]"'],
    ['a double-quoted value', 'x', `"token: ${token}"`, 'x', '"token: [masked: GitHub access token]"'],
    ['a single-quoted value', 'x', `'token: ${token}'`, 'x', `'token: [masked: GitHub access token]'`],
  ])('masks in %s and keeps the rest', (_name, body, description, newBody, newDescription) => {
    const store = storeOfTexts({ 'a.md': memory(body, description).replaceAll('\n', '\r\n') });
    const problem = first(of(store, 'secret'));
    const fix = first(problem.fixes);
    expect([problem.fixes.length, fix.title, fix.safe]).toEqual([1, 'Mask this secret', false]);
    const after = applied(store, fix);
    expect(textOf(after, 'a.md')).toBe(memory(newBody, newDescription).replaceAll('\n', '\r\n'));
    expect(of(after, 'secret')).toEqual([]);
    expect(of(after, 'frontmatter-yaml')).toEqual([]);
  });

  it('masks in a list of the front matter and in MEMORY.md', () => {
    const store = storeOfTexts({ 'MEMORY.md': `- [A](a.md) — db postgres://app:${'s3cr3t-w0rd'}@db/app\n`, 'a.md': `---\nname: a\ndescription: d\ntype: user\ntags: [ci, ${token}]\n---\n\nText.\n` });
    const after = applied(store, ...of(store, 'secret').flatMap(({ fixes }) => fixes));
    expect(after.index?.source.text).toBe('- [A](a.md) — db postgres://app:[masked: password in a URL]@db/app\n');
    expect(textOf(after, 'a.md')).toContain('tags: [ci, "[masked: GitHub access token]"]\n');
    expect(of(after, 'secret')).toEqual([]);
  });

  it('keeps to comments that allow, and offers no fix in a file with an open merge', () => {
    expect(of(storeOfTexts({ 'a.md': memory(`<!-- memdir: allow secret -->\n${token}`) }), 'secret')).toEqual([]);
    expect(first(of(storeOfTexts({ 'a.md': memory(`<<<<<<< HEAD\n${token}\n=======\n>>>>>>> b`) }), 'secret')).fixes).toEqual([]);
  });

  it('looks at logs and forgotten memories too', () => {
    const store = storeOfTexts({ 'logs/2026/01/2026-01-02.md': `- used ${token}\n`, 'b.md': memory(token).replace('type:', 'deleted_at: 2026-01-01\ntype:') });
    expect(of(store, 'secret').map(({ path }) => path)).toEqual(['b.md', 'logs/2026/01/2026-01-02.md']);
  });
});

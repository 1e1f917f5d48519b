import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import type { Memdir } from '../../src/core/memdir.js';
import { isProblem } from '../../src/core/problem.js';
import type { LocatedProblem } from '../../src/core/results.js';
import { DEFAULT_SERVICE_SETTINGS } from '../../src/service/create.js';
import { openSqliteIndex } from '../../src/store/sqlite/open.js';
import { type Bench, memoryText, withStore } from '../support/service.js';

let bench: Bench;
let memdir: Memdir;
withStore({}, async (opened) => {
  bench = opened;
  memdir = await bench.open();
});

const key = async (): Promise<string> => (await memdir.roots())[0]?.key ?? '';
const of = (problems: readonly LocatedProblem[], code: string): LocatedProblem => {
  const found = problems.find((problem) => problem.code === code);
  if (!found) throw new Error(`No ${code} among ${problems.map((problem) => problem.code).join(', ')}`);
  return found;
};

describe('view and list', () => {
  it('shows memories with their index state, links, marks and the budget', async () => {
    await bench.write('MEMORY.md', '# Memory\n\n- [A](a.md) — the first\n- [Gone](gone.md) — lost\n');
    await bench.write(
      'a.md',
      memoryText({ name: 'a', body: 'See [[b]] and [[nowhere]].', more: 'modified: 2026-01-01' }),
    );
    await bench.write('b.md', memoryText({ name: 'b', type: 'feedback' }));
    const [view] = await memdir.view();
    expect(view?.budget).toMatchObject({ entries: 2, limitLines: 200 });
    expect(view?.memories.map(({ name, inIndex, loaded, level }) => ({ name, inIndex, loaded, level }))).toEqual([
      { name: 'a', inIndex: true, loaded: true, level: 'short-term' },
      { name: 'b', inIndex: false, loaded: false, level: 'long-term' },
    ]);
    expect(view?.memories[0]).toMatchObject({
      links: [`${await key()}/b.md`, 'nowhere'],
      ageSource: 'modified',
      path: join(bench.store, 'a.md'),
    });
    expect(view?.marks['MEMORY.md']?.count).toBeGreaterThan(0);
    const counted = (await memdir.lint({})).problems.filter(({ severity }) => isProblem(severity)).length;
    expect(Object.values(view?.marks ?? {}).reduce((sum, { count }) => sum + count, 0)).toBe(counted);
    expect(view?.unreachable).toBeUndefined();
    // What is shown first lacks the marks, and nothing else.
    const [outline] = await memdir.outline();
    expect(outline).toMatchObject({ store: view?.store, budget: view?.budget, marks: {} });
    expect(outline?.memories.map(({ id, links, loaded }) => [id, links, loaded])).toEqual(
      view?.memories.map(({ id, links, loaded }) => [id, links, loaded]),
    );
  });

  it.each([
    [{ type: 'feedback' }, ['b']],
    [{ level: 'short-term' }, ['a']],
    [{ repo: 'billing' }, ['b']],
    [{ agentId: 'reviewer' }, ['b']],
    [{ recent: 1 }, ['b']],
    [{ deleted: true }, ['c']],
    [{}, ['a', 'b']],
  ] as const)('list %j', async (filter, names) => {
    await bench.write('a.md', memoryText({ name: 'a', more: 'modified: 2020-01-01' }));
    await bench.write(
      'b.md',
      memoryText({ name: 'b', type: 'feedback', more: 'repos: [billing]\nagent_id: reviewer' }),
    );
    await bench.write('c.md', memoryText({ name: 'c', more: 'deleted_at: 2026-01-01' }));
    expect((await memdir.list(filter)).map((memory) => memory.name)).toEqual(names);
  });

  it('follows a directory that is created, removed and created again', async () => {
    await bench.write('a.md', memoryText({ name: 'a' }));
    await memdir.list({});
    await rename(bench.store, `${bench.store}.away`);
    expect(await memdir.list({})).toEqual([]);
    await rename(`${bench.store}.away`, bench.store);
    expect(await memdir.list({})).toHaveLength(1);
  });
});

describe('show', () => {
  beforeEach(async () => {
    await bench.write('deploy_steps.md', memoryText({ name: 'Deploy steps', body: 'First build, then copy.' }));
    await bench.write('one/notes.md', memoryText({ name: 'one-notes' }));
    await bench.write('two/notes.md', memoryText({ name: 'two-notes' }));
  });

  it.each(['Deploy steps', 'deploy_steps', 'deploy_steps.md', 'deploy-steps', 'DEPLOY STEPS'])(
    'finds %s',
    async (reference) => {
      expect(await memdir.show(reference)).toMatchObject({
        name: 'Deploy steps',
        accessCount: 1,
        body: expect.stringContaining('First build') as string,
      });
    },
  );

  it('finds by id and absolute path, and counts each access', async () => {
    await memdir.show(`${await key()}/deploy_steps.md`);
    expect(await memdir.show(join(bench.store, 'deploy_steps.md'))).toMatchObject({ accessCount: 2 });
    expect((await memdir.list({})).find((memory) => memory.name === 'Deploy steps')?.accessCount).toBe(2);
  });

  it('lists the candidates of an ambiguous reference and reports an unknown one', async () => {
    await expect(memdir.show('notes')).rejects.toMatchObject({
      code: 'ambiguous',
      message: expect.stringContaining('one/notes.md') as string,
    });
    await expect(memdir.show('nothing')).rejects.toMatchObject({ code: 'not-found' });
    await expect(memdir.show('abc123/deploy_steps.md'), 'an id of another store').rejects.toMatchObject({
      code: 'not-found',
    });
    await expect(memdir.show('../elsewhere/deploy_steps')).rejects.toMatchObject({ code: 'not-found' });
    await expect(memdir.show('  ')).rejects.toMatchObject({ code: 'bad-input' });
  });
});

describe('lint', () => {
  beforeEach(async () => {
    await bench.write('MEMORY.md', '- [A](a.md) — the first\n- [Gone](gone.md) — lost\n');
    await bench.write('a.md', memoryText({ name: 'a', type: 'feedbak' }));
  });

  it('reports stores, one directory, one file, and unsaved text', async () => {
    const all = await memdir.lint({});
    expect(all).toMatchObject({ files: 2, indexes: [{ entries: 2 }] });
    expect(of(all.problems, 'index-missing-target')).toMatchObject({
      file: join(bench.store, 'MEMORY.md'),
      path: 'MEMORY.md',
      range: { start: { line: 1 } },
    });
    expect((await memdir.lint({ targets: [bench.dir] })).problems).toEqual(all.problems);
    const one = await memdir.lint({ targets: [join(bench.store, 'a.md')] });
    expect(one.files).toBe(1);
    expect(new Set(one.problems.map((problem) => problem.path))).toEqual(new Set(['a.md']));
    const unsaved = await memdir.lint({
      overlay: new Map([[join(bench.store, 'MEMORY.md'), '- [A](a.md) — the first\n']]),
    });
    expect(unsaved.problems.map((problem) => problem.code)).not.toContain('index-missing-target');
  });

  it('rejects paths that are no memory', async () => {
    await expect(memdir.lint({ targets: [join(bench.dir, 'elsewhere', 'x.md')] })).rejects.toMatchObject({
      code: 'not-found',
    });
    await expect(memdir.lint({ targets: [join(bench.store, 'nope.md')] })).rejects.toMatchObject({ code: 'not-found' });
  });

  it('lints unsaved text without changing the saved state', async () => {
    const file = join(bench.store, 'a.md');
    const codes = async (text: string): Promise<string[]> =>
      ((await memdir.lintDocument(file, text))?.problems ?? []).map((problem) => problem.code);
    expect(await codes(memoryText({ name: 'a', type: 'feedbak' }))).toContain('type-unknown');
    expect(await codes(memoryText({ name: 'a', type: 'feedback' }))).not.toContain('type-unknown');
    expect(await codes('no front matter')).toContain('frontmatter-missing');
    expect(await memdir.lintDocument(join(bench.dir, 'other.md'), 'x')).toBeUndefined();
    expect(await memdir.lintDocument(join(bench.store, 'other.txt'), 'x')).toBeUndefined();
    expect((await memdir.lint({})).problems.map((problem) => problem.code)).toContain('type-unknown');
  });

  it('finds a file through a link to its directory', async () => {
    await symlink(bench.store, join(bench.dir, 'link'));
    expect(await memdir.memoryId(join(bench.dir, 'link', 'a.md'))).toBe(`${await key()}/a.md`);
    expect(await memdir.memoryId(join(bench.dir, 'x.md'))).toBeUndefined();
  });

  it('applies changed severities', async () => {
    memdir.configure({
      ...DEFAULT_SERVICE_SETTINGS,
      rules: { 'type-unknown': 'off', 'index-missing-target': 'hint' },
      types: {},
    });
    const { problems } = await memdir.lint({});
    expect(problems.map((problem) => problem.code)).not.toContain('type-unknown');
    expect(of(problems, 'index-missing-target').severity).toBe('hint');
  });
});

describe('a link to another memory of the same directory', () => {
  const NEAR = ['near-duplicate', 'name-duplicate', 'index-orphan', 'index-missing-target', 'sync-copy'];
  beforeEach(async () => {
    await bench.write(
      'real.md',
      memoryText({ name: 'real', type: 'user', body: 'The quixotic windmill of the build stands still on Sundays.' }),
    );
    await bench.write('MEMORY.md', '- [Real](alias.md) — through its link\n');
    await symlink('real.md', join(bench.store, 'alias.md'));
  });
  const found = async (): Promise<string[]> =>
    (await memdir.lint({})).problems.map(({ code }) => code).filter((code) => NEAR.includes(code));

  it('is the same memory: listed, linted and found once', async () => {
    expect(await found()).toEqual([]);
    expect((await memdir.list({})).map(({ path, loaded }) => [path, loaded])).toEqual([
      [join(bench.store, 'real.md'), true],
    ]);
    expect((await memdir.search({ query: 'quixotic windmill' })).hits.map(({ path }) => path)).toEqual([
      join(bench.store, 'real.md'),
    ]);
    expect((await memdir.show('alias.md')).path).toBe(join(bench.store, 'real.md'));
  });

  it('keeps its alias while its text is edited, and is an orphan when no name is listed', async () => {
    const overlay = new Map([
      [join(bench.store, 'real.md'), memoryText({ name: 'real', type: 'user', body: 'Edited.' })],
    ]);
    expect((await memdir.lint({ overlay })).problems.map(({ code }) => code)).not.toContain('index-missing-target');
    await bench.write('MEMORY.md', '# Nothing\n');
    expect(await found()).toEqual(['index-orphan']);
  });
});

describe('planFixes and applyPlan', () => {
  const INDEX = '# Memory\r\n\r\n- [A](a.md) — the first\r\n- Never on Friday, see [Gone](gone.md)\r\n';
  const REPAIRED = '# Memory\r\n\r\n- [A](a.md) — the first\r\n- Never on Friday, see Gone\r\n';
  const indexText = (): Promise<string> => readFile(join(bench.store, 'MEMORY.md'), 'utf8');
  beforeEach(async () => {
    await bench.write('MEMORY.md', INDEX);
    await bench.write('a.md', memoryText({ name: 'a', type: 'feedback' }));
  });

  it("preview every file's text and write exactly that", async () => {
    const plan = await memdir.planFixes({});
    expect(plan).toMatchObject({ repairs: 1, changes: [{ path: 'MEMORY.md', before: INDEX, after: REPAIRED }] });
    expect(await indexText()).toBe(INDEX);
    expect(await memdir.applyPlan(structuredClone(plan))).toEqual([]);
    expect(await indexText()).toBe(REPAIRED);
    expect((await memdir.lint({})).problems.map(({ code }) => code)).not.toContain('index-missing-target');
  });

  it('start from unsaved text', async () => {
    const overlay = new Map([
      [join(bench.store, 'MEMORY.md'), `${INDEX}- Nor at night, see [Also gone](also-gone.md)\r\n`],
    ]);
    expect((await memdir.planFixes({ overlay })).changes[0]).toMatchObject({
      before: expect.stringContaining('also-gone') as string,
      after: `${REPAIRED}- Nor at night, see Also gone\r\n`,
    });
  });

  it('repeat until no fix is left, each on the result of the previous one', async () => {
    await bench.write('MEMORY.md', '# x\n'.repeat(195) + '- [A](a.md) — the first\n');
    for (let at = 0; at < 8; at++) await bench.write(`n${at}.md`, memoryText({ name: `n${at}`, type: 'feedback' }));
    const plan = await memdir.planFixes({});
    // Lines 197 to 200 are loaded; an entry past them is not added unasked.
    expect(plan.repairs).toBe(4);
    expect(plan.changes[0]?.after.trimEnd().split('\n')).toHaveLength(200);
  });

  it.each([
    ['a line came in above', `# New\r\n${INDEX}`],
    ['the target appeared elsewhere in the text', INDEX.replace('- Never', '- See also [Gone](gone.md)\r\n- Never')],
    ['the file was emptied', ''],
    ['a merge began', `${INDEX}<<<<<<< ours\r\n- [B](b.md)\r\n=======\r\n>>>>>>> theirs\r\n`],
  ])('keep the file when %s', async (_what, text) => {
    const plan = await memdir.planFixes({});
    await bench.write('MEMORY.md', text);
    expect(await memdir.applyPlan(plan)).toEqual([{ file: join(bench.store, 'MEMORY.md'), why: 'changed-on-disk' }]);
    expect(await indexText()).toBe(text);
  });

  it('make no edit during a merge', async () => {
    await bench.write('MEMORY.md', `${INDEX}<<<<<<< ours\r\n- [B](b.md)\r\n=======\r\n>>>>>>> theirs\r\n`);
    expect(await memdir.planFixes({})).toEqual({ changes: [], repairs: 0 });
  });
});

describe('doctor', () => {
  it('reports an index that could not be stored on disk, with the reason', async () => {
    await writeFile(join(bench.dir, 'plain'), '');
    const file = join(bench.dir, 'plain', 'index.db');
    const memdir = await bench.open({ index: await openSqliteIndex({ file, log: bench.log }) });
    expect((await memdir.doctor())[0]).toMatchObject({
      check: 'Index',
      ok: false,
      detail: expect.stringContaining(file) as string,
      fix: expect.stringContaining('MEMDIR_DATA_DIR') as string,
    });
  });

  it('lists index, keywords, vectors, embedding, each directory, and the checks of the machine', async () => {
    await mkdir(join(bench.dir, 'more'));
    const checked = await bench.open({
      checks: async () => [{ check: 'hooks', ok: false, detail: 'Not connected.', fix: 'memdir connect claude' }],
    });
    const lines = await checked.doctor();
    expect(lines.map((line) => line.check)).toEqual(
      expect.arrayContaining(['Index', 'Keyword search', 'Vector search', 'Embedding', 'hooks']),
    );
    expect(lines.filter((line) => line.check.startsWith('Memory directory'))).toHaveLength(1);
  });

  it('reports nothing where Claude Code was never used, and an unreachable known directory', async () => {
    const project = join(bench.dir, 'project');
    await mkdir(project);
    const memdir = await bench.open({ scope: { folders: [project], trusted: true } });
    const ofStore = async (): Promise<unknown> =>
      (await memdir.doctor()).find(({ check }) => check.startsWith('Memory directory'));
    expect(await ofStore()).toMatchObject({ ok: true, detail: expect.stringContaining('not created yet') as string });
    const [store] = await memdir.roots();
    await mkdir(store?.path ?? '', { recursive: true });
    await writeFile(join(store?.path ?? '', 'a.md'), memoryText({ name: 'a' }));
    await memdir.index({});
    await rm(dirname(store?.path ?? ''), { recursive: true });
    expect(await ofStore()).toMatchObject({
      ok: false,
      detail: expect.stringContaining('may be disconnected') as string,
    });
  });

  it('reports a missing directory of the settings', async () => {
    const memdir = await bench.open({ scope: { folders: [], extra: [join(bench.dir, 'mistyped')], trusted: true } });
    expect((await memdir.doctor()).find(({ check }) => check === 'Memory directory mistyped')).toEqual({
      area: 'directories',
      check: 'Memory directory mistyped',
      ok: false,
      detail: `${join(bench.dir, 'mistyped')} doesn’t exist.`,
      fix: expect.stringContaining('remove it from the setting memdir.directories') as string,
    });
  });

  it('reports a check that fails as a finding', async () => {
    const checked = await bench.open({ checks: () => Promise.reject(new Error('It broke.')) });
    expect((await checked.doctor()).at(-1)).toMatchObject({ ok: false, detail: 'It broke.' });
  });
});

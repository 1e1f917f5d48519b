import { execFileSync } from 'node:child_process';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Memdir } from '../../src/core/memdir.js';
import type { LocatedProblem } from '../../src/core/results.js';
import { createRoots } from '../../src/node/stores/roots.js';
import { createWorkspace } from '../../src/node/workspace/workspace.js';
import { type Bench, memoryText, withStore } from '../support/service.js';

let bench: Bench;
let project: string;
withStore({}, async (opened) => {
  bench = opened;
  project = join(bench.dir, 'project');
  await mkdir(project);
});

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(project, path)), { recursive: true });
  await writeFile(join(project, path), text);
}
const remember = (path: string, body: string): Promise<void> =>
  put(`.claude/memory/${path}`, memoryText({ name: path.replace('.md', ''), body }));

/** The product on a project with its own store, as a folder that is open. */
const open = (trusted = true): Promise<Memdir> =>
  bench.open({
    roots: createRoots({ env: {}, home: join(bench.dir, 'home'), platform: process.platform, log: bench.log }),
    scope: { folders: [project], trusted },
    workspace: createWorkspace({
      log: bench.log,
      isTrusted: () => Promise.resolve(trusted),
      patienceMs: 20_000,
      freshMs: 0,
      usableMs: 0,
    }),
  });

async function problems(memdir: Memdir, code: string): Promise<LocatedProblem[]> {
  const report = await memdir.lint({});
  return report.problems.filter((problem) => problem.code === code);
}
const brief = (all: readonly LocatedProblem[]): string[] =>
  all.map(({ path, range, severity }) => `${path}:${range.start.line + 1}:${range.start.character + 1} ${severity}`);

function git(...args: string[]): void {
  const env = {
    ...process.env,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@b',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@b',
  };
  execFileSync('git', ['-C', project, ...args], { env, stdio: 'ignore' });
}

describe('files cited by memories', () => {
  it('are reported when missing, with a severity by the evidence', async () => {
    await put('src/gateway.ts', 'a\nb\nc\n');
    await put('config/local.json', '{}');
    await remember(
      'a.md',
      [
        '`src/gateway.ts` and `config/local.json` are there, `gateway.ts:2` too.',
        '`src/sessions.ts` holds the sessions.',
        'So does src/commands.ts for commands.',
        '`src/gateway.ts:40` is the bug.',
        '`infra/main.tf` is of another project, `pump.ts` of none.',
        '[gateway](../../src/gateway.ts) and [other](../../src/gone.ts)',
        '`lib/usual.ts` may have been.',
      ].join('\n\n'),
    );
    const found = await problems(await open(), 'cited-path-missing');
    expect(brief(found)).toEqual([
      'a.md:11:2 info',
      'a.md:13:9 hint',
      'a.md:15:2 info',
      'a.md:19:45 info',
      'a.md:21:2 hint',
    ]);
    expect(found.map(({ message }) => message.split(/[.:] /)[0])).toEqual([
      'src/sessions.ts no longer exists in this project',
      'src/commands.ts no longer exists in this project',
      'src/gateway.ts has no line 40',
      '../../src/gone.ts no longer exists in this project',
      'lib/usual.ts no longer exists in this project',
    ]);
  });

  it('are followed through renames of git, by a safe fix that changes only the path', async () => {
    git('init', '-q');
    await put('src/old.ts', 'export const answer = 42;\nexport const question = "what";\n');
    git('add', '-A');
    git('commit', '-qm', 'one');
    await rename(join(project, 'src/old.ts'), join(project, 'src/new.ts'));
    git('add', '-A');
    git('commit', '-qm', 'two');
    await remember('a.md', 'The answer is in `./src/old.ts:1`.');
    const memdir = await open();
    const [problem] = await problems(memdir, 'cited-path-missing');
    expect(problem?.fixes).toMatchObject([{ title: 'Change to src/new.ts', safe: true }]);
    const plan = await memdir.planFixes({ targets: [join(project, '.claude/memory/a.md')] });
    expect(plan.changes.map((change) => change.after)).toEqual([
      expect.stringContaining('The answer is in `./src/new.ts:1`.'),
    ]);
  });

  it('are ignored in forgotten or replaced memories and daily logs, and when they are memories of the store', async () => {
    await put('src/a.ts', '');
    const gone = 'It is in `src/gone.ts`.';
    await put(
      '.claude/memory/forgotten.md',
      memoryText({ name: 'forgotten', body: gone, more: 'deleted_at: 2026-01-01' }),
    );
    await put('.claude/memory/replaced.md', memoryText({ name: 'replaced', body: gone, more: 'superseded_by: b' }));
    await put('.claude/memory/logs/2026/01/2026-01-01.md', gone);
    await remember('b.md', 'See `src/b.md`, [c](c.md) and `.claude/memory/c.md`, `MEMORY.md`.');
    expect(brief(await problems(await open(), 'cited-path-missing'))).toEqual(['b.md:9:6 info']);
  });

  it('are checked in unsaved text, and again when they appear', async () => {
    await put('src/a.ts', '');
    await remember('a.md', 'Nothing yet.');
    const memdir = await open();
    const file = join(project, '.claude/memory/a.md');
    const text = memoryText({ name: 'a', body: 'It is in `src/b.ts`.' });
    const codes = async (): Promise<string[]> =>
      ((await memdir.lintDocument(file, text))?.problems ?? []).map(({ code }) => code);
    expect(await codes()).toContain('cited-path-missing');
    await put('src/b.ts', '');
    expect(await codes()).not.toContain('cited-path-missing');
  });

  it('are looked up without git where the folder is not trusted', async () => {
    await put('src/a.ts', '');
    await remember('a.md', 'It is in `src/b.ts`.');
    expect(brief(await problems(await open(false), 'cited-path-missing'))).toEqual(['a.md:9:11 info']);
  });

  it('are ignored when the project is unknown', async () => {
    await bench.write('a.md', memoryText({ name: 'a', body: 'It is in `src/b.ts`.' }));
    const memdir = await bench.open({
      workspace: createWorkspace({ log: bench.log, isTrusted: () => Promise.resolve(true), patienceMs: 1_000 }),
    });
    expect(await problems(memdir, 'cited-path-missing')).toEqual([]);
  });
});

describe('relations of memories', () => {
  const rule =
    'Booking tests run against a real PostgreSQL, never against mocks, because mocks hid a migration that was broken and nobody saw it.';

  it('are reported on the older one and follow unsaved text', async () => {
    await bench.write('tests.md', memoryText({ name: 'tests', body: rule, more: 'created: 2026-01-01' }));
    await bench.write(
      'testing.md',
      memoryText({ name: 'testing', body: `${rule} Ask first.`, more: 'created: 2026-02-01' }),
    );
    await bench.write(
      'port.md',
      memoryText({ name: 'port', body: 'The API listens on port 8080.', more: 'created: 2026-01-01' }),
    );
    await bench.write(
      'port-moved.md',
      memoryText({ name: 'port-moved', body: 'The API listens on port 9090.', more: 'created: 2026-02-01' }),
    );
    const memdir = await bench.open();
    const [duplicate] = await problems(memdir, 'near-duplicate');
    expect(duplicate).toMatchObject({
      path: 'tests.md',
      severity: 'info',
      fixes: [],
      related: [{ path: 'testing.md' }],
      message: expect.stringContaining('testing.md') as string,
    });
    const [conflict] = await problems(memdir, 'contradiction');
    expect(conflict).toMatchObject({
      path: 'port.md',
      severity: 'hint',
      range: { start: { line: 9 } },
      related: [{ path: 'port-moved.md' }],
    });
    expect(conflict?.message).toContain('“9090”');
    const same = await memdir.lintDocument(
      join(bench.store, 'port.md'),
      memoryText({ name: 'port', body: 'The API listens on port 9090.', more: 'created: 2026-01-01' }),
    );
    expect(same?.problems.map(({ code }) => code)).not.toContain('contradiction');
    expect(await problems(memdir, 'contradiction')).toHaveLength(1);
    await rm(join(bench.store, 'port-moved.md'));
    expect(await problems(memdir, 'contradiction')).toEqual([]);
  });
});

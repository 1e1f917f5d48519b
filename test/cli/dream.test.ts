import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { unifiedDiff } from '../../src/core/diff.js';
import { MemdirError } from '../../src/core/errors.js';
import type { DreamUndone, LogResult, PrintedDream, SearchResult } from '../../src/core/results.js';
import { projectSlug } from '../../src/core/stores/project-slug.js';
import { openMemdir } from '../../src/node/compose.js';
import { writeProjectStore } from '../support/hook-project.js';
import { type OllamaDouble, startOllama } from '../support/ollama-server.js';
import { memoryText } from '../support/service.js';
import { workerOfFile } from '../support/worker.js';
import { tempFolder, type Terminal, terminal } from './support.js';

const NAMES = ['api', 'build', 'cache', 'docs', 'editor', 'files', 'git', 'hosts', 'images'];
const dated = (name: string, body: string, day = '2026-01-05'): string =>
  memoryText({ name, body, type: 'reference', more: `modified: ${day}` });
const TOPIC = (day: string): string => `## Flaky tests\n- 10:00 On ${day} the login test waited.\n`;

/** A store with something of everything. */
async function messy(store: string): Promise<void> {
  const texts: Readonly<Record<string, string>> = {
    ...Object.fromEntries(NAMES.map((name) => [`${name}.md`, dated(name, `All about the ${name} of this project.`)])),
    'twice.md': dated('twice', 'Invoices are rounded down.\n\n- Since the audit.'),
    'again.md': dated('again', 'Invoices are rounded down.\n\n- Since the audit.', '2026-01-06'),
    'logs/2026/01/2026-01-07.md': TOPIC('07'),
    'logs/2026/01/2026-01-08.md': TOPIC('08'),
    'MEMORY.md': `${NAMES.map((name) => `- [${name}](${name}.md) — ${name}\n`).join('')}- [Twice](twice.md) — x\n- [Gone](gone.md) — lost\n`,
  };
  for (const [path, text] of Object.entries(texts)) {
    await mkdir(join(store, path, '..'), { recursive: true });
    await writeFile(join(store, path), text);
  }
}

/** Without the lock, and without what a process that was killed was about to put in place: the next one removes it. */
async function textsOf(store: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const item of await readdir(store, { recursive: true, withFileTypes: true })) {
    const path = join(item.parentPath, item.name).slice(store.length + 1);
    if (item.isFile() && !/^\.(?:consolidate-lock|memdir-.*\.part)$/.test(item.name))
      found[path] = await readFile(join(store, path), 'utf8');
  }
  return found;
}

/** Names every proposed change, those that remove something included. */
const all = async (): Promise<readonly string[]> =>
  (await shell.json<PrintedDream>('dream', '--force', ...dir)).proposals.flatMap(({ id }) => ['--only', id]);

/** Marks and new memories tell the moment they were made. */
const timeless = (text: string | undefined): string | undefined => text?.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'then');

let shell: Terminal;
let store: string;
let dir: readonly string[];
beforeEach(async () => {
  shell = await terminal();
  store = join(shell.cwd, 'memory-here');
  await messy(store);
  dir = ['--dir', store];
});

describe('memdir dream', () => {
  it('says why it is not time, and exits 1', async () => {
    const { code, stdout } = await shell.run('dream', ...dir);
    expect([code, stdout]).toEqual([
      1,
      'Too early to consolidate: 0 of 5 sessions so far. To run anyway: “memdir dream --force”.\n',
    ]);
  });

  it('only prints where nobody can be asked, with and without --dry-run', async () => {
    const before = await textsOf(store);
    for (const args of [['--dry-run'], []]) {
      const { code, stdout, stderr } = await shell.run('dream', '--force', ...args, ...dir);
      expect(code).toBe(0);
      expect(stdout).toMatch(
        /^Remove 1 broken link from MEMORY\.md {2}index {2}[0-9a-f]{12}\n.*\n--- MEMORY\.md\n\+\+\+ MEMORY\.md\n[\s\S]*\n-- \[Gone\]\(gone\.md\) — lost\n/,
      );
      expect(stdout).toContain('Remember “Flaky tests” from 2026-01-07, 2026-01-08  topic');
      expect(stderr).toContain('Nothing was changed.');
    }
    expect(await textsOf(store)).toEqual(before);
    expect(existsSync(join(store, '.consolidate-lock'))).toBe(false);
  });

  it('says that Claude Code consolidates by itself, and proposes all the same', async () => {
    const own = await writeProjectStore(shell, {});
    await messy(own);
    const file = join(shell.home, '.claude', 'settings.json');
    const sentence =
      'Claude Code consolidates these memories itself (autoDreamEnabled is true in your Claude Code settings).';
    for (const on of [true, false]) {
      await writeFile(file, JSON.stringify({ autoDreamEnabled: on }));
      const { stdout, stderr } = await shell.run('dream', '--force', '--dry-run');
      expect(stdout).toContain('Remove 1 broken link from MEMORY.md');
      expect(stderr.includes(sentence)).toBe(on);
      expect((await shell.run('roots')).stdout.includes(sentence)).toBe(on);
      expect(
        (await shell.run('doctor')).stdout.includes(
          'consolidated by Claude Code itself (autoDreamEnabled is true in your Claude Code settings)',
        ),
      ).toBe(on);
    }
  });

  it('applies with --apply what it printed, and takes it back', async () => {
    const before = await textsOf(store);
    const planned = await shell.json<PrintedDream>('dream', '--force', ...dir);
    expect(planned.proposals.map(({ kind }) => kind)).toEqual(['index', 'duplicate', 'topic']);
    const done = await shell.json<PrintedDream>(
      'dream',
      '--force',
      '--apply',
      '--only',
      planned.proposals[2]?.id ?? '',
      ...dir,
    );
    expect(done.applied?.files.map((file) => file.slice(store.length + 1))).toEqual(['flaky-tests.md', 'MEMORY.md']);
    expect((await textsOf(store))['MEMORY.md']).toContain('](flaky-tests.md)');
    expect(await shell.json<DreamUndone>('dream', '--undo', 'last', ...dir)).toMatchObject({
      id: done.applied?.id,
      restored: 2,
      left: [],
    });
    expect(await textsOf(store)).toEqual(before);
    expect((await shell.run('dream', '--force', '--apply', '--only', '0123456789ab', ...dir)).code).toBe(2);
  });

  it('shows a file that several changes touch once more, as it will be', async () => {
    const before = await textsOf(store);
    const { stdout } = await shell.run('dream', '--force', '--dry-run', ...(await all()), ...dir);
    const [, whole = ''] = /\nMEMORY\.md after 2 changes\n(--- MEMORY\.md\n[^]*?)\n\n/.exec(stdout) ?? [];
    expect(whole).toMatch(/^-- \[Gone\]\(gone\.md\) — lost$/m);
    expect(whole).toMatch(/^\+- \[Flaky tests\]\(flaky-tests\.md\)/m);
    const { proposals } = await shell.json<PrintedDream>('dream', '--force', ...dir);
    const alone = await shell.run('dream', '--force', '--dry-run', '--only', proposals[0]?.id ?? '', ...dir);
    expect(alone.stdout).not.toMatch(/after \d+ changes/);
    // What was shown together is what is written.
    const { together, applied } = await shell.json<PrintedDream>(
      'dream',
      '--force',
      '--apply',
      ...(await all()),
      ...dir,
    );
    const after = await textsOf(store);
    expect(applied?.files).toHaveLength(together.length);
    for (const { path, diff } of together) expect(diff).toBe(unifiedDiff(path, before[path], after[path] ?? ''));
    expect(together.map(({ path, proposals: times }) => [path, times])).toEqual(
      expect.arrayContaining([
        ['MEMORY.md', 2],
        ['flaky-tests.md', 1],
      ]),
    );
  });

  it('makes what removes something only when it is named', async () => {
    const before = await textsOf(store);
    const { stdout, stderr } = await shell.run('dream', '--force', '--apply', ...dir);
    expect(stdout).toContain('Remove 1 broken link from MEMORY.md');
    expect(stderr).toMatch(/2 changes remove a memory or an entry.* --only [0-9a-f]{12} --only [0-9a-f]{12}/);
    const after = await textsOf(store);
    expect(after['MEMORY.md']).toContain('(gone.md)');
    expect(after['twice.md']).toBe(before['twice.md']);
    expect(after['flaky-tests.md']).toBeDefined();
  });

  it('counts the sessions of the folder’s project, in Claude Code’s own places', async () => {
    const folder = join(shell.home, '.claude', 'projects', projectSlug(shell.cwd));
    await cp(store, join(folder, 'memory'), { recursive: true });
    for (let at = 0; at < 5; at++)
      await writeFile(join(folder, `${at}.jsonl`), `${JSON.stringify({ cwd: shell.cwd })}\n`);
    expect((await shell.run('dream', '--session', '3')).stdout).toMatch(/^Too early to consolidate: 4 of 5 sessions/);
    expect((await shell.run('dream', '--dir', join(folder, 'memory'))).stdout).toMatch(
      /^Too early to consolidate: 4 of 5 sessions so far\. Counted/,
    );
    await rm(join(shell.home, 'data', 'dreams'), { recursive: true });
    const { code, stdout } = await shell.run('dream');
    expect([code, stdout.slice(0, 12)]).toEqual([0, 'Remove 1 bro']);
  });

  it('is refused while Claude Code consolidates, --force or not', async () => {
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { stdio: 'ignore' });
    try {
      await writeFile(join(store, '.consolidate-lock'), String(child.pid));
      const before = await textsOf(store);
      const { code, stdout } = await shell.run('dream', '--force', '--apply', ...dir);
      expect([code, stdout]).toEqual([
        1,
        `Process ${child.pid} (Claude Code or another Memdir) is consolidating these memories. Try again when it is done; Claude Code may keep the lock for an hour after that.\n`,
      ]);
      expect(await textsOf(store)).toEqual(before);
    } finally {
      child.kill();
    }
  });

  it('leaves nothing that the linter or the list take for a memory', async () => {
    await shell.run('dream', '--force', '--apply', ...(await all()), ...dir);
    expect((await stat(join(store, '.consolidate-lock'))).size).toBe(0);
    const { stdout } = await shell.run('lint', store, '--json');
    expect(
      (JSON.parse(stdout) as { problems: { severity: string }[] }).problems.filter(
        ({ severity }) => severity === 'error' || severity === 'warning',
      ),
    ).toEqual([]);
  });

  it('of two processes at once changes each file once', async () => {
    const ends = await Promise.all([1, 2].map(() => shell.start(['dream', '--force', '--apply', ...dir])));
    expect(ends.filter(({ code, stdout }) => code === 0 && stdout.includes('To undo')).length).toBeGreaterThanOrEqual(
      1,
    );
    expect((await textsOf(store))['MEMORY.md']?.match(/\]\(flaky-tests\.md\)/g)).toHaveLength(1);
    expect(Object.keys(await textsOf(store)).filter((path) => path.startsWith('flaky'))).toEqual(['flaky-tests.md']);
  });

  it.each([
    [['--apply', '--dry-run']],
    [['--undo', 'last', '--apply']],
    [['--undo', 'last']],
    [['--only', 'x', '--force']],
  ])('refuses %j', async (args) => {
    expect((await shell.run('dream', ...args, ...dir)).code).toBe(2);
  });
});

describe('a model of Ollama', () => {
  let ollama: OllamaDouble;
  beforeEach(async () => {
    ollama = await startOllama({ 'llama3.2:latest': {} });
    ollama.says = () => '{"merges":[],"contradictions":[]}';
    for (const [name, body] of [
      ['oauth-token-lifetime', 'Access tokens live for 15 minutes.'],
      ['oauth-token-lifetime-refresh', 'Refresh tokens live for 30 days.'],
    ] as const)
      await writeFile(join(store, `${name}.md`), dated(name, body));
  });
  afterEach(() => ollama.stop());
  const questions = (): number => ollama.asked.filter(({ path }) => path === '/api/chat').length;
  const settings = async (more: Record<string, unknown>): Promise<void> => {
    await mkdir(join(shell.home, 'data'), { recursive: true });
    await writeFile(
      join(shell.home, 'data', 'settings.json'),
      JSON.stringify({ 'model.provider': 'ollama', 'ollama.url': ollama.url, 'embedding.provider': 'none', ...more }),
    );
  };
  const budget = async (): Promise<unknown> => (await shell.json<{ budget: unknown }>('queue')).budget;

  it.each([
    [
      'observations',
      { 'capture.dailyObservations': 1 },
      'The daily limit of observations for the model is reached (1).',
    ],
    ['tokens', { 'capture.dailyTokens': 40 }, 'The daily limit of tokens for the model is reached (40).'],
  ])('counts in the budget of the day of %s, and says where that ended it', async (_, most, words) => {
    await settings(most);
    const first = await shell.run('dream', '--force', '--dry-run', ...dir);
    expect([first.code, questions()]).toEqual([0, 1]);
    expect(first.stderr).toContain(
      `llama3.2 (Ollama at ${ollama.url}) was used for 1 of 2 groups of memories and logs. ${words} It can be used again after midnight, or with a larger memdir.capture.dailyObservations or dailyTokens. Proposals found by rules aren’t affected.\n`,
    );
    expect(first.stdout).toContain('Remember “Flaky tests” from 2026-01-07, 2026-01-08  topic');
    expect(await budget()).toMatchObject({ entries: 1, tokens: 52 });
    const second = await shell.run('dream', '--force', '--dry-run', ...dir);
    expect([timeless(second.stdout), questions()]).toEqual([timeless(first.stdout), 1]);
    expect(second.stderr).toContain(' wasn’t used. The daily limit of');
    await settings({});
    expect((await shell.run('dream', '--force', '--dry-run', ...dir)).stderr).not.toContain('daily limit');
    expect([questions(), await budget()]).toEqual([3, expect.objectContaining({ entries: 3, tokens: 156 })]);
  });

  it('that puts its answer into a fence is understood', async () => {
    await settings({});
    ollama.says = () => '```json\n{"merges":[],"contradictions":[]}\n```';
    expect((await shell.run('dream', '--force', '--dry-run', ...dir)).stderr).not.toContain('No usable response from');
  });

  it('that answers nonsense, or is cut off, has cost its tokens; one that is not there has not', async () => {
    await settings({});
    ollama.says = () => 'I would merge them all.';
    expect((await shell.run('dream', '--force', '--dry-run', ...dir)).stderr).toContain(
      '(2 of 2 times): The response from llama3.2 isn’t JSON.',
    );
    expect(await budget()).toMatchObject({ entries: 2, tokens: 104 });
    await ollama.stop();
    expect((await shell.run('dream', '--force', '--dry-run', ...dir)).stderr).toContain('Ollama doesn’t respond');
    expect(await budget()).toMatchObject({ entries: 2, tokens: 104 });
    await ollama.start();
  });
});

describe('killed', () => {
  const worker = workerOfFile('test/cli/dream-worker.mts');

  const apply = async (
    folder: string,
    step: string,
  ): Promise<{ readonly killed: boolean; readonly stdout: string }> => {
    try {
      return {
        killed: false,
        stdout: (await promisify(execFile)(process.execPath, [worker, join(shell.home, 'data'), folder, step])).stdout,
      };
    } catch (error) {
      return { killed: (error as { signal?: string }).signal === 'SIGKILL', stdout: '' };
    }
  };

  /** Takes the last one back; answers why there was nothing to take back. */
  async function undone(): Promise<string | undefined> {
    const opened = await openMemdir({
      distDir: resolve('dist'),
      dataDir: join(shell.home, 'data'),
      scope: { folders: [], directories: [store], trusted: true },
      env: {},
      home: shell.home,
    });
    try {
      expect((await opened.memdir.dream.undo('last')).left).toEqual([]);
      return undefined;
    } catch (error) {
      if (error instanceof MemdirError) return error.message;
      throw error;
    } finally {
      await opened.close();
    }
  }

  it('at any step: every file is whole, nothing that was said is lost, and all of it can be taken back', async () => {
    const original = await textsOf(store);
    const template = await tempFolder();
    await cp(store, template, { recursive: true });
    const steps = Number((await apply(store, 'none')).stdout);
    const done = await textsOf(store);
    expect(steps).toBeGreaterThan(10);
    for (let step = 0; step < steps; step++) {
      await rm(store, { recursive: true });
      await rm(join(shell.home, 'data', 'dreams'), { recursive: true, force: true });
      await cp(template, store, { recursive: true });
      expect((await apply(store, String(step))).killed, `step ${step}`).toBe(true);
      // As if ten seconds had gone by: then the lock of a process that died is taken over.
      await rm(join(shell.home, 'data', 'locks'), { recursive: true });
      const now = await textsOf(store);
      for (const path of Object.keys(original)) expect(now[path], `${path} at step ${step}`).toBeDefined();
      for (const [path, text] of Object.entries(now))
        expect([original[path], done[path]].map(timeless), `${path} at step ${step}`).toContain(timeless(text));
      const nothing = await undone();
      if (nothing !== undefined) expect(nothing, `step ${step}`).toContain('There is no consolidation to undo');
      expect(await textsOf(store), `step ${step}`).toEqual(original);
    }
  }, 400_000);

  /** Kills one at a step; answers whose number and what time the lock has then. */
  async function killedAt(
    step: number,
    lastMs: number | undefined,
  ): Promise<{ readonly pid: string; readonly atMs: number }> {
    const lock = join(store, '.consolidate-lock');
    if (lastMs !== undefined) {
      await writeFile(lock, '');
      await utimes(lock, lastMs / 1000, lastMs / 1000);
    }
    expect((await apply(store, String(step))).killed).toBe(true);
    await rm(join(shell.home, 'data', 'locks'), { recursive: true });
    return { pid: await readFile(lock, 'utf8'), atMs: (await stat(lock)).mtimeMs };
  }

  it.each([
    ['before', Date.now() - 100 * 3_600_000],
    ['never', undefined],
  ])('while it held the lock: it is no consolidation, for Claude Code neither (consolidated %s)', async (_, lastMs) => {
    const left = await killedAt(6, lastMs);
    expect(left.pid).toMatch(/^\d+$/);
    expect(Date.now() - left.atMs).toBeLessThan(60_000);
    // The gate of sessions comes after that of time.
    expect((await shell.run('dream', ...dir)).stdout).toMatch(
      lastMs === undefined
        ? /^Too early to consolidate: 0 of 5 sessions/
        : /^Too early to consolidate: 0 of 5 sessions since the last run\./,
    );
    if (lastMs === undefined) return expect(existsSync(join(store, '.consolidate-lock'))).toBe(false);
    expect(Math.round((await stat(join(store, '.consolidate-lock'))).mtimeMs)).toBe(lastMs);
    expect(await readFile(join(store, '.consolidate-lock'), 'utf8')).toBe('');
  });

  it('when all of it was written: it took place', async () => {
    const steps = Number((await apply(store, 'none')).stdout);
    await rm(store, { recursive: true });
    await messy(store);
    await killedAt(steps - 2, Date.now() - 100 * 3_600_000);
    expect((await shell.run('dream', ...dir)).stdout).toMatch(/^Too early to consolidate: last done just now/);
  });

  it('again and again: the time does not move until one comes through', async () => {
    const lastMs = Date.now() - 100 * 3_600_000;
    for (const step of [1, 3, 6]) {
      await killedAt(step, step === 1 ? lastMs : undefined);
      await shell.run('dream', ...dir);
      await shell.run('dream', '--undo', 'last', ...dir);
      expect(Math.round((await stat(join(store, '.consolidate-lock'))).mtimeMs), `step ${step}`).toBe(lastMs);
    }
    await shell.run('dream', '--force', '--apply', ...dir);
    expect((await shell.run('dream', ...dir)).stdout).toMatch(/^Too early to consolidate: last done/);
  });

  it('while it wrote: the next look says how to take it back', async () => {
    await apply(store, '6');
    const { stderr } = await shell.run('dream', '--force', '--dry-run', ...dir);
    expect(stderr).toMatch(
      /An earlier consolidation was interrupted\. To undo its changes: “memdir dream --undo \d{8}T\d{6}-[0-9a-f]{6}”\./,
    );
  });
});

describe('memdir log', () => {
  it('adds an entry that is found', async () => {
    const first = await shell.json<LogResult>('log', 'Moved invoices to the billing queue.', ...dir);
    expect(first).toMatchObject({ line: 1, redacted: 0 });
    expect(first.path.slice(store.length)).toMatch(/^\/logs\/\d{4}\/\d\d\/\d{4}-\d\d-\d\d\.md$/);
    expect((await shell.run('log', 'And back.', ...dir)).stdout).toMatch(/^Logged to memory-here\/logs\/.*\.md:2\.\n$/);
    expect(await readFile(first.path, 'utf8')).toMatch(
      /^- \d\d:\d\d Moved invoices to the billing queue\.\n- \d\d:\d\d And back\.\n$/,
    );
    expect((await shell.json<SearchResult>('search', 'billing queue invoices', ...dir)).hits[0]?.path).toBe(first.path);
  });

  it('reads standard input', async () => {
    expect((await shell.pipe('From a pipe.\n', 'log', '-', ...dir)).code).toBe(0);
    const [log] = (await readdir(join(store, 'logs'), { recursive: true, withFileTypes: true })).filter(
      (item) => item.isFile() && !item.name.startsWith('2026-01-0'),
    );
    expect(await readFile(join(log?.parentPath ?? '', log?.name ?? ''), 'utf8')).toMatch(
      /^- \d\d:\d\d From a pipe\.\n$/,
    );
  });
});

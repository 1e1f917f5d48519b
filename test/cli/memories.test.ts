import { execFile } from 'node:child_process';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { describe, expect, it } from 'vitest';

import { copyOfCase, terminal } from './support.js';

interface Listed {
  readonly id: string;
  readonly path: string;
  readonly name: string;
  readonly accessCount: number;
}

interface Found {
  readonly query: string;
  readonly mode: string;
  readonly confidence: string;
  readonly embedder: string;
  readonly tookMs: number;
  readonly hits: readonly {
    readonly path: string;
    readonly line: number;
    readonly snippet: string;
    readonly explain?: unknown;
  }[];
}

const names = (listed: readonly { readonly path: string }[]): string[] =>
  listed.map(({ path }) => path.split(/[\\/]/).pop() ?? '').sort();

describe('list, show and search', () => {
  it('lists every file, whatever is wrong with one (case 16)', async () => {
    const memory = join(await copyOfCase('16'), 'memory');
    const { json, run } = await terminal();
    const listed = await json<Listed[]>('list', '--dir', memory);
    expect(names(listed)).toEqual(['binary.md', 'empty.md', 'latin1.md', 'ok.md', 'utf16.md']);
    for (const key of [
      'id',
      'path',
      'name',
      'description',
      'type',
      'level',
      'ageDays',
      'ageSource',
      'repos',
      'agentId',
      'accessCount',
      'survival',
      'links',
      'inIndex',
      'loaded',
    ]) {
      expect(listed[0]).toHaveProperty(key);
    }
    const found = await json<Found>('search', 'needle-delta', '--dir', memory);
    expect(names(found.hits)).toContain('latin1.md');
    expect(names(found.hits)).not.toContain('binary.md');
    expect((await run('list', '--dir', memory)).stdout).toContain('5 memories');
  });

  it('shows values without carriage returns, and counts the look (case 15)', async () => {
    const memory = join(await copyOfCase('15'), 'memory');
    const { json } = await terminal();
    const [first] = await json<Listed[]>('list', '--dir', memory);
    const shown = await json<Listed & { body: string; description: string }>('show', first?.id ?? '', '--dir', memory);
    expect(`${shown.name}${shown.description}`).not.toContain('\r');
    expect(shown.accessCount).toBe(1);
    expect((await json<Listed>('show', first?.name ?? '', '--dir', memory)).accessCount).toBe(2);
  });

  it('lists those with a tag, in any case, and says when an option lets none through', async () => {
    const { json, run, home } = await terminal();
    const memory = join(home, 'memory');
    await mkdir(memory);
    for (const [name, tags] of [
      ['one', '[Limits, api]'],
      ['two', '[style]'],
      ['three', '[]'],
    ] as const) {
      await writeFile(
        join(memory, `${name}.md`),
        `---\nname: ${name}\ndescription: d\ntype: project\ntags: ${tags}\n---\nText.\n`,
      );
    }
    expect(names(await json<Listed[]>('list', '--dir', memory, '--tag', 'limits'))).toEqual(['one.md']);
    expect(names(await json<Listed[]>('list', '--dir', memory, '--tag', 'limits', '--type', 'user'))).toEqual([]);
    expect((await run('list', '--dir', memory, '--tag', 'none')).stdout).toBe('No memories match these options.\n');
  });

  it.skipIf(process.platform !== 'linux')('fits into a terminal of 40 columns', async () => {
    const { env, home } = await terminal();
    const memory = join(home, 'memory');
    await mkdir(memory);
    for (const name of ['a-name-that-is-longer-than-there-is-room', 'short']) {
      await writeFile(
        join(memory, `${name}.md`),
        `---\nname: ${name}\ndescription: a description that goes on and on\ntype: project\n---\nText.\n`,
      );
    }
    const command = `stty cols 40; '${process.execPath}' dist/cli.js list --dir '${memory}'`;
    const { stdout } = await promisify(execFile)('script', ['-qec', command, '/dev/null'], {
      env: { ...env, NO_COLOR: '1' },
    });
    const rows = stdout.split(/\r?\n/).filter((row) => row.includes('today'));
    expect(rows).toEqual([
      expect.stringMatching(/^ {6}a-name-that-is-… {2}today {2}a desc/),
      expect.stringMatching(/^ {6}short {13}today {2}a desc/),
    ]);
    expect(rows.filter((row) => row.length > 40)).toEqual([]);
  });

  it('takes a path as a shell completes it, and refuses an empty directory name', async () => {
    const folder = await copyOfCase('15');
    const { json, run } = await terminal(folder);
    expect(await json<Listed>('show', 'memory/a.md', '--dir', 'memory')).toMatchObject({
      path: join(folder, 'memory', 'a.md'),
    });
    expect(await run('list', '--dir', '')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Specify a directory') as string,
    });
  });

  it('finds a memory by meaning, and says how', async () => {
    const memory = join(await terminal().then(({ home }) => home), 'memory');
    await mkdir(memory);
    await writeFile(
      join(memory, 'billing.md'),
      '---\nname: billing\ndescription: invoices\ntype: reference\n---\nInvoices go out on the first working day.\n',
    );
    await writeFile(
      join(memory, 'cat.md'),
      '---\nname: pets\ndescription: animals of the office\ntype: reference\n---\nThe kitten sleeps on the windowsill.\n',
    );
    await writeFile(
      join(memory, 'deploy.md'),
      '---\nname: deploy\ndescription: releases\ntype: reference\n---\nReleases leave through the blue pipeline.\n',
    );
    const { json } = await terminal();
    const found = await json<Found>('search', 'where does the young feline rest', '--dir', memory, '--explain');
    expect(found).toMatchObject({ query: 'where does the young feline rest', mode: 'hybrid' });
    expect(found.hits[0]).toMatchObject({ path: join(memory, 'cat.md'), explain: expect.anything() as unknown });
    expect(typeof found.tookMs).toBe('number');
  });

  it('prints no escape sequence a memory may hold', async () => {
    const { home, run } = await terminal();
    await mkdir(join(home, 'memory'));
    await writeFile(
      join(home, 'memory', 'a.md'),
      '---\nname: a\ndescription: "x\\e[31mred"\ntype: user\n---\nbody \u001b[2J end\n',
    );
    for (const args of [['list'], ['show', 'a'], ['search', 'body'], ['lint']]) {
      expect((await run(...args, '--dir', join(home, 'memory'))).stdout).not.toContain('\u001b');
    }
  });

  it('notices a directory that comes and goes (case 42)', async () => {
    const folder = await copyOfCase('42');
    const memory = join(folder, 'memory');
    await rename(memory, join(folder, 'away'));
    const { run, json } = await terminal();
    expect(await json('roots', '--dir', memory)).toMatchObject([{ path: memory, exists: false, files: 0 }]);
    const missing = await run('search', 'anything', '--dir', memory);
    expect(missing).toMatchObject({ code: 2, stdout: '' });
    expect(missing.stderr).toMatch(/^memdir: .*isn’t a directory.*\n$/);
    await rename(join(folder, 'away'), memory);
    expect(names(await json<Listed[]>('list', '--dir', memory))).toEqual(['a.md']);
    expect(await json('index', '--dir', memory)).toMatchObject({ files: 1, removed: 0 });
    await rename(memory, join(folder, 'away'));
    await rename(join(folder, 'away'), memory);
    expect(await json('index', '--dir', memory)).toMatchObject({ changed: 0, removed: 0 });
  });
});

it.runIf(process.platform !== 'win32').each(['Pacific/Kiritimati', 'Pacific/Niue', 'Asia/Kathmandu'])(
  'dates are those of the user in %s',
  async (TZ) => {
    const shell = await terminal();
    const day = (ms: number): string => new Intl.DateTimeFormat('sv-SE', { timeZone: TZ }).format(ms);
    const [today, yesterday] = [day(Date.now()), day(Date.now() - 86_400_000)];
    const memory = join(shell.cwd, 'memory');
    await mkdir(memory);
    await writeFile(join(memory, 'a.md'), `---\nname: a\nmodified: ${today}\n---\n\nA.\n`);
    await writeFile(join(memory, `b_${yesterday}.md`), '---\nname: b\n---\n\nB.\n');
    const { stdout } = await shell.start(['list', '--dir', memory], '', { TZ });
    // The test may run over midnight.
    if (day(Date.now()) === today) expect(stdout).toMatch(/ a +today[\s\S]* b +yesterday/);
    const found = await shell.start(['search', 'A', `after:${today}`, '--dir', memory, '--json'], '', { TZ });
    expect(names((JSON.parse(found.stdout) as Found).hits)).toEqual(['a.md']);
  },
);

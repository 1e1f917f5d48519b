/** What cases ask for at the door of a user who works in a terminal. */
import { execFileSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { copyOfCase, type Terminal, terminal } from './support.js';

interface Listed {
  readonly path: string;
  readonly name: string;
  readonly description: string;
  readonly type: string;
  readonly inIndex: boolean;
  readonly loaded: boolean;
  readonly symlink: boolean;
}
interface Found {
  readonly hits: readonly { readonly path: string; readonly snippet: string }[];
}
interface Lint {
  readonly problems: readonly {
    readonly path: string;
    readonly line: number;
    readonly code: string;
    readonly severity: string;
    readonly message: string;
    readonly related?: readonly unknown[];
  }[];
}

const memoryOf = async (number: string): Promise<string> => join(await copyOfCase(number), 'memory');
const listed = async ({ json }: Terminal, memory: string): Promise<Map<string, Listed>> =>
  new Map((await json<Listed[]>('list', '--dir', memory)).map((each) => [basename(each.path), each]));
const hits = async ({ json }: Terminal, memory: string, query: string): Promise<string[]> =>
  (await json<Found>('search', query, '--dir', memory)).hits.map(({ path }) => basename(path));

describe('search', () => {
  it.each(['opentel', 'Rechnung', 'rechnungsstellung', 'kuber', 'observ', 'schnittstelle'])(
    'finds a word by its beginning, and a compound by its parts: %s (case 69)',
    async (query) => {
      const shell = await terminal();
      await mkdir(join(shell.home, 'data'));
      await writeFile(join(shell.home, 'data', 'settings.json'), '{ "embedding.provider": "none" }');
      expect(await hits(shell, await memoryOf('69'), query)).toEqual(['k.md']);
    },
  );
});

describe('lists', () => {
  it('tell what is loaded from what is past the cut and from what is not listed (case 01)', async () => {
    const shell = await terminal();
    const memory = await memoryOf('01');
    await writeFile(join(memory, 'note_new.md'), '---\nname: new\ndescription: not listed\ntype: user\n---\nx\n');
    const standing = [...(await listed(shell, memory)).entries()].map(([file, { inIndex, loaded }]) => [
      file,
      inIndex,
      loaded,
    ]);
    expect(standing.sort()).toEqual([
      ['note_001.md', true, true],
      ['note_198.md', true, true],
      ['note_199.md', true, false],
      ['note_200.md', true, false],
      ['note_201.md', true, false],
      ['note_new.md', false, false],
    ]);
  });

  it('name bytes nowhere as the limit (case 02)', async () => {
    const folder = await copyOfCase('02');
    const { run } = await terminal();
    const { stdout } = await run('lint', join(folder, 'cjk-fits'));
    expect(stdout).toContain('18899 characters (limit 25000)');
    expect(stdout).not.toMatch(/bytes|KB|index-size|index-lines/);
  });

  it('keep memories with broken front matter visible, typed and searchable (cases 06, 10)', async () => {
    const shell = await terminal();
    const memory = await memoryOf('06');
    const of = await listed(shell, memory);
    expect([of.get('a.md'), of.get('b.md'), of.get('c.md')]).toMatchObject([
      { name: 'deploy-rule', description: 'Ship on green: never by hand', type: 'feedback' },
      { name: 'Plan: next quarter' },
      { description: '"safe mode" is the default now' },
    ]);
    expect(await hits(shell, memory, 'ship on green never by hand')).toContain('a.md');
    expect(await hits(shell, memory, 'safe mode')).toContain('c.md');
    const blank = await memoryOf('10');
    expect((await listed(shell, blank)).get('lost-name.md')).toMatchObject({ name: 'lost-name', type: 'unknown' });
    const words = (await readFile(join(blank, 'lost-name.md'), 'utf8')).split('---').at(-1)?.trim() ?? '';
    expect(await hits(shell, blank, words.split('\n')[0] ?? '')).toContain('lost-name.md');
  });

  it.each([
    ['11', 'needle-alpha', 'a.md'],
    ['13', 'needle-beta', 'a.md'],
    ['13', 'thematic break opens this note', 'a.md'],
    ['15', 'needle-gamma', 'a.md'],
    ['16', 'needle-delta', 'latin1.md'],
  ])('case %s: %s is found in %s', async (number, query, file) => {
    expect(await hits(await terminal(), await memoryOf(number), query)).toContain(file);
  });

  it('count no index of another spelling among the memories (case 21)', async () => {
    const folder = await copyOfCase('21');
    const shell = await terminal();
    for (const place of ['both', 'only-lower'])
      expect([...(await listed(shell, join(folder, place, 'memory'))).keys()]).toEqual(['a.md']);
  });

  it.runIf(process.platform !== 'win32')(
    'mark links, go on past one to nothing, and enter a loop once (case 27)',
    async () => {
      const folder = await copyOfCase('27');
      execFileSync('sh', [join(folder, 'make-links.sh'), folder]);
      const shell = await terminal();
      const of = await listed(shell, join(folder, 'memory'));
      expect([...of.keys()].sort()).toEqual(['dangling.md', 'leak.md', 'shared-link.md']);
      expect([of.get('shared-link.md')?.symlink, of.get('leak.md')?.symlink]).toEqual([true, true]);
      const { problems } = await shell.json<Lint>('lint', '--dir', join(folder, 'memory'));
      expect(problems.filter(({ path }) => basename(path) === 'dangling.md')).toHaveLength(1);
    },
  );

  it('take no file outside for a memory (case 28)', async () => {
    const memory = join(await copyOfCase('28'), 'repo', '.claude', 'memory');
    expect([...(await listed(await terminal(), memory)).keys()]).toEqual(['in.md']);
  });

  it('show types of no table in groups of their own (case 49)', async () => {
    const { run } = await terminal();
    const { stdout } = await run('list', '--dir', await memoryOf('49'));
    for (const type of ['decision', 'context', 'failure', 'pattern', 'dependency', 'architecture', 'unknown'])
      expect(stdout).toMatch(new RegExp(`^\\s+${type}\\s+\\d`, 'm'));
  });
});

describe('checks', () => {
  it('repeat no secret in any format, diff or log (case 29)', async () => {
    const memory = await memoryOf('29');
    const { run, home } = await terminal();
    const told: string[] = [];
    for (const args of [
      ['--format', 'text'],
      ['--format', 'json'],
      ['--format', 'sarif'],
      ['--format', 'github'],
      ['--fix', '--dry-run'],
      ['--fix', '--dry-run', '--json'],
    ])
      told.push((await run('lint', memory, ...args)).stdout);
    // Sample keys of documentation are named as such, and shown where their memory is shown.
    for (const text of told) expect(text).not.toMatch(/AKIAIOSFODNN7|not-a-real-pass|ghp_0/);
    for (const args of [['list'], ['search', 'key id and db'], ['search', 'token', '--json']])
      told.push((await run(...args, '--dir', memory)).stdout);
    for (const file of await readdir(join(home, 'data'), { recursive: true }))
      if (/\.(?:log|json)$/.test(file)) told.push(await readFile(join(home, 'data', file), 'utf8'));
    expect(told[0]).toMatch(/warning\s+secret[\s\S]*error\s+secret/);
    for (const text of told) expect(text).not.toContain('not-a-real-pass');
  });

  it('weigh secrets more in a git work tree (case 29)', async () => {
    const project = await copyOfCase('29');
    execFileSync('git', ['init', '-q'], { cwd: project });
    await mkdir(join(project, '.claude'));
    await cp(join(project, 'memory'), join(project, '.claude', 'memory'), { recursive: true });
    const { json } = await terminal(project);
    const { problems } = await json<Lint>('lint', join(project, '.claude', 'memory'));
    expect(problems.filter(({ code }) => code === 'secret').map(({ severity }) => severity)).toEqual([
      'error',
      'error',
      'error',
    ]);
  });

  it('offer no change to an index in the middle of a merge, and make none (case 33)', async () => {
    const memory = await memoryOf('33');
    const before = await readFile(join(memory, 'MEMORY.md'), 'utf8');
    const { json } = await terminal();
    await json('lint', memory, '--fix');
    expect(await readFile(join(memory, 'MEMORY.md'), 'utf8')).toBe(before);
  });

  it.each(['16', '17', '18'])('rewrite nothing they could not read or must not run (case %s)', async (number) => {
    const memory = await memoryOf(number);
    const bytes = async (): Promise<string[]> =>
      Promise.all(
        (await readdir(memory))
          .sort()
          .map(async (file) => `${file} ${(await readFile(join(memory, file))).toString('hex')}`),
      );
    const before = await bytes();
    await (await terminal()).run('lint', memory, '--fix');
    // The index that two of them lack is made.
    const kept = number === '16' ? /latin1|utf16|binary/ : /^(?!MEMORY\.md )/;
    expect((await bytes()).filter((each) => kept.test(each))).toEqual(before.filter((each) => kept.test(each)));
  });

  it('find the entry among lines made to be slow, and say which are not read to their end (case 20)', async () => {
    const memory = await memoryOf('20');
    const shell = await terminal();
    expect((await listed(shell, memory)).get('ok.md')).toMatchObject({ inIndex: true });
    const { problems } = await shell.json<Lint>('lint', memory);
    const note = problems.filter(({ message }) => message.includes('only in the first 10,000')).map(({ line }) => line);
    const lines = (await readFile(join(memory, 'MEMORY.md'), 'utf8')).split('\n');
    expect(note).toEqual(lines.flatMap((line, at) => (line.length > 10_000 ? [at + 1] : [])));
  }, 60_000);

  it('of 900 files say each thing once (case 50)', async () => {
    const folder = await copyOfCase('50');
    const memory = join(folder, 'memory');
    execFileSync(process.execPath, [join(folder, 'gen.mjs'), memory, '900']);
    const shell = await terminal();
    await mkdir(join(shell.home, 'data'));
    await writeFile(join(shell.home, 'data', 'settings.json'), '{ "embedding.provider": "none" }');
    const { problems } = await shell.json<Lint>('lint', memory);
    const places = problems.map(({ code, path }) => `${code} ${path}`);
    expect(new Set(places.filter((each) => !each.startsWith('index-entry-not-loaded'))).size).toBe(
      places.filter((each) => !each.startsWith('index-entry-not-loaded')).length,
    );
    expect(problems.filter(({ code }) => code === 'index-orphan').map(({ related }) => related?.length)).toEqual([100]);
    expect(
      problems.filter(
        ({ path, code }) => basename(path) === 'big-log.md' && code.startsWith('index-') && code !== 'index-orphan',
      ),
    ).toEqual([]);
    expect(await hits(shell, memory, 'nobody trimmed')).toContain('big-log.md');
  }, 120_000);
});

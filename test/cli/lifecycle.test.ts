import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import type {
  ForgetResult,
  HistoryResult,
  ImportReport,
  MemorySummary,
  RememberResult,
  RestoreResult,
  SearchResult,
  StaleMemory,
  UpdateResult,
} from '../../src/core/results.js';
import { projectSlug } from '../../src/core/stores/project-slug.js';
import { type Terminal, terminal } from './support.js';

let shell: Terminal;
let store: string;
let dir: readonly string[];
beforeEach(async () => {
  shell = await terminal();
  store = join(shell.cwd, 'memory-here');
  await mkdir(store);
  dir = ['--dir', store];
});

const text = (path: string): Promise<string> => readFile(join(store, path), 'utf8');

describe('memdir remember, update, forget, restore, history', () => {
  it('lives through all of a memory’s life', async () => {
    const saved = await shell.json<RememberResult>(
      'remember',
      'Deploys go out on Tuesdays.',
      '--type',
      'project',
      '--name',
      'deploy',
      '--repo',
      'shop',
      '--repo',
      'api',
      '--tag',
      'ops',
      '--agent',
      'scout',
      ...dir,
    );
    expect(saved).toMatchObject({ status: 'saved', path: join(store, 'deploy.md'), redacted: 0 });
    expect(await shell.json<MemorySummary[]>('list', ...dir)).toMatchObject([
      { id: saved.id, level: 'shared', repos: ['shop', 'api'], agentId: 'scout', inIndex: true },
    ]);
    const again = await shell.run('remember', 'deploys go out on Tuesdays', '--agent', 'scout', '--json', ...dir);
    expect(again.code).toBe(1);
    expect(JSON.parse(again.stdout)).toMatchObject({ status: 'duplicate', existing: saved.id });

    const next = await shell.json<UpdateResult>('update', 'deploy', 'Deploys go out on Mondays.', ...dir);
    expect(next).toMatchObject({ status: 'updated', superseded: saved.id, path: join(store, 'deploy-v2.md') });
    expect(
      (await shell.json<SearchResult>('search', 'when do deploys go out', ...dir)).hits.map(({ id }) => id),
    ).toEqual([next.id]);
    expect(
      (await shell.json<HistoryResult>('history', 'deploy', ...dir)).versions.map(({ id, deletedAt }) => [
        id,
        deletedAt === null,
      ]),
    ).toEqual([
      [saved.id, false],
      [next.id, true],
    ]);

    const refused = await shell.run('forget', next.id, '--agent', 'other', ...dir);
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toMatch(/There is no memory/);
    expect(refused.stderr).not.toContain('scout');
    expect(await shell.json<ForgetResult>('forget', next.id, '--agent', 'scout', ...dir)).toMatchObject({
      status: 'forgotten',
      id: next.id,
    });
    expect(await shell.json<MemorySummary[]>('list', ...dir)).toEqual([]);
    expect(await shell.json<MemorySummary[]>('list', '--deleted', ...dir)).toHaveLength(2);
    expect(await text('MEMORY.md')).toBe('');
    expect(await shell.json<RestoreResult>('restore', 'memory-here/deploy.md', ...dir)).toMatchObject({
      status: 'restored',
      id: saved.id,
    });
    expect((await shell.run('history', 'deploy', ...dir)).stdout).toMatch(
      /deploy {2}today · current .*\n.*\ndeploy {2}today · forgotten .*deploy-v2\.md/,
    );
  });

  it('reads standard input, to the byte with --raw, and refuses what is not UTF-8', async () => {
    expect((await shell.pipe('\n  From a pipe\r\n\n', 'remember', '-', '--raw', '--name', 'pipe', ...dir)).code).toBe(
      0,
    );
    expect((await text('pipe.md')).endsWith('---\n\n  From a pipe\r\n\n')).toBe(true);
    expect((await shell.pipe('Another text from a pipe', 'update', 'pipe', '-', ...dir)).code).toBe(0);
    const wrong = await shell.pipe(Buffer.from('caf\xe9', 'latin1'), 'remember', '-', ...dir);
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      'memdir: Standard input isn’t valid UTF-8. Convert it and try again.\n',
    ]);
  });

  it.each<[string, string[], number, RegExp]>([
    ['nothing to remember', ['remember', '  '], 1, /the text is empty/],
    [
      'a type that is none',
      ['remember', 'Tabs in every file here.', '--type', 'nonsense'],
      2,
      /isn’t a memory type\. Use one of user/,
    ],
    ['no text', ['remember'], 2, /Missing argument/],
    ['a memory that is not there', ['forget', 'nowhere'], 2, /There is no memory/],
    ['a memory to update that is not there', ['update', 'nowhere', 'x'], 2, /There is no memory/],
  ])('says in one sentence what is wrong with %s', async (_, args, code, message) => {
    const ended = await shell.run(...args, ...dir);
    expect(ended.code).toBe(code);
    expect(ended.stdout + ended.stderr).toMatch(message);
    expect(await readdir(store)).toEqual([]);
  });

  it('writes to the project’s own memory when no directory is named, and makes it', async () => {
    const saved = await shell.json<RememberResult>('remember', 'Use tabs in all files.', '--type', 'feedback');
    expect(saved.path).toBe(
      join(shell.home, '.claude', 'projects', projectSlug(shell.cwd), 'memory', 'tabs-in-files.md'),
    );
  });

  it('loses nothing when several processes write at once', async () => {
    const ended = await Promise.all(
      Array.from({ length: 4 }, (_, at) =>
        shell.start(['remember', `Fact ${at} about subject ${at * 11}`, '--name', 'fact', '--json', ...dir]),
      ),
    );
    expect(new Set(ended.map(({ stdout }) => (JSON.parse(stdout) as RememberResult).path)).size).toBe(4);
    expect((await text('MEMORY.md')).trimEnd().split('\n')).toHaveLength(4);
  });
});

describe('memdir stale, export, import', () => {
  it('lists what hardly still holds', async () => {
    await writeFile(
      join(store, 'old.md'),
      '---\nname: old\ndescription: an old decision\ntype: decision\ncreated: 2020-01-01\n---\nOnce upon a time.\n',
    );
    const [old] = await shell.json<StaleMemory[]>('stale', ...dir);
    expect(old).toMatchObject({ type: 'decision', snippet: 'an old decision', accessCount: 0 });
    expect(Object.keys(old ?? {}).sort()).toEqual([
      'accessCount',
      'ageDays',
      'id',
      'reasons',
      'snippet',
      'survival',
      'type',
    ]);
  });

  it('lists what a newer memory contradicts, as remember and lint do', async () => {
    const saved = async (text: string): Promise<string> => (await shell.run('remember', text, ...dir)).stdout;
    await saved('The gateway times out after 90 seconds.');
    await saved('We deploy the billing service on Tuesdays.');
    expect(await saved('The gateway times out after 60 seconds.')).toContain('[contradicts]');
    expect(await saved('We deploy the billing service on Fridays.')).toContain('[contradicts]');
    const stale = await shell.json<StaleMemory[]>('stale', ...dir);
    expect(stale.flatMap(({ contradictedBy = [] }) => contradictedBy.map(({ name }) => name)).sort()).toEqual([
      'deploys-billing-service-on-fridays',
      'gateway-times-out-after-60-seconds',
    ]);
    const { stdout } = await shell.run('lint', ...dir);
    expect(stdout).toContain('Contradicts the newer gateway-times-out-after-60-seconds.md');
    expect(stdout).toContain('Contradicts the newer deploys-billing-service-on-fridays.md');
  });

  it('takes all memories out as JSON Lines and in again to the byte', async () => {
    const odd = '\uFEFF---\r\nname: odd\r\n---\r\nText  \r\n\r\n';
    await writeFile(join(store, 'odd.md'), odd);
    await shell.run('remember', 'Use tabs in all files.', '--name', 'tabs', ...dir);
    const file = join(shell.cwd, 'all.jsonl');
    expect((await shell.run('export', file, ...dir)).stdout).toBe('Exported 2 memories.\n');
    const twice = await shell.run('export', file, ...dir);
    expect([twice.code, twice.stderr]).toEqual([2, expect.stringContaining('already exists')]);
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { name: string }).name)).toEqual(['odd', 'tabs']);
    expect((await shell.run('export', '-', ...dir)).stdout.trimEnd().split('\n')).toEqual(lines);

    const other = join(shell.cwd, 'other');
    await mkdir(other);
    await writeFile(
      file,
      `${lines.join('\n')}\nno json\n{"name": "no body"}\n{"body": "From elsewhere", "name": "else", "type": "feedback"}\n`,
    );
    const ended = await shell.run('import', file, '--dir', other, '--json');
    expect(ended.code).toBe(1);
    expect(JSON.parse(ended.stdout) as ImportReport).toMatchObject({
      saved: 3,
      duplicates: 0,
      rejected: [{ line: 3 }, { line: 4 }],
    });
    expect(await readFile(join(other, 'odd.md'), 'utf8')).toBe(odd);
    expect(await readFile(join(other, 'tabs.md'), 'utf8')).toBe(await text('tabs.md'));
    expect(await readFile(join(other, 'else.md'), 'utf8')).toContain('type: feedback');
    expect((await shell.run('import', file, '--dir', other)).stdout).toContain(
      'Imported 0 memories. 3 already existed',
    );
  });
});

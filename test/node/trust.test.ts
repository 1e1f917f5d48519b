import { chmod, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { createTrustRecords, type TrustRecords } from '../../src/node/trust/trust-records.js';
import { below, git, machine, repository, transcript } from './machine.js';
import { tempFolder, writeTree } from './support.js';

interface Bed {
  readonly home: string;
  readonly dataDir: string;
  readonly records: (more?: {
    readonly dataDir?: string;
    readonly env?: Readonly<Record<string, string>>;
  }) => TrustRecords;
  /** Writes Claude Code's answer for folders. */
  readonly claude: (projects: Readonly<Record<string, unknown>>, file?: string) => Promise<void>;
  /** Writes Memdir's own record. */
  readonly record: (folders: Readonly<Record<string, boolean>>, dataDir?: string) => Promise<void>;
}

const ACCEPTED = { hasTrustDialogAccepted: true };

async function bed(): Promise<Bed> {
  const home = await tempFolder();
  const dataDir = join(home, 'data');
  await mkdir(dataDir);
  return {
    home,
    dataDir,
    records: (more = {}) => createTrustRecords({ dataDir, env: {}, home, ...more }),
    claude: (projects, file = '.claude.json') => writeTree(home, { [file]: JSON.stringify({ projects }) }),
    record: async (folders, at = dataDir) => {
      await writeTree(at, {
        'trust.json': JSON.stringify({
          version: 1,
          folders: Object.entries(folders).map(([path, trusted]) => ({
            path,
            trusted,
            since: '2026-01-01T00:00:00.000Z',
          })),
        }),
      });
      // Whatever the umask is.
      await chmod(join(at, 'trust.json'), 0o600);
    },
  };
}

describe('Claude Code’s record of trusted folders', () => {
  it('counts for a folder, what is inside it, and a link to it, and for nothing beside it', async () => {
    const { home, records, claude } = await bed();
    await writeTree(home, { 'src/app/deep/a': '', 'src/app-2/a': '', 'src/no/a': '', 'src/odd/a': '' });
    await symlink(join(home, 'src', 'app'), join(home, 'link'));
    await symlink(join(home, 'src', 'no'), join(home, 'src', 'app', 'out'));
    await claude({
      [join(home, 'src', 'app')]: ACCEPTED,
      [join(home, 'src', 'no')]: { hasTrustDialogAccepted: false },
      [join(home, 'src', 'odd')]: { hasTrustDialogAccepted: 'true' },
    });
    const names = ['src/app', 'src/app/deep', 'link', 'src/app-2', 'src/app/out', 'src/no', 'src/odd', 'src'];
    expect(await Promise.all(names.map((name) => records().decision(join(home, name))))).toEqual([
      true,
      true,
      true,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('is where CLAUDE_CONFIG_DIR says, and nowhere else then', async () => {
    const { home, records, claude } = await bed();
    await claude({ '/work/one': ACCEPTED });
    await claude({ '/work/two': ACCEPTED }, 'other/.claude.json');
    const other = records({ env: { CLAUDE_CONFIG_DIR: join(home, 'other') } });
    expect([await other.decision('/work/one'), await other.decision('/work/two')]).toEqual([undefined, true]);
    expect(await other.list()).toEqual([{ path: '/work/two', since: null, by: 'claude' }]);
  });

  it('of a repository counts for its worktrees, and not for a folder that only says to be one', async () => {
    const { home, records, claude } = await bed();
    const repo = await repository(join(home, 'repo'));
    git(repo, 'worktree', 'add', '-q', join(home, 'tree'));
    await writeTree(home, {
      'fake/.git': `gitdir: ${repo}/.git/worktrees/tree\n`,
      'made/.git': 'gitdir: g/worktrees/m\n',
    });
    await writeTree(join(home, 'made'), {
      'g/worktrees/m/commondir': `${repo}/.git\n`,
      'g/worktrees/m/gitdir': `${home}/made/.git\n`,
    });
    await claude({ [repo]: ACCEPTED });
    expect(await Promise.all(['tree', 'fake', 'made'].map((name) => records().decision(join(home, name))))).toEqual([
      true,
      undefined,
      undefined,
    ]);
  });

  it.each(['', '{', '[]', 'null', '{"projects":[]}', '{"projects":{"/":5}}'])(
    'that is %j trusts nothing',
    async (text) => {
      const { home, records } = await bed();
      await writeTree(home, { '.claude.json': text });
      expect(await records().decision('/work/one')).toBeUndefined();
    },
  );
});

describe('Memdir’s own record', () => {
  it('outranks Claude Code’s, and the nearest folder that is named counts', async () => {
    const { records, claude, record } = await bed();
    await claude({ '/work': ACCEPTED });
    await record({ '/work/no': false, '/work/no/but': true });
    const at = records();
    expect(await Promise.all(['/work/a', '/work/no/a', '/work/no/but/a'].map((path) => at.decision(path)))).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('does not count when it lies in the folder that it is about, nor when others may write it', async () => {
    const { home, dataDir, records, record } = await bed();
    const clone = join(home, 'clone');
    await writeTree(clone, { '.git/HEAD': '', 'sub/a': '' });
    const inside = join(clone, '.memdir');
    await record({ [clone]: true, [join(clone, 'sub')]: true, [home]: true, '/': true }, inside);
    const own = records({ dataDir: inside });
    expect([await own.decision(clone), await own.decision(join(clone, 'sub'))]).toEqual([undefined, undefined]);
    await record({ [clone]: true });
    expect(await records().decision(clone)).toBe(true);
    if (process.platform === 'win32') return;
    await chmod(join(dataDir, 'trust.json'), 0o666);
    expect(await records().decision(clone)).toBeUndefined();
  });
});

describe('a .git file that comes with a folder', () => {
  it.each([
    ['a worktree of another project', (other: string) => ({ '.git': `gitdir: ${other}/.git/worktrees/w\n` })],
    ['another project as its git folder', (other: string) => ({ '.git': `gitdir: ${other}/.git\n` })],
    ['another project as a submodule', (other: string) => ({ '.git': `gitdir: ${other}\n` })],
  ])('that names %s gives no memory of that project', async (_, files) => {
    const at = await machine();
    const other = await repository(join(at.root, 'other'));
    git(other, 'worktree', 'add', '-q', join(at.root, 'w'));
    await at.remember(other);
    for (const alias of ['.git', '.git/worktrees/w']) await at.remember(join(other, alias));
    const clone = join(at.root, 'clone');
    await writeTree(clone, files(other));
    const stores = await at.find({ folders: [clone] });
    expect(stores.map(({ path }) => path)).toEqual([join(at.claudeFolder(clone), 'memory')]);
  });
});

it('a sub-folder that shares its name with another project has the memory of that one only where it is trusted', async () => {
  const at = await machine('clone');
  await mkdir(join(at.project, 'pay'));
  const twin = `${at.project}-pay`;
  await writeTree(at.claudeFolder(twin), {
    ...below('memory'),
    'a.jsonl': transcript(twin),
    'b.jsonl': transcript(join(at.project, 'pay')),
  });
  const paths = async (trusted: boolean): Promise<string[]> =>
    (await at.find({ folders: [join(at.project, 'pay')], trusted })).map(({ path }) => path);
  expect(await paths(false)).not.toContain(join(at.claudeFolder(twin), 'memory'));
  expect(await paths(true)).toContain(join(at.claudeFolder(twin), 'memory'));
});

import { execFileSync } from 'node:child_process';
import { chmod, lstat, mkdir, readdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { createFiles } from '../../src/node/files/memory-files.js';
import { copyOfCase, tempFolder, writeTree } from './support.js';

const filesWith = async (followOutside = true) => createFiles({ dataDir: await tempFolder(), followOutside });
const paths = (listing: Awaited<ReturnType<ReturnType<typeof createFiles>['list']>>): string[] =>
  listing.status === 'listed' ? listing.files.map((file) => file.path) : [listing.status];

describe('listing', () => {
  it('lists only markdown files, including sub-folders', async () => {
    const folder = await tempFolder();
    await writeTree(folder, {
      'MEMORY.md': '',
      'a.MD': '',
      'deep/er/b.md': '',
      'c.txt': '',
      'node_modules/x/d.md': '',
      '.git/e.md': '',
      'a.md.1234': '',
    });
    expect(paths(await (await filesWith()).list(folder))).toEqual(['MEMORY.md', 'a.MD', 'deep/er/b.md']);
  });

  it('skips a team folder with its own index', async () => {
    const folder = await tempFolder();
    await writeTree(folder, { 'a.md': '', 'team/MEMORY.md': '', 'team/b.md': '', 'plans/team/c.md': '' });
    const files = await filesWith();
    expect(paths(await files.list(folder))).toEqual(['a.md', 'plans/team/c.md']);
    expect(paths(await files.list(join(folder, 'team')))).toEqual(['MEMORY.md', 'b.md']);
  });

  it.runIf(process.platform === 'linux')('names what it cannot list, and no file that is none (case 62)', async () => {
    const folder = await tempFolder();
    await writeTree(folder, {
      'a.md': '',
      'caf\ufffd.md': 'the sign itself',
      [`${'d/'.repeat(12)}deep.md`]: '',
      [`${'d/'.repeat(13)}too.md`]: '',
    });
    const raw = (name: string): Buffer => Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(name, 'latin1')]);
    for (const name of ['n\u00e9.md', 'n\u00e9.txt', '._\u00e9.md']) await writeFile(raw(name), '');
    await mkdir(raw('ordner-\u00e9'));
    const listing = await (await filesWith()).list(folder);
    expect(paths(listing)).toEqual(['a.md', 'caf\ufffd.md', `${'d/'.repeat(12)}deep.md`]);
    expect(listing).toMatchObject({
      unlisted: [
        { path: 'd/'.repeat(13).slice(0, -1), reason: expect.stringContaining('12 levels deep') as string },
        { path: 'n\ufffd.md', reason: expect.stringContaining('isn’t valid UTF-8') as string },
        { path: 'ordner-\ufffd', reason: expect.stringContaining('isn’t valid UTF-8') as string },
      ],
      others: [{ path: '._\ufffd.md' }, { path: 'n\ufffd.txt' }],
    });
  });

  it('lists a file once despite links to it inside the store', async () => {
    const folder = await tempFolder();
    await writeTree(folder, {
      'memory/MEMORY.md': '',
      'memory/real.md': 'x',
      'memory/deep/b.md': '',
      'memory/notes.txt': '',
      'outside.md': '',
    });
    for (const [target, link] of [
      ['real.md', 'alias.md'],
      ['alias.md', 'twice.md'],
      ['../real.md', 'deep/up.md'],
      ['MEMORY.md', 'README.md'],
      ['notes.txt', 'text.md'],
      ['../outside.md', 'away.md'],
      ['gone.md', 'broken.md'],
    ] as const)
      await symlink(target, join(folder, 'memory', link));
    const listing = await (await filesWith()).list(join(folder, 'memory'));
    expect(paths(listing)).toEqual(['MEMORY.md', 'away.md', 'broken.md', 'deep/b.md', 'real.md', 'text.md']);
    expect(listing).toMatchObject({
      aliases: [
        { path: 'README.md', file: 'MEMORY.md' },
        { path: 'alias.md', file: 'real.md' },
        { path: 'deep/up.md', file: 'real.md' },
        { path: 'twice.md', file: 'real.md' },
      ],
    });
  });

  it('finds the same when the process is idle', async () => {
    const folder = await tempFolder();
    await writeTree(folder, {
      'memory/MEMORY.md': '',
      'memory/real.md': 'x',
      'memory/deep/b.md': 'yy',
      'outside.md': 'zzz',
    });
    for (const [target, link] of [
      ['real.md', 'alias.md'],
      ['../outside.md', 'away.md'],
      ['gone.md', 'broken.md'],
      ['circle.md', 'circle.md'],
      ['..', 'up.md'],
    ] as const)
      await symlink(target, join(folder, 'memory', link));
    for (const followOutside of [true, false]) {
      const [one, other] = [false, true].map((blocking) => createFiles({ dataDir: folder, followOutside, blocking }));
      const listing = await one?.list(join(folder, 'memory'));
      expect(await other?.list(join(folder, 'memory'))).toEqual(listing);
      for (const file of listing?.status === 'listed' ? listing.files : []) {
        // Of one file alone: the same, and nothing of a link that leads nowhere.
        const alone = await one?.stamp(join(folder, 'memory'), file.path).catch(() => 'not to be told');
        expect(alone, file.path).toEqual(
          file.path === 'circle.md' ? 'not to be told' : file.path === 'broken.md' ? undefined : file,
        );
      }
    }
  });

  it('reports a loop of links with a message', async () => {
    const folder = await tempFolder();
    await symlink('b.md', join(folder, 'a.md'));
    await symlink('a.md', join(folder, 'b.md'));
    expect((await (await filesWith()).read(folder, 'a.md'))?.unreadable).toBe(
      'The file can’t be read: its links form a loop.',
    );
  });

  it('lists an index that is a link to another file', async () => {
    const folder = await tempFolder();
    await writeTree(folder, { 'index.md': '' });
    await symlink('index.md', join(folder, 'MEMORY.md'));
    expect(paths(await (await filesWith()).list(folder))).toEqual(['MEMORY.md', 'index.md']);
  });

  it('distinguishes a missing folder from a disconnected drive', async () => {
    const folder = await tempFolder();
    const files = await filesWith();
    expect(paths(await files.list(join(folder, 'memory')))).toEqual(['missing']);
    expect(paths(await files.list(join(folder, 'gone', 'memory')))).toEqual(['unreachable']);
    await writeFile(join(folder, 'file'), '');
    expect(paths(await files.list(join(folder, 'file')))).toEqual(['unreachable']);
  });

  it('stops when it is cancelled', async () => {
    const folder = await tempFolder();
    await expect((await filesWith()).list(folder, AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('links (case 27)', () => {
  const linked = async (): Promise<string> => {
    const folder = await copyOfCase('27-symlinks');
    execFileSync('sh', [join(folder, 'make-links.sh'), folder]);
    return folder;
  };

  it('lists links, enters a loop once and reports a link to nothing', async () => {
    const folder = await linked();
    const files = await filesWith();
    const memory = join(folder, 'memory');
    expect(paths(await files.list(memory))).toEqual(['MEMORY.md', 'dangling.md', 'leak.md', 'shared-link.md']);
    expect(await files.read(memory, 'shared-link.md')).toMatchObject({
      linkTarget: join(folder, 'outside', 'shared.md'),
      encoding: 'utf8',
    });
    expect(await files.read(memory, 'dangling.md')).toMatchObject({
      text: '',
      unreadable: expect.stringContaining('doesn’t exist') as string,
    });
  });

  it('does not block on a pipe in place of a memory', async () => {
    const folder = await tempFolder();
    execFileSync('mkfifo', [join(folder, 'pipe.md'), join(folder, 'MEMORY.md')]);
    await symlink('pipe.md', join(folder, 'link.md'));
    const files = await filesWith();
    expect(paths(await files.list(folder))).toEqual(['link.md']);
    expect(await files.read(folder, 'link.md')).toMatchObject({ text: '', unreadable: 'It isn’t a regular file.' });
  });

  it('reads nothing outside the store where that is not trusted', async () => {
    const folder = await linked();
    await mkdir(join(folder, 'elsewhere'));
    await writeFile(join(folder, 'elsewhere', 'x.md'), 'x');
    await symlink('../elsewhere', join(folder, 'memory', 'away'));
    const files = await filesWith(false);
    const memory = join(folder, 'memory');
    expect(paths(await files.list(memory))).not.toContain('away/x.md');
    for (const path of ['shared-link.md', 'leak.md']) {
      expect(await files.read(memory, path)).toMatchObject({
        text: '',
        unreadable: expect.stringContaining('isn’t trusted') as string,
      });
    }
    expect(paths(await (await filesWith(true)).list(memory))).toContain('away/x.md');
  });

  it('never writes through a link that leaves the store', async () => {
    const folder = await linked();
    const memory = join(folder, 'memory');
    const files = await filesWith();
    const before = (await files.read(memory, 'shared-link.md'))?.text;
    await expect(files.write(memory, 'shared-link.md', 'new', before)).rejects.toMatchObject({ code: 'read-only' });
    expect(await readFile(join(folder, 'outside', 'shared.md'), 'utf8')).toBe(before);
  });

  it('writes the target of a link that stays inside and keeps the link', async () => {
    const folder = await tempFolder();
    await writeFile(join(folder, 'real.md'), 'old');
    await symlink('real.md', join(folder, 'alias.md'));
    await (await filesWith()).write(folder, 'alias.md', 'new', 'old');
    expect(await readFile(join(folder, 'real.md'), 'utf8')).toBe('new');
    expect((await lstat(join(folder, 'alias.md'))).isSymbolicLink()).toBe(true);
  });
});

describe('reading', () => {
  it('reads the other files when one is unreadable (case 16)', async () => {
    const memory = join(await copyOfCase('16-not-utf8'), 'memory');
    const files = await filesWith();
    expect(paths(await files.list(memory))).toEqual(['binary.md', 'empty.md', 'latin1.md', 'ok.md', 'utf16.md']);
    const encodings = await Promise.all(
      ['binary.md', 'empty.md', 'latin1.md', 'ok.md', 'utf16.md'].map(
        async (path) => (await files.read(memory, path))?.encoding,
      ),
    );
    expect(encodings).toEqual(['binary', 'utf8', 'utf8-invalid', 'utf8', 'utf16']);
    const latin1 = (await files.read(memory, 'latin1.md'))?.text;
    expect(latin1).toContain('needle-delta');
    expect(latin1).toContain('\uFFFD');
  });

  it('keeps the byte order mark and line ends (case 15)', async () => {
    const memory = join(await copyOfCase('15-bom-crlf'), 'memory');
    const read = await (await filesWith()).read(memory, 'a.md');
    expect(Buffer.from(read?.text ?? '', 'utf8')).toEqual(await readFile(join(memory, 'a.md')));
  });

  it('hashes the bytes, and returns nothing for missing files and paths outside', async () => {
    const folder = await tempFolder();
    await writeTree(folder, { 'a.md': 'same', 'b.md': 'same', 'c.md': 'other' });
    const files = await filesWith();
    const [a, b, c] = await Promise.all(['a.md', 'b.md', 'c.md'].map((path) => files.read(folder, path)));
    expect(a?.stamp.hash).toMatch(/^[0-9a-f]{16}$/);
    expect(a?.stamp.hash).toBe(b?.stamp.hash);
    expect(a?.stamp.hash).not.toBe(c?.stamp.hash);
    expect(await files.read(folder, 'gone.md')).toBeUndefined();
    expect(await files.read(join(folder, 'sub'), '../a.md')).toBeUndefined();
  });

  it('reports a file that is too large or no regular file', async () => {
    const folder = await tempFolder();
    await writeFile(join(folder, 'huge.md'), Buffer.alloc(4 * 1024 * 1024 + 1, 'a'));
    execFileSync('mkfifo', [join(folder, 'pipe.md')]);
    await mkdir(join(folder, 'folder.md'));
    const files = await filesWith();
    for (const path of ['huge.md', 'pipe.md', 'folder.md'])
      expect((await files.read(folder, path))?.unreadable).toBeTruthy();
  });
});

describe('writing', () => {
  it('replaces a file only if it is unchanged since it was read (case 38)', async () => {
    const folder = await copyOfCase('38-concurrent-write');
    const memory = join(folder, 'memory');
    const files = await filesWith();
    const before = (await files.read(memory, 'MEMORY.md'))?.text;
    const theirs = await readFile(join(folder, 'after-read', 'MEMORY.md'), 'utf8');
    await writeFile(join(memory, 'MEMORY.md'), theirs);
    await expect(files.write(memory, 'MEMORY.md', `${before}- more`, before)).rejects.toMatchObject({
      code: 'changed-on-disk',
    });
    expect(await readFile(join(memory, 'MEMORY.md'), 'utf8')).toBe(theirs);
  });

  it('keeps the mode and leaves no temporary file', async () => {
    const folder = await tempFolder();
    await writeFile(join(folder, 'a.md'), 'old', { mode: 0o640 });
    await chmod(join(folder, 'a.md'), 0o640);
    const files = await filesWith();
    await files.write(folder, 'a.md', '\uFEFFnew\r\n', 'old');
    expect((await stat(join(folder, 'a.md'))).mode & 0o777).toBe(0o640);
    expect(await readFile(join(folder, 'a.md'), 'utf8')).toBe('\uFEFFnew\r\n');
    expect(paths(await files.list(folder))).toEqual(['a.md']);
  });

  it('removes temporary files of killed writers and keeps similar names', async () => {
    const folder = await tempFolder();
    const files = await filesWith();
    const listed = [
      '.memdir-99999999-0123456789ab.txt',
      `.memdir-${process.pid}-0123456789ab.part`,
      'a.md',
      'a.md.12345',
    ];
    await writeTree(folder, {
      ...Object.fromEntries(listed.map((name) => [name, 'old'])),
      '.memdir-99999999-0123456789ab.part': 'half',
    });
    await files.write(folder, 'a.md', 'new', 'old');
    expect((await readdir(folder)).sort()).toEqual(listed.sort());
  });

  it('creates a file only where none exists', async () => {
    const folder = await tempFolder();
    const files = await filesWith();
    await files.write(folder, 'sub/new.md', 'text', undefined);
    expect(await readFile(join(folder, 'sub', 'new.md'), 'utf8')).toBe('text');
    await expect(files.write(folder, 'sub/new.md', 'again', undefined)).rejects.toMatchObject({
      code: 'changed-on-disk',
    });
    await expect(files.write(folder, '../out.md', 'x', undefined)).rejects.toMatchObject({ code: 'bad-input' });
  });

  it('rejects read-only files and files that are not UTF-8', async () => {
    const memory = join(await copyOfCase('16-not-utf8'), 'memory');
    const files = await filesWith();
    for (const path of ['latin1.md', 'utf16.md', 'binary.md']) {
      const read = await files.read(memory, path);
      await expect(files.write(memory, path, 'x', read?.text)).rejects.toMatchObject({ code: 'read-only' });
    }
    const folder = await tempFolder();
    await writeFile(join(folder, 'a.md'), 'old');
    await chmod(join(folder, 'a.md'), 0o444);
    expect(await files.mayWrite(folder, 'a.md')).toBe(false);
    await expect(files.write(folder, 'a.md', 'new', 'old')).rejects.toMatchObject({ code: 'read-only' });
    await chmod(join(folder, 'a.md'), 0o644);
    await chmod(folder, 0o555);
    expect(await files.mayWrite(folder, 'a.md')).toBe(false);
    await expect(files.write(folder, 'a.md', 'new', 'old')).rejects.toMatchObject({ code: 'read-only' });
    expect(await files.mayWrite(folder, 'new/b.md')).toBe(false);
    await chmod(folder, 0o755);
    expect([await files.mayWrite(folder, 'a.md'), await files.mayWrite(folder, 'new/b.md')]).toEqual([true, true]);
    expect(await readFile(join(folder, 'a.md'), 'utf8')).toBe('old');
  });

  it('lets one of several concurrent writers through and rejects the others', async () => {
    const folder = await tempFolder();
    await writeFile(join(folder, 'a.md'), '0');
    const dataDir = await tempFolder();
    const outcomes = await Promise.allSettled(
      ['1', '2', '3', '4'].map((text) => createFiles({ dataDir }).write(folder, 'a.md', text, '0')),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'changed-on-disk' });
  });

  it('keeps its lock out of the memory directory', async () => {
    const folder = await tempFolder();
    await writeFile(join(folder, 'a.md'), 'old');
    const writing = (await filesWith()).write(folder, 'a.md', 'new', 'old');
    await writing;
    await rename(join(folder, 'a.md'), join(folder, 'b.md'));
    expect(execFileSync('ls', ['-A', folder], { encoding: 'utf8' }).trim()).toBe('b.md');
  });
});

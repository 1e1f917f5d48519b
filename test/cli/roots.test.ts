import { cp, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { HealthCheck } from '../../src/core/results.js';
import { projectSlug } from '../../src/core/stores/project-slug.js';
import { madeCase, runInProcess, tempFolder, type Terminal, terminal } from './support.js';

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

const memoryOf = ({ home }: Terminal, folder: string): string =>
  join(home, '.claude', 'projects', projectSlug(folder), 'memory');

/** A shell in a project that was called otherwise when its memory was written. */
async function renamed(): Promise<{ readonly shell: Terminal; readonly old: string }> {
  const root = await tempFolder();
  const [before, after] = [join(root, 'old', 'proj'), join(root, 'new', 'proj')];
  await mkdir(before, { recursive: true });
  await mkdir(dirname(after));
  const shell = await terminal(after);
  const old = memoryOf(shell, before);
  await write(join(old, 'MEMORY.md'), '- [A](a.md) — a\n');
  await write(join(old, 'a.md'), 'alpha\n');
  await write(join(dirname(old), 's.jsonl'), `${JSON.stringify({ cwd: before })}\n`);
  await rename(before, after);
  return { shell, old };
}

describe('memdir roots', () => {
  it('names each path in settings that is refused, and doctor does too', async () => {
    const shell = await terminal();
    const paths = ['../x', '//srv/share', '/a', '~/../x'];
    await write(
      join(shell.env['MEMDIR_DATA_DIR'] ?? '', 'settings.json'),
      JSON.stringify({ 'memdir.directories': [...paths, join(shell.home, 'notes')], claudeConfigDir: 'rel' }),
    );
    const [roots, doctor] = [await shell.run('roots'), await shell.run('doctor')];
    for (const path of paths)
      for (const { stdout } of [roots, doctor])
        expect(stdout).toContain(`${path} in the setting memdir.directories isn’t used: `);
    expect(roots.stdout).toContain('rel in the setting memdir.claudeConfigDir isn’t used: it must be an absolute path');
    expect(await shell.json<Record<string, unknown>[]>('roots')).toContainEqual(
      expect.objectContaining({ kind: 'extra', path: join(shell.home, 'notes') }),
    );
  });

  it('refuses a data folder on a share', async () => {
    const shell = await terminal();
    const env = { ...shell.env, MEMDIR_DATA_DIR: '//srv/share' };
    const { code, stderr } = await runInProcess({ args: ['roots'], cwd: shell.cwd, env });
    expect([code, stderr]).toEqual([2, expect.stringContaining('The data folder can’t be used: //srv/share may be')]);
    for (const share of ['//srv/share', '\\\\srv\\share'])
      expect(
        await runInProcess({ args: ['--data-dir', share, 'roots'], cwd: shell.cwd, env: shell.env }),
      ).toMatchObject({ code: 2, stderr: expect.stringContaining(`can’t be used: ${share} may be`) as string });
  });

  it('says why each directory belongs here, what is off, shared and ignored, in text and in JSON', async () => {
    const shell = await terminal();
    await write(
      join(shell.home, '.claude', 'settings.json'),
      '{"autoMemoryDirectory": "rel", "autoMemoryEnabled": false}',
    );
    await write(join(memoryOf(shell, shell.cwd), 'MEMORY.md'), '');
    await write(
      join(dirname(memoryOf(shell, shell.cwd)), 's.jsonl'),
      `${JSON.stringify({ cwd: shell.cwd.replace('memdir-', 'memdir_') })}\n`,
    );
    const { stdout } = await shell.run('roots');
    for (const words of [
      'Claude Code keeps the memories of',
      'Off: autoMemoryEnabled is false',
      'Shared with',
      'autoMemoryDirectory in your Claude Code settings is ignored: it must be an absolute path',
    ])
      expect(stdout).toContain(words);
    const other = shell.cwd.replace('memdir-', 'memdir_');
    expect((await shell.run('doctor')).stdout).toContain(`shared with ${other}, whose folder has the same name`);
    const [store] = await shell.json<Record<string, unknown>[]>('roots');
    expect(store).toMatchObject({
      kind: 'main',
      scope: 'user',
      project: shell.cwd,
      exists: true,
      files: 1,
      sharedWith: [shell.cwd.replace('memdir-', 'memdir_')],
      off: expect.any(String) as string,
    });
    expect(store?.['notes']).toEqual([expect.stringContaining('is ignored')]);
  });

  it('finds the half that was written under another spelling, names the move that joins them, and joins them (case 59)', async () => {
    const { folder, printed } = await madeCase('59');
    const shell = await terminal(join(folder, 'College_FYP'));
    expect(printed).toContain(folder);
    await cp(join(folder, '.claude'), join(shell.home, '.claude'), { recursive: true });
    const twin = join(
      shell.home,
      '.claude',
      'projects',
      `${projectSlug(shell.cwd).replace(/-FYP$/, '_FYP')}`,
      'memory',
    );
    for (const args of [['roots'], ['roots', '--orphans']])
      expect((await shell.run(...args)).stdout).toContain(`To join the two: memdir roots --move ${twin}`);
    expect(await shell.json('roots', '--orphans')).toMatchObject([{ path: twin, twin: true, likely: true, files: 2 }]);
    const split = (checks: readonly HealthCheck[]): HealthCheck[] =>
      checks.filter(({ check }) => check === 'Split memory');
    expect(split(await shell.json<HealthCheck[]>('doctor'))).toMatchObject([
      { ok: false, detail: expect.stringContaining(`2 files of this project are in ${twin}`) as string },
    ]);
    expect((await shell.run('roots', '--move', twin)).code).toBe(0);
    expect((await shell.run('list')).stdout).toMatch(/dash[\s\S]*underscore/);
    expect(split(await shell.json<HealthCheck[]>('doctor'))).toEqual([]);
    expect(await shell.json('roots', '--orphans')).toEqual([]);
  });

  it('finds the memory of a renamed folder, shows what moving does, moves, and takes it back', async () => {
    const { shell, old } = await renamed();
    expect((await shell.run('roots')).stdout).toContain('Memories that may belong to this folder');
    expect(await shell.json('roots', '--orphans')).toMatchObject([{ path: old, likely: true, files: 2 }]);
    const dry = await shell.run('roots', '--move', old, '--dry-run');
    expect(dry.stdout).toMatch(/move\s+a\.md[\s\S]*Nothing was moved/);
    expect(await readFile(join(old, 'a.md'), 'utf8')).toBe('alpha\n');
    const moved = await shell.run('roots', '--move', old);
    expect([moved.code, moved.stdout]).toEqual([0, expect.stringContaining('Moved 2 files')]);
    expect(await readFile(join(memoryOf(shell, shell.cwd), 'a.md'), 'utf8')).toBe('alpha\n');
    expect(await shell.json('roots', '--orphans')).toEqual([]);
    expect(await shell.json('roots', '--undo-move')).toEqual({ restored: 2, left: [] });
    expect(await readFile(join(old, 'a.md'), 'utf8')).toBe('alpha\n');
  });

  it.each([
    [['--move', 'nowhere'], 'isn’t a known memory directory'],
    [['--dry-run'], '--dry-run requires --move'],
    [['--undo-move'], 'There is no move to undo'],
    [['--undo-move', '../x'], 'Move ../x isn’t recorded'],
  ])('ends with 2 and one line for %j', async (args, words) => {
    const shell = await terminal();
    const { code, stdout, stderr } = await shell.run('roots', ...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(words);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});

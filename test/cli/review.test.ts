import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import type { ReviewDone, ReviewQueue } from '../../src/core/results.js';
import { tempFolder, type Terminal, terminal } from './support.js';

let shell: Terminal;
let folder: string;
const old =
  '---\nname: login-move\ndescription: Where the login moves\ntype: project\nmodified: 2020-01-01\n---\nThe login is being moved to the new host.\n';
const file = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');
const queue = async (): Promise<string[]> =>
  (await shell.json<ReviewQueue>('review', '--dir', folder)).items.map(({ name }) => name);

beforeEach(async () => {
  shell = await terminal();
  folder = join(await tempFolder(), 'memory');
  await mkdir(folder);
  const today = new Date().toISOString().slice(0, 10);
  const files = {
    'MEMORY.md': '- [Login](login.md) — where it moves\n- [Hosts](hosts.md) — what they are called\n',
    'login.md': old,
    'hosts.md': `---\nname: hosts\ndescription: What the hosts are called\ntype: project\nmodified: ${today}\n---\nThe new host is called atlas.\n`,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
});

describe('memdir review', () => {
  it('prints a memory with its reasons, and takes an answer back by what it printed', async () => {
    const listed = await shell.run('review', '--dir', folder);
    expect(listed).toMatchObject({ code: 0, stdout: expect.stringMatching(/^login-move {2}1 of 1\n/) as string });
    const { id, undo } = await shell.json<ReviewDone>('review', 'login-move', '--still-true', '--dir', folder);
    expect(await file('login.md')).not.toBe(old);
    expect(await queue()).toEqual([]);
    const undone = await shell.json('review', id, '--undo', undo.record ?? '', '--dir', folder);
    expect(undone).toEqual({ status: 'undone', id });
    expect(await file('login.md')).toBe(old);
    expect(await queue()).toEqual(['login-move']);
  });

  it('takes the same names for an answer and for taking it back', async () => {
    for (const name of ['login-move', 'login.md']) {
      await shell.json('review', name, '--later', '3', '--dir', folder);
      expect(await queue()).toEqual([]);
      expect(await shell.run('review', name, '--dir', folder, '--undo')).toMatchObject({ code: 0, stderr: '' });
      expect(await queue()).toEqual(['login-move']);
    }
    const { code, stderr } = await shell.run('review', 'nobody', '--dir', folder, '--undo');
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('nobody') as string });
  });

  it.each([
    [['--still-true', '--forget']],
    [['--merge', 'hosts', '--supersede', 'hosts']],
    [['--forget', '--later', '3']],
    [['--later', '3', '--undo']],
  ])('refuses two answers at once: %j', async (answers) => {
    const { code, stdout, stderr } = await shell.run('review', 'login-move', '--dir', folder, ...answers);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('can’t be combined with');
    expect(await file('login.md')).toBe(old);
    expect(await queue()).toEqual(['login-move']);
  });
});

/** What is shown of memories that cannot be read or listed just now. */
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import type { MemoryDetail, MemorySummary, PrintedLint } from '../../src/core/results.js';
import { openSystemTrap } from '../support/system-trap.js';
import { madeCase, tempFolder, terminal } from './support.js';

const trap = openSystemTrap();
afterAll(() => typeof trap === 'string' || trap.close());

const memory = (name: string): string =>
  `---\nname: ${name}\ndescription: What is said about ${name}\ntype: context\n---\n\n${name}.\n`;

describe.runIf(process.platform !== 'win32')('a memory that cannot be read (case 61)', () => {
  it('has no age, and is neither stale nor used', async () => {
    const { folder } = await madeCase('61');
    const shell = await terminal();
    const list = await shell.run('list', '--dir', folder);
    expect(list.stdout).toMatch(/dangling +not readable +\[link\]/);
    expect(await shell.json<MemorySummary[]>('list', '--dir', folder)).toContainEqual(
      expect.objectContaining({
        name: 'dangling',
        ageDays: null,
        ageSource: null,
        createdAt: null,
        survival: null,
        unreadable: 'It is a link to nothere.md, which doesn’t exist.',
      }),
    );
    expect((await shell.run('list', '--dir', folder, '--recent', '1')).stdout).not.toContain('dangling');
    expect((await shell.run('stale', '--dir', folder)).stdout).toBe('No stale memories found.\n');
    for (const args of [[], ['--json']]) {
      const shown = await shell.run('show', 'dangling', '--dir', folder, ...args);
      expect([shown.code, shown.stderr]).toEqual([
        1,
        'memdir: The text can’t be shown. It is a link to nothere.md, which doesn’t exist.\n',
      ]);
    }
    const { stdout } = await shell.run('show', 'dangling', '--dir', folder, '--json');
    expect(JSON.parse(stdout) as MemoryDetail).toMatchObject({ accessCount: 0, body: '' });
    expect((await shell.run('show', 'normal', '--dir', folder)).code).toBe(0);
  });

  it.skipIf(typeof trap === 'string').each([
    ['EDEADLK', 35, 'it isn’t downloaded from the cloud'],
    ['ESTALE', 116, 'the network folder has changed'],
    ['EIO', 5, 'the drive reports an error'],
    ['ETIMEDOUT', 110, 'the drive didn’t respond in time'],
  ])('is one finding with the others that fail with %s', async (_, errno, words) => {
    const folder = await tempFolder();
    for (const name of ['cloud_a', 'cloud_b', 'cloud_c', 'here'])
      await writeFile(join(folder, `${name}.md`), memory(name));
    const shell = await terminal();
    const failing = typeof trap === 'string' ? {} : trap.failing('cloud_', errno);
    const lint = await shell.start(['lint', '--dir', folder, '--json'], '', failing);
    const { problems } = JSON.parse(lint.stdout) as PrintedLint;
    expect(problems.filter(({ code }) => code === 'unreadable')).toMatchObject([
      { message: `Can’t be read: cloud_a.md and 2 more (cloud_b.md, cloud_c.md). The file can’t be read: ${words}.` },
    ]);
    expect(problems.filter(({ path }) => basename(path).startsWith('cloud_'))).toHaveLength(1);
    const shown = await shell.start(['show', 'cloud_a', '--dir', folder], '', failing);
    expect([shown.code, shown.stderr]).toEqual([
      1,
      `memdir: The text can’t be shown. The file can’t be read: ${words}.\n`,
    ]);
  });

  it.skipIf(typeof trap === 'string')(
    'is known again once it can be read, and was never taken for deleted',
    async () => {
      const folder = await tempFolder();
      await writeFile(join(folder, 'cloud_a.md'), memory('walrus'));
      const shell = await terminal();
      const failing = typeof trap === 'string' ? {} : trap.failing('cloud_', 35);
      await shell.run('show', 'walrus', '--dir', folder);
      await shell.start(['index', '--dir', folder], '', failing);
      expect(await shell.json<MemorySummary[]>('list', '--dir', folder)).toMatchObject([
        { name: 'walrus', accessCount: 1, unreadable: null },
      ]);
    },
  );

  it.skipIf(typeof trap === 'string')(
    'is not MEMORY.md: an index that cannot be read has no findings, and nothing says it is missing',
    async () => {
      const folder = await tempFolder();
      await writeFile(join(folder, 'here.md'), memory('here'));
      await writeFile(join(folder, 'MEMORY.md'), '- [Here](here.md) — What is said about here\n');
      const shell = await terminal();
      const failing = typeof trap === 'string' ? {} : trap.failing('/MEMORY.md', 35);
      const { stdout } = await shell.start(['lint', '--dir', folder], '', failing);
      expect(stdout).toContain('Can’t be read: MEMORY.md. The file can’t be read: it isn’t downloaded from the cloud.');
      expect(stdout).not.toMatch(/index-|lines? loaded/);
      expect((await shell.start(['list', '--dir', folder], '', failing)).stdout).not.toContain('not in index');
    },
  );
});

describe('a memory that is in iCloud only (case 54)', () => {
  it('is shown as not readable, and is no missing target', async () => {
    const folder = await tempFolder();
    await writeFile(join(folder, '.billing.md.icloud'), 'bplist00stub');
    await writeFile(join(folder, 'here.md'), memory('here'));
    await writeFile(join(folder, '.here.md.icloud'), 'bplist00stub');
    await writeFile(
      join(folder, 'MEMORY.md'),
      '- [Billing](billing.md) — How billing works\n- [Here](here.md) — What is said about here\n',
    );
    const shell = await terminal();
    expect(await shell.json<MemorySummary[]>('list', '--dir', folder)).toMatchObject([
      {
        name: 'billing',
        ageDays: null,
        inIndex: true,
        unreadable: expect.stringContaining('only in iCloud') as string,
      },
      { name: 'here', unreadable: null },
    ]);
    const shown = await shell.run('show', 'billing', '--dir', folder);
    expect([shown.code, shown.stderr]).toEqual([
      1,
      'memdir: The text can’t be shown. It is only in iCloud: choose Download Now for it in Finder.\n',
    ]);
    const { problems } = await shell.json<PrintedLint>('lint', '--dir', folder);
    expect(problems.map(({ code }) => code)).not.toContain('index-missing-target');
    expect(
      (
        await shell.run(
          'remember',
          'Invoices are sent on the first.',
          '--name',
          'billing',
          '--type',
          'project',
          '--dir',
          folder,
        )
      ).stdout,
    ).not.toContain('/billing.md');
  });
});

describe.runIf(process.platform === 'linux')('what cannot be listed (case 62)', () => {
  it('is named by lint and export, and counted beside lists and searches', async () => {
    const { folder } = await madeCase('62');
    const shell = await terminal();
    const { problems } = await shell.json<PrintedLint>('lint', '--dir', folder);
    expect(problems.map(({ code, severity, message }) => [code, severity, message])).toEqual([
      [
        'unreadable',
        'warning',
        'Not listed, checked or searched: 1/2/3/4/5/6/7/8/9/10/11/12/13. The folder is more than 12 levels deep and isn’t read. Move its memories up.',
      ],
      [
        'unreadable',
        'warning',
        'Not listed, checked or searched: caf\ufffd.md. The name isn’t valid UTF-8, so programs can’t open the file. Rename it.',
      ],
    ]);
    const note = '2 files or folders couldn’t be listed, so their memories are missing here. “memdir lint” shows them.';
    for (const args of [['list'], ['search', 'seen']])
      expect((await shell.run(...args, '--dir', folder)).stderr, args[0]).toContain(note);
    const { code, stderr } = await shell.run('export', '-', '--dir', folder);
    expect([code, stderr.match(/wasn’t exported/g)]).toEqual([1, ['wasn’t exported', 'wasn’t exported']]);
  });
});

describe('files that are no memories', () => {
  it('are not listed, not checked and not searched', async () => {
    const folder = await tempFolder();
    for (const path of ['.obsidian/plugins/notes.md', '.trash/old.md', '.kept/seen.md', '._here.md', 'sub/.x/y.md']) {
      await mkdir(join(folder, path, '..'), { recursive: true });
      await writeFile(
        join(folder, path),
        path === '.kept/seen.md' ? memory('seen') : 'Mac OS X        \u0000\u0005\u0016\u0007\n',
      );
    }
    await writeFile(join(folder, 'here.md'), memory('here'));
    await writeFile(
      join(folder, 'MEMORY.md'),
      '- [Here](here.md) — What is said about here\n- [Seen](.kept/seen.md) — What is said about seen\n',
    );
    const shell = await terminal();
    const listed = await shell.json<MemorySummary[]>('list', '--dir', folder);
    expect(
      listed.map(({ name }) => name),
      'a folder is read that the index links to',
    ).toEqual(['here', 'seen']);
    expect(await shell.json<PrintedLint>('lint', '--dir', folder)).toMatchObject({ problems: [], files: 3 });
  });

  it('README of a folder is at most an info', async () => {
    const folder = await tempFolder();
    await mkdir(join(folder, 'feedback'));
    await writeFile(join(folder, 'README.md'), '# Memory\n\nWritten by agents yesterday.\n');
    await writeFile(join(folder, 'feedback', 'README.md'), '');
    await writeFile(join(folder, 'here.md'), memory('here'));
    await writeFile(join(folder, 'MEMORY.md'), '- [Here](here.md) — What is said about here\n');
    const { problems } = await (await terminal()).json<PrintedLint>('lint', '--dir', folder);
    expect(problems.filter(({ severity }) => severity === 'error' || severity === 'warning')).toEqual([]);
  });

  it('a link to the index of a team store is no missing target', async () => {
    const folder = await tempFolder();
    await mkdir(join(folder, 'team'));
    await writeFile(join(folder, 'team', 'MEMORY.md'), '');
    await writeFile(join(folder, 'here.md'), memory('here'));
    await writeFile(
      join(folder, 'MEMORY.md'),
      '- [Here](here.md) — What is said about here\n- [Team](team/MEMORY.md) — Of all of us\n- [Gone](teams/MEMORY.md) — x\n',
    );
    const { problems } = await (await terminal()).json<PrintedLint>('lint', '--dir', folder);
    expect(problems.map(({ code, line }) => [code, line])).toEqual([['index-missing-target', 3]]);
  });
});

/** What the test with the real client cannot reach: an administrator’s files, links out of folders that nobody trusts, files that cannot be read. */
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { createInstructions } from '../../../src/node/loaded/instructions.js';
import { tempFolder } from '../support.js';

async function place(files: Readonly<Record<string, string>>) {
  const home = await tempFolder();
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(home, file)), { recursive: true });
    await writeFile(path.join(home, file), text);
  }
  const find = async (trusted: boolean) => {
    const instructions = createInstructions(() => ({
      env: {},
      home,
      platform: 'linux',
      configDir: path.join(home, '.claude'),
      managedSettings: path.join(home, 'managed', 'managed-settings.json'),
      isTrusted: () => Promise.resolve(trusted),
    }));
    const { files: found } = await instructions.find(path.join(home, 'shop'), trusted);
    return found.map(({ path: file, scope, fate, text }) => ({
      path: path.relative(home, file),
      scope,
      fate: fate.state === 'left-out' ? fate.why : fate.state,
      text,
    }));
  };
  return { home, find };
}

describe('instruction files', () => {
  it('begin with those of an administrator, which no setting excludes', async () => {
    const { find } = await place({
      'managed/CLAUDE.md': 'Ours\n',
      'managed/.claude/rules/r.md': 'Our rule\n',
      'managed/managed-settings.json': '{"claudeMdExcludes":["**"]}',
      '.claude/CLAUDE.md': 'Mine\n',
      'shop/CLAUDE.md': 'The project’s\n',
    });
    expect(await find(true)).toStrictEqual([
      { path: 'managed/CLAUDE.md', scope: 'managed', fate: 'loaded', text: 'Ours' },
      { path: 'managed/.claude/rules/r.md', scope: 'managed', fate: 'loaded', text: 'Our rule' },
      { path: '.claude/CLAUDE.md', scope: 'user', fate: 'excluded', text: '' },
      { path: 'shop/CLAUDE.md', scope: 'project', fate: 'excluded', text: '' },
    ]);
  });

  it.each([
    [true, { fate: 'loaded', text: 'Private' }],
    [false, { fate: 'unread', text: '' }],
  ])('that are links out of a folder are read where it is trusted: %s', async (trusted, expected) => {
    const { home, find } = await place({ 'private.md': 'Private\n', 'shop/x.md': 'x' });
    await symlink(path.join(home, 'private.md'), path.join(home, 'shop', 'CLAUDE.md'));
    expect(await find(trusted)).toMatchObject([{ path: 'shop/CLAUDE.md', ...expected }]);
  });

  it.skipIf(process.getuid?.() === 0)('that cannot be read are named', async () => {
    const { home, find } = await place({ 'shop/CLAUDE.md': 'Secret\n' });
    await chmod(path.join(home, 'shop', 'CLAUDE.md'), 0);
    expect(await find(true)).toMatchObject([{ path: 'shop/CLAUDE.md', fate: 'unreadable' }]);
  });

  it('in links that go round in a circle are found once', async () => {
    const { home, find } = await place({ 'shop/.claude/rules/a.md': 'A\n' });
    await symlink(path.join(home, 'shop', '.claude', 'rules'), path.join(home, 'shop', '.claude', 'rules', 'again'));
    expect(await find(true)).toHaveLength(1);
  });
});

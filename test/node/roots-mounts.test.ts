import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { createFiles } from '../../src/node/files/memory-files.js';
import { mountsOf } from '../../src/node/stores/mounts.js';
import { below, machine, MEMORY } from './machine.js';
import { tempFolder } from './support.js';

const value = (...stores: readonly unknown[]): NodeJS.ProcessEnv => ({ CLAUDE_MEMORY_STORES: JSON.stringify(stores) });
const mounts = (text: string | undefined) => mountsOf({ CLAUDE_MEMORY_STORES: text });

describe('CLAUDE_MEMORY_STORES', () => {
  it.each<[string, unknown, object]>([
    [
      'a path alone: a team memory under its last name',
      '/orgs/1/platform',
      { name: 'platform', scope: 'team', readOnly: false },
    ],
    ['a name that is no folder name', '/orgs/1/my team!/', { name: 'my-team-', scope: 'team', readOnly: false }],
    [
      'all there is to say',
      {
        path: '/o/1',
        mode: 'ro',
        scope: 'user',
        mount: 'me',
        promptIndex: 'docs/index.md',
        promptIndexMaxBytes: 900,
        skillsDirs: ['x'],
      },
      { name: 'me', scope: 'user', readOnly: true, index: 'docs/index.md', indexBytes: 900 },
    ],
  ])('reads %s', (_, store, mount) => {
    expect(mounts(JSON.stringify([store]))).toEqual({ mounts: [mount] });
  });

  it.each([undefined, '', '  ', '[]'])('%j mounts nothing without a notice', (text) => {
    expect(mounts(text)).toEqual({ mounts: [] });
  });

  it.each([
    ['/mnt/a:/mnt/b', 'isn’t plain JSON'],
    ['{"path":"/a"}', 'it must be a list of stores'],
    ['["/a","b"]', 'store 2 must be a path'],
    ['["//host/a"]', 'store 1 must be a path'],
    ['["/\\\\host/a"]', 'store 1 must be a path'],
    ['[{"path":"/a","mount":"../x"}]', 'store 1 must be a path'],
    ['[{"path":"/a","mode":"r"}]', 'store 1 must be a path'],
    ['[{"path":"/a","promptIndex":"../x.md"}]', 'store 1 must be a path'],
    ['[{"path":"/a","promptIndex":"a/../x.md"}]', 'store 1 must be a path'],
    ['["/"]', 'ends in a name'],
    ['["/x/a","/y/a"]', 'mounted as a'],
    ['[{"path":"/a","scope":"user"},{"path":"/b","scope":"user"}]', 'more than one user store'],
    ['[null]', 'store 1 must be a path'],
  ])('%s is ignored as a whole, with a reason that does not quote it', (text, why) => {
    const { mounts: found, ignored } = mounts(text);
    expect(found).toEqual([]);
    expect(ignored).toContain(why);
    expect(ignored).not.toContain('host');
  });

  it('lists existing mounted directories as team memory and reports missing ones', async () => {
    const at = await machine();
    await at.remember(at.project, { ...MEMORY, ...below('team/platform'), 'team/notes.md': 'not mounted\n' });
    const env = value(
      { path: '/o/platform', mode: 'ro', promptIndex: 'index.md', promptIndexMaxBytes: 12_000 },
      '/o/later',
    );
    const stores = await at.find({}, env);
    const memory = join(at.claudeFolder(at.project), 'memory');
    expect(stores.map(({ kind, scope, path, files, readOnly }) => ({ kind, scope, path, files, readOnly }))).toEqual([
      { kind: 'main', scope: 'user', path: memory, files: 3, readOnly: false },
      { kind: 'team', scope: 'command-line', path: join(memory, 'team', 'platform'), files: 2, readOnly: true },
    ]);
    expect(stores[0]?.notes).toEqual([
      'CLAUDE_MEMORY_STORES mounts the team memory later in team/later, which doesn’t exist yet.',
    ]);
    expect(stores[1]?.why).toBe('Team memory platform, mounted here by CLAUDE_MEMORY_STORES as read-only.');
    expect(stores[1]?.notes).toEqual([
      'At the start of a session, Claude Code loads its index.md, at most 12,000 bytes.',
    ]);
    expect(
      (await at.find()).map(({ files }) => files),
      'without the variable it is part of the memory',
    ).toEqual([5]);
  });

  it('lists no file twice when a mounted directory overlaps another store', async () => {
    const at = await machine();
    const files = createFiles({ dataDir: await tempFolder(), mounted: ['platform'] });
    for (const around of [{}, below('team')]) {
      await at.remember(at.project, { ...MEMORY, ...around, ...below('team/platform') });
      const stores = await at.find({}, value('/o/platform'));
      const seen: string[] = [];
      for (const { path } of stores) {
        const listing = await files.list(path);
        if (listing.status === 'listed') seen.push(...listing.files.map((file) => join(path, file.path)));
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen).toHaveLength(stores.reduce((sum, store) => sum + store.files, 0));
    }
  });

  it('makes the user’s own memory read-only when it is mounted read-only', async () => {
    const at = await machine();
    await at.remember(at.project);
    const [store] = await at.find({}, value({ path: '/o/me', scope: 'user', mode: 'ro' }));
    expect(store).toMatchObject({
      kind: 'main',
      readOnly: true,
      notes: ['User memory me, mounted here by CLAUDE_MEMORY_STORES as read-only.'],
    });
    expect((await at.find({}, { CLAUDE_MEMORY_STORES: 'nonsense' }))[0]?.notes).toEqual([
      'CLAUDE_MEMORY_STORES is ignored: it isn’t plain JSON.',
    ]);
  });
});

/** The inbox of a project that has several paths: opened through a symbolic link, drafts seen through one. */
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { Memdir } from '../../src/core/memdir.js';
import type { Log } from '../../src/core/ports/log.js';
import { projectSlug } from '../../src/core/stores/project-slug.js';
import { openMemdir } from '../../src/node/compose.js';
import { createDrafts } from '../../src/node/inbox/drafts.js';
import { DEFAULT_SETTINGS } from '../../src/protocol/settings.js';
import { CACHE, idOf, leaveDrafts, offered, origin, QUEUE } from '../support/drafts.js';
import { memoryText, openBench } from '../support/service.js';

const quiet: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const settings = { ...DEFAULT_SETTINGS, 'embedding.provider': 'none' } as const;

let dir: string;
let project: string;
let link: string;
let closing: (() => Promise<void>)[];

beforeEach(async () => {
  dir = await realpath(await mkdtemp(join(tmpdir(), 'memdir-links-')));
  [project, link] = [join(dir, 'work', 'shop'), join(dir, 'shop-link')];
  closing = [];
  await repository(project);
  await mkdir(join(project, 'src'));
  await symlink(project, link, 'dir');
});

afterEach(async () => {
  await Promise.all(closing.map((close) => close()));
  await rm(dir, { recursive: true });
});

const storeOf = (root: string): string => join(dir, 'home', '.claude', 'projects', projectSlug(root), 'memory');

/** A git repository, and Claude Code's memory directory of it. */
async function repository(root: string): Promise<void> {
  await mkdir(join(root, '.git'), { recursive: true });
  await mkdir(storeOf(root), { recursive: true });
  await writeFile(join(storeOf(root), 'MEMORY.md'), '- [Tone](tone.md) — be friendly\n');
  await writeFile(join(storeOf(root), 'tone.md'), memoryText({ name: 'tone', body: `Be friendly in ${root}.` }));
}

async function open(folder: string): Promise<Memdir> {
  const opened = await openMemdir({
    distDir: join(import.meta.dirname, '../../dist'),
    dataDir: join(dir, 'data'),
    home: join(dir, 'home'),
    scope: { folders: [folder], trusted: true },
    settings,
    env: {},
    log: quiet,
  });
  closing.push(() => opened.close());
  return opened.memdir;
}

const seenIn = (cwd: string): Parameters<typeof offered>[2] => ({ origin: { ...origin, cwd } });
const waiting = async (memdir: Memdir): Promise<readonly string[]> =>
  (await memdir.inbox.list()).drafts.map(({ id }) => id);

describe('a project with several paths', () => {
  it.each<[string, () => readonly [folder: string, cwd: string]]>([
    ['opened through a link, seen at the real path', () => [link, project]],
    ['opened through a link, seen in a folder below the real path', () => [link, join(project, 'src')]],
    ['opened at the real path, seen through a link', () => [project, link]],
    ['opened at the real path, seen below a link', () => [project, join(link, 'src')]],
    ['opened below a link, seen at the real path', () => [join(link, 'src'), project]],
    ['seen through a link, in a folder that is gone', () => [project, join(link, 'gone', 'deep')]],
    ['opened and seen through the same link', () => [link, link]],
  ])('%s: the draft is listed, compared and accepted into the memory of the project', async (_name, paths) => {
    const [folder, cwd] = paths();
    const memdir = await open(folder);
    expect(await memdir.inbox.offer([offered(1, CACHE, seenIn(cwd))])).toMatchObject([{ status: 'waiting' }]);
    expect(await waiting(memdir)).toEqual([idOf(1)]);
    const [result] = await memdir.inbox.decide([idOf(1)], { do: 'accept' });
    expect(result).toMatchObject({ status: 'saved' });
    expect(result?.path?.startsWith(join(storeOf(project), '/'))).toBe(true);
    expect((await memdir.inbox.listDecided()).map(({ id }) => id)).toEqual([idOf(1)]);
  });

  it('one fact observed at both paths makes one draft', async () => {
    const memdir = await open(link);
    await memdir.inbox.offer([offered(1, CACHE, seenIn(project))]);
    expect(await memdir.inbox.offer([offered(2, CACHE, seenIn(link))])).toMatchObject([
      { id: idOf(2), status: 'known' },
    ]);
    expect(await waiting(memdir)).toEqual([idOf(1)]);
  });

  it('drafts of other projects are not listed, even with a common path prefix', async () => {
    await mkdir(`${project}2`);
    await symlink(`${project}2`, `${link}2`, 'dir');
    const memdir = await open(link);
    await memdir.inbox.offer([
      offered(1, CACHE, seenIn(`${project}2`)),
      offered(2, QUEUE, seenIn(`${link}2`)),
      offered(3, 'The search of the wiki leaves out pages without a title.', seenIn(join(dir, 'elsewhere'))),
    ]);
    expect(await waiting(memdir)).toEqual([]);
    expect((await memdir.inbox.list({ everywhere: true })).drafts).toHaveLength(3);
  });

  it.each([
    ['C:\\work\\shop\\src', 1],
    ['C:\\Work\\Shop', 1],
    ['C:\\work\\shop2', 0],
    ['D:\\work\\shop', 0],
  ])('with c:\\work\\shop open, drafts seen in %s are listed: %i', async (cwd, count) => {
    const bench = await openBench();
    closing.push(() => bench.close());
    const memdir = await bench.open({
      drafts: createDrafts({ dataDir: bench.dir, log: bench.log }),
      realPath: (path) => Promise.resolve(path),
      scope: { folders: ['c:\\work\\shop'], trusted: true },
    });
    await leaveDrafts(bench.dir, 1, cwd);
    expect((await memdir.inbox.list({ related: false })).drafts).toHaveLength(count);
  });

  it('drafts of a nested repository stay in its store, also through a link', async () => {
    const inner = join(project, 'vendor', 'inner');
    await repository(inner);
    const memdir = await open(link);
    await memdir.inbox.offer([
      offered(1, CACHE, seenIn(join(link, 'vendor', 'inner'))),
      offered(2, QUEUE, seenIn(link)),
    ]);
    expect(await waiting(memdir)).toEqual([idOf(1), idOf(2)]);
    const results = await memdir.inbox.decide([idOf(1), idOf(2)], { do: 'accept' });
    expect(results.map(({ path = '' }) => path.slice(0, path.lastIndexOf('/')))).toEqual([
      storeOf(inner),
      storeOf(project),
    ]);
  });
});

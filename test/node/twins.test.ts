/** Memory of a project under another spelling of its path (case 59). */
import { mkdir, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { expect, it } from 'vitest';

import type { MoveCandidate } from '../../src/core/results.js';
import { createMoves } from '../../src/node/moves/moves.js';
import { createRoots } from '../../src/node/stores/roots.js';
import { below, type Machine, machine, transcript } from './machine.js';
import { writeTree } from './support.js';

/** What may belong to the project of a machine, with stores under these folder names. */
async function candidates(
  at: Machine,
  names: readonly string[],
  { folder = at.project, env = {} }: { readonly folder?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<readonly MoveCandidate[]> {
  for (const name of names) await writeTree(join(at.home, '.claude', 'projects', name), below('memory'));
  const places = {
    env,
    home: at.home,
    platform: process.platform,
    dataDir: at.dataDir,
    managedSettings: join(at.root, 'none.json'),
  };
  return await createMoves({ ...places, roots: createRoots(places), trusted: true }).candidates(folder);
}
const twinsOf = (found: readonly MoveCandidate[]): string[] =>
  found.filter(({ twin, likely }) => twin === true && likely).map(({ path }) => basename(dirname(path)));

/** The path of the project as a folder name, with its last part in another spelling. */
const named = ({ project }: Machine, last: string): string =>
  `${dirname(project).replace(/[^a-zA-Z0-9]/g, '-')}-${last}`;

it.each([
  ['College_FYP', 'College_FYP', 'an underscore as it is'],
  ['my.app', 'my.app', 'a dot as it is'],
  ['my app', 'my app', 'a blank as it is'],
  ['my app', 'my_app', 'an underscore for a blank'],
  ['My-App', 'my-app', 'other letter case'],
  ['app', 'app-', 'a slash at its end'],
  ['cafe\u0301', 'caf-', 'a composed letter for two signs'],
  ['caf\u00e9', 'cafe-', 'two signs for a composed letter'],
  ['caf\u00e9', 'caf\u00e9', 'a letter as it is'],
])('of %s is found below %s: %s', async (project, last) => {
  const at = await machine(project);
  const twin = named(at, last);
  const own = basename(at.claudeFolder(at.project));
  expect(twinsOf(await candidates(at, [twin, own]))).toEqual(twin === own ? [] : [twin]);
});

it.runIf(process.platform !== 'win32')('is found below the name of a link to the folder', async () => {
  const at = await machine();
  const link = join(at.root, 'short');
  await symlink(at.project, link);
  const name = link.replace(/[^a-zA-Z0-9]/g, '-');
  expect(twinsOf(await candidates(at, [name], { folder: link }))).toEqual([name]);
  expect(twinsOf(await candidates(at, [name], { env: { PWD: link } }))).toEqual([name]);
  expect(twinsOf(await candidates(at, [name], { env: { PWD: at.root } }))).toEqual([]);
});

it.each([
  ['College-FYP2', 'another name'],
  ['College', 'the beginning of the name'],
])('is not %s: %s', async (last) => {
  const at = await machine('College_FYP');
  expect(twinsOf(await candidates(at, [named(at, last)]))).toEqual([]);
});

it('is not what another folder owns by its sessions or by its name', async () => {
  const at = await machine('My-App');
  const other = join(dirname(at.project), 'my.app');
  await mkdir(other);
  expect(twinsOf(await candidates(at, [named(at, 'my-app')]))).toEqual([]);
  const elsewhere = join(at.root, 'elsewhere');
  await mkdir(elsewhere);
  const name = named(at, 'My_App');
  await writeTree(join(at.home, '.claude', 'projects', name), { 's.jsonl': transcript(elsewhere) });
  expect(twinsOf(await candidates(at, [name]))).toEqual([]);
  await writeTree(join(at.home, '.claude', 'projects', name), { 't.jsonl': transcript(at.project) });
  expect(twinsOf(await candidates(at, [name]))).toEqual([name]);
});

import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { reasonToRest } from '../../src/node/machine-load.js';
import { findPackage, installedFile, installedModels, noteInstalled } from '../../src/node/models/installed-models.js';
import { tempFolder } from './support.js';

async function modelIn(...path: string[]): Promise<string> {
  const folder = join(...path);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'memdir-model.json'), '{}');
  return folder;
}

it('notes which model folders extensions have, and forgets those that are gone', async () => {
  const [dataDir, editor] = [await tempFolder(), await tempFolder()];
  expect(installedModels(dataDir)).toEqual([]);
  const [one, two] = [await modelIn(editor, 'a', 'model'), await modelIn(editor, 'b', 'model')];
  expect(await noteInstalled(dataDir, { present: [one], gone: [] })).toBe(true);
  expect(await noteInstalled(dataDir, { present: [one], gone: [] })).toBe(false);
  // Another editor knows nothing of the first one's extensions.
  await noteInstalled(dataDir, { present: [two], gone: [] });
  expect(installedModels(dataDir)).toEqual([one, two]);
  await rm(one, { recursive: true });
  expect(installedModels(dataDir)).toEqual([two]);
  await noteInstalled(dataDir, { present: [], gone: [two] });
  expect(installedModels(dataDir)).toEqual([]);
});

it.each(['', '{', '{"a":1}', '[1,null,"relative/model"]'])('reads the damaged list %j as empty', async (text) => {
  const dataDir = await tempFolder();
  await mkdir(join(dataDir, 'models'));
  await writeFile(installedFile(dataDir), text);
  expect(installedModels(dataDir)).toEqual([]);
});

it('finds the newest version of a package among the extensions of editors', async () => {
  const home = await tempFolder();
  expect(findPackage(home, 'large')).toBeUndefined();
  await modelIn(home, '.vscode/extensions/memdir.memdir-large-0.9.0/model');
  const newest = await modelIn(home, '.cursor/extensions/memdir.memdir-large-0.10.0/model');
  // One whose folder is left over without a model.
  await mkdir(join(home, '.vscode/extensions/memdir.memdir-large-1.0.0'), { recursive: true });
  expect(findPackage(home, 'large')).toBe(newest);
  expect(findPackage(home, 'languages')).toBeUndefined();
});

const supply = (type: string, status: string, scope = '') => ({ type, status, scope });
it.each([
  ['no supply', {}, 0, undefined],
  ['a battery that is being charged', { BAT0: supply('Battery', 'Charging') }, 0, undefined],
  ['a full battery', { BAT0: supply('Battery', 'Full'), AC: supply('Mains', '') }, 0, undefined],
  ['its battery', { AC: supply('Mains', ''), BAT0: supply('Battery', 'Discharging') }, 0, 'battery'],
  ['mains, with the battery of a mouse', { mouse: supply('Battery', 'Discharging', 'Device') }, 0, undefined],
  ['mains and busy', {}, 3.1, 'load'],
  ['mains and half busy', {}, 2.9, undefined],
] as const)('on Linux with %s', async (_, supplies, load, expected) => {
  const power = await tempFolder();
  for (const [name, files] of Object.entries(supplies))
    for (const [file, text] of Object.entries(files as Record<string, string>)) {
      await mkdir(join(power, name), { recursive: true });
      if (text !== '') await writeFile(join(power, name, file), `${text}\n`);
    }
  expect(await reasonToRest({ platform: 'linux', power, load: () => load, processors: 2 })).toBe(expected);
});

it('rests nowhere for a battery that it cannot ask about', async () => {
  expect(await reasonToRest({ platform: 'win32', power: '/nowhere', load: () => 0, processors: 2 })).toBeUndefined();
});

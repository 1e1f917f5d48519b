/** Where memory is of the folders that agents are started in: as Claude Code names them. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { createRoots } from '../../src/node/stores/roots.js';
import { FOLDERS } from '../clients/folders.mjs';
import { tempFolder } from './support.js';

it.runIf(process.platform !== 'win32').each(FOLDERS)('$name', async ({ make, memory }) => {
  const root = await tempFolder();
  const home = join(root, 'home');
  await mkdir(home);
  const { cwd, env = {} } = make(root);
  const roots = createRoots({ env, home, platform: process.platform, managedSettings: join(root, 'none.json') });
  const [store] = await roots.find({ folders: [cwd], trusted: true });
  expect(store?.off === undefined ? store?.path : undefined).toBe(memory(root));
});

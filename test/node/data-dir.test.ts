import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { dataDirectory } from '../../src/node/data-dir.js';
import { tempFolder } from './support.js';

describe('the data folder', () => {
  it("is the option, else the environment variable, else the user's default", async () => {
    const root = await tempFolder();
    const env = { MEMDIR_DATA_DIR: join(root, 'env') };
    expect(dataDirectory(env, join(root, 'given'))).toBe(join(root, 'given'));
    expect(dataDirectory(env, '')).toBe(join(root, 'env'));
    expect(dataDirectory({ MEMDIR_DATA_DIR: join(root, 'deep', 'er') })).toBe(join(root, 'deep', 'er'));
    expect(existsSync(join(root, 'deep', 'er'))).toBe(false);
  });

  it('is rejected at once where no folder can be created', () => {
    const make = (): string => dataDirectory({ MEMDIR_DATA_DIR: '/proc/nowhere/data' });
    // Elsewhere there is no such place.
    if (process.platform === 'linux')
      expect(make).toThrow(
        /^The data folder \/proc\/nowhere\/data can’t be created: folders can’t be created in \/proc/,
      );
    else expect(make()).toContain('nowhere');
  });

  it('may be unwritable', async () => {
    const file = join(await tempFolder(), 'file');
    await writeFile(file, '');
    expect(dataDirectory({}, join(file, 'data'))).toBe(join(file, 'data'));
  });
});

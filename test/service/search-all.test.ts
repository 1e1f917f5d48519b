import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { projectSlug } from '../../src/core/stores/project-slug.js';
import { createRoots } from '../../src/node/stores/roots.js';
import { type Bench, memoryText, withStore } from '../support/service.js';

let bench: Bench;
withStore({}, (opened) => (bench = opened));

/** Two projects whose memory is in one home; the first one is open. */
async function twoProjects() {
  const home = join(bench.dir, 'home');
  const [shop, bank] = ['shop', 'bank'].map((name) => join(bench.dir, name));
  for (const [folder, fact] of [
    [shop, 'Parcels are weighed twice'],
    [bank, 'Cheques are weighed twice'],
  ] as const) {
    const store = join(home, '.claude', 'projects', projectSlug(folder ?? ''), 'memory');
    await mkdir(store, { recursive: true });
    await mkdir(folder ?? '', { recursive: true });
    await writeFile(join(store, 'fact.md'), memoryText({ name: fact, description: fact }));
  }
  return await bench.open({
    home,
    roots: createRoots({ env: {}, home, platform: process.platform, log: bench.log }),
    scope: { folders: [shop ?? ''], trusted: true },
  });
}

describe('a search in every project', () => {
  it('finds what the folders that are open have no part in, with its place, and leaves other searches alone', async () => {
    const memdir = await twoProjects();
    const names = async (all: boolean): Promise<readonly string[]> =>
      (await memdir.search({ query: 'weighed twice', all })).hits.map(({ name }) => name).sort();
    expect(await names(false)).toStrictEqual(['Parcels are weighed twice']);
    expect(await names(true)).toStrictEqual(['Cheques are weighed twice', 'Parcels are weighed twice']);
    expect(await names(false)).toStrictEqual(['Parcels are weighed twice']);
    const { hits } = await memdir.search({ query: 'cheques', all: true });
    expect(hits[0]?.store).toMatch(/bank/);
  });
});

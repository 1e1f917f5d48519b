/** Another program adds a line to MEMORY.md and to the memory at the worst moments of each change. */
import { appendFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, describe, expect, it } from 'vitest';

import type { Memdir } from '../../src/core/memdir.js';
import { interceptFileCalls } from '../support/file-calls.mjs';
import { type Bench, memoryText, withStore } from '../support/service.js';

let bench: Bench;
let memdir: Memdir;
let stop: (() => void) | undefined;
let added: string[] = [];
withStore(
  {
    'deploy.md': memoryText({ name: 'deploy', body: 'Deploys go out on Tuesdays.' }),
    'lunch.md': memoryText({ name: 'lunch', body: 'Lunch is at noon.' }),
    'MEMORY.md': '# Index\n\n- [Deploy](deploy.md) — deploy\n- [Lunch](lunch.md) — lunch\n\nNotes follow.\n',
  },
  async (opened) => {
    bench = opened;
    memdir = await bench.open();
  },
);
afterEach(() => stop?.());

const text = (path: string): Promise<string> => readFile(join(bench.store, path), 'utf8');

/** Adds a line to both files at the first call of each of these names. */
function interfere(): void {
  added = [];
  const left = new Set(['handle.sync', 'linkSync', 'renameSync', 'link']);
  stop = interceptFileCalls(
    (path) => path.startsWith(bench.store),
    ({ name }) => {
      if (!left.delete(name)) return;
      added.push(`Added at ${name}.\n`);
      for (const file of ['MEMORY.md', 'deploy.md']) appendFileSync(join(bench.store, file), `Added at ${name}.\n`);
    },
  );
}

const CHANGES: readonly (readonly [string, () => Promise<unknown>, string, RegExp])[] = [
  [
    'remember',
    () => memdir.remember({ content: 'Tests run on Mondays.', name: 'tests' }),
    'MEMORY.md',
    /\(tests\.md\)/,
  ],
  ['forget', () => memdir.forget({ id: 'deploy' }), 'deploy.md', /\ndeleted_at: /],
  [
    'restore',
    async () => {
      stop?.();
      await memdir.forget({ id: 'deploy' });
      interfere();
      await memdir.restore({ id: 'deploy' });
    },
    'MEMORY.md',
    /\(deploy\.md\)/,
  ],
  [
    'update',
    () => memdir.update({ id: 'deploy', content: 'Deploys go out on Fridays.' }),
    'MEMORY.md',
    /\(deploy-v2\.md\)/,
  ],
  [
    'a fix',
    async () => {
      stop?.();
      await writeFile(join(bench.store, 'unlisted.md'), memoryText({ name: 'unlisted' }));
      interfere();
      await memdir.applyPlan(await memdir.planFixes({}));
    },
    'MEMORY.md',
    /\(unlisted\.md\)/,
  ],
];

describe.each(CHANGES)('%s beside another program', (_, change, path, made) => {
  it('keeps every line that was added, and is made', async () => {
    interfere();
    await change();
    stop?.();
    expect(added.length).toBeGreaterThan(0);
    for (const file of ['MEMORY.md', 'deploy.md']) {
      const now = await text(file);
      for (const line of added) expect(now, file).toContain(line);
    }
    expect(await text(path)).toMatch(made);
    expect((await readdir(bench.store)).filter((name) => !name.endsWith('.md'))).toEqual([]);
  });
});

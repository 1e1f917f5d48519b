/** Agents ask by name for what is switched off: they are told so, and nothing is read or written. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { connect, shop } from './support.js';

const SENTENCE =
  'Memory is off here: autoMemoryEnabled is false in your Claude Code settings. Directories specified with --dir are still used.';

it('tells a client at the start, refuses each tool and lists no resources', async () => {
  const at = await shop();
  await mkdir(join(at.dir, '.claude'));
  await writeFile(join(at.dir, '.claude', 'settings.json'), '{ "autoMemoryEnabled": false }');
  for (const name of ['claude-code', 'another']) {
    const { client, call, text } = await connect(at, { name, args: ['--allow-write'] });
    expect(client.getInstructions()).toBe(SENTENCE);
    for (const [tool, args] of [
      ['search_memory', { query: 'pnpm' }],
      ['get_memory', { id: 'pnpm' }],
      ['list_recent', {}],
      ['remember', { content: 'We use pnpm because npm broke the lock file of the monorepo.' }],
    ] as const) {
      expect((await call(tool, args)).isError).toBe(true);
      expect(await text(tool, args)).toContain(SENTENCE);
    }
    expect((await client.listResources()).resources).toEqual([]);
  }
  // Without consent, too: to give it would change nothing.
  const asked = await connect(at, { args: [] });
  for (const [tool, args] of [
    ['remember', { content: 'We use pnpm because npm broke the lock file of the monorepo.' }],
    ['update_memory', { id: 'pnpm', content: 'We use pnpm 11 because npm broke the lock file.' }],
    ['forget', { id: 'pnpm' }],
  ] as const)
    expect(await asked.text(tool, args)).toBe(SENTENCE);
  const uri = 'memory://{store}/{+path}';
  const completed = async (client: typeof asked.client): Promise<readonly string[]> =>
    (await client.complete({ ref: { type: 'ref/resource', uri }, argument: { name: 'path', value: '' } })).completion
      .values;
  expect(await completed(asked.client)).toEqual([]);
  const { client, text } = await connect(at, { args: ['--dir', at.store] });
  expect(await completed(client)).not.toEqual([]);
  expect(await text('search_memory', { query: 'pnpm' })).toContain('pnpm');
  expect((await client.listResources()).resources.length).toBeGreaterThan(0);
});

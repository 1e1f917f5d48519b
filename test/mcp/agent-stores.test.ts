import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { codexMemory, everyAgentMemory, put } from '../support/agent-memory.js';
import { connect, place } from './support.js';

it('gives an agent what other agents know of the project and the user, and no notes of sessions', async () => {
  const at = await place();
  await everyAgentMemory(at.dir, at.cwd);
  const { text } = await connect(at, { args: [] });
  for (const [query, words] of [
    ['esbuild bundle', 'scripts/pack.mjs'],
    ['pnpm', 'Prefers pnpm'],
    ['Redis Streams', 'jobs run in Redis Streams'],
    ['Adyen', 'never to Stripe'],
    ['refunds backoff', 'exponential backoff'],
  ] as const)
    expect(await text('search_memory', { query }), query).toContain(words);
  expect(await text('search_memory', { query: 'zebra parser shim' })).not.toContain('zebra');
  expect(await text('list_recent')).not.toContain('plan.md');
});

it('gives no agent what Codex learned in another project', async () => {
  const at = await place();
  const other = join(at.dir, 'other');
  await mkdir(other);
  await codexMemory(at.dir, other);
  const memory = join(at.dir, '.codex', 'memories', 'MEMORY.md');
  const mixed = (await readFile(memory, 'utf8')).replace(
    /(?<=# Task Group: Search index\s+applies_to: cwd=)\S+/,
    at.cwd,
  );
  await put(memory, mixed);
  const { text } = await connect(at, { args: [] });
  // The other task group of the file is about this project.
  expect(await text('search_memory', { query: 'trigrams indexer' })).toContain('built at night');
  expect(await text('search_memory', { query: 'refunds exponential backoff' })).not.toContain('backoff');
  expect(await text('search_memory', { query: 'table tests' })).toContain('table tests in Go');
});

it('lets no agent change the memory of another one', async () => {
  const at = await place();
  await everyAgentMemory(at.dir, at.cwd);
  await put(join(at.dir, 'keep'), '');
  const { call } = await connect(at, { args: ['--allow-write'] });
  const result = await call('forget', { id: 'preferences.md' });
  expect(result.isError).toBe(true);
  expect(JSON.stringify(result.content)).toContain('belongs to Copilot');
});

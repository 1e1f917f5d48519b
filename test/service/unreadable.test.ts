/** A memory that cannot be read just now, at the doors of agents and of consolidation (case 61). */
import { beforeEach, expect, it } from 'vitest';

import type { Memdir } from '../../src/core/memdir.js';
import type { MemoryFiles } from '../../src/core/ports/files.js';
import { createFiles } from '../../src/node/files/memory-files.js';
import { callTool } from '../../src/service/tools/call-tool.js';
import { dreamStoreOfEachTest, planDream } from '../support/dream-store.js';
import { type Bench, memoryText } from '../support/service.js';

const REASON = 'The file cannot be read: it isn’t downloaded from the cloud.';

let bench: Bench;
const { open } = dreamStoreOfEachTest((opened) => (bench = opened));

let memdir: Memdir;
beforeEach(async () => {
  const old = { type: 'context', more: 'modified: 2020-01-01' };
  await bench.write('gone.md', memoryText({ name: 'gone', body: 'What was away.', ...old }));
  await bench.write('here.md', memoryText({ name: 'here', body: 'What is here.', ...old }));
  const files = createFiles({ dataDir: bench.dir });
  const failing: MemoryFiles = {
    ...files,
    read: async (store, path) =>
      path === 'gone.md'
        ? { path, text: '', encoding: 'utf8', unreadable: REASON, stamp: { modifiedMs: 0, size: 0, hash: '' } }
        : files.read(store, path),
  };
  memdir = await open({ files: failing });
});

it('is refused to an agent with the reason, and counts no use', async () => {
  const one = await callTool(memdir, 'get_memory', { id: 'gone' }, {});
  expect(one.isError).toBe(true);
  expect(one.text).toContain(`cannot be read now, so nothing is known of what it says. ${REASON}`);
  const two = await callTool(memdir, 'get_memories', { ids: ['gone', 'here'] }, {});
  expect(two.isError ?? false).toBe(false);
  expect(two.text).toMatch(/What is here\.[\s\S]*cannot be read now/);
  expect((await memdir.list({})).find(({ name }) => name === 'gone')?.accessCount).toBe(0);
});

it('is listed to an agent without an age, and never as stale', async () => {
  const recent = await callTool(memdir, 'list_recent', {}, {});
  expect(recent.text).toContain('gone.md unknown not readable: gone');
  expect(recent.structured).toMatchObject({
    memories: [{ age_days: expect.any(Number) as number }, { readable: false }],
  });
  expect((await callTool(memdir, 'list_stale', {}, {})).text).not.toContain('gone');
});

it('is no candidate of a consolidation, and one memory is enough for it when it is forced', async () => {
  const plan = await planDream(memdir, { force: true });
  expect(plan.refused).toBeUndefined();
  expect(plan.proposals.map(({ kind, sources }) => [kind, sources])).toEqual([
    ['index', ['here.md']],
    ['expired', ['here.md']],
  ]);
});

it('stays a row of the tree that says so', async () => {
  const [view] = await memdir.view();
  expect(
    view?.memories.map(({ name, ageDays, survival, unreadable }) => [
      name,
      ageDays === null,
      survival === null,
      unreadable,
    ]),
  ).toEqual([
    ['gone', true, true, REASON],
    ['here', false, false, null],
  ]);
});

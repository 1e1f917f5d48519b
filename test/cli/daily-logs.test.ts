/** Daily logs at the terminal: in a group of their own, and never taken for memories that lack something. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import type { MemorySummary, StaleMemory } from '../../src/core/results.js';
import { tempFolder, terminal } from './support.js';

it('are grouped by list, the newest first, and are neither stale nor missing from the index', async () => {
  const memory = join(await tempFolder(), 'memory');
  await mkdir(join(memory, 'logs/2024/01'), { recursive: true });
  await mkdir(join(memory, 'logs/2025/03'), { recursive: true });
  await writeFile(join(memory, 'logs/2024/01/2024-01-05.md'), '- 09:00 Moved the queue to Kafka.\n');
  await writeFile(join(memory, 'logs/2025/03/2025-03-06.md'), '- 10:00 Renamed the service.\n');
  await writeFile(join(memory, 'MEMORY.md'), '- [Queue](queue.md) — Kafka\n');
  await writeFile(
    join(memory, 'queue.md'),
    '---\nname: queue\ndescription: Jobs run on Kafka\ntype: context\ncreated: 2024-01-06\n---\n\nJobs run on Kafka.\n',
  );
  const { run, json } = await terminal();

  const { stdout } = await run('list', '--dir', memory);
  expect(stdout.split('\n')[0]).toMatch(/ 1 memory, 2 daily logs$/);
  expect(stdout).toMatch(/\n {2}Daily logs {2}2\n {6}2025-03-06 .*\n {6}2024-01-05 [^\n]*\n$/);
  expect(stdout.slice(stdout.indexOf('Daily logs'))).not.toContain('[');
  expect(stdout).toMatch(/queue .*\[stale\]/);

  const listed = await json<MemorySummary[]>('list', '--dir', memory);
  expect(listed.map(({ name, kind }) => [name, kind])).toEqual([
    ['2024-01-05', 'log'],
    ['2025-03-06', 'log'],
    ['queue', undefined],
  ]);
  const recent = await json<MemorySummary[]>('list', '--recent', '2', '--dir', memory);
  expect(recent.map(({ name }) => name)).toEqual(['queue']);
  const stale = await json<StaleMemory[]>('stale', '--dir', memory);
  expect(stale.map(({ id }) => id.split('/').at(-1))).toEqual(['queue.md']);
});

/** Weekdays that look ahead, at the doors where they become dates: drafts, distill, lint. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeEach, expect, it } from 'vitest';

import type { PrintedDraft } from '../../src/core/results.js';
import { writeProjectStore } from '../support/hook-project.js';
import { type Terminal, terminal } from './support.js';

let shell: Terminal;
beforeEach(async () => {
  shell = await terminal();
  await mkdir(join(shell.home, 'data'), { recursive: true });
  await writeFile(join(shell.home, 'data', 'settings.json'), '{ "embedding.provider": "none" }');
});

const SUNDAY = '2026-11-29T14:05:00+01:00';

it.each([
  ['Merges are frozen after Thursday because branch 2.4 is cut.', 'Merges are frozen after 2026-12-03.', 'project'],
  ['Merge freeze starts on Thursday because branch 2.4 is cut.', 'Merge freeze starts on 2026-12-03.', 'project'],
  ['The release branch is cut on Thursday', 'The release branch is cut on 2026-12-03.', 'project'],
  ['Merge freeze begins Thursday', 'Merge freeze begins on 2026-12-03.', 'project'],
  ['Deploy freeze until Thursday', 'Deploy freeze until 2026-12-03.', 'project'],
])('a draft of a Sunday: %s', async (text, said, type) => {
  await shell.pipe(JSON.stringify({ text, cwd: shell.cwd, at: SUNDAY }), 'observe');
  const [draft] = await shell.json<PrintedDraft[]>('inbox');
  expect(draft?.body.split('\n')[0]).toBe(said);
  expect(draft?.type).toBe(type);
});

it.each([
  ['Tests use factory_boy, not fixtures', 'pattern'],
  ['PostgreSQL 16 on RDS in production', 'dependency'],
  ['Python 3.12 minimum for all services', 'dependency'],
  ['We use Redis for session storage because Memcached lost sessions on restart.', 'decision'],
])('what lasts gets a type that lasts: %s', async (text, type) => {
  expect((await shell.run('distill', text)).stdout).toMatch(new RegExp(`^${type} `));
});

it('lint tells the day to come and writes none of its own accord; the key age says nothing', async () => {
  const text =
    '---\nname: merges\ndescription: Until when merges are open\ntype: project\ncreated: 2026-11-27\nage: old\n---\n\nEverything must be merged by Thursday. Merge freeze after Thursday.\n';
  const store = await writeProjectStore(shell, { 'merges.md': text, 'MEMORY.md': '- [Merges](merges.md) — when\n' });
  const { stdout } = await shell.run('lint', '--fix');
  expect(stdout.match(/“Thursday” meant 2026-12-03 when this was written \(2026-11-27\)/g)).toHaveLength(2);
  expect(stdout).toContain('Fixed 0 problems.');
  expect(await readFile(join(store, 'merges.md'), 'utf8')).toBe(text);
});

/** What is accepted looks like its neighbours, whatever they look like. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { createDrafts } from '../../src/node/inbox/drafts.js';
import { type Bench, withStore } from '../support/service.js';

let bench: Bench;
withStore({}, (opened) => (bench = opened));

const ID = '0000000000000001';
const CACHE = 'The image cache of the gallery keeps entries after a logout.';
const flat = (name: string, type: string): string =>
  `---\nname: ${name}\ndescription: d\ntype: ${type}\n---\nAll about ${name}.\n`;
const nested = (name: string, type: string): string =>
  `---\nname: ${name}\ndescription: d\nmetadata: \n  node_type: memory\n  type: ${type}\n---\n\nAll about ${name}.\n`;
const crlf = (text: string): string => text.replaceAll('\n', '\r\n');

interface Case {
  readonly files: Readonly<Record<string, string>>;
  readonly path: string;
  readonly head: RegExp;
  readonly index: RegExp;
}

it.each<[string, Case]>([
  [
    'kebab names, flat',
    {
      files: { 'old-thing.md': flat('old-thing', 'failure'), 'MEMORY.md': '- [Old](old-thing.md) — d\n' },
      path: 'image-cache-of-gallery-keeps-entries.md',
      head: /^---\nname: image-cache\S*\ndescription: .*\ntype: failure\n---\nThe image/,
      index: /^- \[Old\]\(old-thing\.md\) — d\n- \[.*\]\(image-cache\S*\.md\) — The image/,
    },
  ],
  [
    'snake names with the type before',
    {
      files: {
        'MEMORY.md': '- [Old thing](failure_old_thing.md) — d\n- [New thing](failure_new_thing.md) — d\n',
        'failure_old_thing.md': flat('old thing', 'failure'),
        'failure_new_thing.md': flat('new thing', 'failure'),
      },
      path: 'failure_image_cache_of_gallery_keeps_entries.md',
      head: /^---\nname: image-cache/,
      index: /failure_image_cache/,
    },
  ],
  [
    'nested metadata',
    {
      files: { 'MEMORY.md': '- [Old](old.md) — d\n', 'old.md': nested('old', 'failure') },
      path: 'image-cache-of-gallery-keeps-entries.md',
      head: /^---\nname: .*\ndescription: .*\nmetadata:\n {2}node_type: memory\n {2}type: failure\n {2}modified: .*\n---\n\nThe image/,
      index: /image-cache/,
    },
  ],
  [
    'folders by type',
    {
      files: {
        'MEMORY.md': '- [Old](failure/old.md) — d\n- [New](failure/new.md) — d\n',
        'failure/old.md': flat('old', 'failure'),
        'failure/new.md': flat('new', 'failure'),
      },
      path: 'failure/image-cache-of-gallery-keeps-entries.md',
      head: /^---\nname: image-cache/,
      index: /\(failure\/image-cache\S*\.md\)/,
    },
  ],
  [
    'CRLF',
    {
      files: { 'old.md': crlf(flat('old', 'failure')), 'MEMORY.md': crlf('# Memory\n\n- [Old](old.md) — d\n') },
      path: 'image-cache-of-gallery-keeps-entries.md',
      head: /^---\r\nname: .*\r\ndescription: .*\r\ntype: failure\r\n---\r\nThe image[^\n]*\r\n$/,
      index: /^# Memory\r\n\r\n- \[Old\]\(old\.md\) — d\r\n- [^\r\n]*image-cache[^\r\n]*\r\n$/,
    },
  ],
  [
    'an index with a byte order mark',
    {
      files: { 'old.md': flat('old', 'failure'), 'MEMORY.md': '\ufeff- [Old](old.md) — d\n' },
      path: 'image-cache-of-gallery-keeps-entries.md',
      head: /^---/,
      index: /^\ufeff- \[Old\]\(old\.md\) — d\n- .*image-cache/,
    },
  ],
  [
    'an index with sections by type',
    {
      files: {
        'old.md': flat('old', 'failure'),
        'who.md': flat('who', 'user'),
        'MEMORY.md': '# Memory\n\n## Failures\n- [Old](old.md) — d\n\n## User\n- [Who](who.md) — d\n',
      },
      path: 'image-cache-of-gallery-keeps-entries.md',
      head: /^---/,
      index: /## Failures\n- \[Old\]\(old\.md\) — d\n- .*image-cache.*\n\n## User\n- \[Who\]\(who\.md\) — d\n$/,
    },
  ],
  [
    'an index without a last line end',
    {
      files: { 'old.md': flat('old', 'failure'), 'MEMORY.md': '- [Old](old.md) — d' },
      path: 'image-cache-of-gallery-keeps-entries.md',
      head: /^---/,
      index: /^- \[Old\]\(old\.md\) — d\n- .*image-cache/,
    },
  ],
])('%s', async (_what, { files, path, head, index }) => {
  for (const [name, text] of Object.entries(files)) await bench.write(name, text);
  const memdir = await bench.open({ drafts: createDrafts({ dataDir: bench.dir, log: bench.log }) });
  await memdir.inbox.offer([
    {
      id: ID,
      type: 'failure',
      body: CACHE,
      origin: { source: 'hook', engine: 'rules', observedAt: '2026-03-11T14:05:00+01:00' },
    },
  ]);
  const [result] = await memdir.inbox.decide([ID], { do: 'accept' });
  expect(result).toMatchObject({ status: 'saved', path: join(bench.store, path) });
  expect(await readFile(join(bench.store, path), 'utf8')).toMatch(head);
  expect(await readFile(join(bench.store, 'MEMORY.md'), 'utf8')).toMatch(index);
  for (const [name, text] of Object.entries(files))
    if (name !== 'MEMORY.md') expect(await readFile(join(bench.store, name), 'utf8')).toBe(text);
  await memdir.inbox.decide([ID], { do: 'undo' });
  if (files['MEMORY.md'] !== undefined)
    expect(await readFile(join(bench.store, 'MEMORY.md'), 'utf8')).toBe(files['MEMORY.md']);
});

describe('an index is the same to the byte after accepting and undoing, again and again', () => {
  it.each([
    ['no line end', '- [Old](old.md) — d'],
    ['an empty file', ''],
    ['a mark and nothing else', '\ufeff'],
    ['text alone', '# Memory'],
    ['text with a line end', '# Memory\n'],
    ['text with a blank line', '# Memory\n\n'],
    ['text with blank lines of Windows', '# Memory\r\n\r\n\r\n'],
    ['a carriage return alone', '# Memory\r'],
    ['carriage returns alone', '# Memory\r\r- [Old](old.md) — d\r'],
    ['a carriage return before a blank line', '- [Old](old.md) — d\r\n\r\n'],
    ['mixed line ends', '# A\r- [Old](old.md) — d\n\r\n\ntext'],
    ['blanks at the end', '# Memory\n  '],
    ['a table', '| f | t |\n|---|---|\n| [Old](old.md) | d |'],
  ])('%s', async (_what, index) => {
    await bench.write('old.md', flat('old', 'failure'));
    await bench.write('MEMORY.md', index);
    const memdir = await bench.open({ drafts: createDrafts({ dataDir: bench.dir, log: bench.log }) });
    const now = (): Promise<string> => readFile(join(bench.store, 'MEMORY.md'), 'utf8');
    const origin = { source: 'hook', engine: 'rules', observedAt: '2026-03-11T14:05:00+01:00' } as const;
    const second = '0123456789abcde1';
    await memdir.inbox.offer([
      { id: ID, type: 'failure', body: CACHE, origin },
      { id: second, type: 'project', body: 'Billing is deployed on Tuesdays by the platform team.', origin },
    ]);
    const entries = async (): Promise<string[]> =>
      (await now()).split(/[\r\n]+/).filter((line) => !index.includes(line));
    await memdir.inbox.decide([ID], { do: 'accept' });
    const accepted = await now();
    expect(await entries()).toHaveLength(1);
    await memdir.inbox.decide([ID], { do: 'undo' });
    expect(await now()).toBe(index);
    await memdir.inbox.decide([ID], { do: 'accept' });
    expect(await now()).toBe(accepted);
    await memdir.inbox.decide([second], { do: 'accept' });
    expect(await entries()).toHaveLength(2);
    await memdir.inbox.decide([second], { do: 'undo' });
    expect(await now()).toBe(accepted);
    await memdir.inbox.decide([ID], { do: 'undo' });
    expect(await now()).toBe(index);
  });
});

it.each([['logs', 'logs/2026/03/2026-03-11.md']])('no memory is saved into a store of %s', async (_kind, log) => {
  await bench.write(log, '- 10:00 Something happened.\n');
  await bench.write('old.md', flat('old', 'failure'));
  const memdir = await bench.open({ drafts: createDrafts({ dataDir: bench.dir, log: bench.log }) });
  await memdir.inbox.offer([
    {
      id: ID,
      type: 'failure',
      body: CACHE,
      origin: { source: 'hook', engine: 'rules', observedAt: '2026-03-11T14:05:00+01:00' },
    },
  ]);
  await memdir.inbox.decide([ID], { do: 'accept' });
  expect(await readdir(join(bench.store, 'logs/2026/03'))).toEqual(['2026-03-11.md']);
  expect(await readFile(join(bench.store, log), 'utf8')).toBe('- 10:00 Something happened.\n');
});

/** Changes that an editor makes: planned on real files, nothing written. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { localDay } from '../../src/core/local-day.js';
import type { Memdir } from '../../src/core/memdir.js';
import type { EditPlan } from '../../src/core/results.js';
import { type Bench, memoryText, withStore } from '../support/service.js';

let bench: Bench;
let memdir: Memdir;
withStore({}, async (opened) => {
  bench = opened;
  memdir = await bench.open();
});

const idOf = async (name: string): Promise<string> =>
  (await memdir.list({})).find((memory) => memory.name === name)?.id ?? 'missing';
const after = ({ texts }: EditPlan): string[] => texts.map((each) => each.after);
const NESTED =
  '---\nname: deploy\ndescription: d\nmetadata:\n  node_type: memory\n  type: project # kept\n---\n\nText.\n';

it.each<[string, string, string]>([
  ['where it is', NESTED, NESTED.replace('type: project #', 'type: decision #')],
  [
    'where it belongs when none is there',
    '---\nname: deploy\ndescription: d\n---\nText.\n',
    '---\nname: deploy\ndescription: d\ntype: decision\n---\nText.\n',
  ],
])('sets a type %s, and keeps times, so that the memory does not become younger', async (_, text, expected) => {
  await bench.write('deploy.md', text);
  const plan = await memdir.planEdit({ kind: 'type', ids: [await idOf('deploy')], type: 'decision' });
  expect(after(plan)).toEqual([expected]);
  expect(plan.keepTimes).toBe(true);
  expect(await readFile(join(bench.store, 'deploy.md'), 'utf8')).toBe(text);
});

it.each<[string, string, RegExp]>([
  ['its day', '---\nname: a\ntype: project\nmodified: "2026-01-02"\n---\nText.\n', /\nmodified: "{day}"\n/],
  [
    'its time',
    '---\nname: a\nmetadata:\n  type: project\n  modified: 2026-01-02T03:04:05Z\n---\nText.\n',
    /\n {2}modified: {day}T[\d:.]+Z\n/,
  ],
  [
    'where none is, beside the other metadata',
    '---\nname: a\nmetadata:\n  type: project\n---\nText.\n',
    /\n {2}type: project\n {2}modified: {day}\n---\n/,
  ],
  [
    'where none is, last',
    '---\nname: a\ntype: project\n---\nText.\n',
    /\ntype: project\nmodified: {day}\n---\nText\.\n$/,
  ],
])('dates a memory that is still true: %s', async (_, text, expected) => {
  await bench.write('a.md', text);
  const plan = await memdir.planEdit({ kind: 'confirm', ids: [await idOf('a')] });
  const day = localDay(Date.now());
  expect(after(plan)[0]).toMatch(new RegExp(expected.source.replace('{day}', day)));
});

it('refuses what has no front matter to write to', async () => {
  await bench.write('plain.md', 'Only text.\n');
  await expect(memdir.planEdit({ kind: 'confirm', ids: [await idOf('plain')] })).rejects.toThrow(
    'plain.md has no readable front matter.',
  );
});

it('lists memories in the style of the index', async () => {
  await bench.write('MEMORY.md', '- **[Tone](tone.md)** — friendly\n');
  await bench.write('tone.md', memoryText({ name: 'tone', body: 'Be friendly.' }));
  await bench.write('deploy.md', memoryText({ name: 'deploy', body: 'Deploy on Tuesdays.' }));
  const plan = await memdir.planEdit({ kind: 'list', ids: [await idOf('deploy')] });
  expect(after(plan)[0]).toMatch(
    /^- \*\*\[Tone\]\(tone\.md\)\*\* — friendly\n- \*\*\[Deploy\]\(deploy\.md\)\*\* — .*\n$/,
  );
});

/** No file that a search leaves behind holds a secret of a memory. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { randomText } from '../core/random-text.js';
import { type Bench, memoryText, withStore } from '../support/service.js';

const random = randomText(400);
const token = (at: number): string => `ghp_${random.slice(at, at + 36)}`;
const [inBody, inName, inPath] = [token(0), token(40), token(80)];

let bench: Bench;
withStore({}, (opened) => void (bench = opened));

/** Files beside the store, byte by byte. */
const holding = (value: string): string[] =>
  readdirSync(bench.dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.startsWith(bench.store))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file, 'latin1').toLowerCase().includes(value.slice(0, 12).toLowerCase()));

it('finds a memory by its words, and neither holds nor finds its secrets', async () => {
  await bench.write(
    'deploy.md',
    memoryText({
      name: `deploy ${inName}`,
      description: `uses ${inName}`,
      more: `tags: [${inName}]`,
      body: `The walrus pipeline uses ${inBody} for now.`,
    }),
  );
  await bench.write(`${inPath}.md`, memoryText({ name: 'second', body: 'A walrus with a file name.' }));
  const memdir = await bench.open();
  const { hits } = await memdir.search({ query: 'walrus pipeline' });
  expect(hits.map(({ path, snippet }) => [path, snippet])).toEqual([
    [join(bench.store, 'deploy.md'), expect.stringContaining('uses [masked: GitHub access token] for now')],
  ]);
  expect((await memdir.search({ query: inBody })).hits.every(({ snippet }) => !snippet.includes(inBody))).toBe(true);
  expect([inBody, inName, inPath].flatMap(holding)).toEqual([]);
  await memdir.close();
  expect([inBody, inName, inPath].flatMap(holding)).toEqual([]);
});

it('holds no longer what looked harmless and was taken out', async () => {
  const word = `zebra${random.slice(200, 206)}`;
  await bench.write('wifi.md', memoryText({ name: 'wifi', body: `Guests are told ${word} at the door.` }));
  const memdir = await bench.open();
  await memdir.search({ query: 'guests' });
  expect(holding(word)).not.toEqual([]);
  await bench.write('wifi.md', memoryText({ name: 'wifi', body: 'Guests are told the word at the door.' }));
  expect((await memdir.search({ query: 'guests door' })).hits).toHaveLength(1);
  expect(holding(word)).toEqual([]);
});

it('an allowed value stays as it is, and the memory is given to agents', async () => {
  await bench.write(
    'sample.md',
    memoryText({ name: 'sample', body: `The walrus sample is ${inBody}. <!-- memdir: allow secret -->` }),
  );
  const memdir = await bench.open();
  const { hits } = await memdir.search({ query: 'walrus sample' });
  expect(hits[0]?.snippet).toContain(inBody);
  expect(await memdir.keptFromAgents(hits.map(({ id }) => id))).toEqual([]);
});

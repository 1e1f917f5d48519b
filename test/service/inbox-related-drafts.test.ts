/** Drafts that bear on one another while both wait. */
import { describe, expect, it } from 'vitest';

import type { Memdir } from '../../src/core/memdir.js';
import { createDrafts } from '../../src/node/inbox/drafts.js';
import { idOf, inboxOfEachTest, offered } from '../support/drafts.js';
import { type Bench, realEmbedder, withStore } from '../support/service.js';

type Named = readonly (readonly [number, string])[];

/** What each draft names of the others, by the numbers they were offered with. */
async function naming(memdir: Memdir): Promise<Record<number, Named>> {
  const { drafts } = await memdir.inbox.list({ everywhere: true });
  const number = (id: string): number => Number.parseInt(id, 16);
  return Object.fromEntries(
    drafts.map(({ id, others }) => [number(id), others.map((other) => [number(other.id), other.how] as const)]),
  );
}

describe('by words', () => {
  let memdir: Memdir;
  inboxOfEachTest((_bench, inbox) => (memdir = inbox));
  const offer = async (...texts: readonly string[]): Promise<void> => {
    const results = await memdir.inbox.offer(texts.map((text, at) => offered(at + 1, text)));
    expect(results.map(({ status }) => status)).toEqual(texts.map(() => 'waiting'));
  };

  it.each<[string, string, string]>([
    ['another value', 'Sessions are kept for 24 hours.', 'Sessions are kept for 48 hours.'],
    [
      'another day of observation',
      'The deploy of the shop runs on Monday (2026-03-10).',
      'The deploy of the shop runs on Friday (2026-03-12).',
    ],
    ['a denial', 'The gateway retries requests that time out.', 'The gateway does not retry requests that time out.'],
    ['one of alternatives', 'Tests of the shop run with Jest.', 'Tests of the shop run with Vitest.'],
    [
      'a replacement, told first',
      'The shop switched from Jest to Vitest because of its speed.',
      'All browser checks of the shop need Jest to be installed.',
    ],
    [
      'a replacement, told last',
      'All browser checks of the shop need Jest to be installed.',
      'The shop switched from Jest to Vitest because of its speed.',
    ],
    ['a choice turned round', 'Use Celery instead of RQ.', 'Use RQ instead of Celery.'],
  ])('two contradicting drafts list each other: %s', async (_what, first, second) => {
    await offer(first, second);
    expect(await naming(memdir)).toEqual({ 1: [[2, 'contradicts']], 2: [[1, 'contradicts']] });
  });

  it.each<[string, string, string]>([
    ['other subjects', 'Sessions of guests are kept for 24 hours.', 'Backups of invoices are kept for 48 days.'],
    [
      'another place',
      'The mail service of the gallery listens on port 4000 in staging.',
      'The cart service of the forum listens on port 4010 in staging.',
    ],
    ['one that refines', 'The shop runs on Node 22.', 'The shop runs on Node 22.11.'],
  ])('unrelated drafts do not: %s', async (_what, first, second) => {
    await offer(first, second);
    expect(await naming(memdir)).toEqual({ 1: [], 2: [] });
  });

  it('relations follow edits, decisions and undos', async () => {
    await offer('Sessions are kept for 24 hours.', 'Sessions are kept for 48 hours.');
    await memdir.inbox.edit(idOf(2), { body: 'Sessions are kept for 24 hours at least.' });
    expect((await naming(memdir))[1]).toEqual([]);
    await memdir.inbox.edit(idOf(2), { body: 'Sessions are kept for 72 hours.' });
    expect(await naming(memdir)).toEqual({ 1: [[2, 'contradicts']], 2: [[1, 'contradicts']] });
    await memdir.inbox.decide([idOf(1)], { do: 'reject' });
    expect(await naming(memdir)).toEqual({ 2: [] });
    await memdir.inbox.decide([idOf(1)], { do: 'undo' });
    expect(await naming(memdir)).toEqual({ 1: [[2, 'contradicts']], 2: [[1, 'contradicts']] });
    await memdir.inbox.decide([idOf(1)], { do: 'accept' });
    const { drafts } = await memdir.inbox.list();
    expect(drafts).toMatchObject([{ id: idOf(2), others: [], related: [{ contradicts: true }] }]);
  });

  it('relations are omitted unless requested', async () => {
    await offer('Sessions are kept for 24 hours.', 'Sessions are kept for 48 hours.');
    expect((await memdir.inbox.list({ related: false })).drafts.map(({ others }) => others)).toEqual([[], []]);
  });
});

describe('by vectors', () => {
  let bench: Bench;
  withStore({}, (opened) => (bench = opened));

  const SAME = [
    'The nightly import job fails when the CSV file contains an empty header line.',
    'When the CSV file has an empty header line, the nightly import job fails.',
  ];
  const OTHER = ['The report job writes into the finance bucket.', 'The report job writes into the marketing bucket.'];

  it('paraphrases are related to each other; near drafts about another fact are not', async () => {
    const memdir = await bench.open({
      drafts: createDrafts({ dataDir: bench.dir, log: bench.log }),
      embedder: realEmbedder(bench.log),
    });
    await memdir.inbox.offer([...SAME, ...OTHER].map((text, at) => offered(at + 1, text)));
    expect(await naming(memdir)).toEqual({ 1: [[2, 'same']], 2: [[1, 'same']], 3: [], 4: [] });
    // Another look, with what is kept of the first.
    expect(await naming(memdir)).toEqual({ 1: [[2, 'same']], 2: [[1, 'same']], 3: [], 4: [] });
  });

  it('without a model relations use words', async () => {
    const memdir = await bench.open({ drafts: createDrafts({ dataDir: bench.dir, log: bench.log }) });
    await memdir.inbox.offer(SAME.map((text, at) => offered(at + 1, text)));
    expect(await naming(memdir)).toEqual({ 1: [], 2: [] });
  });
});

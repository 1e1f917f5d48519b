/** Drafts that say the same in other words, and the embedded model that knows it. */
import { describe, expect, it } from 'vitest';

import type { Memdir } from '../../src/core/memdir.js';
import { createDrafts } from '../../src/node/inbox/drafts.js';
import { idOf, offered } from '../support/drafts.js';
import { type Bench, realEmbedder, withStore } from '../support/service.js';

/** Of each pair the second says what the first says; the last was kept on another day, as distillation notes it. */
const SAME: readonly (readonly [string, string])[] = [
  [
    'The nightly import job fails when the CSV file contains an empty header line.',
    'When the CSV file has an empty header line, the nightly import job fails.',
  ],
  [
    'The importer must batch its inserts because SQLite locks the database on each write.',
    'SQLite locks the database on each write, so the importer must batch its inserts.',
  ],
  [
    'The auth middleware swallows 401 responses, so the retry never runs (2026-03-10).',
    'The retry never runs because the auth middleware swallows 401 responses (2026-03-11).',
  ],
];
/** These say something else, near as they are. */
const OTHER: readonly (readonly [string, string])[] = [
  ['The report job writes into the finance bucket.', 'The report job writes into the marketing bucket.'],
  ['Sessions are kept for 24 hours.', 'Sessions are kept for 48 hours.'],
  ['The gateway retries requests that time out.', 'The gateway does not retry requests that time out.'],
];

let bench: Bench;
let memdir: Memdir;
withStore({}, async (opened) => {
  bench = opened;
  memdir = await bench.open({
    drafts: createDrafts({ dataDir: bench.dir, log: bench.log }),
    embedder: realEmbedder(bench.log),
  });
});

const accepted = async (ids: readonly number[]): Promise<string[]> =>
  (await memdir.inbox.decide(ids.map(idOf), { do: 'accept' })).map(({ status }) => status);

describe('paraphrased drafts', () => {
  it('are saved once when all are accepted at once', async () => {
    const texts = [...SAME, ...OTHER].flat();
    await memdir.inbox.offer(texts.map((text, at) => offered(at, text)));
    expect(await accepted(texts.map((_, at) => at))).toEqual([
      ...SAME.flatMap(() => ['saved', 'duplicate']),
      ...OTHER.flatMap(() => ['saved', 'saved']),
    ]);
  });

  it('are saved once when accepted one after the other, and a third is not offered', async () => {
    for (const [at, [first, second]] of [...SAME, ...OTHER].entries()) {
      const [one, two, three] = [3 * at, 3 * at + 1, 3 * at + 2];
      const isSame = at < SAME.length;
      await memdir.inbox.offer([offered(one, first), offered(two, second)]);
      expect({ first, came: [...(await accepted([one])), ...(await accepted([two]))] }).toEqual({
        first,
        came: ['saved', isSame ? 'duplicate' : 'saved'],
      });
      expect({ second, came: await memdir.inbox.offer([offered(three, second)]) }).toMatchObject({
        second,
        came: [{ status: 'known' }],
      });
    }
  });
});

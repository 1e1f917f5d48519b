/** Drafts as capture offers them to the inbox. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { formatDraft } from '../../src/core/inbox/draft-file.js';
import type { Memdir } from '../../src/core/memdir.js';
import type { Draft, OfferedDraft } from '../../src/core/results.js';
import { createDrafts } from '../../src/node/inbox/drafts.js';
import { type Bench, withStore } from './service.js';

export const CACHE =
  'The image cache of the gallery keeps entries after a logout, so the next user sees foreign thumbnails.';
export const QUEUE = 'Workers of the mail queue stop after a malformed address and need a restart.';
export const origin: Draft['origin'] = { source: 'hook', engine: 'rules', observedAt: '2026-03-11T14:05:00+01:00' };
export const idOf = (id: number): string => id.toString(16).padStart(16, '0');
export const offered = (id: number, body: string, more: Partial<OfferedDraft> = {}): OfferedDraft => ({
  id: idOf(id),
  type: 'failure',
  body,
  origin,
  ...more,
});

/** Twenty subjects of which drafts can speak. */
export const NOUNS = [
  'mail',
  'cart',
  'map',
  'login',
  'export',
  'search',
  'video',
  'chat',
  'print',
  'backup',
  'audit',
  'theme',
  'font',
  'cache',
  'proxy',
  'queue',
  'token',
  'clock',
  'disk',
  'menu',
];
const PLACES = ['gallery', 'booking', 'shop', 'forum', 'wiki'];

/** Sentences of which no two say the same, at most 300. */
export const sentences = (count: number): string[] =>
  NOUNS.flatMap((noun, at) =>
    PLACES.flatMap((place, from) => [
      `The ${noun} service of the ${place} listens on port ${4000 + at * 10 + from} in staging.`,
      `Deploys of the ${noun} page need ${at + 2} approvals in the ${place}.`,
      `Tests of ${noun} in the ${place} fail with E${100 + at} when ${noun}.lock exists.`,
    ]),
  ).slice(0, count);

/** As many drafts of a project into a data folder, as another process leaves them there: the first is the oldest. Resolves with their ids. */
export async function leaveDrafts(dataDir: string, count: number, cwd: string): Promise<string[]> {
  await mkdir(join(dataDir, 'inbox'), { recursive: true });
  const ids: string[] = [];
  for (const [at, body] of sentences(count).entries()) {
    const id = idOf(at + 1);
    const name = body
      .replace(/[^A-Za-z0-9]+/g, '-')
      .toLowerCase()
      .replace(/-$/, '');
    const draft: Draft = {
      id,
      name,
      description: body,
      type: ['context', 'decision', 'failure'][at % 3] ?? 'context',
      body,
      origin: { ...origin, cwd },
      createdAt: origin.observedAt,
    };
    await writeFile(join(dataDir, 'inbox', `${id}.md`), formatDraft(draft));
    ids.push(id);
  }
  return ids;
}

/** A store with an inbox for each test of a file. What it answers opens the same once more, as another process would. */
export function inboxOfEachTest(opened: (bench: Bench, memdir: Memdir) => void): () => Promise<Memdir> {
  let bench: Bench;
  const open = (): Promise<Memdir> => bench.open({ drafts: createDrafts({ dataDir: bench.dir, log: bench.log }) });
  withStore({}, async (store) => {
    bench = store;
    opened(bench, await open());
  });
  return open;
}

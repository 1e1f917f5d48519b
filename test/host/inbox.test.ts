import { appendFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';
import { CancellationTokenSource } from 'vscode-languageserver-protocol/node';

import type { DecisionResult, DraftDecision, PendingDraft } from '../../src/core/inbox/results.js';
import type { Log } from '../../src/core/ports/log.js';
import { projectSlug } from '../../src/core/stores/project-slug.js';
import { scheduleDreams } from '../../src/host/dream.js';
import { openMemdir } from '../../src/node/compose.js';
import { createDrafts } from '../../src/node/inbox/drafts.js';
import type { DreamDue } from '../../src/protocol/methods.js';
import { leaveDrafts } from '../support/drafts.js';
import { memoryText, until } from '../support/service.js';
import type { Client } from './client.js';
import { atEnd, type Place, place, start } from './support.js';

const quiet: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const CELERY = 'We decided to use Celery instead of RQ because of its retries.';

/** Another process that notes something: it knows nothing of the host. */
async function observe(at: Place, ...texts: readonly string[]): Promise<void> {
  const opened = await openMemdir({
    distDir: join(import.meta.dirname, '../../dist'),
    dataDir: at.dataDir,
    scope: { folders: [at.project], trusted: true },
    env: {},
    log: quiet,
    home: join(at.dir, 'home'),
  });
  for (const text of texts) await opened.memdir.capture.observe({ text, cwd: at.project }, 'command');
  await opened.close();
}

const drafts = async (client: Client): Promise<readonly PendingDraft[]> => (await client.request('inbox')).drafts;

/** A host that works off what is observed. */
async function capturing(
  at: Place,
  settings: Parameters<typeof start>[1] = {},
): Promise<{ readonly client: Client; readonly announced: () => number }> {
  let announced = 0;
  const client = await start(at, settings, { serve: true });
  client.onNotification('inboxChanged', () => void announced++);
  await client.request('outline');
  return { client, announced: () => announced };
}

async function withDrafts(
  count: number,
  ...texts: readonly string[]
): Promise<{
  readonly at: Place;
  readonly client: Client;
  readonly waiting: readonly PendingDraft[];
  readonly announced: () => number;
}> {
  const at = await place();
  await at.write('tone.md', memoryText({ name: 'tone', body: 'Be friendly.' }));
  const { client, announced } = await capturing(at);
  await observe(at, ...texts);
  let waiting: readonly PendingDraft[] = [];
  await until('drafts wait', async () => (waiting = await drafts(client)).length === count);
  return { at, client, waiting, announced };
}

describe('the inbox through the host', () => {
  it("lists drafts of another process's observations and saves an accepted one once, with its entry", async () => {
    const {
      client,
      waiting: [draft],
      announced,
    } = await withDrafts(1, CELERY);
    await until('the draft is announced', () => announced() > 0);
    expect(draft).toMatchObject({ type: 'decision', origin: { source: 'command', engine: 'rules' } });
    const before = [client.changed.length, announced()] as const;
    const [result] = await client.request('inboxDecide', {
      ids: [draft?.id ?? ''],
      decision: { do: 'accept' },
    });
    expect(result).toMatchObject({ status: 'saved' });
    expect(await readFile(result?.path ?? '', 'utf8')).toContain('use Celery instead of RQ');
    // The memory of the project, which had none.
    expect(await readFile(join(dirname(result?.path ?? ''), 'MEMORY.md'), 'utf8')).toContain('Celery');
    await until(
      'both views are announced as changed',
      () => client.changed.length > before[0] && announced() > before[1],
    );
    expect(await drafts(client)).toEqual([]);
    await expect(
      client.request('inboxDecide', { ids: [draft?.id ?? ''], decision: { do: 'accept' } }),
    ).rejects.toMatchObject({ data: { code: 'not-found' } });
    await client.request('forget', { id: result?.memory ?? '' });
    await client.request('inboxDecide', { ids: [draft?.id ?? ''], decision: { do: 'reopen' } });
    expect((await drafts(client)).map(({ id }) => id)).toEqual([draft?.id]);
  });

  it('edits, merges, supersedes and rejects drafts, also in bulk', async () => {
    const { at, client, waiting } = await withDrafts(
      4,
      CELERY,
      'Upgraded maplibre-gl to 4.7.1 because 3.x leaks WebGL contexts.',
      'The pull job in src/pull.ts fails with ENOSPC when the disk is full.',
      'The build fails with ERR_REQUIRE_ESM since vite 7 was installed.',
    );
    const [first, second, third, fourth] = waiting.map(({ id }) => id) as [string, string, string, string];
    expect(
      await client.request('inboxEdit', {
        id: first,
        change: { name: 'task queue', type: 'reference' },
      }),
    ).toMatchObject({ name: 'task queue', type: 'reference' });
    expect((await drafts(client)).find(({ id }) => id === first)).toMatchObject({
      name: 'task queue',
      type: 'reference',
    });
    const decide = (ids: readonly string[], decision: DraftDecision): Promise<readonly DecisionResult[]> =>
      client.request('inboxDecide', { ids, decision });
    expect(await decide([second], { do: 'merge', into: 'tone' })).toMatchObject([{ status: 'updated' }]);
    const [replaced] = await decide([first], { do: 'supersede', memory: 'tone-v2' });
    expect(replaced).toMatchObject({ status: 'updated' });
    expect(await readFile(replaced?.path ?? '', 'utf8')).toContain('Celery');
    expect(await decide([third, 'ffffffffffffffff', fourth], { do: 'reject' })).toMatchObject([
      { status: 'rejected' },
      { status: 'refused' },
      { status: 'rejected' },
    ]);
    expect(await drafts(client)).toEqual([]);
    expect(await at.text('tone.md')).toContain('Be friendly.');
  });

  it('a cancelled bulk keeps finished decisions, which can be undone together or one by one', async () => {
    const at = await place();
    const own = join(at.dir, 'home', '.claude', 'projects', projectSlug(at.project), 'memory');
    await mkdir(own, { recursive: true });
    const ids = await leaveDrafts(at.dataDir, 60, at.project);
    const client = await start(at);
    expect(await drafts(client)).toHaveLength(60);
    const saved = async (): Promise<number> => {
      const names = (await readdir(own)).filter((name) => name !== 'MEMORY.md' && name.endsWith('.md'));
      return (await Promise.all(names.map((name) => readFile(join(own, name), 'utf8')))).filter(
        (text) => !/^ *deleted_at: /m.test(text),
      ).length;
    };
    const stop = new CancellationTokenSource();
    const came = client
      .request('inboxDecide', { ids, decision: { do: 'accept' }, batchId: 'all' }, stop.token)
      .catch((error: unknown) => error);
    await until('some are saved', async () => (await saved()) > 0);
    stop.cancel();
    await came;
    const waiting = (await drafts(client)).length;
    expect(waiting).toBeGreaterThan(0);
    expect(waiting).toBeLessThan(60);
    expect(await saved()).toBe(60 - waiting);
    expect((await readFile(join(own, 'MEMORY.md'), 'utf8')).trim().split('\n')).toHaveLength(60 - waiting);

    const decided = await client.request('inboxDecided');
    expect(decided.map(({ how, act }) => [how, act])).toEqual(
      Array.from({ length: 60 - waiting }, () => ['accepted', 'all']),
    );
    const [one = '', ...others] = decided.map(({ id }) => id);
    expect(await client.request('inboxDecide', { ids: [one], decision: { do: 'undo' } })).toMatchObject([
      { status: 'reopened' },
    ]);
    expect([(await drafts(client)).length, await saved()]).toEqual([waiting + 1, 59 - waiting]);
    const back = await client.request('inboxDecide', { ids: others, decision: { do: 'undo' } });
    expect(new Set(back.map(({ status }) => status))).toEqual(new Set(['reopened']));
    expect([(await drafts(client)).length, await saved(), await client.request('inboxDecided')]).toEqual([60, 0, []]);
  });

  it('auto-accepts the configured types, except drafts that contradict a memory', async () => {
    const at = await place();
    // The memory of the project: where the drafts would be saved.
    const own = join(at.dir, 'home', '.claude', 'projects', projectSlug(at.project), 'memory');
    await mkdir(own, { recursive: true });
    const port = memoryText({
      name: 'port',
      body: 'The API of the booking service listens on port 4000 in every environment.',
    });
    await writeFile(join(own, 'port.md'), port);
    const { client } = await capturing(at, {
      'capture.autoAccept': ['decision', 'context', 'dependency', 'failure', 'pattern'],
    });
    await observe(
      at,
      CELERY,
      'The API of the booking service listens on port 4001 in every environment.',
      `The token of the deploy is ghp_${'aB3dE5fG7hI9kL1mN3pQ5rS7tU9vW1xY3zA5'} until May.`,
    );
    await until('the queue is worked off', async () => (await client.request('queue')).waiting === 0);
    await until('one is saved by itself', async () =>
      (await client.request('outline')).some(({ memories }) =>
        memories.some(({ description }) => description.includes('Celery')),
      ),
    );
    expect(
      (await drafts(client))
        .filter(({ body }) => body.includes('4001') || body.includes('ghp_'))
        .map(({ body }) => body.includes('4001')),
    ).toEqual([true]);
    expect(await readFile(join(own, 'port.md'), 'utf8')).toBe(port);
  });

  it('notifies about drafts that another process decides', async () => {
    const {
      at,
      client,
      waiting: [draft],
      announced,
    } = await withDrafts(1, CELERY);
    const before = announced();
    await createDrafts({ dataDir: at.dataDir, log: quiet }).close(draft?.id ?? '', { how: 'reject' });
    await until('that it is gone is announced', () => announced() > before);
    expect(await drafts(client)).toEqual([]);
  });

  it('lists dead letters and retries them', async () => {
    const at = await place();
    const { client } = await capturing(at);
    await mkdir(join(at.dataDir, 'capture'), { recursive: true });
    await appendFile(join(at.dataDir, 'capture', 'queue.jsonl'), 'this is no JSON\n');
    const queue = () => client.request('queue');
    await until('it is a dead letter', async () => (await queue()).dead === 1);
    expect((await queue()).lastFailure).toMatch(/\S/);
    expect(await client.request('queueRetry')).toMatchObject({ status: 'retried' });
  });

  it('refuses proposals of a plan that is not known', async () => {
    const client = await start(await place());
    for (const name of ['dreamApply', 'dreamTogether'] as const)
      await expect(client.request(name, { ids: ['x'], digest: 'y' }), name).rejects.toMatchObject({
        data: { code: 'changed-on-disk' },
      });
  });
});

const BODY =
  'The nightly export runs at 02:00 and writes parquet files to the archive bucket. It must finish before the morning sync starts.';

/** Eleven memories of which two say the same, and an entry that leads nowhere. */
async function messy(at: Place): Promise<void> {
  for (const name of ['api', 'build', 'cache', 'docs', 'editor', 'files', 'git', 'hosts', 'ids'])
    await at.write(`${name}.md`, memoryText({ name, body: `All about the ${name} of this project.` }));
  for (const name of ['export', 'nightly']) await at.write(`${name}.md`, memoryText({ name, body: BODY }));
  await at.write(
    'MEMORY.md',
    `${['api', 'build', 'cache', 'docs', 'editor', 'files', 'git', 'hosts', 'ids', 'export'].map((name) => `- [${name}](${name}.md) — ${name}\n`).join('')}- [Gone](gone.md) — lost\n`,
  );
}

describe('consolidation through the host', () => {
  it('proposes, applies the selection, and undoes it byte for byte', async () => {
    const at = await place();
    await messy(at);
    const client = await start(at);
    const { store } = await client.view(at.store);
    const request = { store: store.key, model: false };
    expect((await client.request('dreamPlan', request)).refused).toMatchObject({ gate: 'sessions' });
    const plan = await client.request('dreamPlan', { ...request, force: true });
    expect(plan.proposals.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['index', 'duplicate']));
    const before = await at.text('MEMORY.md');
    const index = plan.proposals.filter(({ kind }) => kind === 'index').map(({ id }) => id);
    const together = await client.request('dreamTogether', { ids: index, digest: plan.digest });
    expect(together).toMatchObject([
      { path: 'MEMORY.md', proposals: index.length, diff: expect.stringContaining('-- [Gone]') as string },
    ]);
    const report = await client.request('dreamApply', { ids: index, digest: plan.digest });
    expect(report.applied).toEqual(index);
    expect(await at.text('MEMORY.md')).not.toContain('gone.md');
    expect(await client.request('dreamUndo', { id: report.id })).toMatchObject({ left: [] });
    expect(await at.text('MEMORY.md')).toBe(before);
  });

  it.each([
    { enabled: true, client: false, times: 1 },
    { enabled: false, client: false, times: 0 },
    { enabled: true, client: true, times: 0 },
  ])('runs automatically when enabled, once, and only notifies: %o', async ({ enabled, client, times }) => {
    const at = await place();
    await messy(at);
    const settings = join(at.dir, 'home', '.claude', 'settings.json');
    await mkdir(dirname(settings), { recursive: true });
    await writeFile(settings, JSON.stringify({ autoMemoryDirectory: at.store, autoDreamEnabled: client }));
    const asked: string[] = [];
    const told: DreamDue[] = [];
    const opened = await openMemdir({
      distDir: '',
      dataDir: join(at.dir, 'other'),
      scope: { folders: [at.project], trusted: true },
      env: {},
      log: quiet,
      home: join(at.dir, 'home'),
    });
    atEnd(() => opened.close());
    // Five sessions beside the store: it is time.
    for (let session = 0; session < 6; session++) await writeFile(join(at.store, '..', `${session}.jsonl`), '{}\n');
    const before = await at.text('MEMORY.md');
    let looks = 0;
    const stop = scheduleDreams({
      memdir: () => Promise.resolve(opened.memdir),
      enabled: () => (looks++, enabled),
      due: (due) => Promise.resolve(void told.push(due)),
      log: { ...quiet, warn: (message) => void asked.push(message) },
      everyMs: 20,
    });
    await until('it looked again and again', () => looks > 20 && (told.length > 0 || !enabled || client));
    stop();
    const unasked = await opened.memdir.dream.plan({ model: false, unasked: true });
    expect(unasked.refused?.gate).toBe(client ? 'client' : undefined);
    expect(asked).toEqual([]);
    expect(told).toHaveLength(times);
    for (const due of told) expect(due.proposals).toBeGreaterThan(0);
    expect(await at.text('MEMORY.md')).toBe(before);
  });
});

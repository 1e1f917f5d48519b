/** Proposals of a model, and daily logs, through the service on real files. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import { MemdirError } from '../../src/core/errors.js';
import type { ChatModel, ChatQuestion } from '../../src/core/ports/chat-model.js';
import { applyAll, datedMemory, dreamStoreOfEachTest, kindsOf, NOW, planDream } from '../support/dream-store.js';
import type { Bench } from '../support/service.js';

let bench: Bench;
const { open, fill, texts } = dreamStoreOfEachTest((opened) => (bench = opened));

describe('a model', () => {
  beforeEach(fill);
  const model = (answer: (question: ChatQuestion) => unknown): ChatModel & { readonly asked: ChatQuestion[] } => {
    const asked: ChatQuestion[] = [];
    return {
      label: 'Test model',
      asked,
      ask: async (question) => {
        asked.push(question);
        return { value: await answer(question), tokens: 1 };
      },
    };
  };

  it('proposes merges in addition to the rules, applied the same way', async () => {
    await bench.write(
      'token-a.md',
      datedMemory('oauth-token-lifetime', '2026-02-01', 'Access tokens live for 15 minutes.'),
    );
    await bench.write(
      'token-b.md',
      datedMemory('oauth-token-lifetime-refresh', '2026-02-02', 'Refresh tokens live for 30 days.'),
    );
    const merge = {
      sources: ['token-a.md', 'token-b.md'],
      name: 'token-lifetimes',
      description: 'How long tokens live',
      body: 'Access tokens live for 15 minutes.\n\nRefresh tokens live for 30 days.',
      reason: 'One subject.',
    };
    const chat = model(({ text }) => ({ merges: text.includes('token-a.md') ? [merge] : [], contradictions: [] }));
    const memdir = await open({ chat });
    const plan = await planDream(memdir);
    expect([kindsOf(plan), plan.notices]).toEqual([['index', 'index', 'duplicate', 'merge'], []]);
    expect(plan.proposals.at(-1)).toMatchObject({
      by: 'model',
      sources: ['token-a.md', 'token-b.md'],
      reason: 'Proposed by a model: One subject.',
    });
    await applyAll(memdir, plan);
    expect((await texts())['token-lifetimes.md']).toContain('Refresh tokens live for 30 days.');
    expect((await texts())['token-a.md']).toContain('superseded_by: "token-lifetimes.md"');
  });

  it('is not asked when disabled', async () => {
    const chat = model(() => ({ merges: [], contradictions: [] }));
    await planDream(await open({ chat }), { model: false });
    expect(chat.asked).toEqual([]);
  });

  it.each<readonly [string, (question: ChatQuestion) => unknown]>([
    ['gives prose', () => 'I would merge them all.'],
    ['gives another form', () => ({ merges: 'all of them' })],
    ['says nothing', () => undefined],
    ['is out of quota', () => Promise.reject(new MemdirError('unavailable', 'The quota of the model is used up.'))],
    ['fails', () => Promise.reject(new Error('socket hang up'))],
  ])('that %s leaves a notice and the proposals of the rules', async (_, answer) => {
    const plan = await planDream(await open({ chat: model(answer) }));
    expect(kindsOf(plan)).toEqual(['index', 'index', 'duplicate']);
    expect(plan.notices).toEqual([
      expect.stringMatching(/^No usable response from Test model.*Proposals found by rules aren’t affected\.$/),
    ]);
  });

  it('is cancelled with the plan', async () => {
    const controller = new AbortController();
    const chat = model(() => {
      controller.abort();
      throw new MemdirError('cancelled', 'Cancelled.');
    });
    await expect((await open({ chat })).dream.plan({ force: true }, controller.signal)).rejects.toMatchObject({
      code: 'cancelled',
    });
  });
});

describe('daily logs', () => {
  const day = 'logs/2026/03/2026-03-11.md';
  const ahead = { now: () => NOW, offsetMinutes: () => 60 };

  it('get entries in local time, are searchable, and have no problems', async () => {
    const memdir = await open({ clock: ahead });
    expect(await memdir.log({ text: 'Moved the invoices to the new queue yesterday.' })).toEqual({
      path: join(bench.store, day),
      line: 1,
      text: 'Moved the invoices to the new queue on 2026-03-10.',
      redacted: 0,
    });
    expect(await memdir.log({ text: 'Key is ghp_16C7e42F292c6912E7710c838347Ae178B4a\nand more' })).toMatchObject({
      line: 2,
      redacted: 1,
    });
    expect(await readFile(join(bench.store, day), 'utf8')).toMatch(
      /^- 15:05 Moved the invoices to the new queue on 2026-03-10\.\n- 15:05 Key is \[masked: .+\]\n {2}and more\n$/,
    );
    expect((await memdir.search({ query: 'invoices queue' })).hits.map(({ path }) => path)).toEqual([
      join(bench.store, day),
    ]);
    expect((await memdir.lint({})).problems).toEqual([]);
  });

  it('go to the file of the local day', async () => {
    const { path } = await (
      await open({ clock: { now: () => Date.UTC(2026, 2, 11, 23, 30), offsetMinutes: () => 120 } })
    ).log({ text: 'Late.' });
    expect(path).toBe(join(bench.store, 'logs/2026/03/2026-03-12.md'));
  });

  it('lose no entry under concurrent writes', async () => {
    const services = [await open(), await open(), await open()];
    await Promise.all(
      services.flatMap((memdir, which) =>
        Array.from({ length: 10 }, (_, at) => memdir.log({ text: `Entry ${which * 10 + at}.` })),
      ),
    );
    const lines = (await readFile(join(bench.store, day), 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => line.slice(8)).sort()).toEqual(
      Array.from({ length: 30 }, (_, at) => `Entry ${at}.`).sort(),
    );
  });

  it('keep every existing byte', async () => {
    await mkdir(join(bench.store, 'logs/2026/03'), { recursive: true });
    await writeFile(join(bench.store, day), '\uFEFF# Wednesday\r\n- 09:00 Began.');
    await (await open()).log({ text: 'Ended.' });
    expect(await readFile(join(bench.store, day), 'utf8')).toBe(
      '\uFEFF# Wednesday\r\n- 09:00 Began.\r\n- 14:05 Ended.\r\n',
    );
  });

  it.each([
    ['nothing', ''],
    ['blanks', ' \n\t'],
    ['signs alone', '—…'],
    ['a book', 'x'.repeat(30_000)],
  ])('reject %s', async (_, text) => {
    await expect((await open()).log({ text })).rejects.toMatchObject({ code: 'bad-input' });
    expect(existsSync(join(bench.store, 'logs'))).toBe(false);
  });

  it('are unchanged when they are not UTF-8', async () => {
    await mkdir(join(bench.store, 'logs/2026/03'), { recursive: true });
    await writeFile(join(bench.store, day), Buffer.from([0x2d, 0x20, 0xff, 0x0a]));
    await expect((await open()).log({ text: 'More.' })).rejects.toMatchObject({ code: 'read-only' });
    expect(await readFile(join(bench.store, day))).toEqual(Buffer.from([0x2d, 0x20, 0xff, 0x0a]));
  });
});

/** Distillation by a model of Ollama over the protocol, and what the queue makes of it. */
import { createHash } from 'node:crypto';

import { afterEach, describe, expect, it } from 'vitest';

import type { Observation } from '../../src/core/capture/observation.js';
import { MemdirError } from '../../src/core/errors.js';
import type { Memdir } from '../../src/core/memdir.js';
import { BUILT_IN_TYPES } from '../../src/core/memory-types.js';
import type { ChatModel } from '../../src/core/ports/chat-model.js';
import { createOllamaChat } from '../../src/llm/ollama.js';
import { createDrafts } from '../../src/node/inbox/drafts.js';
import { type DistillParts, toInbox } from '../../src/service/distill/distill.js';
import { syncRules } from '../support/distill-rules.js';
import {
  chatReply,
  failing,
  type Fault,
  half,
  hanging,
  type OllamaDouble,
  onPath,
  startOllama,
} from '../support/ollama-server.js';
import { type Bench, withStore } from '../support/service.js';

const STORY =
  'Ugh, I spent three hours with Marco yesterday on the auth middleware: it swallows 401 responses, so the retry never runs.';
const FACT = 'The auth middleware swallows 401 responses, so the retry never runs (2026-03-10).';
const TOKEN = `ghp_${'x7Kq9Zr2'.repeat(5).slice(0, 36)}`;
const seen = (text: string, id = '7d0e'): Observation => ({
  id,
  at: '2026-03-11T14:05:00+01:00',
  source: 'hook',
  text,
});
const answer = (...facts: readonly { text: string; type?: string }[]): string =>
  JSON.stringify({ facts: facts.map(({ text, type = 'failure' }) => ({ text, type })) });

let bench: Bench;
let ollama: OllamaDouble;
let memdir: Memdir;
let parts: DistillParts;

const chatOf = (answerMs = 30_000): ChatModel =>
  createOllamaChat({ place: { url: ollama.url, remote: false }, model: 'llama3.2', answerMs });

afterEach(() => ollama.stop());
withStore({}, async (opened) => {
  bench = opened;
  ollama = await startOllama({ 'llama3.2:latest': {} });
  const chat = chatOf();
  memdir = await bench.open({ drafts: createDrafts({ dataDir: bench.dir, log: bench.log }), chat });
  parts = {
    ports: {
      chat,
      log: bench.log,
      rules: syncRules,
      hash: (text) => createHash('sha256').update(text).digest('hex').slice(0, 32),
    },
    types: BUILT_IN_TYPES,
    longest: 8_000,
  };
});

const asked = (): Record<string, unknown>[] =>
  ollama.asked.filter(({ path }) => path === '/api/chat').map(({ body }) => body);
const bodies = async (): Promise<string[]> => (await memdir.inbox.list()).drafts.map(({ body }) => body);

/** Its cost is unknown. */
const cutOff = half('/api/chat');
const TOO_SLOW = 'an answer that is too slow';

describe('distillation by a model', () => {
  it("asks once with a JSON schema and offers the fact as a draft with the model's name", async () => {
    ollama.says = () => answer({ text: FACT });
    expect(await toInbox(parts, memdir.inbox, seen(STORY), {})).toMatchObject({
      status: 'done',
      made: 1,
      tokens: expect.any(Number) as number,
    });
    expect((await memdir.inbox.list()).drafts).toMatchObject([
      {
        body: FACT,
        type: 'failure',
        origin: {
          source: 'hook',
          observedAt: '2026-03-11T14:05:00+01:00',
          engine: expect.stringContaining('llama3.2') as string,
        },
      },
    ]);
    expect(asked()).toHaveLength(1);
    expect(asked()[0]).toMatchObject({ stream: false, format: { required: ['facts'] } });
  });

  it('makes one draft of an observation that is processed twice', async () => {
    ollama.says = () => answer({ text: FACT });
    await toInbox(parts, memdir.inbox, seen(STORY), {});
    expect(await toInbox(parts, memdir.inbox, seen(STORY), {})).toMatchObject({ status: 'done', made: 0 });
    const [draft] = (await memdir.inbox.list()).drafts;
    await memdir.inbox.decide([draft?.id ?? ''], { do: 'reject' });
    expect(await toInbox(parts, memdir.inbox, seen(STORY), {})).toMatchObject({ status: 'done', made: 0 });
    expect(await bodies()).toEqual([]);
  });

  it('resolves relative dates of the model, and distills by rules when its answer may not be stored', async () => {
    ollama.says = () =>
      answer(
        { text: 'The auth middleware swallowed 401 responses yesterday.' },
        { text: 'I was frustrated about the auth middleware.' },
      );
    await toInbox(parts, memdir.inbox, seen(STORY), {});
    expect(await bodies()).toEqual(['The auth middleware swallowed 401 responses on 2026-03-10.']);
    ollama.says = () =>
      answer(
        { text: 'Marco told us that the cache of the proxy is cold.' },
        { text: `The token of the proxy is ${TOKEN}.` },
      );
    await toInbox(
      parts,
      memdir.inbox,
      seen('Marco told me that the proxy drops the cache after every deploy.', 'b'),
      {},
    );
    expect(await bodies()).toEqual([
      expect.stringContaining('401') as string,
      'The proxy drops the cache after every deploy (2026-03-11).',
    ]);
  });

  it('skips noise, masks secrets, and accepts an empty answer', async () => {
    for (const text of ['thanks, looks good to me!', 'The weather is nice today, is it not?'])
      expect(await toInbox(parts, memdir.inbox, seen(text), {})).toMatchObject({ status: 'done', made: 0 });
    expect(asked()).toEqual([]);
    ollama.says = () => answer();
    expect(
      await toInbox(parts, memdir.inbox, seen(`The deploy script needs the token ${TOKEN} in its environment.`), {}),
    ).toMatchObject({ status: 'done', made: 0 });
    expect(JSON.stringify(ollama.asked)).toContain('deploy script');
    expect(JSON.stringify(ollama.asked)).not.toContain(TOKEN);
  });

  it('asks about statements in another language, but not about small talk', async () => {
    ollama.says = () => answer({ text: 'Commit messages are always written in English.', type: 'feedback' });
    for (const text of ['Vielen Dank, das passt so!', 'Merci beaucoup, parfait!'])
      expect(await toInbox(parts, memdir.inbox, seen(text), {})).toMatchObject({ status: 'done', made: 0 });
    expect(asked()).toEqual([]);
    expect(
      await toInbox(parts, memdir.inbox, seen('いや、コミットメッセージは必ず英語で書いてください。'), {}),
    ).toMatchObject({ status: 'done', made: 1 });
    expect(await bodies()).toEqual(['Commit messages are always written in English.']);
  });

  it.each<[string, boolean, Fault | string]>([
    ['a server error', true, failing('/api/chat', 500, { error: 'llama runner process has terminated' })],
    [
      'a model that is not there',
      true,
      failing('/api/chat', 404, { error: 'model "llama3.2" not found, try pulling it first' }),
    ],
    ['too many requests', true, failing('/api/chat', 429, { error: 'you have reached your hourly usage limit' })],
    [TOO_SLOW, true, hanging('/api/chat')],
    ['an answer cut off in the middle', false, cutOff],
    ['an empty answer', false, ''],
    ['prose about a quota', false, 'You have exceeded your quota. Please try again later.'],
    ['malformed JSON', false, '{"facts": [{"text": '],
    ['JSON of another form', false, '{"facts": "none"}'],
    [
      'an answer that ran out of tokens',
      false,
      onPath('/api/chat', (_asked, response) => {
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify(chatReply('{"facts": []}', 'length')));
        return true;
      }),
    ],
  ])('fails with a reason on %s and stores nothing', async (what, unavailable, fault) => {
    if (typeof fault === 'string') ollama.says = () => fault;
    else ollama.faults.push(fault);
    const chat = chatOf(what === TOO_SLOW ? 400 : undefined);
    const outcome = await toInbox({ ...parts, ports: { ...parts.ports, chat } }, memdir.inbox, seen(STORY), {});
    expect(outcome.status).toBe('failed');
    if (outcome.status === 'failed' && unavailable) expect(outcome.unavailable).toBe(true);
    // An answer that cannot be used was paid for all the same: it counts against the budget of the day.
    if (outcome.status === 'failed') expect((outcome.tokens ?? 0) > 0).toBe(!unavailable && fault !== cutOff);
    expect(await bodies()).toEqual([]);
  });

  it('falls back to rules when the model may not be asked or refuses', async () => {
    const chat: ChatModel = {
      label: 'the editor',
      ask: () => Promise.reject(new MemdirError('declined', 'The user did not allow it.', { tokens: 7 })),
    };
    const said = 'We use Celery instead of RQ in the billing service, because it retries failed jobs.';
    expect(await toInbox({ ...parts, ports: { ...parts.ports, chat } }, memdir.inbox, seen(said), {})).toMatchObject({
      status: 'done',
      made: 1,
      tokens: 7,
    });
    expect((await memdir.inbox.list()).drafts).toMatchObject([
      { body: expect.stringContaining('Celery') as string, origin: { engine: 'rules' } },
    ]);
  });

  it('fails as unavailable without a server, and stops when cancelled', async () => {
    ollama.says = () => answer({ text: FACT });
    const stop = new AbortController();
    ollama.faults.push(
      onPath('/api/chat', () => {
        stop.abort();
        return true;
      }),
    );
    await expect(toInbox(parts, memdir.inbox, seen(STORY), {}, stop.signal)).rejects.toMatchObject({
      code: 'cancelled',
    });
    await ollama.stop();
    expect(await toInbox(parts, memdir.inbox, seen(STORY), {})).toMatchObject({ status: 'failed', unavailable: true });
    await ollama.start();
  });

  it('previews the drafts of a text without storing them', async () => {
    ollama.says = () => answer({ text: FACT });
    expect(await memdir.distill(STORY)).toMatchObject({ status: 'facts', facts: [{ text: FACT, type: 'failure' }] });
    expect(await bodies()).toEqual([]);
  });
});

describe('distillation without a model', () => {
  it('uses rules and reports it', async () => {
    const plain = await bench.open({
      drafts: createDrafts({ dataDir: bench.dir, log: bench.log }),
      clock: { now: () => Date.parse('2026-03-11T23:30:00Z'), offsetMinutes: () => 60 },
    });
    // It is the twelfth already on the user's clock.
    expect(await plain.distill(STORY)).toMatchObject({
      status: 'facts',
      engine: 'rules',
      facts: [{ text: 'The auth middleware swallows 401 responses, so the retry never runs (2026-03-11).' }],
    });
    expect(await plain.distill('ok thanks')).toMatchObject({ status: 'nothing', engine: 'rules' });
  });
});

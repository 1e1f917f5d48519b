import { appendFile } from 'node:fs/promises';

import { describe, expect, it } from 'vitest';

import { MemdirError } from '../../src/core/errors.js';
import { t, useLanguage } from '../../src/core/l10n.js';
import type { QueueOutcome } from '../../src/core/ports/observation-queue.js';
import { createModelBudget } from '../../src/node/capture/token-budget.js';
import { failedOutcome, MINUTE_MS, queueOfEachTest } from '../support/queue.js';

const bench = queueOfEachTest();
const { append, inQueue, names, queue, work } = bench;

describe('a failing observation', () => {
  it('is tried three times, then becomes a dead letter until a retry', async () => {
    await append('bad', 'good');
    const { came, texts } = await work((text) =>
      text === 'bad' ? failedOutcome('no sense') : { status: 'done', made: 1 },
    );
    expect([came, texts]).toEqual(['empty', ['bad', 'bad', 'bad', 'good']]);
    expect(await queue().state()).toMatchObject({ waiting: 0, dead: 1, lastFailure: 'no sense', failures: 0 });
    expect(await queue().retryDead()).toBe(1);
    expect(await queue().state()).toMatchObject({ waiting: 1, dead: 0 });
    expect((await work()).texts).toEqual(['bad']);
    expect(await queue().retryDead()).toBe(0);
  });

  it('is reported while it is retried, until it is done or given up', async () => {
    await append('bad', 'good');
    const states: unknown[] = [];
    const look = async (text: string): Promise<QueueOutcome> => {
      states.push((await queue().state()).retrying);
      return text === 'bad' && states.length < 3 ? failedOutcome('no sense') : { status: 'done', made: 1 };
    };
    await queue().work({ observation: ({ text }) => look(text ?? '') });
    expect(states).toEqual([undefined, { times: 2, reason: 'no sense' }, { times: 3, reason: 'no sense' }, undefined]);
    await append('worse');
    await work(() => failedOutcome('no sense'));
    expect((await queue().state()).retrying).toBeUndefined();
  });

  it('is kept with its reason in English, whatever the language of the process is', async () => {
    useLanguage({ 'Ollama at {url} takes too long to respond.': 'Ollama unter {url} antwortet zu langsam.' });
    try {
      await append('bad');
      await work(() => failedOutcome(t('Ollama at {url} takes too long to respond.', { url: 'http://x' })));
      expect(await queue().state()).toMatchObject({ lastFailure: 'Ollama unter http://x antwortet zu langsam.' });
    } finally {
      useLanguage(undefined);
    }
    expect(await queue().state()).toMatchObject({ lastFailure: 'Ollama at http://x takes too long to respond.' });
  });

  it('rejected by its handler counts as a failure with its reason', async () => {
    await append('bad');
    await work(() => Promise.reject(new Error('it broke')));
    expect(await queue().state()).toMatchObject({ dead: 1, lastFailure: 'it broke' });
  });

  it('with an unavailable model pauses the queue, longer each time, and is retried', async () => {
    await append('one', 'two');
    const away = () => Promise.reject(new MemdirError('unavailable', 'Ollama does not answer.'));
    expect((await work(away)).texts).toHaveLength(5);
    expect(await queue().state()).toMatchObject({
      waiting: 2,
      dead: 0,
      failures: 5,
      paused: { reason: 'Ollama does not answer.', until: new Date(bench.nowMs + MINUTE_MS).toISOString() },
    });
    expect(await work()).toMatchObject({ came: 'paused', texts: [] });
    bench.nowMs += MINUTE_MS + 1;
    expect((await work(away)).texts).toEqual(['one']);
    expect((await queue().state()).paused?.until).toBe(new Date(bench.nowMs + 2 * MINUTE_MS).toISOString());
    bench.nowMs += 2 * MINUTE_MS + 1;
    expect(await work()).toMatchObject({ came: 'empty', texts: ['one', 'two'] });
    expect(await queue().state()).toMatchObject({ waiting: 0, failures: 0 });
    expect((await queue().state()).paused).toBeUndefined();
  });

  it('with an unavailable model for longer than a day is given up', async () => {
    await append('one');
    const failHours = async (hours: number): Promise<void> => {
      for (let hour = 0; hour < hours; hour++) {
        await work(() => failedOutcome('timeout', { unavailable: true }));
        bench.nowMs += 61 * MINUTE_MS;
      }
    };
    await failHours(24);
    expect(await queue().state()).toMatchObject({ waiting: 1, dead: 0 });
    await failHours(12);
    expect(await queue().state()).toMatchObject({ waiting: 0, dead: 1, lastFailure: 'timeout' });
  });

  it('pauses until a retry, and at most for the longest pause when the clock goes back', async () => {
    await append('one');
    await work(() => failedOutcome('away', { unavailable: true }));
    expect((await work()).came).toBe('paused');
    await queue().retryDead();
    expect((await work()).texts).toEqual(['one']);
    await append('two');
    await work(() => failedOutcome('away', { unavailable: true }));
    bench.nowMs -= 400 * 24 * 60 * MINUTE_MS;
    expect((await work()).texts).toEqual(['two']);
  });

  it('that is cancelled is no failure', async () => {
    await append('one');
    const ending = new AbortController();
    await expect(
      queue().work(
        {
          observation: () => {
            ending.abort();
            return Promise.reject(new Error('aborted'));
          },
        },
        ending.signal,
      ),
    ).rejects.toMatchObject({ code: 'cancelled' });
    expect(await queue().state()).toMatchObject({ waiting: 1, failures: 0 });
    expect((await work()).texts).toEqual(['one']);
  });
});

describe('the budget per day', () => {
  it.each([
    ['observations', { entries: 2, tokens: 1e9 }],
    ['tokens', { entries: 1e9, tokens: 100 }],
  ])('of %s pauses the work until the next day', async (_, most) => {
    bench.limits = most;
    await append('a', 'b', 'c');
    expect(await work(() => ({ status: 'done', made: 1, tokens: 50 }))).toMatchObject({
      came: 'paused',
      texts: ['a', 'b'],
    });
    expect(await queue().state()).toMatchObject({
      waiting: 1,
      budget: { day: '2026-03-11', entries: 2, tokens: 100 },
      paused: { until: new Date('2026-03-12T00:00:00').toISOString() },
    });
    bench.nowMs = Date.parse('2026-03-12T00:00:01');
    expect((await work()).texts).toEqual(['c']);
    expect(await queue().state()).toMatchObject({ budget: { day: '2026-03-12', entries: 0, tokens: 0 } });
  });

  it('that is raised resumes the work at once, and the state shows it before', async () => {
    bench.limits = { entries: 1, tokens: 1e9 };
    await append('a', 'b');
    expect(await work(() => ({ status: 'done', made: 1, tokens: 50 }))).toMatchObject({ came: 'paused', texts: ['a'] });
    bench.limits = { entries: 2, tokens: 1e9 };
    expect((await queue().state()).paused).toBeUndefined();
    expect(await work()).toMatchObject({ came: 'empty', texts: ['b'] });
  });

  it('is spent by answers that cannot be used', async () => {
    bench.limits = { entries: 1e9, tokens: 100 };
    await append('a', 'b');
    expect(await work(() => ({ status: 'failed', reason: 'The answer is no JSON.', tokens: 60 }))).toMatchObject({
      came: 'paused',
      texts: ['a', 'a'],
    });
    expect(await queue().state()).toMatchObject({
      budget: { entries: 2, tokens: 120 },
      paused: { reason: expect.stringContaining('The daily limit of') as string },
    });
  });

  it('is not reset when the clock is set back over midnight', async () => {
    bench.limits = { entries: 1, tokens: 1e9 };
    bench.nowMs = Date.parse('2026-03-12T00:01:00');
    await append('a', 'b');
    await work(() => ({ status: 'done', made: 1, tokens: 50 }));
    bench.nowMs = Date.parse('2026-03-11T23:59:00');
    expect(await work()).toMatchObject({ came: 'paused', texts: [] });
    expect(await queue().state()).toMatchObject({
      budget: { entries: 1 },
      paused: { until: new Date('2026-03-12T00:00:00').toISOString() },
    });
    bench.nowMs = Date.parse('2026-03-12T00:00:01');
    expect(await work()).toMatchObject({ came: 'empty', texts: ['b'] });
  });

  it('spent under a clock years ahead is reset the next day', async () => {
    bench.limits = { entries: 1, tokens: 1e9 };
    bench.nowMs = Date.parse('2031-01-01T12:00:00');
    await append('a', 'b');
    await work(() => ({ status: 'done', made: 1, tokens: 50 }));
    bench.nowMs = Date.parse('2026-03-11T12:00:00');
    expect((await work()).came).toBe('paused');
    bench.nowMs = Date.parse('2026-03-12T00:00:01');
    expect(await work()).toMatchObject({ came: 'empty', texts: ['b'] });
  });

  it.each([
    ['of 25 hours', 'Europe/Berlin', '2026-10-25T00:30:00+02:00', '2026-10-26T00:00:00+01:00'],
    ['of 23 hours', 'Europe/Berlin', '2026-03-29T00:30:00+01:00', '2026-03-30T00:00:00+02:00'],
    ['before one that has no midnight', 'Africa/Cairo', '2026-04-23T12:00:00+02:00', '2026-04-24T01:00:00+03:00'],
  ])('on a day %s pauses until the next local day', async (_, zone, now, until) => {
    const before = process.env['TZ'];
    process.env['TZ'] = zone;
    try {
      bench.limits = { entries: 1, tokens: 1e9 };
      bench.nowMs = Date.parse(now);
      await append('a', 'b');
      expect((await work(() => ({ status: 'done', made: 1, tokens: 50 }))).came).toBe('paused');
      expect((await queue().state()).paused?.until).toBe(new Date(until).toISOString());
      bench.nowMs = Date.parse(until) + 1_000;
      expect((await work()).texts).toEqual(['b']);
    } finally {
      if (before === undefined) delete process.env['TZ'];
      else process.env['TZ'] = before;
    }
  });

  it.each([
    ['observations', { entries: 3, tokens: 1e9 }],
    ['tokens', { entries: 1e9, tokens: 250 }],
  ])('of %s is shared with consolidation, in either order', async (_, most) => {
    bench.limits = most;
    const budget = createModelBudget({
      dataDir: bench.dataDir,
      clock: { now: () => bench.nowMs },
      log: { warn: (message) => expect.unreachable(message) },
      limits: () => bench.limits,
    });
    await append('a', 'b', 'c');
    await budget.record(0);
    await Promise.all([budget.record(100), budget.record(100)]);
    expect(await budget.exhausted()).toBeUndefined();
    expect(await work(() => ({ status: 'done', made: 1, tokens: 100 }))).toMatchObject({
      came: 'paused',
      texts: ['a'],
    });
    expect(await budget.exhausted()).toMatch(
      /^The daily limit of (observations|tokens) for the model is reached \((3|250)\)\.$/,
    );
    expect(await queue().state()).toMatchObject({
      budget: { entries: 3, tokens: 300 },
      paused: { reason: await budget.exhausted() },
    });
    bench.nowMs = Date.parse('2026-03-12T00:00:01');
    expect(await budget.exhausted()).toBeUndefined();
    await budget.record(10);
    expect((await names()).filter((name) => name.startsWith('asked.'))).toEqual(['asked.2026-03-12.jsonl']);
    expect((await work()).texts).toEqual(['b', 'c']);
  });

  it('with a partial line of a full disk counts the other lines', async () => {
    const budget = createModelBudget({
      dataDir: bench.dataDir,
      clock: { now: () => bench.nowMs },
      log: { warn: () => undefined },
      limits: () => bench.limits,
    });
    await budget.record(7);
    await appendFile(inQueue('asked.2026-03-11.jsonl'), '{"tok');
    await budget.record(8);
    expect(await queue().state()).toMatchObject({ budget: { entries: 2, tokens: 15 } });
  });

  it('is not spent by work without a model', async () => {
    bench.limits = { entries: 1, tokens: 1 };
    await append('a', 'b', 'c');
    expect((await work()).came).toBe('empty');
  });
});

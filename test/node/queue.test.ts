import {
  appendFile,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { Observation } from '../../src/core/capture/observation.js';
import type { TurnEnd } from '../../src/core/capture/read-observation.js';
import { MemdirError } from '../../src/core/errors.js';
import type { QueueOutcome } from '../../src/core/ports/observation-queue.js';
import { createQueue } from '../../src/node/capture/observation-queue.js';
import { createModelBudget } from '../../src/node/capture/token-budget.js';

const MINUTE = 60_000;
let dataDir = '';
let nowMs = 0;
let limits = { entries: 100, tokens: 1_000 };
let enabled = true;

beforeEach(async () => {
  dataDir = await realpath(await mkdtemp(join(tmpdir(), 'memdir-queue-')));
  [nowMs, limits, enabled] = [Date.parse('2026-03-11T12:00:00'), { entries: 100, tokens: 1_000 }, true];
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const queue = (rotateBytes?: number) =>
  createQueue({
    dataDir,
    clock: { now: () => nowMs, offsetMinutes: () => 60 },
    limits: () => limits,
    enabled: () => enabled,
    backOffMs: () => 0,
    ...(rotateBytes === undefined ? {} : { rotateBytes }),
  });
const inQueue = (name: string): string => join(dataDir, 'capture', name);
const names = async (): Promise<string[]> => (await readdir(join(dataDir, 'capture'))).sort();
const lines = async (name: string): Promise<string[]> =>
  (await readFile(inQueue(name), 'utf8').catch(() => '')).split('\n').filter(Boolean);
const append = async (...texts: string[]): Promise<void> => {
  for (const text of texts) await queue().append({ ...queue().stamp(), source: 'command', text });
};

interface Worked {
  readonly came: string;
  readonly seen: Observation[];
  readonly texts: string[];
  readonly turns: TurnEnd[];
}

/** Works the queue off; each text comes to what `outcome` says, by default to nothing. */
async function work(
  outcome: (text: string) => QueueOutcome | Promise<QueueOutcome> = () => ({ status: 'done', made: 0 }),
  rotateBytes?: number,
): Promise<Worked> {
  const seen: Observation[] = [];
  const turns: TurnEnd[] = [];
  const came = await queue(rotateBytes).work({
    observation: async (observation) => {
      seen.push(observation);
      return await outcome(observation.text ?? observation.tool?.output ?? '');
    },
    turn: async (turn) => {
      turns.push(turn);
      return { status: 'done', made: 0 };
    },
  });
  return { came, seen, turns, texts: seen.map(({ text, tool }) => text ?? tool?.output ?? '') };
}
const failed = (reason: string, more: object = {}): QueueOutcome => ({ status: 'failed', reason, ...more });

describe('what is appended', () => {
  it('is worked off in order, once, with the id, time and place of who saw it', async () => {
    await append('one', 'two');
    expect(await queue().state()).toMatchObject({ waiting: 2, dead: 0, failures: 0 });
    const { came, seen } = await work();
    expect([came, seen.map(({ text }) => text)]).toEqual(['empty', ['one', 'two']]);
    expect(seen[0]).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      at: expect.stringMatching(/^2026-03-11T\d\d:00:00\+01:00$/) as string,
      source: 'command',
      locale: expect.any(String) as string,
    });
    await append('three');
    expect((await work()).texts).toEqual(['three']);
    expect(await queue().state()).toMatchObject({ waiting: 0 });
  });

  it('is for this user alone, without secrets and without recalled memories', async () => {
    const token = `ghp_${'x7Kq9Zr2'.repeat(5).slice(0, 36)}`;
    await append(`export T=${token} <recalled-memories>keep out</recalled-memories>.`);
    await work(() => failed(`it said ${token}`));
    for (const name of await names()) {
      expect(await readFile(inQueue(name), 'utf8'), name).not.toMatch(/x7Kq9Zr2|keep out/);
      if (process.platform !== 'win32') expect((await stat(inQueue(name))).mode & 0o777, name).toBe(0o600);
    }
    if (process.platform !== 'win32') expect((await stat(join(dataDir, 'capture'))).mode & 0o777).toBe(0o700);
  });

  it('is nothing when capture is off', async () => {
    enabled = false;
    await expect(append('one')).rejects.toMatchObject({ code: 'unavailable' });
    await expect(stat(join(dataDir, 'capture'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('of 10 MB is cut', async () => {
    await append('y'.repeat(10_000_000));
    expect((await stat(inQueue('queue.jsonl'))).size).toBeLessThan(20_000);
    expect((await work()).texts[0]?.length).toBeLessThan(17_000);
  });

  it.each(['a file in place of the folder', 'a folder in place of the file'])('is refused with %s', async (what) => {
    if (what.startsWith('a file')) await writeFile(join(dataDir, 'capture'), '');
    else await mkdir(inQueue('queue.jsonl'), { recursive: true });
    await expect(append('one')).rejects.toMatchObject({ code: 'unavailable' });
  });

  it.skipIf(process.platform !== 'linux')('is refused when the disk is full, and nothing hangs', async () => {
    await mkdir(join(dataDir, 'capture'));
    await symlink('/dev/full', inQueue('queue.jsonl'));
    await expect(append('one')).rejects.toThrow(/disk is full/);
    expect((await work()).came).toBe('empty');
  });

  it('is refused when 64 MB wait', async () => {
    await append('one');
    await truncate(inQueue('queue.jsonl'), 65 * 1024 * 1024);
    await expect(append('two')).rejects.toThrow(/64 MB/);
  });
});

describe('a line', () => {
  const good = (text: string): string =>
    JSON.stringify({ id: `id-${text.slice(0, 9)}-0000`, at: '2026-03-11T12:00:00Z', source: 'command', text });
  const write = async (text: string): Promise<void> => {
    await mkdir(join(dataDir, 'capture'), { recursive: true });
    await writeFile(inQueue('queue.jsonl'), text);
  };

  it.each<[string, string]>([
    ['half of one', '{"id":"x","at":"20'],
    ['another kind of JSON', '[1,2]'],
    ['no observation', '{"a":1}'],
    ['binary', 'a\u0001\ufffd'],
  ])('that is %s goes to the dead letters as it is, and the next one is worked off', async (_, bad) => {
    await write(`${good('a')}\n${bad}\n${good('b')}\n`);
    expect((await work()).texts).toEqual(['a', 'b']);
    expect((await lines('dead.jsonl')).map((line) => (JSON.parse(line) as { line: string }).line)).toEqual([bad]);
    expect(await queue().state()).toMatchObject({ waiting: 0, dead: 1, lastFailure: 'It is no observation.' });
  });

  it('that is not whole yet waits for its end', async () => {
    const half = good('b').slice(0, 20);
    await write(`${good('a')}\n${half}`);
    expect((await work()).texts).toEqual(['a']);
    await appendFile(inQueue('queue.jsonl'), `${good('b').slice(20)}\n`);
    expect((await work()).texts).toEqual(['b']);
  });

  it('behind bytes that a power failure lost is found', async () => {
    await write(`${good('a')}\n${'\0'.repeat(5_000)}${good('b')}\n\n\n  \n`);
    expect((await work()).texts).toEqual(['a', 'b']);
  });

  it('of 10 MB is read, one of 20 MB is given up, and neither hides the next', async () => {
    await write(`${good('y'.repeat(10_000_000))}\n${good('z'.repeat(20_000_000))}\n${good('b')}\n`);
    expect((await work()).texts.map((text) => text.length)).toEqual([10_000_000, 1]);
    expect(await queue().state()).toMatchObject({ dead: 1, lastFailure: 'It is longer than 16 MB.' });
  });

  it('of a former version has an id of its own, the same each time', async () => {
    const former = {
      version: 1,
      at: '2026-03-11T12:00:00.000Z',
      event: 'PostToolUse',
      payload: { session_id: 's', tool_name: 'Bash', tool_input: { command: 'make' }, tool_response: { stdout: 'ok' } },
    };
    await writeFile(
      join(dataDir, 'queue.jsonl'),
      `${JSON.stringify(former)}\n${JSON.stringify({ ...former, event: 'Stop', payload: { session_id: 's', transcript_path: '/t.jsonl' } })}\n`,
    );
    await writeFile(
      join(dataDir, 'queue.jsonl.1'),
      `${JSON.stringify({ ...former, at: '2026-03-10T12:00:00.000Z' })}\n`,
    );
    expect(await queue().state()).toMatchObject({ waiting: 3 });
    const { seen, turns } = await work();
    expect(seen.map(({ at, tool }) => [at.slice(0, 10), tool?.output])).toEqual([
      ['2026-03-10', 'ok'],
      ['2026-03-11', 'ok'],
    ]);
    expect(turns).toMatchObject([{ session: 's', transcript: '/t.jsonl', ended: false }]);
    expect(new Set([...seen, ...turns].map(({ id }) => id)).size).toBe(3);
    await expect(stat(join(dataDir, 'queue.jsonl'))).rejects.toMatchObject({ code: 'ENOENT' });
    await rm(inQueue('cursor.json'));
    expect((await work()).seen.map(({ id }) => id)).toEqual(seen.map(({ id }) => id));
  });
});

describe('what fails', () => {
  it('is tried three times, then waits with the dead letters until somebody retries it', async () => {
    await append('bad', 'good');
    const { came, texts } = await work((text) => (text === 'bad' ? failed('no sense') : { status: 'done', made: 1 }));
    expect([came, texts]).toEqual(['empty', ['bad', 'bad', 'bad', 'good']]);
    expect(await queue().state()).toMatchObject({ waiting: 0, dead: 1, lastFailure: 'no sense', failures: 0 });
    expect(await queue().retryDead()).toBe(1);
    expect(await queue().state()).toMatchObject({ waiting: 1, dead: 0 });
    expect((await work()).texts).toEqual(['bad']);
    expect(await queue().retryDead()).toBe(0);
  });

  it('and is tried again says so meanwhile, and no longer when it is given up or done', async () => {
    await append('bad', 'good');
    const states: unknown[] = [];
    const look = async (text: string): Promise<QueueOutcome> => {
      states.push((await queue().state()).retrying);
      return text === 'bad' && states.length < 3 ? failed('no sense') : { status: 'done', made: 1 };
    };
    await queue().work({ observation: ({ text }) => look(text ?? '') });
    expect(states).toEqual([undefined, { times: 2, reason: 'no sense' }, { times: 3, reason: 'no sense' }, undefined]);
    await append('worse');
    await work(() => failed('no sense'));
    expect((await queue().state()).retrying).toBeUndefined();
  });

  it('by rejecting counts as a failure, and says why', async () => {
    await append('bad');
    await work(() => Promise.reject(new Error('it broke')));
    expect(await queue().state()).toMatchObject({ dead: 1, lastFailure: 'it broke' });
  });

  it('for a reason of its own is not given up: the queue rests, longer each time, and goes on by itself', async () => {
    await append('one', 'two');
    const away = () => Promise.reject(new MemdirError('unavailable', 'Ollama does not answer.'));
    expect((await work(away)).texts).toHaveLength(5);
    expect(await queue().state()).toMatchObject({
      waiting: 2,
      dead: 0,
      failures: 5,
      paused: { reason: 'Ollama does not answer.', until: new Date(nowMs + MINUTE).toISOString() },
    });
    expect(await work()).toMatchObject({ came: 'paused', texts: [] });
    nowMs += MINUTE + 1;
    expect((await work(away)).texts).toEqual(['one']);
    expect((await queue().state()).paused?.until).toBe(new Date(nowMs + 2 * MINUTE).toISOString());
    nowMs += 2 * MINUTE + 1;
    expect(await work()).toMatchObject({ came: 'empty', texts: ['one', 'two'] });
    expect(await queue().state()).toMatchObject({ waiting: 0, failures: 0 });
    expect((await queue().state()).paused).toBeUndefined();
  });

  it('for longer than a day is given up in the end: it may be the observation after all', async () => {
    await append('one');
    const failHours = async (hours: number): Promise<void> => {
      for (let hour = 0; hour < hours; hour++) {
        await work(() => failed('timeout', { unavailable: true }));
        nowMs += 61 * MINUTE;
      }
    };
    await failHours(24);
    expect(await queue().state()).toMatchObject({ waiting: 1, dead: 0 });
    await failHours(12);
    expect(await queue().state()).toMatchObject({ waiting: 0, dead: 1, lastFailure: 'timeout' });
  });

  it('rests until somebody retries, and not beyond any rest when the clock goes back', async () => {
    await append('one');
    await work(() => failed('away', { unavailable: true }));
    expect((await work()).came).toBe('paused');
    await queue().retryDead();
    expect((await work()).texts).toEqual(['one']);
    await append('two');
    await work(() => failed('away', { unavailable: true }));
    nowMs -= 400 * 24 * 60 * MINUTE;
    expect((await work()).texts).toEqual(['two']);
  });

  it('when it is cancelled is no failure', async () => {
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

describe('the budget of a day', () => {
  it.each([
    ['observations', { entries: 2, tokens: 1e9 }],
    ['tokens', { entries: 1e9, tokens: 100 }],
  ])('of %s ends the work until the next one begins', async (_, most) => {
    limits = most;
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
    nowMs = Date.parse('2026-03-12T00:00:01');
    expect((await work()).texts).toEqual(['c']);
    expect(await queue().state()).toMatchObject({ budget: { day: '2026-03-12', entries: 0, tokens: 0 } });
  });

  it('that was raised goes on at once, and says so before anybody works', async () => {
    limits = { entries: 1, tokens: 1e9 };
    await append('a', 'b');
    expect(await work(() => ({ status: 'done', made: 1, tokens: 50 }))).toMatchObject({ came: 'paused', texts: ['a'] });
    limits = { entries: 2, tokens: 1e9 };
    expect((await queue().state()).paused).toBeUndefined();
    expect(await work()).toMatchObject({ came: 'empty', texts: ['b'] });
  });

  it('is spent by answers that cannot be used', async () => {
    limits = { entries: 1e9, tokens: 100 };
    await append('a', 'b');
    expect(await work(() => ({ status: 'failed', reason: 'The answer is no JSON.', tokens: 60 }))).toMatchObject({
      came: 'paused',
      texts: ['a', 'a'],
    });
    expect(await queue().state()).toMatchObject({
      budget: { entries: 2, tokens: 120 },
      paused: { reason: expect.stringContaining('as much as it may be in a day') as string },
    });
  });

  it('is the same one when the clock is set back over midnight', async () => {
    limits = { entries: 1, tokens: 1e9 };
    nowMs = Date.parse('2026-03-12T00:01:00');
    await append('a', 'b');
    await work(() => ({ status: 'done', made: 1, tokens: 50 }));
    nowMs = Date.parse('2026-03-11T23:59:00');
    expect(await work()).toMatchObject({ came: 'paused', texts: [] });
    expect(await queue().state()).toMatchObject({
      budget: { entries: 1 },
      paused: { until: new Date('2026-03-12T00:00:00').toISOString() },
    });
    nowMs = Date.parse('2026-03-12T00:00:01');
    expect(await work()).toMatchObject({ came: 'empty', texts: ['b'] });
  });

  it('of a clock that was years ahead is over the next day', async () => {
    limits = { entries: 1, tokens: 1e9 };
    nowMs = Date.parse('2031-01-01T12:00:00');
    await append('a', 'b');
    await work(() => ({ status: 'done', made: 1, tokens: 50 }));
    nowMs = Date.parse('2026-03-11T12:00:00');
    expect((await work()).came).toBe('paused');
    nowMs = Date.parse('2026-03-12T00:00:01');
    expect(await work()).toMatchObject({ came: 'empty', texts: ['b'] });
  });

  it.each([
    ['of 25 hours', 'Europe/Berlin', '2026-10-25T00:30:00+02:00', '2026-10-26T00:00:00+01:00'],
    ['of 23 hours', 'Europe/Berlin', '2026-03-29T00:30:00+01:00', '2026-03-30T00:00:00+02:00'],
    ['before one that has no midnight', 'Africa/Cairo', '2026-04-23T12:00:00+02:00', '2026-04-24T01:00:00+03:00'],
  ])('rests on a day %s until the next one begins where the user is', async (_, zone, now, until) => {
    const before = process.env['TZ'];
    process.env['TZ'] = zone;
    try {
      limits = { entries: 1, tokens: 1e9 };
      nowMs = Date.parse(now);
      await append('a', 'b');
      expect((await work(() => ({ status: 'done', made: 1, tokens: 50 }))).came).toBe('paused');
      expect((await queue().state()).paused?.until).toBe(new Date(until).toISOString());
      nowMs = Date.parse(until) + 1_000;
      expect((await work()).texts).toEqual(['b']);
    } finally {
      if (before === undefined) delete process.env['TZ'];
      else process.env['TZ'] = before;
    }
  });

  it.each([
    ['observations', { entries: 3, tokens: 1e9 }],
    ['tokens', { entries: 1e9, tokens: 250 }],
  ])('of %s is one with that of consolidation, whoever asks first', async (_, most) => {
    limits = most;
    const budget = createModelBudget({
      dataDir,
      clock: { now: () => nowMs },
      log: { warn: (message) => expect.unreachable(message) },
      limits: () => limits,
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
      /^The model was asked about as much as it may be in a day \((3 observations|250 tokens)\)\.$/,
    );
    expect(await queue().state()).toMatchObject({
      budget: { entries: 3, tokens: 300 },
      paused: { reason: await budget.exhausted() },
    });
    nowMs = Date.parse('2026-03-12T00:00:01');
    expect(await budget.exhausted()).toBeUndefined();
    await budget.record(10);
    expect((await names()).filter((name) => name.startsWith('asked.'))).toEqual(['asked.2026-03-12.jsonl']);
    expect((await work()).texts).toEqual(['b', 'c']);
  });

  it('of which half a line was written by a disk that was full counts the others', async () => {
    const budget = createModelBudget({
      dataDir,
      clock: { now: () => nowMs },
      log: { warn: () => undefined },
      limits: () => limits,
    });
    await budget.record(7);
    await appendFile(inQueue('asked.2026-03-11.jsonl'), '{"tok');
    await budget.record(8);
    expect(await queue().state()).toMatchObject({ budget: { entries: 2, tokens: 15 } });
  });

  it('is not used up by what no model was asked', async () => {
    limits = { entries: 1, tokens: 1 };
    await append('a', 'b', 'c');
    expect((await work()).came).toBe('empty');
  });
});

describe('files', () => {
  it('are set aside when they are large, and removed a minute after they are worked off', async () => {
    await append(...Array.from({ length: 30 }, (_, at) => `${at} ${'x'.repeat(500)}`));
    expect((await work(undefined, 5_000)).texts).toHaveLength(30);
    const aside = (await names()).filter((name) => /^queue\.\d+-/.test(name));
    expect(aside).toHaveLength(1);
    expect(await names()).not.toContain('queue.jsonl');
    // Somebody opened it before it was set aside, and writes now.
    await appendFile(
      inQueue(aside[0] ?? ''),
      `\n${JSON.stringify({ id: 'late-0001', at: '2026-03-11T12:00:00Z', source: 'command', text: 'late' })}\n`,
    );
    expect((await work()).texts).toEqual(['late']);
    nowMs += 61_000;
    expect((await work()).texts).toEqual([]);
    expect(await names()).not.toContain(aside[0]);
    expect(JSON.parse(await readFile(inQueue('cursor.json'), 'utf8'))).toEqual({ version: 1, files: {} });
  });

  it('that somebody else rotated away are worked off to their end', async () => {
    await append('one', 'two');
    await work((text) =>
      text === 'two' ? Promise.reject(new MemdirError('unavailable', 'away')) : { status: 'done', made: 1 },
    );
    await rename(inQueue('queue.jsonl'), inQueue('queue.jsonl.1'));
    await append('three');
    nowMs += MINUTE + 1;
    expect((await work()).texts).toEqual(['two', 'three']);
  });

  it('that somebody deleted, cut short or replaced do not stop the next', async () => {
    await append('one', 'two');
    await work();
    await rm(inQueue('queue.jsonl'));
    await append('three');
    expect((await work()).texts).toEqual(['three']);
    await append('four', 'five');
    await work();
    await truncate(inQueue('queue.jsonl'), 150);
    await append('six');
    expect((await work()).texts).toContain('six');
    await copyFile(inQueue('queue.jsonl'), inQueue('queue.backup.jsonl'));
    expect((await work()).came).toBe('empty');
  });

  it.each(['cursor.json', 'state.json'])(
    'of the worker that are damaged cost nothing but work done again (%s)',
    async (name) => {
      await append('one');
      await work();
      await writeFile(inQueue(name), '{"version":1,"files":[');
      await append('two');
      expect((await work()).texts).toContain('two');
      expect(await queue().state()).toMatchObject({ waiting: 0, dead: 0 });
    },
  );

  it.each(['state.json', 'cursor.json'])(
    'that cannot be written end the work with a reason, and nothing is lost (%s)',
    async (name) => {
      await append('one');
      await mkdir(inQueue(name));
      await expect(
        queue().work({ observation: async () => ({ status: 'done', made: 1, tokens: 1 }) }),
      ).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringMatching(/cannot be worked off/) as string,
      });
      await rm(inQueue(name), { recursive: true });
      expect((await work()).texts).toEqual(['one']);
    },
  );

  it('hold the lock even when somebody put something else in its place', async () => {
    await append('one');
    await writeFile(inQueue('worker.lock'), 'no lock'.repeat(1_000));
    expect((await work()).texts).toEqual(['one']);
  });

  it('can be counted at any moment while they are worked off, set aside and removed', async () => {
    const counted = new Set<number>();
    for (let round = 0; round < 20; round++) {
      // Files that were set aside a minute ago are removed.
      nowMs += 2 * MINUTE;
      await append(`number ${round}`);
      let working = true;
      const worked = work(undefined, 1).finally(() => (working = false));
      while (working) counted.add((await queue().state()).waiting);
      await worked;
    }
    expect([...counted].filter((waiting) => waiting > 1)).toEqual([]);
    expect(await queue().state()).toMatchObject({ waiting: 0, dead: 0 });
  });

  it('are worked off by one at a time', async () => {
    await append('one');
    let inside = '';
    await work(async () => {
      inside = (await work()).came;
      return { status: 'done', made: 0 };
    });
    expect(inside).toBe('busy');
  });
});

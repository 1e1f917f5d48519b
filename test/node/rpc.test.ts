import { MessageChannel } from 'node:worker_threads';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { MemdirError } from '../../src/core/errors.js';
import { Connection, type Handlers, threadChannel } from '../../src/rpc/connection.js';

interface Calculator {
  add(a: number, b: number): number;
  double(values: Float32Array): Float32Array;
  fail(code: 'unavailable' | 'plain'): void;
  uncopyable(): unknown;
  wait(): string;
  note(text: string): void;
}

let notes: string[];
let aborted: number;
let channel: MessageChannel;
let client: Connection<Calculator>;
let server: Connection<Record<never, never>, Calculator>;

const handlers: Handlers<Calculator> = {
  add: ([a, b]) => a + b,
  double: ([values]) => values.map((value) => value * 2),
  fail: ([code]) => {
    throw code === 'plain' ? new Error('It broke.') : new MemdirError(code, 'It is closing.', { tokens: 3 });
  },
  uncopyable: () => () => 1,
  wait: (_args, signal) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        aborted++;
        reject(new Error('aborted'));
      });
    }),
  note: ([text]) => void notes.push(text),
};

beforeEach(() => {
  [notes, aborted, channel] = [[], 0, new MessageChannel()];
  server = new Connection(threadChannel(channel.port1), handlers);
  client = new Connection(threadChannel(channel.port2), {});
});
afterEach(() => channel.port1.close());

describe('a connection', () => {
  it('answers many requests at once, each with its own result', async () => {
    const sums = await Promise.all(Array.from({ length: 100 }, (_, at) => client.request('add', [at, 1])));
    expect(sums).toEqual(Array.from({ length: 100 }, (_, at) => at + 1));
    expect(client.idle).toBe(true);
  });

  it('transfers binary arrays unchanged', async () => {
    const doubled = await client.request('double', [new Float32Array([1, 0.5])]);
    expect(doubled).toEqual(new Float32Array([2, 1]));
  });

  it('delivers notifications in order with requests', async () => {
    client.notify('note', 'first');
    client.notify('note', 'second');
    await client.request('add', [1, 1]);
    expect(notes).toEqual(['first', 'second']);
  });

  it('transfers errors, with the code and tokens of an expected one', async () => {
    await expect(client.request('fail', ['unavailable'])).rejects.toMatchObject({
      name: 'MemdirError',
      code: 'unavailable',
      message: 'It is closing.',
      tokens: 3,
    });
    await expect(client.request('fail', ['plain'])).rejects.toMatchObject({ name: 'Error', message: 'It broke.' });
  });

  it('answers an unknown method or an untransferable result with an error', async () => {
    await expect(client.request('uncopyable', [])).rejects.toThrow('could not be cloned');
    await expect(client.request('missing' as 'wait', [])).rejects.toThrow();
    expect(await client.request('add', [1, 1])).toBe(2);
  });

  it('cancels a request at once, and aborts its handler', async () => {
    const controller = new AbortController();
    const waiting = client.request('wait', [], controller.signal);
    await client.request('add', [1, 1]);
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
    await client.request('add', [1, 1]);
    expect([aborted, client.idle]).toEqual([1, true]);
    await expect(client.request('wait', [], controller.signal)).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('rejects pending and later requests when closed, and aborts running ones', async () => {
    const waiting = client.request('wait', []);
    await client.request('add', [1, 1]);
    server.close(new Error('unused'));
    expect(aborted).toBe(1);
    const other = client.request('wait', []);
    client.close(new MemdirError('unavailable', 'It ended.'));
    await expect(waiting).rejects.toThrow();
    await expect(other).rejects.toMatchObject({ code: 'unavailable', message: 'It ended.' });
    await expect(client.request('add', [1, 1])).rejects.toMatchObject({ message: 'It ended.' });
    client.notify('note', 'lost');
  });
});

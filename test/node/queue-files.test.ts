import { appendFile, copyFile, mkdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';

import { describe, expect, it } from 'vitest';

import { MemdirError } from '../../src/core/errors.js';
import { MINUTE_MS, queueOfEachTest } from '../support/queue.js';

const bench = queueOfEachTest();
const { append, inQueue, names, queue, work } = bench;

describe('files of the queue', () => {
  it('are rotated when large, and removed a minute after they are done', async () => {
    await append(...Array.from({ length: 30 }, (_, at) => `${at} ${'x'.repeat(500)}`));
    expect((await work(undefined, 5_000)).texts).toHaveLength(30);
    const aside = (await names()).filter((name) => /^queue\.\d+-/.test(name));
    expect(aside).toHaveLength(1);
    expect(await names()).not.toContain('queue.jsonl');
    // Another process opened the file before it was rotated, and writes now.
    await appendFile(
      inQueue(aside[0] ?? ''),
      `\n${JSON.stringify({ id: 'late-0001', at: '2026-03-11T12:00:00Z', source: 'command', text: 'late' })}\n`,
    );
    expect((await work()).texts).toEqual(['late']);
    bench.nowMs += 61_000;
    expect((await work()).texts).toEqual([]);
    expect(await names()).not.toContain(aside[0]);
    expect(JSON.parse(await readFile(inQueue('cursor.json'), 'utf8'))).toEqual({ version: 1, files: {} });
  });

  it('rotated by another program are processed to their end', async () => {
    await append('one', 'two');
    await work((text) =>
      text === 'two' ? Promise.reject(new MemdirError('unavailable', 'away')) : { status: 'done', made: 1 },
    );
    await rename(inQueue('queue.jsonl'), inQueue('queue.jsonl.1'));
    await append('three');
    bench.nowMs += MINUTE_MS + 1;
    expect((await work()).texts).toEqual(['two', 'three']);
  });

  it('that are deleted, truncated or replaced do not block the next one', async () => {
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
    'of the worker that are damaged only cause repeated work (%s)',
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
    'that cannot be written stop the work with a reason and lose nothing (%s)',
    async (name) => {
      await append('one');
      await mkdir(inQueue(name));
      await expect(
        queue().work({ observation: async () => ({ status: 'done', made: 1, tokens: 1 }) }),
      ).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringMatching(/can’t be processed/) as string,
      });
      await rm(inQueue(name), { recursive: true });
      expect((await work()).texts).toEqual(['one']);
    },
  );

  it('are locked even when another file is at the path of the lock', async () => {
    await append('one');
    await writeFile(inQueue('worker.lock'), 'no lock'.repeat(1_000));
    expect((await work()).texts).toEqual(['one']);
  });

  it('can be counted while they are processed, rotated and removed', async () => {
    const counted = new Set<number>();
    for (let round = 0; round < 20; round++) {
      // Files that were set aside a minute ago are removed.
      bench.nowMs += 2 * MINUTE_MS;
      await append(`number ${round}`);
      let working = true;
      const worked = work(undefined, 1).finally(() => (working = false));
      while (working) counted.add((await queue().state()).waiting);
      await worked;
    }
    expect([...counted].filter((waiting) => waiting > 1)).toEqual([]);
    expect(await queue().state()).toMatchObject({ waiting: 0, dead: 0 });
  });

  it('have one worker at a time', async () => {
    await append('one');
    let inside = '';
    await work(async () => {
      inside = (await work()).came;
      return { status: 'done', made: 0 };
    });
    expect(inside).toBe('busy');
  });
});

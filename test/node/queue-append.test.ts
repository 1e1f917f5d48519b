import { appendFile, mkdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { failedOutcome, queueOfEachTest } from '../support/queue.js';

const bench = queueOfEachTest();
const { append, inQueue, names, queue, work } = bench;
const lines = async (name: string): Promise<string[]> =>
  (await readFile(inQueue(name), 'utf8').catch(() => '')).split('\n').filter(Boolean);

describe('an appended observation', () => {
  it('is processed once, in order, with its id, time and working directory', async () => {
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

  it('is readable by the user only, without secrets and recalled memories', async () => {
    const token = `ghp_${'x7Kq9Zr2'.repeat(5).slice(0, 36)}`;
    await append(`export T=${token} <recalled-memories>keep out</recalled-memories>.`);
    await work(() => failedOutcome(`it said ${token}`));
    for (const name of await names()) {
      expect(await readFile(inQueue(name), 'utf8'), name).not.toMatch(/x7Kq9Zr2|keep out/);
      if (process.platform !== 'win32') expect((await stat(inQueue(name))).mode & 0o777, name).toBe(0o600);
    }
    if (process.platform !== 'win32') expect((await stat(join(bench.dataDir, 'capture'))).mode & 0o777).toBe(0o700);
  });

  it('is dropped when capture is off', async () => {
    bench.enabled = false;
    await expect(append('one')).rejects.toMatchObject({ code: 'unavailable' });
    await expect(stat(join(bench.dataDir, 'capture'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('of 10 MB is truncated', async () => {
    await append('y'.repeat(10_000_000));
    expect((await stat(inQueue('queue.jsonl'))).size).toBeLessThan(20_000);
    expect((await work()).texts[0]?.length).toBeLessThan(17_000);
  });

  it.each(['a file in place of the folder', 'a folder in place of the file'])('is rejected with %s', async (what) => {
    if (what.startsWith('a file')) await writeFile(join(bench.dataDir, 'capture'), '');
    else await mkdir(inQueue('queue.jsonl'), { recursive: true });
    await expect(append('one')).rejects.toMatchObject({ code: 'unavailable' });
  });

  it.skipIf(process.platform !== 'linux')('is refused when the disk is full, and nothing hangs', async () => {
    await mkdir(join(bench.dataDir, 'capture'));
    await symlink('/dev/full', inQueue('queue.jsonl'));
    await expect(append('one')).rejects.toThrow(/disk is full/);
    expect((await work()).came).toBe('empty');
  });

  it('is rejected when 64 MB are queued', async () => {
    await append('one');
    await truncate(inQueue('queue.jsonl'), 65 * 1024 * 1024);
    await expect(append('two')).rejects.toThrow(/64 MB/);
  });
});

describe('a line of the queue', () => {
  const good = (text: string): string =>
    JSON.stringify({ id: `id-${text.slice(0, 9)}-0000`, at: '2026-03-11T12:00:00Z', source: 'command', text });
  const write = async (text: string): Promise<void> => {
    await mkdir(join(bench.dataDir, 'capture'), { recursive: true });
    await writeFile(inQueue('queue.jsonl'), text);
  };

  it.each<[string, string]>([
    ['half of one', '{"id":"x","at":"20'],
    ['another kind of JSON', '[1,2]'],
    ['no observation', '{"a":1}'],
    ['binary', 'a\u0001\ufffd'],
  ])('that is %s becomes a dead letter unchanged, and the next one is processed', async (_, bad) => {
    await write(`${good('a')}\n${bad}\n${good('b')}\n`);
    expect((await work()).texts).toEqual(['a', 'b']);
    expect((await lines('dead.jsonl')).map((line) => (JSON.parse(line) as { line: string }).line)).toEqual([bad]);
    expect(await queue().state()).toMatchObject({ waiting: 0, dead: 1, lastFailure: 'It isn’t a valid observation.' });
  });

  it('that is incomplete waits for its end', async () => {
    const half = good('b').slice(0, 20);
    await write(`${good('a')}\n${half}`);
    expect((await work()).texts).toEqual(['a']);
    await appendFile(inQueue('queue.jsonl'), `${good('b').slice(20)}\n`);
    expect((await work()).texts).toEqual(['b']);
  });

  it('after zero bytes of a power failure is found', async () => {
    await write(`${good('a')}\n${'\0'.repeat(5_000)}${good('b')}\n\n\n  \n`);
    expect((await work()).texts).toEqual(['a', 'b']);
  });

  it('of 10 MB is read, one of 20 MB is given up, and the next one is processed', async () => {
    await write(`${good('y'.repeat(10_000_000))}\n${good('z'.repeat(20_000_000))}\n${good('b')}\n`);
    expect((await work()).texts.map((text) => text.length)).toEqual([10_000_000, 1]);
    expect(await queue().state()).toMatchObject({ dead: 1, lastFailure: 'It is larger than 16 MB.' });
  });

  it('of a former version has a unique and stable id', async () => {
    const former = {
      version: 1,
      at: '2026-03-11T12:00:00.000Z',
      event: 'PostToolUse',
      payload: { session_id: 's', tool_name: 'Bash', tool_input: { command: 'make' }, tool_response: { stdout: 'ok' } },
    };
    await writeFile(
      join(bench.dataDir, 'queue.jsonl'),
      `${JSON.stringify(former)}\n${JSON.stringify({ ...former, event: 'Stop', payload: { session_id: 's', transcript_path: '/t.jsonl' } })}\n`,
    );
    await writeFile(
      join(bench.dataDir, 'queue.jsonl.1'),
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
    await expect(stat(join(bench.dataDir, 'queue.jsonl'))).rejects.toMatchObject({ code: 'ENOENT' });
    await rm(inQueue('cursor.json'));
    expect((await work()).seen.map(({ id }) => id)).toEqual(seen.map(({ id }) => id));
  });
});

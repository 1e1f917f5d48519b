import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import { consolidateLocks, LOCK_NAME, type LockState } from '../../src/node/dream/consolidate-lock.js';
import { tempFolder } from './support.js';

let store: string;
let file: string;
beforeEach(async () => {
  store = await tempFolder();
  file = join(store, LOCK_NAME);
});

const warnings: string[] = [];
const locks = () => consolidateLocks({ notes: join(store, 'notes'), warn: (message) => void warnings.push(message) });
const hold = <T>(work: () => Promise<T>, counts = true): Promise<T> => locks().withLock(store, work, { counts });
const readLock = (): Promise<LockState> => locks().state(store);
const HOUR_MS = 3_600_000;

/** A lock as Claude Code leaves it. */
async function locked(pid: number | string, agoMs: number): Promise<number> {
  await writeFile(file, String(pid));
  const at = Date.now() - agoMs;
  await utimes(file, at / 1000, at / 1000);
  return (await stat(file)).mtimeMs;
}

/** The number of a process that has ended. */
const ended = (): number => spawnSync(process.execPath, ['-e', '']).pid;

describe('the lock of consolidations', () => {
  it('contains the process id during the work and the time of the consolidation afterwards', async () => {
    const began = Date.now();
    await hold(async () => {
      expect(await readFile(file, 'utf8')).toBe(String(process.pid));
      expect((await readLock()).heldBy).toBe(process.pid);
    });
    const { lastMs, heldBy } = await readLock();
    expect(lastMs).toBeGreaterThanOrEqual(began - 1);
    expect(heldBy).toBeUndefined();
  });

  it('restores the former time when the work fails or is not counted', async () => {
    const before = await locked('', 3 * HOUR_MS);
    await expect(hold(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(Math.round((await readLock()).lastMs ?? 0)).toBe(Math.round(before));
    await hold(async () => undefined, false);
    expect(Math.round((await readLock()).lastMs ?? 0)).toBe(Math.round(before));
  });

  it('is removed when it did not exist before and the work fails', async () => {
    await expect(hold(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(existsSync(file)).toBe(false);
    expect(await readLock()).toEqual({});
  });

  it('is not taken from a running process', async () => {
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { stdio: 'ignore' });
    try {
      const before = await locked(child.pid ?? 0, 60_000);
      await expect(hold(async () => undefined)).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining(`Process ${child.pid}`) as string,
      });
      expect([await readFile(file, 'utf8'), (await stat(file)).mtimeMs]).toEqual([String(child.pid), before]);
    } finally {
      child.kill();
    }
  });

  it.each([
    ['its process has ended', () => locked(ended(), 60_000)],
    ['it is older than an hour, whoever has its number now', () => locked(process.pid, HOUR_MS + 1_000)],
    ['it names no process', () => locked('who knows', 60_000)],
    ['it is from the future', () => locked(process.ppid, -2 * HOUR_MS)],
    ['it is from a minute ahead', () => locked(process.ppid, -60_000)],
  ])('is free when %s', async (_, make) => {
    await make();
    expect((await readLock()).heldBy).toBeUndefined();
    expect(await hold(async () => 'done')).toBe('done');
  });

  it('is free when it names this process, which does not own it: an earlier process had the same id', async () => {
    await locked(process.pid, 60_000);
    expect((await readLock()).heldBy).toBeUndefined();
    expect(await hold(async () => 'done')).toBe('done');
  });

  it('of Claude Code counts, completed or not', async () => {
    const at = await locked(ended(), 3 * HOUR_MS);
    expect(await readLock()).toEqual({ lastMs: Math.round(at) });
    expect(await readFile(file, 'utf8')).not.toBe('');
  });

  it('has one holder within a process', async () => {
    const outcomes = await Promise.allSettled([hold(async () => 'first'), hold(async () => 'second')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  });

  it('acquired by another process in between is kept', async () => {
    await hold(async () => await writeFile(file, '1'));
    expect(await readFile(file, 'utf8')).toBe('1');
  });
});

import { describe, expect, it, vi } from 'vitest';

import type { Memdir } from '../../src/core/memdir.js';
import { EngineHolder, type EngineHolderOptions, type OpenedEngine } from '../../src/service/engine-holder.js';

interface FakeEngine extends OpenedEngine {
  readonly key: string;
}

/** A holder of engines that are named by the first word of their request, and what happened to them in order. */
function holderOf(options: Partial<EngineHolderOptions<string, FakeEngine>> = {}): {
  readonly holder: EngineHolder<string, FakeEngine>;
  readonly events: string[];
} {
  const events: string[] = [];
  const keyOf = (request: string): string => request.split(' ', 1)[0] ?? '';
  const holder = new EngineHolder<string, FakeEngine>({
    open: (request) => {
      const key = keyOf(request);
      events.push(`open ${key}`);
      const close = async (): Promise<void> => void events.push(`close ${key}`);
      return Promise.resolve({ key, memdir: { key } as unknown as Memdir, close });
    },
    keyOf,
    configure: ({ key }, request) => void events.push(`configure ${key}: ${request}`),
    prepare: () => Promise.resolve(),
    waitForPrepare: true,
    retryMs: 0,
    handover: 'close-first',
    closedMessage: 'It is closed.',
    log: { warn: (line) => void events.push(line) },
    ...options,
  });
  return { holder, events };
}

const keyOf = (memdir: Memdir): string => (memdir as unknown as FakeEngine).key;

describe('an engine holder', () => {
  it('configures the engine for a request with the same key, and replaces it for another', async () => {
    const { holder, events } = holderOf();
    holder.request('a 1');
    expect(keyOf(await holder.memdir())).toBe('a');
    holder.request('a 2');
    await holder.memdir();
    holder.request('b');
    expect(keyOf(await holder.memdir())).toBe('b');
    await holder.close();
    expect(events).toEqual(['open a', 'configure a: a 2', 'close a', 'open b', 'close b']);
    await expect(holder.memdir()).rejects.toMatchObject({ code: 'unavailable', message: 'It is closed.' });
  });

  it('answers with the engine of the last request, however often it is replaced while it opens', async () => {
    const { holder } = holderOf();
    holder.request('a');
    const waiting = holder.memdir();
    for (const request of ['b', 'a', 'c']) holder.request(request);
    expect(keyOf(await waiting)).toBe('c');
  });

  it('keeps a replaced engine open for its users with overlap', async () => {
    const { holder, events } = holderOf({ handover: 'overlap' });
    const gate = Promise.withResolvers<void>();
    holder.request('a');
    const used = holder.use(async (memdir) => {
      await gate.promise;
      return keyOf(memdir);
    });
    await holder.memdir();
    holder.request('b');
    expect(await holder.use((memdir) => Promise.resolve(keyOf(memdir)))).toBe('b');
    expect(events).toEqual(['open a', 'open b']);
    gate.resolve();
    expect(await used).toBe('a');
    await vi.waitFor(() => expect(events).toEqual(['open a', 'open b', 'close a']));
  });

  it('opens anew after a failure, and only then', async () => {
    let tries = 0;
    const failed = vi.fn();
    const { holder } = holderOf({
      open: (key) =>
        ++tries === 1
          ? Promise.reject(new Error('The index is locked.'))
          : Promise.resolve({ key, memdir: { key } as unknown as Memdir, close: () => Promise.resolve() }),
      failed,
    });
    holder.request('a');
    await expect(holder.memdir()).rejects.toThrow('The index is locked.');
    expect(failed).toHaveBeenCalledOnce();
    expect(keyOf(await holder.memdir())).toBe('a');
    await holder.memdir();
    expect(tries).toBe(2);
  });

  it('does not let work wait for a signal that is aborted', async () => {
    const { holder } = holderOf({ open: () => new Promise(() => undefined) });
    holder.request('a');
    await expect(holder.memdir(AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
    await expect(holder.use(() => Promise.resolve(1), AbortSignal.abort())).rejects.toMatchObject({
      code: 'cancelled',
    });
  });
});

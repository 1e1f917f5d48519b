/** Distils in a thread of its own: whoever types or asks in the meantime waits for none of it. */
import { Worker } from 'node:worker_threads';

import { asError, MemdirError } from '../../core/errors.js';
import type { DistillRules } from '../../core/ports/distill-rules.js';
import type { Asked, Told } from './messages.js';

/** Milliseconds without a question after which the thread ends, and its memory is given back. */
const IDLE_MS = 20_000;

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Started at the first question, and again after it ended. Questions under way when it ends reject with `unavailable`: they may be asked again.
 * @param file built from worker.ts
 */
export function rulesInThread(file: string, idleMs = IDLE_MS): DistillRules & { close(): Promise<void> } {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let timer: NodeJS.Timeout | undefined;
  let asked = 0;

  const ended = (which: Worker, reason: string): void => {
    if (which !== worker) return;
    worker = undefined;
    for (const { reject } of waiting.values()) reject(new MemdirError('unavailable', `What distils ended: ${reason}`));
    waiting.clear();
  };
  const start = (): Worker => {
    const started = new Worker(file);
    // Nobody's end waits for it.
    started.unref();
    started
      .on('message', (told: Told) => answer(told))
      .on('error', (error) => ended(started, asError(error).message))
      .on('exit', (code) => ended(started, `code ${code}.`));
    return started;
  };
  const rest = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void close(), idleMs).unref();
  };
  const answer = (told: Told): void => {
    const one = waiting.get(told.id);
    waiting.delete(told.id);
    if ('failed' in told) one?.reject(new Error(told.failed));
    else one?.resolve(told.value);
    if (waiting.size === 0) rest();
  };
  const close = async (): Promise<void> => {
    clearTimeout(timer);
    const old = worker;
    if (old === undefined) return;
    ended(old, 'it was closed.');
    await old.terminate();
  };
  const ask = async <T>(name: Asked['name'], given: readonly unknown[]): Promise<T> => {
    clearTimeout(timer);
    worker ??= start();
    const id = ++asked;
    const told = new Promise<unknown>((resolve, reject) => waiting.set(id, { resolve, reject }));
    worker.postMessage({ id, name, given } satisfies Asked);
    return (await told) as T;
  };
  return {
    distilled: async (...given) => await ask('distilled', given),
    checked: async (...given) => await ask('checked', given),
    faults: async (...given) => await ask('faults', given),
    close,
  };
}

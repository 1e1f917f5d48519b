/** Distills in a thread of its own, so that typing and searching never wait for it. */
import { Worker } from 'node:worker_threads';

import { asError, MemdirError } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { DistillRules } from '../../core/ports/distill-rules.js';
import { Connection, threadChannel } from '../../rpc/connection.js';

/** Milliseconds without a request after which the thread ends and its memory is freed. */
const IDLE_MS = 20_000;

interface RunningThread {
  readonly worker: Worker;
  readonly connection: Connection<DistillRules>;
}

/**
 * Starts the thread at the first request, and again after it ended. Requests under way when it ends reject with `unavailable`
 * and may be repeated.
 * @param file built from worker.ts
 */
export function createRulesThread(file: string, idleMs = IDLE_MS): DistillRules & { close(): Promise<void> } {
  let running: RunningThread | undefined;
  let idleTimer: NodeJS.Timeout | undefined;

  const start = (): RunningThread => {
    const worker = new Worker(file);
    // This process may end without waiting for the thread.
    worker.unref();
    const thread = { worker, connection: new Connection<DistillRules>(threadChannel(worker), {}) };
    worker
      .on('error', (error) => ended(thread, asError(error).message))
      .on('exit', (code) => ended(thread, t('it exited with code {code}', { code })));
    return thread;
  };
  const ended = (thread: RunningThread, reason: string): void => {
    if (thread === running) running = undefined;
    thread.connection.close(new MemdirError('unavailable', t('Distilling stopped: {reason}', { reason })));
  };
  const close = async (): Promise<void> => {
    clearTimeout(idleTimer);
    const thread = running;
    if (thread === undefined) return;
    ended(thread, t('it was closed'));
    await thread.worker.terminate();
  };
  const restartIdleTimer = (): void => {
    clearTimeout(idleTimer);
    idleTimer = setTimeout(() => void close(), idleMs).unref();
  };
  const request = async <Name extends keyof DistillRules>(
    name: Name,
    args: Parameters<DistillRules[Name]>,
  ): Promise<Awaited<ReturnType<DistillRules[Name]>>> => {
    clearTimeout(idleTimer);
    const { connection } = (running ??= start());
    try {
      return await connection.request(name, args);
    } finally {
      if (connection === running?.connection && connection.idle) restartIdleTimer();
    }
  };
  return {
    distilled: (...args) => request('distilled', args),
    checked: (...args) => request('checked', args),
    faults: (...args) => request('faults', args),
    reworded: (...args) => request('reworded', args),
    saysAsMuch: (...args) => request('saysAsMuch', args),
    close,
  };
}

/** Answers hooks in a thread of its own: observations are kept while the host searches or loads memory, so that agents wait for neither. */
import { rmSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

import { asError, MemdirError, messageOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { Log } from '../../core/ports/log.js';
import type { RecallAnswer, RecallCall } from '../../protocol/hooks.js';
import { Connection, threadChannel } from '../../rpc/connection.js';
import { hostFile } from '../discovery.js';
import type { HookHostMethods, HookServerMethods, HookServerSettings, HookServerStart } from './messages.js';

export interface HookServerOptions {
  /** Built from worker.ts. */
  readonly file: string;
  /** Absolute. */
  readonly dataDir: string;
  /** Absolute real paths. */
  readonly folders: readonly string[];
  /** Whether the editor trusts them. Default false. */
  readonly trusted?: boolean | undefined;
  readonly settings: () => HookServerSettings;
  /** What the background process says of itself, and what else it is asked. */
  readonly background?: {
    readonly address: NonNullable<HookServerStart['background']>;
    readonly warm: (call: RecallCall) => void;
    readonly end: () => void;
  };
  /** The signal is aborted when the hook no longer waits for the answer. */
  readonly recall: (call: RecallCall, signal: AbortSignal) => Promise<RecallAnswer>;
  /** Called after each observation that was kept. */
  readonly onObserved: () => void;
  readonly log: Log;
}

export interface HookServer {
  /** Tells the thread, and so hooks, of changed settings. */
  announce(): void;
  /** Hooks no longer find the host, and requests under way are not answered. */
  close(): Promise<void>;
}

/** Milliseconds after which a thread that broke down is started again. */
const RESTART_MS = 2_000;

/** Rejects with `unavailable` when it cannot listen, or cannot write its discovery file. */
export async function startHookServer(options: HookServerOptions): Promise<HookServer> {
  let thread = await startThread(options);
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  const watch = (): void =>
    void thread.ended.then((reason) => {
      if (closed) return;
      options.log.warn(`Hooks do without this host for a moment: ${reason}`);
      timer = setTimeout(restart, RESTART_MS).unref();
    });
  const restart = (): void =>
    void startThread(options)
      .then(async (next) => {
        thread = next;
        if (closed) await thread.close();
        else watch();
      })
      .catch((error: unknown) => options.log.warn(`Hooks of agents will do without this host: ${messageOf(error)}`));
  watch();
  return {
    announce: () => thread.announce(),
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await thread.close();
    },
  };
}

interface Thread extends HookServer {
  /** Resolves with the reason when it has ended. */
  readonly ended: Promise<string>;
}

async function startThread(options: HookServerOptions): Promise<Thread> {
  const { file, dataDir, folders, trusted, settings, recall, onObserved, background, log } = options;
  const worker = new Worker(file);
  // The host may end without waiting for the thread.
  worker.unref();
  const connection = new Connection<HookServerMethods, HookHostMethods>(threadChannel(worker), {
    recall: ([call], signal) => recall(call, signal),
    warm: ([call]) => background?.warm(call),
    end: () => background?.end(),
    observed: onObserved,
    log: ([level, line]) => log[level](line),
  });
  const ended = endOf(worker);
  void ended.then((reason) => connection.close(new MemdirError('unavailable', reason)));
  const port = await connection
    .request('start', [{ dataDir, folders, trusted, background: background?.address, settings: settings() }])
    .catch(async (error) => {
      await worker.terminate();
      throw error;
    });
  return {
    announce: () => connection.notify('changeSettings', settings()),
    close: async () => {
      connection.notify('stop');
      await ended;
    },
    ended: ended.then((reason) => {
      // A discovery file that the thread did not remove itself would lead hooks to a host that is gone.
      rmSync(hostFile(dataDir, process.pid, port), { force: true });
      return reason;
    }),
  };
}

/** Resolves with the reason when a thread has ended. */
const endOf = (worker: Worker): Promise<string> =>
  new Promise((resolve) => {
    let reason = '';
    worker.on('error', (error) => (reason = asError(error).message));
    worker.on('exit', (code) => resolve(reason === '' ? t('it exited with code {code}', { code }) : reason));
  });

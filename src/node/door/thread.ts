/** Answers hooks in a thread of its own: what they observe is kept while the host searches or collects memory, and an agent waits for neither. */
import { rmSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

import { asError, MemdirError, messageOf } from '../../core/errors.js';
import type { Log } from '../../core/ports/log.js';
import type { RecallAnswer, RecallCall } from '../../protocol/hooks.js';
import { hostFile } from '../discovery.js';
import type { DoorPlace, DoorSettings, FromDoor, ToDoor } from './messages.js';

export interface DoorOptions {
  /** Built from worker.ts. */
  readonly file: string;
  /** Absolute. */
  readonly dataDir: string;
  /** Absolute real paths. */
  readonly folders: readonly string[];
  readonly settings: () => DoorSettings;
  /** The signal is aborted when nobody waits for the answer any more. */
  readonly recall: (call: RecallCall, signal: AbortSignal) => Promise<RecallAnswer>;
  /** Called after each observation that was kept. */
  readonly observed: () => void;
  readonly log: Log;
}

export interface Door {
  /** Settings changed: hooks are told. */
  announce(): void;
  /** Hooks no longer find the host, and what they ask is not answered. */
  close(): Promise<void>;
}

/** Milliseconds after which a thread that broke down is started again. */
const AGAIN_MS = 2_000;

/** Rejects with `unavailable` when it cannot listen, or cannot say where it does. */
export async function openDoor(options: DoorOptions): Promise<Door> {
  let door = await threadOf(options);
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  const watch = (): void =>
    void door.ended.then((reason) => {
      if (closed) return;
      options.log.warn(`Hooks do without this host for a moment: ${reason}`);
      timer = setTimeout(again, AGAIN_MS).unref();
    });
  const again = (): void =>
    void threadOf(options)
      .then(async (next) => {
        door = next;
        if (closed) await door.close();
        else watch();
      })
      .catch((error: unknown) => options.log.warn(`Hooks of agents will do without this host: ${messageOf(error)}`));
  watch();
  return {
    announce: () => door.announce(),
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await door.close();
    },
  };
}

interface Thread extends Door {
  /** Resolves with the reason when it has ended. */
  readonly ended: Promise<string>;
}

interface Recalls {
  /** Never rejects. */
  answer(id: number, call: RecallCall): Promise<void>;
  /** Nobody waits any more: for one, or for all. */
  gone(id: number): void;
  allGone(): void;
}

/** What the thread asks of the host, by the number it gave each question. */
function recallsOf(recall: DoorOptions['recall'], tell: (what: ToDoor) => void): Recalls {
  const asked = new Map<number, AbortController>();
  return {
    answer: async (id, call) => {
      const gone = new AbortController();
      asked.set(id, gone);
      try {
        tell({ kind: 'recalled', id, answer: await recall(call, gone.signal) });
      } catch (error) {
        tell({
          kind: 'not-recalled',
          id,
          reason: messageOf(error),
          ...(error instanceof MemdirError ? { code: error.code } : {}),
        });
      } finally {
        asked.delete(id);
      }
    },
    gone: (id) => asked.get(id)?.abort(),
    allGone: () => {
      for (const gone of asked.values()) gone.abort();
    },
  };
}

function threadOf({ file, dataDir, folders, settings, recall, observed, log }: DoorOptions): Promise<Thread> {
  const worker = new Worker(file, { workerData: { dataDir, folders, settings: settings() } satisfies DoorPlace });
  // Nobody's end waits for it.
  worker.unref();
  const tell = (what: ToDoor): void => worker.postMessage(what);
  const recalls = recallsOf(recall, tell);
  let port: number | undefined;
  const ended = new Promise<string>((resolve) => {
    let reason = '';
    worker.on('error', (error) => (reason = asError(error).message));
    worker.on('exit', (code) => {
      recalls.allGone();
      // What it did not remove itself leads hooks to nobody.
      if (port !== undefined) rmSync(hostFile(dataDir, process.pid, port), { force: true });
      resolve(reason === '' ? `what answers them ended with code ${code}.` : reason);
    });
  });
  const close = async (): Promise<void> => {
    tell({ kind: 'close' });
    await ended;
  };
  return new Promise((resolve, reject) => {
    worker.on('message', (told: FromDoor) => {
      if (told.kind === 'recall') void recalls.answer(told.id, told.call);
      else if (told.kind === 'gone') recalls.gone(told.id);
      else if (told.kind === 'observed') observed();
      else if (told.kind === 'log') log[told.level](told.line);
      else if (told.kind === 'not-open') reject(new MemdirError('unavailable', told.reason));
      else {
        port = told.port;
        resolve({ announce: () => tell({ kind: 'settings', settings: settings() }), close, ended });
      }
    });
    void ended.then((reason) => reject(new MemdirError('unavailable', reason)));
  });
}

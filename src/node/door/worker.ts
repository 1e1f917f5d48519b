/** Entry of the thread that answers hooks for a host: see `openDoor`. What is observed it keeps by itself; to recall it asks the host. */
import { parentPort, workerData } from 'node:worker_threads';

import { asError, MemdirError, messageOf } from '../../core/errors.js';
import type { Log } from '../../core/ports/log.js';
import {
  type ObserveAnswer,
  type ObserveCall,
  readRecallCall,
  type RecallAnswer,
  type RecallCall,
} from '../../protocol/hooks.js';
import { observeIn } from '../../service/capture.js';
import { createProducer } from '../capture/producer.js';
import { systemClock } from '../clock.js';
import { type Answer, openEndpoint } from './endpoint.js';
import type { DoorPlace, FromDoor, ToDoor } from './messages.js';

interface Waiting {
  readonly resolve: (answer: RecallAnswer) => void;
  readonly reject: (error: Error) => void;
}

const { dataDir, folders, settings: atStart } = workerData as DoorPlace;
let settings = atStart;
const tell = (what: FromDoor): void => parentPort?.postMessage(what);
const say =
  (level: 'info' | 'warn') =>
  (line: string): void =>
    tell({ kind: 'log', level, line });
const log: Log = {
  info: say('info'),
  warn: say('warn'),
  error: (line, cause) => say('warn')(cause === undefined ? line : `${line} ${messageOf(cause)}`),
};
const queue = createProducer({ dataDir, clock: systemClock, enabled: () => settings.capturing });
const waiting = new Map<number, Waiting>();
let asked = 0;

async function recall(call: RecallCall, signal: AbortSignal): Promise<RecallAnswer> {
  const id = ++asked;
  const gone = (): void => tell({ kind: 'gone', id });
  signal.addEventListener('abort', gone, { once: true });
  try {
    return await new Promise<RecallAnswer>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      tell({ kind: 'recall', id, call });
    });
  } finally {
    waiting.delete(id);
    signal.removeEventListener('abort', gone);
  }
}

const answers: Readonly<Record<string, Answer>> = {
  '/recall': async (question, signal): Promise<RecallAnswer> => {
    const call = readRecallCall(question);
    if (call === undefined) throw new MemdirError('bad-input', 'A recall needs a prompt, a session and a folder.');
    return await recall(call, signal);
  },
  '/observe': async (question): Promise<ObserveAnswer> => {
    const answer = await observeIn(queue, question as ObserveCall, 'endpoint');
    tell({ kind: 'observed' });
    return answer;
  },
};

async function serve(): Promise<void> {
  const endpoint = await openEndpoint({ dataDir, folders, log, answers, recallMs: () => settings.recallMs });
  parentPort?.on('message', (told: ToDoor) => {
    if (told.kind === 'recalled') waiting.get(told.id)?.resolve(told.answer);
    else if (told.kind === 'not-recalled')
      waiting
        .get(told.id)
        ?.reject(told.code === undefined ? new Error(told.reason) : new MemdirError(told.code, told.reason));
    else if (told.kind === 'settings') {
      settings = told.settings;
      endpoint.announce();
    } else {
      // Without its port the thread has nothing left to wait for, and ends.
      void endpoint.close().finally(() => parentPort?.close());
    }
  });
  tell({ kind: 'open', port: endpoint.port });
}

serve().catch((error: unknown) => tell({ kind: 'not-open', reason: asError(error).message }));

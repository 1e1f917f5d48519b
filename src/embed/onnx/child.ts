/** One run of the embedder's process, seen from its parent. */
import { type ChildProcess, fork } from 'node:child_process';
import { Socket } from 'node:net';

import { OWN_PROCESS } from '../../core/capture/own-tools.js';
import { MemdirError } from '../../core/errors.js';
import type { ModelFolder } from '../model-folder.js';
import type { Answer, BackendName, EmbeddedText, Request, TextKind } from './messages.js';

/** The process is gone, or was ended because it did not answer. What it was doing can be asked again of another one. */
export class ProcessLost extends Error {}

export interface EmbedderProcess {
  /** Rejects with {@link ProcessLost}, or with `unavailable` when the process answers that it cannot. */
  load(folder: ModelFolder, backend: BackendName): Promise<void>;
  embed(texts: readonly string[], kind: TextKind): Promise<readonly EmbeddedText[]>;
  /** Whether it keeps this process alive: while it works, not while it waits. */
  hold(working: boolean): void;
  /** Ends it and waits until it is gone. */
  stop(): Promise<void>;
}

export interface ProcessOptions {
  readonly processFile: string;
  /** Milliseconds for an answer, plus {@link PER_TEXT_MS} a text; longer counts as a crash. */
  readonly answerMs: number;
}

/** Ten times what the slowest runtime takes for the longest text. */
const PER_TEXT_MS = 2_000;
/** How long a process may take to leave by itself. */
const LEAVE_MS = 1_000;
const STDERR_UNITS = 2_000;

type Unnumbered<T> = T extends { readonly id: number } ? Omit<T, 'id'> : never;
interface Pending {
  resolve(answer: Answer): void;
  reject(error: Error): void;
  readonly timer: NodeJS.Timeout;
}

export function startProcess({ processFile, answerMs }: ProcessOptions): EmbedderProcess {
  const child = fork(processFile, [], {
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { ...process.env, MEMDIR_CHILD: '1', [OWN_PROCESS]: '1' },
  });
  const pending = new Map<number, Pending>();
  const lastWords = tailOf(child);
  let overdue: string | undefined;
  let nextId = 1;

  child.on('message', (answer: Answer) => settle(pending, answer.id)?.resolve(answer));
  const gone = new Promise<void>((resolve) => {
    const lost = (why: string): void => {
      const words = lastWords();
      const reason = overdue ?? (words ? `${why}: ${words}` : why);
      for (const id of [...pending.keys()]) settle(pending, id)?.reject(new ProcessLost(reason));
      resolve();
    };
    child.once('exit', (code, signal) => lost(signal ? `it was ended by ${signal}` : `it ended with code ${code}`));
    child.on('error', (error) => (child.pid === undefined ? lost(error.message) : child.kill('SIGKILL')));
  });

  const ask = (request: Unnumbered<Request>, ms: number): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const id = nextId++;
      const giveUp = (): void => {
        overdue = `it gave no answer in ${ms / 1000} s`;
        child.kill('SIGKILL');
      };
      if (child.exitCode !== null || child.signalCode !== null) return reject(new ProcessLost('it has ended'));
      pending.set(id, { resolve, reject, timer: setTimeout(giveUp, ms) });
      child.send({ ...request, id }, (error) => {
        if (error) child.kill('SIGKILL');
      });
    });

  return {
    load: async (folder, backend) => {
      accept(await ask({ type: 'load', folder, backend }, answerMs));
    },
    embed: async (texts, kind) => {
      const answer = accept(await ask({ type: 'embed', texts, kind }, answerMs + texts.length * PER_TEXT_MS));
      return answer.type === 'embedded' ? answer.texts.map(copied) : [];
    },
    hold: (working) => hold(child, working),
    stop: () => stop(child, gone),
  };
}

/** What arrives are views of the whole message. */
const copied = ({ vector, pieces, language }: EmbeddedText): EmbeddedText => ({
  vector: vector.slice(),
  ...(pieces ? { pieces: { ids: pieces.ids.slice(), values: pieces.values.slice() } } : {}),
  ...(language === undefined ? {} : { language }),
});

function settle(pending: Map<number, Pending>, id: number): Pending | undefined {
  const one = pending.get(id);
  pending.delete(id);
  clearTimeout(one?.timer);
  return one;
}

function accept(answer: Answer): Exclude<Answer, { type: 'failed' }> {
  if (answer.type === 'failed') throw new MemdirError('unavailable', answer.reason);
  return answer;
}

function hold(child: ChildProcess, working: boolean): void {
  if (working) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}

async function stop(child: ChildProcess, gone: Promise<void>): Promise<void> {
  hold(child, true);
  if (child.connected) child.disconnect();
  const timer = setTimeout(() => child.kill('SIGKILL'), LEAVE_MS);
  await gone;
  clearTimeout(timer);
}

/** The end of what the process wrote to stderr, on one line. Reading it never keeps this process alive. */
function tailOf(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (part: string) => {
    text = (text + part).slice(-STDERR_UNITS);
  });
  if (child.stderr instanceof Socket) child.stderr.unref();
  return () => text.trim().replace(/\s*\n\s*/g, ' | ');
}

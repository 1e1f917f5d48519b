/** One run of the embedder's process, seen from its parent. */
import { type ChildProcess, fork } from 'node:child_process';
import { Socket } from 'node:net';

import { OWN_PROCESS } from '../../core/capture/own-tools.js';
import { t } from '../../core/l10n.js';
import { Connection, processChannel } from '../../rpc/connection.js';
import type { ModelFolder } from '../model-folder.js';
import type { BackendName, EmbeddedText, EmbedderMethods, TextKind } from './messages.js';

/** The process is gone, or was killed because it did not answer. Its requests can be repeated with another one. */
export class ProcessLost extends Error {}

export interface EmbedderProcess {
  /** Rejects with {@link ProcessLost}, or with `unavailable` when the process answers that it cannot. */
  load(folder: ModelFolder, backend: BackendName): Promise<void>;
  embed(texts: readonly string[], kind: TextKind): Promise<readonly EmbeddedText[]>;
  /** Bytes of memory that it uses. */
  resident(): Promise<number>;
  /** Whether it keeps its parent alive: while it works, not while it waits. */
  hold(working: boolean): void;
  /** Ends it and waits until it is gone. */
  stop(): Promise<void>;
}

export interface ProcessOptions {
  readonly processFile: string;
  /** Milliseconds for an answer, plus {@link PER_TEXT_MS} a text; a process that takes longer counts as crashed. */
  readonly answerMs: number;
}

/** Ten times what the slowest runtime takes for the longest text. */
const PER_TEXT_MS = 2_000;
/** Milliseconds a process may take to exit by itself. */
const EXIT_MS = 1_000;
const STDERR_UNITS = 2_000;

export function startProcess({ processFile, answerMs }: ProcessOptions): EmbedderProcess {
  const child = fork(processFile, [], {
    execArgv: [],
    // Carries binary arrays as they are.
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { ...process.env, MEMDIR_CHILD: '1', [OWN_PROCESS]: '1', ORT_DISABLE_TELEMETRY: '1' },
  });
  const kill = (): void => void child.kill('SIGKILL');
  const connection = new Connection<EmbedderMethods>(processChannel(child, kill), {});
  const stderrTail = tailOf(child);
  let overdue: string | undefined;

  const exited = new Promise<void>((resolve) => {
    const lost = (why: string): void => {
      const tail = stderrTail();
      connection.close(new ProcessLost(overdue ?? (tail ? `${why}: ${tail}` : why)));
      resolve();
    };
    child.once('exit', (code, signal) =>
      lost(signal ? t('it was ended by {signal}', { signal }) : t('it exited with code {code}', { code: code ?? '' })),
    );
    child.on('error', (error) => (child.pid === undefined ? lost(error.message) : kill()));
  });

  const within = async <T>(ms: number, answer: Promise<T>): Promise<T> => {
    const timer = setTimeout(() => {
      overdue = t('no response within {seconds} s', { seconds: ms / 1000 });
      kill();
    }, ms);
    return await answer.finally(() => clearTimeout(timer));
  };

  return {
    load: (folder, backend) => within(answerMs, connection.request('load', [folder, backend])),
    embed: async (texts, kind) => {
      const ms = answerMs + texts.length * PER_TEXT_MS;
      return (await within(ms, connection.request('embed', [texts, kind]))).map(copyOf);
    },
    resident: () => within(answerMs, connection.request('resident', [])),
    hold: (working) => hold(child, working),
    stop: () => stop(child, exited),
  };
}

/** Arrays of a message are views of the whole message, which a copy does not keep in memory. */
const copyOf = ({ vector, tokens, language }: EmbeddedText): EmbeddedText => ({
  vector: vector.slice(),
  language,
  ...(tokens ? { tokens: { ids: tokens.ids.slice(), values: tokens.values.slice() } } : {}),
});

function hold(child: ChildProcess, working: boolean): void {
  if (working) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}

async function stop(child: ChildProcess, exited: Promise<void>): Promise<void> {
  hold(child, true);
  if (child.connected) child.disconnect();
  const timer = setTimeout(() => child.kill('SIGKILL'), EXIT_MS);
  await exited;
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

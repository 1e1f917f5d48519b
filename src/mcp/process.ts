/** Standard output, standard error and the end of a process whose client speaks the protocol with it. */
import { Console } from 'node:console';
import { Writable } from 'node:stream';

import { showInvisible } from '../core/safety/invisible-runs.js';

const PARENT_EVERY_MS = 2_000;

/** Writes a line to standard error. */
export const stderrLine = (line: string): void =>
  void process.stderr.write(`memdir: ${showInvisible(line).replace(/[\s\p{Cc}]+/gu, ' ')}\n`);

/** Standard output for the protocol alone: everything else that is printed goes to standard error. What a closed pipe does not take is lost. */
export function takeStdout(): Writable {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  globalThis.console = new Console(stderr, stderr);
  return new Writable({
    decodeStrings: false,
    write: (text: string, _encoding, done) => {
      if (stdout.destroyed) done();
      else write(text, () => done());
    },
  });
}

export interface Endings {
  readonly ended: Promise<'input' | 'other'>;
  inputEnded(): void;
  stop(): void;
}

export function endings(signal: AbortSignal): Endings {
  let end: (why: 'input' | 'other') => void = () => undefined;
  const ended = new Promise<'input' | 'other'>((resolve) => {
    end = resolve;
  });
  const other = (): void => end('other');
  const parent = process.ppid;
  // A parent that is killed may leave the other end of standard input to another process.
  const watch = setInterval(() => {
    if (process.ppid !== parent) other();
  }, PARENT_EVERY_MS);
  const signals = ['SIGTERM', 'SIGHUP'] as const;
  for (const each of signals) process.on(each, other);
  signal.addEventListener('abort', other);
  if (signal.aborted) other();
  return {
    ended,
    inputEnded: () => end('input'),
    stop: () => {
      clearInterval(watch);
      for (const each of signals) process.off(each, other);
      signal.removeEventListener('abort', other);
    },
  };
}

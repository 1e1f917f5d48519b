/** The MCP server as a process on standard input and output; it ends when its client is gone. */
import { Console } from 'node:console';
import { Writable } from 'node:stream';

import { messageOf } from '../core/errors.js';
import { showInvisible } from '../core/safety/invisible-runs.js';
import { withTimeout } from '../service/async.js';
import { traitsOf } from './clients.js';
import { instructions } from './instructions.js';
import { createMcpServer, type McpOptions } from './server.js';
import { StdioTransport } from './stdio.js';

/** Milliseconds that answers under way may take once nothing more comes in. */
const LAST_ANSWERS_MS = 5_000;
/** Milliseconds the release of index and embedder may take. */
const RELEASE_MS = 3_000;
const PARENT_EVERY_MS = 2_000;

/** Milliseconds a client waits at most to be told what the index holds; it usually takes a few dozen. */
const INDEX_MS = 1_500;

export interface ServeOptions extends Omit<McpOptions, 'stderr'> {
  /** The indexes of the memory in so many UTF-16 units; empty for none. Absent: there is none. */
  readonly section?: (most: number) => Promise<string>;
}

/** Serves until standard input ends, a signal comes, the parent is gone or `signal` is aborted. */
export async function serveStdio({ section, ...options }: ServeOptions, signal: AbortSignal): Promise<void> {
  const output = takeStdout();
  const stderr = (line: string): void =>
    void process.stderr.write(`memdir: ${showInvisible(line).replace(/[\s\p{Cc}]+/gu, ' ')}\n`);
  const reasons = endings(signal);
  const { server, close } = createMcpServer({ ...options, stderr });
  const transport = new StdioTransport(process.stdin, output, {
    onInputEnd: () => reasons.inputEnded(),
    instructions: (clientName) =>
      instructions(traitsOf(clientName), options.allowWrite, (most) => indexOf(section, most, stderr)),
  });
  try {
    await server.connect(transport);
    const why = await reasons.ended;
    if (why === 'input') await withTimeout(transport.drained(), LAST_ANSWERS_MS);
  } finally {
    reasons.stop();
    // Work that is still running does not delay the end.
    setTimeout(() => process.exit(0), RELEASE_MS).unref();
    await server.close().catch((error: unknown) => stderr(messageOf(error)));
    await close();
    process.stdin.destroy();
  }
}

/** A client is served whatever comes of this. */
async function indexOf(
  section: ServeOptions['section'],
  most: number,
  stderr: (line: string) => void,
): Promise<string> {
  try {
    return (await withTimeout(section?.(most) ?? Promise.resolve(''), INDEX_MS)) ?? '';
  } catch (error) {
    stderr(`What the index holds is not said at the start: ${messageOf(error)}`);
    return '';
  }
}

/** Standard output for the protocol alone: everything else that is printed goes to standard error. What a closed pipe does not take is lost. */
function takeStdout(): Writable {
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

interface Endings {
  readonly ended: Promise<'input' | 'other'>;
  inputEnded(): void;
  stop(): void;
}

function endings(signal: AbortSignal): Endings {
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

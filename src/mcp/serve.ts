/** The MCP server as a process on standard input and output; it ends when its client is gone. */
import type { Readable, Writable } from 'node:stream';

import { messageOf } from '../core/errors.js';
import { withTimeout } from '../service/async.js';
import { traitsOf } from './clients.js';
import { instructions, type MemorySection } from './instructions.js';
import { type Endings, endings, stderrLine, takeStdout } from './process.js';
import { createMcpServer, type McpOptions } from './server.js';
import { StdioTransport } from './stdio.js';

/** Milliseconds that answers under way may take once nothing more comes in. */
const LAST_ANSWERS_MS = 5_000;
/** Milliseconds the release of index and embedder may take. */
const RELEASE_MS = 3_000;

/** Milliseconds a client waits at most to be told what the index contains; it usually takes a few dozen, on a busy machine seconds. */
const INDEX_MS = 3_000;

export interface ServeOptions extends Omit<McpOptions, 'stderr'> {
  /** The indexes of the memory in so many UTF-16 units; empty for none. Absent: there is none. */
  readonly section?: (most: number) => Promise<MemorySection>;
}

/** Serves until standard input ends, a signal comes, the parent is gone or `signal` is aborted. */
export async function serveStdio(options: ServeOptions, signal: AbortSignal): Promise<void> {
  const reasons = endings(signal);
  const output = takeStdout();
  // Work that is still running does not delay the end.
  const ended = reasons.ended.finally(() => setTimeout(() => process.exit(0), LAST_ANSWERS_MS + RELEASE_MS).unref());
  try {
    const end = { ended, inputEnded: () => reasons.inputEnded() };
    await serveStreams(process.stdin, output, { ...options, stderr: stderrLine }, end);
  } finally {
    reasons.stop();
    process.stdin.destroy();
  }
}

/** Serves a client on two streams until it `ended`; where its input did, what it asked for is answered first. */
export async function serveStreams(
  input: Readable,
  output: Writable,
  { section, ...options }: ServeOptions & Pick<McpOptions, 'stderr'>,
  { ended, inputEnded }: Pick<Endings, 'ended' | 'inputEnded'>,
): Promise<void> {
  const { stderr } = options;
  const { server, close } = createMcpServer(options);
  const transport = new StdioTransport(input, output, {
    onInputEnd: inputEnded,
    instructions: (clientName) =>
      instructions(traitsOf(clientName), options.allowWrite, (most) => indexOf(section, most, stderr)),
  });
  try {
    await server.connect(transport);
    if ((await ended) === 'input') await withTimeout(transport.drained(), LAST_ANSWERS_MS);
  } finally {
    await server.close().catch((error: unknown) => stderr(messageOf(error)));
    await close();
  }
}

/** A client is served whatever comes of this. */
async function indexOf(
  section: ServeOptions['section'],
  most: number,
  stderr: (line: string) => void,
): Promise<MemorySection> {
  try {
    return (section && (await withTimeout(section(most), INDEX_MS))) ?? NO_SECTION;
  } catch (error) {
    stderr(`What the index holds is not said at the start: ${messageOf(error)}`);
    return NO_SECTION;
  }
}

const NO_SECTION: MemorySection = { text: '' };

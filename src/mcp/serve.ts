/** The MCP server as a process on standard input and output; it ends when its client is gone. */
import { messageOf } from '../core/errors.js';
import { withTimeout } from '../service/async.js';
import { SECTION_UNITS } from './instructions.js';
import { endings, stderrLine, takeStdout } from './process.js';
import { createMcpServer, type McpOptions } from './server.js';
import { StdioTransport } from './stdio.js';

/** Milliseconds that answers under way may take once nothing more comes in. */
const LAST_ANSWERS_MS = 5_000;
/** Milliseconds the release of index and embedder may take. */
const RELEASE_MS = 3_000;

/** Milliseconds a client waits at most to be told what is in the memory; it usually takes a few dozen. */
const SECTION_MS = 1_500;

export interface ServeOptions extends Omit<McpOptions, 'stderr' | 'promptSection'> {
  /** The memory section of a system prompt in so many UTF-16 units; empty for none. Absent: there is none. */
  readonly section?: (most: number) => Promise<string>;
}

/** Serves until standard input ends, a signal comes, the parent is gone or `signal` is aborted. */
export async function serveStdio({ section, ...options }: ServeOptions, signal: AbortSignal): Promise<void> {
  const output = takeStdout();
  const stderr = stderrLine;
  const reasons = endings(signal);
  const promptSection = await sectionOf(section, stderr);
  const { server, close } = createMcpServer({ ...options, promptSection, stderr });
  const transport = new StdioTransport(process.stdin, output, () => reasons.inputEnded());
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
async function sectionOf(section: ServeOptions['section'], stderr: (line: string) => void): Promise<string> {
  try {
    return (await withTimeout(section?.(SECTION_UNITS) ?? Promise.resolve(''), SECTION_MS)) ?? '';
  } catch (error) {
    stderr(`What is in the memory is not said at the start: ${messageOf(error)}`);
    return '';
  }
}

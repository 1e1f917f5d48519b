/** The process that a client starts, while a background process serves: it loads neither the engine nor the protocol's package. */
import { endings, stderrLine, takeStdout } from './process.js';
import { StdioProxy, type StdioProxyOptions } from './stdio-proxy.js';

/** Passes on to sessions of the background process until the client is gone. Resolves with false where there is none: nothing was read then. */
export async function serveThrough(connect: StdioProxyOptions['connect'], signal: AbortSignal): Promise<boolean> {
  const session = await connect();
  if (session === undefined) return false;
  const output = takeStdout();
  const reasons = endings(signal);
  try {
    await new StdioProxy({ connect, input: process.stdin, output, stderr: stderrLine }, session).run(reasons.ended);
    return true;
  } finally {
    reasons.stop();
    process.stdin.destroy();
  }
}

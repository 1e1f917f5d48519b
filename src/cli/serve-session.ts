/** A session of an MCP client in the background process: what `memdir mcp` does in a process of its own. */
import type { Duplex } from 'node:stream';

import { messageOf } from '../core/errors.js';
import type { RootScope } from '../core/ports/roots.js';
import { SECTION_UNITS } from '../mcp/instructions.js';
import { readSessionRequest, serveSession as serve, sessionStderr } from '../mcp/session.js';
import { withTimeout } from '../service/async.js';
import type { Opened } from './cli.js';
import type { MemorySection } from './commands/mcp.js';
import { shortPath } from './format.js';
import { sayWithheld } from './trust.js';

export interface SessionOptions {
  readonly socket: Duplex;
  /** As the process of the client sent it. */
  readonly request: unknown;
  readonly open: (
    request: { readonly scope: RootScope; readonly variables: Readonly<Record<string, string>> },
    tell: (sentence: string) => void,
  ) => Promise<Opened>;
  readonly dataDir: string;
  /** Version of the package. */
  readonly version: string;
  readonly section: MemorySection;
}

/** Milliseconds a client waits at most to be told what is in the memory. */
const SECTION_MS = 1_500;

/** Rejects with `bad-input` for a request of another version. */
export async function serveSession(options: SessionOptions): Promise<void> {
  const { socket, open, dataDir, version, section } = options;
  const { folder, scope, followClient, allowWrite, quiet, variables } = readSessionRequest(options.request);
  const stderr = sessionStderr(socket);
  const home = variables['HOME'] ?? variables['USERPROFILE'] ?? '';
  const out = { note: stderr, shortPath: (path: string) => shortPath(path, { cwd: folder, home }) };
  const promptSection =
    scope.all === true
      ? ''
      : await withTimeout(section({ scope, dataDir, env: variables, most: SECTION_UNITS }), SECTION_MS).catch(
          (error: unknown) => stderr(`What is in the memory is not said at the start: ${messageOf(error)}`),
        );
  await serve(socket, {
    version,
    folder,
    followClient,
    allowWrite,
    promptSection: promptSection ?? '',
    stderr,
    open: async (folders, tell) => {
      const opened = await open({ scope: { ...scope, folders }, variables }, tell);
      if (!quiet) sayWithheld({ out, cwd: folder }, await opened.memdir.trust.withheld());
      return opened;
    },
  });
}

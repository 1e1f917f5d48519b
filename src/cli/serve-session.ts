/** A session of an MCP client in the background process: what `memdir mcp` does in a process of its own. */
import { homedir } from 'node:os';
import type { Duplex } from 'node:stream';

import type { RootScope } from '../core/ports/roots.js';
import { readSessionRequest, serveSession as serve, sessionStderr } from '../mcp/session.js';
import { bundleOf } from '../node/language.js';
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
  /** Folder of the bundles. */
  readonly distDir: string;
  /** Version of the package. */
  readonly version: string;
  readonly section: MemorySection;
}

/** Rejects with `bad-input` for a request of another version. */
export async function serveSession(options: SessionOptions): Promise<void> {
  const { socket, open, dataDir, distDir, version, section } = options;
  const { folder, scope, quiet, variables, language, ...more } = readSessionRequest(options.request);
  const home = variables['HOME'] ?? variables['USERPROFILE'] ?? homedir();
  const out = { note: sessionStderr(socket), shortPath: (path: string) => shortPath(path, { cwd: folder, home }) };
  await serve(socket, {
    version,
    folder,
    ...more,
    language: bundleOf(language, distDir),
    open: async (folders, tell) => {
      const opened = await open({ scope: { ...scope, folders }, variables }, tell);
      // The engine may be older than what a person trusts and sets now.
      await opened.memdir.roots();
      if (!quiet) sayWithheld({ out, cwd: folder }, await opened.memdir.trust.withheld());
      return opened;
    },
    // With all stores none belongs to the client.
    ...(scope.all ? {} : { section: (most: number) => section({ scope, dataDir, env: variables, home, most }) }),
  });
}

/** Opens a session of the background process for an MCP client, and starts that process where there is none. */
import type { Socket } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { messageOf } from '../../core/errors.js';
import { maskForDisplay } from '../../core/secrets/secrets.js';
import type { ProgramIdentity } from '../../protocol/hooks.js';
import { dataDirectory } from '../data-dir.js';
import { createLog, fileSink } from '../log.js';
import { mayUseBackground } from './background-settings.js';
import { openSession } from './sessions.js';
import { awaitBackground, startBackground, usableBackground } from './start.js';
import { variablesOf } from './variables.js';

export interface ConnectRequest {
  /** What the process says of itself, without its environment. */
  readonly session: { readonly folder: string };
  readonly dataDir?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly program: ProgramIdentity;
}

/** Milliseconds that a client waits for a process that starts: then it is served without. */
const START_MS = 5_000;
const CONNECT_MS = 5_000;

/** Undefined where there is no such process, and none can be started. Never rejects. */
export async function connectSession({
  session,
  env,
  program,
  ...options
}: ConnectRequest): Promise<Socket | undefined> {
  const dataDir = dataDirectory(env, options.dataDir);
  if (!mayUseBackground(dataDir, env)) return undefined;
  const log = createLog({ sink: fileSink(join(dataDir, 'memdir.log')), home: homedir(), mask: maskForDisplay });
  const place = { dataDir, env, program, log };
  try {
    let found = await usableBackground(place);
    if (found === undefined) {
      await startBackground(place, { folder: session.folder });
      found = await awaitBackground(dataDir, START_MS);
    }
    if (found === undefined) return undefined;
    const address = { port: found.background.sessionsPort, key: found.key };
    return await openSession(address, { ...session, variables: variablesOf(env) }, CONNECT_MS);
  } catch (error) {
    log.info(`An MCP server serves by itself: ${messageOf(error)}`);
    return undefined;
  }
}

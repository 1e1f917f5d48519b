/** Entry of the bundle with every command except hooks: `main.ts` loads it once the version of Node is known to do. */
import { join } from 'node:path';

import { OWN_PROCESS } from '../core/capture/own-tools.js';
import { messageOf } from '../core/errors.js';
import { hideSecrets } from '../core/secrets/secrets.js';
import { mayUseBackground } from '../node/background/allowed.js';
import { programIn } from '../node/background/program.js';
import { startBackground, usableBackground } from '../node/background/start.js';
import type { ServeOptions } from '../node/background/serve.js';
import { stopBackground } from '../node/background/stop.js';
import { variablesOf } from '../node/background/variables.js';
import { dataDirectory } from '../node/data-dir.js';
import { askHost } from '../node/discovery.js';
import { memorySection } from '../node/inject/memory-section.js';
import { createLog, fileSink } from '../node/log.js';
import { openMemdir } from '../node/open.js';
import { WARM_PATH } from '../protocol/hooks.js';
import type { BackgroundProcess, Open, WarmScope } from './cli.js';
import { COMMANDS } from './commands/registry.js';
import { useLanguageOf } from './language.js';
import { run } from './run.js';
import { processTerminal, type Terminal } from './terminal.js';

/** Milliseconds that the background process may take to say that it opens memories. */
const WARM_MS = 300;

/** Composes the engine. `distDir`: the folder of the bundles. */
export const createOpen =
  (distDir: string, { env, home }: Pick<Terminal, 'env' | 'home'> = processTerminal()): Open =>
  (request) =>
    openMemdir({ ...request, distDir, env, home });

/** Aborted when the process is asked to end. */
function terminated(): AbortSignal {
  const controller = new AbortController();
  process.once('SIGTERM', () => controller.abort());
  return controller.signal;
}

/** The background process, as this process would be it. */
const backgroundIn = (distDir: string, { env, home }: Pick<Terminal, 'env' | 'home'>): BackgroundProcess => ({
  serve: async ({ dataDir: given, warm, ...options }) => {
    const dataDir = dataDirectory(env, given);
    // Inherited by its child processes: hooks do not observe what Memdir starts for itself.
    process.env[OWN_PROCESS] = '1';
    const program = programIn(distDir);
    const { serveBackground } = await import('../node/background/serve.js');
    return await serveBackground({
      ...options,
      distDir,
      dataDir,
      program,
      signal: AbortSignal.any([options.signal, terminated()]),
      log: createLog({ sink: fileSink(join(dataDir, 'memdir.log')), home, hide: hideSecrets }),
      warm: warm && callOf(warm, env),
      session: async (socket, request, open) => {
        const { serveSession } = await import('./serve-session.js');
        await serveSession({ socket, request, open, dataDir, version: program.version, section: memorySection });
      },
    });
  },
  stop: (dataDir) => stopBackground(dataDirectory(env, dataDir)),
  warm: async (scope, given) => {
    const dataDir = dataDirectory(env, given);
    if (!mayUseBackground(dataDir, env)) return false;
    const log = createLog({ sink: fileSink(join(dataDir, 'memdir.log')), home, hide: hideSecrets });
    const place = { dataDir, env, program: programIn(distDir), log };
    try {
      const found = await usableBackground(place);
      if (found === undefined) await startBackground(place, scope);
      else await askHost(found, WARM_PATH, { prompt: '', session: '', ...callOf(scope, env) }, WARM_MS);
      return true;
    } catch (error) {
      log.info(`The background process was not told what to prepare: ${messageOf(error)}`);
      return false;
    }
  },
});

const callOf = ({ folder, ...scope }: WarmScope, env: Terminal['env']): NonNullable<ServeOptions['warm']> => ({
  ...scope,
  cwd: folder,
  env: variablesOf(env),
});

export function runCommand(args: readonly string[], distDir: string, given?: Terminal): Promise<number> {
  useLanguageOf(given?.env ?? process.env, distDir, args);
  const terminal = given ?? processTerminal();
  return run(
    { terminal, open: createOpen(distDir, terminal), background: backgroundIn(distDir, terminal), commands: COMMANDS },
    args,
  );
}

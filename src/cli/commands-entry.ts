/** Entry of the bundle with every command except hooks: `main.ts` loads it once the version of Node is known to do. */
import { join } from 'node:path';

import { OWN_PROCESS } from '../core/capture/own-tools.js';
import { maskForDisplay } from '../core/secrets/secrets.js';
import { mayUseBackground } from '../node/background/background-settings.js';
import { programIn } from '../node/background/program.js';
import { WARM_QUESTION, warmBackground } from '../node/background/start.js';
import { stopBackground } from '../node/background/stop.js';
import { variablesOf } from '../node/background/variables.js';
import { openMemdir } from '../node/compose.js';
import { dataDirectory } from '../node/data-dir.js';
import { memorySection } from '../node/inject/memory-section.js';
import { createLog, fileSink } from '../node/log.js';
import { openAdministration } from '../node/team/administration.js';
import type { BackgroundProcess, Open, OpenAdministration } from './cli.js';
import { COMMANDS } from './commands/registry.js';
import { useLanguageOf } from './language.js';
import { run } from './run.js';
import { processTerminal, type Terminal } from './terminal.js';

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
    const { [WARM_QUESTION]: prompt = '' } = env;
    delete process.env[WARM_QUESTION];
    const program = programIn(distDir);
    const { serveBackground } = await import('../node/background/serve.js');
    return await serveBackground({
      ...options,
      distDir,
      dataDir,
      program,
      signal: AbortSignal.any([options.signal, terminated()]),
      log: createLog({ sink: fileSink(join(dataDir, 'memdir.log')), home, mask: maskForDisplay }),
      warm: warm && { directories: warm.directories, all: warm.all, cwd: warm.folder, prompt, env: variablesOf(env) },
      session: async (socket, request, open) => {
        const { serveSession } = await import('./serve-session.js');
        await serveSession({
          socket,
          request,
          open,
          dataDir,
          distDir,
          version: program.version,
          section: memorySection,
        });
      },
    });
  },
  stop: (dataDir) => stopBackground(dataDirectory(env, dataDir)),
  warm: async (scope, given) => {
    const dataDir = dataDirectory(env, given);
    if (!mayUseBackground(dataDir, env)) return false;
    const log = createLog({ sink: fileSink(join(dataDir, 'memdir.log')), home, mask: maskForDisplay });
    return await warmBackground({ dataDir, env, program: programIn(distDir), log }, scope);
  },
});

const administrationIn =
  ({ env, home }: Pick<Terminal, 'env' | 'home'>): OpenAdministration =>
  (url) =>
    openAdministration(
      url,
      env,
      createLog({ sink: fileSink(join(dataDirectory(env), 'memdir.log')), home, mask: maskForDisplay }),
    );

export function runCommand(args: readonly string[], distDir: string, given?: Terminal): Promise<number> {
  useLanguageOf(given?.env ?? process.env, distDir, args);
  const terminal = given ?? processTerminal();
  return run(
    {
      terminal,
      open: createOpen(distDir, terminal),
      background: backgroundIn(distDir, terminal),
      administration: administrationIn(terminal),
      commands: COMMANDS,
    },
    args,
  );
}

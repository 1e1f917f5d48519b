/** Entry of the background host: the language server in a process of its own. */
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';

import { OWN_PROCESS } from '../core/capture/own-tools.js';
import { messageOf } from '../core/errors.js';
import { openMemdir } from '../node/open.js';
import type { OpenEngine } from './engine.js';
import { startServer } from './server.js';

/** Milliseconds the release of index and embedder may take once nobody is left to talk to. */
const RELEASE_LIMIT = 3000;

// Whatever is started below the host is Memdir's own: hooks refuse to observe it.
process.env[OWN_PROCESS] = '1';

const open: OpenEngine = (request, log, editor) =>
  openMemdir({
    distDir: __dirname,
    ...(request.dataDir && { dataDir: request.dataDir }),
    scope: { folders: request.folders, trusted: request.trusted },
    settings: request.settings,
    env: { ...process.env, ...request.claudeEnvironment },
    log,
    ...(editor && { editor }),
    follow: true,
    serve: true,
  });

const connection = createConnection(ProposedFeatures.all);
const server = startServer(connection, open);

/** The host never outlives the editor: it ends when the channel closes, whatever still runs. */
const end = (): void => {
  setTimeout(() => process.exit(1), RELEASE_LIMIT).unref();
  server.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  );
};
process.on('disconnect', end);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, end);
process.on('unhandledRejection', (reason) =>
  connection.console.error(`Unexpected failure, the host goes on: ${messageOf(reason)}`),
);

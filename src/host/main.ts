/** Entry of the background host: the language server in a process of its own. */
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';

import { OWN_PROCESS } from '../core/capture/own-tools.js';
import { messageOf } from '../core/errors.js';
import { openMemdir } from '../node/compose.js';
import type { OpenEngine } from './engine-options.js';
import { startServer } from './server.js';

/** Milliseconds the release of index and embedder may take after the channel has closed. */
const RELEASE_LIMIT = 3000;

// Inherited by child processes: hooks do not observe processes of Memdir itself.
process.env[OWN_PROCESS] = '1';

const open: OpenEngine = (request, log, editor) =>
  openMemdir({
    distDir: __dirname,
    dataDir: request.dataDir,
    scope: { folders: request.folders, trusted: request.trusted },
    settings: request.settings,
    ignored: request.ignored,
    env: { ...process.env, ...request.claudeEnvironment },
    log,
    editor,
    runningEditor: request.editor,
    follow: true,
    serve: true,
  });

const connection = createConnection(ProposedFeatures.all);
const server = startServer(connection, open);

/** The host never outlives the editor: it ends when the channel closes, even with work under way. */
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

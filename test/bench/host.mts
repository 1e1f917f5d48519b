/** A host as a process, ready to answer hooks. */
import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createMessageConnection, IPCMessageReader, IPCMessageWriter, type MessageConnection } from 'vscode-languageserver-protocol/node';
import { findHost } from '../../src/node/discovery.js';
import type { HostAddress } from '../../src/protocol/hooks.js';
import { toHost } from '../../src/protocol/methods.js';
import { DEFAULT_SETTINGS } from '../../src/protocol/settings.js';
import type { Bed } from './engine.mjs';

export interface Host {
  readonly process: ChildProcess;
  readonly connection: MessageConnection;
  readonly address: HostAddress;
}

/** Its workspace folder is `folder`, a real path; its memories are the bed's. */
export async function startHost(bed: Bed, folder: string): Promise<Host> {
  const host = fork(path.resolve('dist/host.js'), ['--node-ipc'], { env: { ...process.env, MEMDIR_DATA_DIR: bed.dataDir }, silent: true });
  const connection = createMessageConnection(new IPCMessageReader(host), new IPCMessageWriter(host));
  connection.onRequest(() => null);
  connection.listen();
  await connection.sendRequest('initialize', {
    processId: process.pid, rootUri: null, capabilities: {}, workspaceFolders: [{ uri: `file://${folder}`, name: 'bed' }],
    initializationOptions: { settings: { ...DEFAULT_SETTINGS, directories: [bed.store], 'embedding.provider': 'none' }, dataDir: bed.dataDir, trusted: true, claudeEnvironment: {} },
  });
  await connection.sendNotification('initialized', {});
  await connection.sendRequest(toHost.search.method, { query: 'why did the invoices vanish' });
  for (let tries = 0; tries < 200; tries++) {
    const address = findHost(bed.dataDir, folder);
    if (address !== undefined) return { process: host, connection, address };
    await sleep(50);
  }
  throw new Error('The host does not listen.');
}

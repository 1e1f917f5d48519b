/** A host as a process, ready to answer hooks. */
import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import {
  createMessageConnection,
  IPCMessageReader,
  IPCMessageWriter,
  type MessageConnection,
} from 'vscode-languageserver-protocol/node';

import { findHost } from '../../src/node/discovery.js';
import type { HostAddress } from '../../src/protocol/hooks.js';
import { methodOf } from '../../src/protocol/methods.js';
import { DEFAULT_SETTINGS } from '../../src/protocol/settings.js';
import type { Bed } from './engine.mjs';

export interface Host {
  readonly process: ChildProcess;
  readonly connection: MessageConnection;
  readonly address: HostAddress;
}

/** As the extension starts it. */
const FLAGS = ['--max-semi-space-size=4'];
/** Milliseconds of work in a second that a host at rest may do. */
const REST_MS = 30;
/** Milliseconds of one tick of a processor's clock in `/proc`. */
const TICK_MS = 10;
const PATIENCE_S = 60;

/** Milliseconds of processor time that a process has used; Linux only. */
function usedBy(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Resolves when a process has done next to nothing for two seconds, or after a minute. */
export async function atRest(pid: number): Promise<void> {
  for (let quiet = 0, tries = 0; quiet < 2 && tries < PATIENCE_S; tries++) {
    const before = usedBy(pid);
    await sleep(1_000);
    quiet = usedBy(pid) - before < REST_MS ? quiet + 1 : 0;
  }
}

/** Its workspace folder is `folder`, a real path; its memories are the bed's. */
export async function startHost(bed: Bed, folder: string): Promise<Host> {
  const host = fork(path.resolve('dist/host.js'), ['--node-ipc'], {
    execArgv: FLAGS,
    env: { ...process.env, MALLOC_ARENA_MAX: '1', MEMDIR_DATA_DIR: bed.dataDir },
    silent: true,
  });
  const connection = createMessageConnection(new IPCMessageReader(host), new IPCMessageWriter(host));
  connection.onRequest(() => null);
  connection.listen();
  await connection.sendRequest('initialize', {
    processId: process.pid,
    rootUri: null,
    capabilities: {},
    workspaceFolders: [{ uri: `file://${folder}`, name: 'bed' }],
    initializationOptions: {
      settings: { ...DEFAULT_SETTINGS, directories: [bed.store], 'embedding.provider': 'none' },
      dataDir: bed.dataDir,
      trusted: true,
      claudeEnvironment: {},
    },
  });
  await connection.sendNotification('initialized', {});
  await connection.sendRequest(methodOf('search'), { query: 'why did the invoices vanish' });
  for (let tries = 0; tries < 200; tries++) {
    const address = findHost(bed.dataDir, folder);
    if (address !== undefined) return { process: host, connection, address };
    await sleep(50);
  }
  throw new Error('The host does not listen.');
}

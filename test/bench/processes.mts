/** The built host as the editor starts it: time to its first answers, and what it holds in memory. */
import { fork } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createMessageConnection, IPCMessageReader, IPCMessageWriter } from 'vscode-languageserver-protocol/node';
import { DEFAULT_SETTINGS } from '../../src/protocol/settings.js';
import { fromHost, toHost } from '../../src/protocol/methods.js';
import type { ServiceStatus } from '../../src/protocol/wire.js';
import type { Bed } from './engine.mjs';
import { mb, ms, timed, under, type Row } from './measure.mjs';

/** Resident bytes of a process; Linux only. */
const resident = (pid: number): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? NaN) * 1024;

function childrenOf(pid: number): number[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number).filter((candidate) => {
    try {
      return readFileSync(`/proc/${candidate}/status`, 'utf8').includes(`PPid:\t${pid}\n`);
    } catch (_gone) {
      return false; // it ended between listing and reading
    }
  });
}

export async function hostRows(bed: Bed): Promise<Row[]> {
  const start = performance.now();
  const host = fork(path.resolve('dist/host.js'), ['--node-ipc'], { execArgv: ['--max-semi-space-size=4'], env: { ...process.env, MEMDIR_DATA_DIR: bed.dataDir }, silent: true });
  const connection = createMessageConnection(new IPCMessageReader(host), new IPCMessageWriter(host));
  let status: ServiceStatus | undefined;
  connection.onNotification(fromHost.status.method, (next: ServiceStatus) => {
    status = next;
  });
  connection.listen();
  await connection.sendRequest('initialize', {
    processId: process.pid, rootUri: null, capabilities: {},
    initializationOptions: { settings: { ...DEFAULT_SETTINGS, directories: [bed.store] }, dataDir: bed.dataDir, trusted: true, claudeEnvironment: {} },
  });
  await connection.sendNotification('initialized', {});
  const initialized = performance.now() - start;
  const view = await timed(() => connection.sendRequest(toHost.view.method));
  const tree = performance.now() - start;
  await connection.sendRequest(toHost.search.method, { query: 'why did the invoices vanish', patience: 10_000 });
  for (let i = 0; i < 600 && status?.kind !== 'ready'; i++) await new Promise((resolve) => setTimeout(resolve, 100));
  const memory = process.platform === 'linux' && host.pid ? { host: resident(host.pid), embedder: Math.max(0, ...childrenOf(host.pid).map(resident)) } : undefined;
  connection.dispose();
  host.kill();
  const count = bed.memories.length.toLocaleString('en');
  return [
    { what: 'host: process start to initialize answered', value: ms(initialized) },
    under(`host: process start to a tree of ${count} memories`, tree, 1000, ms),
    { what: 'of which the view itself', value: ms(view.took) },
    ...(memory ? [under(`host: resident at ${count} memories`, memory.host, 120 * 2 ** 20, mb), under('embedder: resident while it works', memory.embedder, 250 * 2 ** 20, mb)] : []),
  ];
}

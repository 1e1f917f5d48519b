/** The built host as the editor starts it: time to its first answers, and what it holds in memory. */
import { fork } from 'node:child_process';
import path from 'node:path';

import { createMessageConnection, IPCMessageReader, IPCMessageWriter } from 'vscode-languageserver-protocol/node';

import type { ServiceStatus } from '../../src/core/results.js';
import { methodOf } from '../../src/protocol/methods.js';
import { DEFAULT_SETTINGS } from '../../src/protocol/settings.js';
import type { Bed } from './engine.mjs';
import { mb, ms, type Row, under } from './measure.mjs';
import { childrenOf, resident } from './process-memory.mjs';

/** Milliseconds after which a host that does nothing has given memory back. */
const QUIET_MS = 6_000;

interface Host {
  readonly pid: number;
  /** Milliseconds from the start of the process. */
  readonly initialized: number;
  readonly tree: number;
  /** Resolves once every memory has its vectors. */
  search(): Promise<void>;
  stop(): void;
}

async function startHost(bed: Bed): Promise<Host> {
  const start = performance.now();
  const host = fork(path.resolve('dist/host.js'), ['--node-ipc'], {
    execArgv: ['--max-semi-space-size=4'],
    env: { ...process.env, MALLOC_ARENA_MAX: '1', MEMDIR_DATA_DIR: bed.dataDir },
    silent: true,
  });
  const connection = createMessageConnection(new IPCMessageReader(host), new IPCMessageWriter(host));
  let status: ServiceStatus | undefined;
  connection.onNotification(methodOf('status'), (next: ServiceStatus) => {
    status = next;
  });
  connection.listen();
  await connection.sendRequest('initialize', {
    processId: process.pid,
    rootUri: null,
    capabilities: {},
    initializationOptions: {
      settings: { ...DEFAULT_SETTINGS, directories: [bed.store] },
      dataDir: bed.dataDir,
      trusted: true,
      claudeEnvironment: {},
    },
  });
  await connection.sendNotification('initialized', {});
  const initialized = performance.now() - start;
  await connection.sendRequest(methodOf('outline'));
  return {
    pid: host.pid ?? 0,
    initialized,
    tree: performance.now() - start,
    search: async () => {
      await connection.sendRequest(methodOf('search'), {
        query: 'why did the invoices vanish',
        vectorTimeoutMs: 10_000,
      });
      for (let i = 0; i < 900 && status?.kind !== 'ready'; i++)
        await new Promise((resolve) => setTimeout(resolve, 100));
    },
    stop: () => {
      connection.dispose();
      host.kill();
    },
  };
}

/** A first start, which indexes and embeds everything, and one with nothing changed, as on every later day. */
export async function hostRows(bed: Bed): Promise<Row[]> {
  const count = bed.memories.length.toLocaleString('en');
  const first = await startHost(bed);
  await first.search();
  const working = { host: resident(first.pid), embedder: Math.max(0, ...childrenOf(first.pid).map(resident)) };
  first.stop();
  const later = await startHost(bed);
  await later.search();
  const busiest = resident(later.pid);
  // What work left behind is given back once the host has been quiet for a while.
  await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  const idle = resident(later.pid);
  later.stop();
  return [
    { what: 'host: process start to initialize answered', value: ms(later.initialized) },
    { what: `host: process start to a tree of ${count} memories, first time`, value: ms(first.tree) },
    under(`host: the same, nothing changed`, later.tree, 1000, ms),
    under(`host: resident at ${count} memories, nothing changed`, idle, 120 * 2 ** 20, mb),
    { what: 'host: the same, right after its first search', value: mb(busiest) },
    { what: 'host: resident after embedding all of them', value: mb(working.host) },
    under('embedder: resident while it works', working.embedder, 160 * 2 ** 20, mb),
  ];
}

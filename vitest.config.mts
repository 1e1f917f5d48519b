import { defineConfig } from 'vitest/config';

/** Tests outside test/{cli,e2e,mcp} whose subject is a process of its own: its start, its death, its memory. */
const PROCESSES = [
  'test/embed/**/*.test.ts',
  'test/host/process.test.ts',
  'test/{node,store,service}/processes.test.ts',
];

/** Whatever the language of the machine is. */
const ENGLISH = { MEMDIR_LANG: 'en' };

/** Test files at a time where each has folders, ports and processes of its own. */
const WORKERS = 2;
/** The same where tests wait for processes, timers and the disk for a good part of their time. */
const WAITING_WORKERS = 3;

/**
 * `unit` is the fast loop; `engine` is the index and the whole engine on real files, at the doors of service and host; `postgres` runs against a real server; `process` runs the built dist and the packages as real processes; `vscode` drives a real
 * VS Code that has the package installed. dist is built before any of them.
 */
export default defineConfig({
  test: {
    globalSetup: ['test/globalSetup.mts'],
    projects: [
      {
        test: {
          name: 'unit',
          env: ENGLISH,
          maxWorkers: WORKERS,
          // Loading the sources anew for each file takes longer than its tests; none of them leaves anything behind.
          isolate: false,
          include: ['test/{core,node,protocol,extension,simd,webview}/**/*.test.ts'],
          exclude: PROCESSES,
          setupFiles: ['test/support/fuzz.ts'],
          // The longest take seconds, on a machine that has nothing else to do.
          testTimeout: 90_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'engine',
          env: ENGLISH,
          maxWorkers: WAITING_WORKERS,
          isolate: false,
          include: ['test/{service,host,store}/**/*.test.ts'],
          exclude: PROCESSES,
          setupFiles: ['test/support/fuzz.ts'],
          // A busy machine takes many times as long as an idle one.
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'postgres',
          env: ENGLISH,
          include: ['test/postgres/**/*.test.ts'],
          globalSetup: ['test/postgres/server.mts'],
          maxWorkers: WORKERS,
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'process',
          env: ENGLISH,
          include: ['test/{cli,e2e,mcp}/**/*.test.ts', ...PROCESSES],
          maxWorkers: WAITING_WORKERS,
          isolate: false,
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'clients',
          env: ENGLISH,
          include: ['test/clients/**/*.test.ts'],
          // A client takes a core while it starts.
          maxWorkers: WORKERS,
          maxConcurrency: 2,
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          name: 'vscode',
          env: ENGLISH,
          include: ['test/vscode/**/*.test.ts'],
          // Times for machines that are slow: nothing waits longer than it has to.
          testTimeout: 240_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 60_000, interval: 100 } },
          maxWorkers: WORKERS,
        },
      },
    ],
  },
});

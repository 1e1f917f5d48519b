import { defineConfig } from 'vitest/config';

/**
 * `unit` needs nothing built; `process` runs the built dist and the packages as real processes; `vscode` drives a real
 * VS Code that has the package installed.
 */
export default defineConfig({
  test: {
    globalSetup: ['test/globalSetup.mts'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/{core,service,store,node,embed,protocol,host,extension,support}/**/*.test.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'process',
          include: ['test/{cli,e2e}/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'vscode',
          include: ['test/vscode/**/*.test.ts'],
          testTimeout: 90_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
    ],
  },
});

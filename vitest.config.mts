import { defineConfig } from 'vitest/config';

/** `unit` needs nothing built; `process` runs the built dist as real processes. */
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
    ],
  },
});

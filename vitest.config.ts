import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    retry: 0,
    projects: [
      { test: { name: 'unit', include: ['test/{model,unit}/**/*.test.ts'], testTimeout: 60_000 } },
      {
        test: {
          name: 'cluster',
          include: ['test/cluster/**/*.test.ts'],
          globalSetup: ['test/cluster/build.ts'],
          fileParallelism: false,
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
      { test: { name: 'planted', include: ['test/planted/**/*.test.ts'], testTimeout: 300_000 } },
      {
        test: {
          name: 'bench',
          include: ['test/bench/**/*.bench.ts'],
          fileParallelism: false,
          testTimeout: 3_600_000,
        },
      },
      {
        test: {
          name: 'property',
          include: ['test/property/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 0,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});

import { defineConfig } from 'vitest/config';

/** Tests read core's sources, so that they need no build of it. */
const source = { resolve: { conditions: ['source'] }, ssr: { resolve: { conditions: ['source'] } } };

/** Tests use real time and real processes; on CI's shared machine one that a stall hit may try once more. */
const onSharedMachine = { retry: process.env.CI ? 1 : 0 };

export default defineConfig({
  test: {
    // Most tests wait more than they compute: one worker for each core.
    maxWorkers: '100%',
    reporters: ['default', './scripts/end-stuck-tests.ts'],
    projects: [
      {
        ...source,
        test: {
          name: 'node',
          ...onSharedMachine,
          environment: 'node',
          include: ['packages/{core,server,cli}/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: ['**/*.postgres.test.ts'],
          provide: { postgresPort: null },
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        ...source,
        test: {
          // Everything that stands on the database, once more on PostgreSQL, and what is about PostgreSQL.
          name: 'postgres',
          ...onSharedMachine,
          environment: 'node',
          include: [
            'packages/server/src/**/*.postgres.test.ts',
            'packages/server/src/{storage,settings,results,alerting,notifications,access,backup,public-status,monitors,resources}/**/*.test.ts',
          ],
          globalSetup: ['packages/server/src/testing/postgres-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        ...source,
        resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['packages/web/src/**/*.test.{ts,tsx}'],
          setupFiles: ['packages/web/src/testing/setup.ts'],
          testTimeout: 20_000,
        },
      },
      {
        ...source,
        test: {
          name: 'e2e',
          ...onSharedMachine,
          environment: 'node',
          include: ['e2e/**/*.test.ts'],
          // Alone on the machine: they look at times and drive browsers.
          sequence: { groupOrder: 1 },
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});

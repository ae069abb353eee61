import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { unitTests } from './scripts/unit-tests.ts';

const unit = unitTests();

export default defineConfig({
  test: {
    // The limits end tests that hang; a slow machine needs most of them.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 100_000 } },
    pool: 'forks',
    // More than processors, because tests mostly wait for processes and databases; few, because they share one PostgreSQL.
    maxWorkers: Math.min(availableParallelism() + 2, 6),
    projects: [
      {
        extends: true,
        test: { name: 'unit', isolate: false, include: unit },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          // A separate process for each of three hundred files takes longer than most of the files do.
          isolate: false,
          include: ['{server,client,web}/src/**/*.test.ts', 'server/test/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: unit,
          globalSetup: ['server/test/setup/postgres.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['web/test/**/*.test.ts'],
          globalSetup: ['web/test/setup/app.ts'],
        },
      },
    ],
  },
});

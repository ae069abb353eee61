import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // A limit is for what hangs: slow machines take their time.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 100_000 } },
    pool: 'forks',
    // One more than the processors of small machines: much of what tests do is to wait for processes and databases.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          // A process of its own for each of three hundred files takes longer than most of them do.
          isolate: false,
          include: ['{server,client,web}/src/**/*.test.ts', 'server/test/**/*.test.ts', 'bench/**/*.test.ts'],
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

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
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

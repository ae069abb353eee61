import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{server,client,web}/src/**/*.test.ts', '{server,web}/test/**/*.test.ts', 'bench/**/*.test.ts'],
    globalSetup: ['server/test/setup/postgres.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: 2,
  },
});

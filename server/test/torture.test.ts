import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { PROJECT } from './service/service.ts';

it('delivers every webhook and logs it while server, worker and PostgreSQL are killed at random', {
  timeout: 240_000,
}, async () => {
  const args = ['--deliveries', '1000', '--kills', '3', '--failing', '0', '--minutes', '3'];
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(PROJECT, 'scripts/torture/webhooks.ts'),
    ...args,
  ]);
  const result = JSON.parse(stdout) as { kills: Record<string, number> };
  expect(result).toMatchObject({ deliveries: 1_000, delivered: 1_000, lost: 0, unknown: 0, forged: 0, faults: [] });
  expect(result.kills).toEqual({ server: 1, worker: 1, postgres: 1 });
});

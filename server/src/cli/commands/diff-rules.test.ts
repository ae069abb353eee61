import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { seedFilings, seedIssuer } from '../../../test/seeds/issuers.ts';
import { sql } from '../../db/database.ts';

const database = useTestDatabase();

function diffRules(...words: string[]): { code: number | null; stdout: string; stderr: string } {
  const { connection } = database;
  if ('connectionString' in connection) throw new Error('the tests have a PostgreSQL of their own');
  const url = new URL(`postgres://${connection.user}@localhost/${connection.database}`);
  url.searchParams.set('host', connection.host);
  const main = join(import.meta.dirname, '../../main.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, 'diff-rules', ...words], {
    env: { ...process.env, DATABASE_URL: url.href },
    encoding: 'utf8',
  });
  return { code: status, stdout, stderr };
}

it('lists what newer rules read differently, as rows and as JSON, and counts it by subject', async () => {
  const { db } = database;
  const issuerId = await seedIssuer(db, { key: 'cik:990044', name: 'Fictional Mills Inc' });
  await seedFilings(db, issuerId, [{ nativeId: 'a-1', form: '10-K', filed: '2024-02-01', periodEnd: '2023-12-31' }]);
  await db.execute(sql`
    insert into former_readings (issuer_id, registry, native_id, subject, rules_version, records)
    values (${issuerId}, 'sec-edgar', 'a-1', 'red-flags', '2', '[{"key": "going_concern_auditor", "said": "HIGH"}]')`);
  const { code, stdout, stderr } = diffRules('--since', '2');
  expect(code).toBe(0);
  expect(stdout).toBe('gone\tred-flags\tcik:990044\ta-1\tgoing_concern_auditor\tHIGH\t\n');
  expect(stderr).toMatch(/red-flags, rules \d+: 0 added, 1 gone, 0 changed/);
  const json = diffRules('--since', '2', '--subject', 'red-flags', '--json').stdout;
  expect(JSON.parse(json)).toMatchObject({ change: 'gone', since_version: '2', before: 'HIGH', after: null });
  expect(diffRules('--since', '3').stdout).toBe('');
  expect(diffRules('--since', 'x').code).toBe(2);
});

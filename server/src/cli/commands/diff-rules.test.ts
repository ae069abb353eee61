import { expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { seedFilings, seedIssuer } from '../../../test/seeds/issuers.ts';
import { runAsfiled } from '../../../test/service/run-asfiled.ts';
import { sql } from '../../db/database.ts';
import type { Guidance } from '../../domain/figures/earnings/model/earnings-release.ts';
import { replaceEarningsRelease } from '../../domain/figures/earnings/store.ts';
import { TEXT_READINGS } from '../../pipeline/parts.ts';

const database = useTestDatabase();

const diffRules = (...words: string[]) => runAsfiled(database, 'diff-rules', ...words);

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

it('compares every subject that is read out of text, guidance in releases included', async () => {
  expect(TEXT_READINGS.map(({ subject }) => subject).sort()).toEqual([
    'events',
    'guidance',
    'people',
    'red-flags',
    'supply-chain',
  ]);
  const { db } = database;
  const issuerId = await seedIssuer(db, { key: 'cik:990045', name: 'Fictional Looms Inc' });
  const filing = { issuerId, registry: 'sec-edgar', nativeId: 'a-2' };
  await seedFilings(db, issuerId, [{ nativeId: 'a-2', form: '8-K', filed: '2024-05-01', periodEnd: '2024-03-31' }]);
  const place = { exhibit: 'EX-99.1', title: null, url: 'https://fictional.example/a-2', fileId: '2', text: 'Outlook' };
  const outlook: Guidance = {
    ...{ metric: 'revenue', fiscalYear: 2024, fiscalPeriod: 'fy', unit: 'USD', currency: 'USD', quote: 'Outlook' },
    ...{ oldLow: null, oldHigh: null, newLow: 100, newHigh: 120, direction: 'initiated', charStart: 0, charEnd: 7 },
  };
  await db.transaction(tx => replaceEarningsRelease(tx, filing, { ...place, guidance: [outlook] }));
  await db.execute(sql`update earnings_releases set guidance_version = '1' where native_id = 'a-2'`);
  const raised = { ...outlook, newHigh: 130 };
  const margin = { ...outlook, metric: 'gross_margin', unit: 'pure', currency: null, newLow: 0.4, newHigh: 0.4 };
  await db.transaction(tx => replaceEarningsRelease(tx, filing, { ...place, guidance: [raised, margin] }));
  const { stdout, stderr } = diffRules('--since', '1', '--subject', 'guidance');
  expect(stdout.trimEnd().split('\n')).toEqual([
    'added\tguidance\tcik:990045\ta-2\tgross_margin 2024 fy\t\tinitiated · 0.4 to 0.4 · pure',
    'changed\tguidance\tcik:990045\ta-2\trevenue 2024 fy\tinitiated · 100 to 120 · USD\tinitiated · 100 to 130 · USD',
  ]);
  expect(stderr).toMatch(/guidance, rules \d+: 1 added, 0 gone, 1 changed/);
});

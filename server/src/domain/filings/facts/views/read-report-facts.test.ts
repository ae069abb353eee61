import { expect, it } from 'vitest';
import { useTestDatabase } from '../../../../../test/database.ts';
import { AURORA, seedSmallStore } from '../../../../../test/seeds/issuers.ts';
import { auroraReport, seedReport } from '../../../../../test/seeds/reports.ts';
import { sql } from '../../../../db/database.ts';
import { findFiling } from '../../filings/views/find-filing.ts';
import { readReportFacts } from './read-report-facts.ts';

const database = useTestDatabase();

it('unpacks a report once for all its readers, and again after it changed', async () => {
  await seedSmallStore(database.db);
  const [row] = await database.db.query<{ issuer_id: string }>(
    sql`select issuer_id from filings where native_id = ${AURORA.annual2023}`,
  );
  const filing = await findFiling(database.db, `sec-edgar:${AURORA.annual2023}`, sql`g.native_id`);
  const report = auroraReport();
  await seedReport(database.db, row?.issuer_id ?? '', AURORA.annual2023, report);
  const [first, second] = await Promise.all([
    readReportFacts(database.db, filing),
    readReportFacts(database.db, filing),
  ]);
  expect(second).toBe(first);
  expect(await readReportFacts(database.db, filing)).toBe(first);
  await seedReport(database.db, row?.issuer_id ?? '', AURORA.annual2023, {
    ...report,
    facts: report.facts.slice(0, 12),
    statements: [],
  });
  const changed = await readReportFacts(database.db, filing);
  expect(changed?.flatMap(block => block.position)).toHaveLength(12);
});

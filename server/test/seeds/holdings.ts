import { type Database, sql } from '../../src/db/database.ts';
import type { FilingFile } from '../../src/domain/filings/filings/model/filing-contents.ts';
import { securityNameKey } from '../../src/domain/ownership/holders/rules/security-name.ts';
import { encodeHoldings, replaceHoldings } from '../../src/domain/ownership/holders/store/holdings-reports.ts';
import { replaceStakeReports } from '../../src/domain/ownership/holders/store/stake-reports.ts';
import { AnomalyLog } from '../../src/kernel/anomaly-log.ts';
import { readHoldings } from '../../src/sources/sec-edgar/holdings/read-holdings.ts';
import { parseSchedule } from '../../src/sources/sec-edgar/stakes/parse-schedule.ts';
import { type FictionalHoldingsReport, holdingsCover, informationTable, scheduleG } from '../fictional/holdings.ts';
import { filingFile } from './documents.ts';
import { seedFilings, seedIssuer } from './issuers.ts';

/** A report of a fictional manager as a filing. */
export type SeedHoldingsReport = FictionalHoldingsReport & { nativeId: string; filed: string };

/** The files of a report's filing. */
export function holdingsFiles(report: FictionalHoldingsReport): FilingFile[] {
  const file = (nativeType: string, fileName: string, text: string): FilingFile =>
    filingFile(fileName, text, { nativeType, fileName, contentType: 'application/xml' });
  const cover = file(report.form, 'primary_doc.xml', holdingsCover(report));
  if (report.form === '13F-NT') return [cover];
  return [cover, file('INFORMATION TABLE', 'table.xml', informationTable(report.holdings))];
}

/** Stores filings with reports of managers as the pipeline does, and the managers where missing. */
export async function seedHoldings(db: Database, reports: readonly SeedHoldingsReport[]): Promise<void> {
  for (const report of reports) {
    const issuerId = await managerId(db, report);
    await seedFilings(db, issuerId, [
      {
        nativeId: report.nativeId,
        form: report.form,
        filed: report.filed,
        periodEnd: report.quarterEnd,
        hasXbrl: false,
      },
    ]);
    await storeHoldings(db, issuerId, report);
  }
}

async function managerId(db: Database, { cik, manager }: FictionalHoldingsReport): Promise<string> {
  const key = `cik:${cik}`;
  const known = await db.queryOne<{ issuer_id: string }>(
    sql`select issuer_id from issuers where canonical_key = ${key}`,
  );
  return known?.issuer_id ?? (await seedIssuer(db, { key, name: manager }));
}

/** Stores the content of a report whose filing is stored. */
export async function storeHoldings(db: Database, issuerId: string, report: SeedHoldingsReport): Promise<void> {
  const key = { issuerId, registry: 'sec-edgar', nativeId: report.nativeId };
  const read = readHoldings(holdingsFiles(report), new AnomalyLog('sec-edgar', report.nativeId));
  if (read === null) throw new Error('The seeded report is unreadable.');
  const holdings = encodeHoldings(read.report, key, securityNameKey);
  await db.transaction(tx => replaceHoldings(tx, [{ ...key, holdings }]));
}

/** Stores a Schedule 13G and its content. */
export async function seedStake(
  db: Database,
  issuerId: string,
  { nativeId, filed, ...schedule }: Parameters<typeof scheduleG>[0] & { nativeId: string; filed: string },
): Promise<void> {
  const form = schedule.form ?? 'SCHEDULE 13G';
  await seedFilings(db, issuerId, [{ nativeId, form, filed, hasXbrl: false }]);
  const document = { fileName: 'primary_doc.xml', source: scheduleG(schedule), accession: nativeId, known: new Map() };
  const read = parseSchedule(document, new AnomalyLog('sec-edgar', nativeId));
  if (read === null) throw new Error('The seeded schedule is unreadable.');
  const filing = { issuerId, registry: 'sec-edgar', nativeId, stakeReport: read.report };
  await db.transaction(tx => replaceStakeReports(tx, [filing]));
}

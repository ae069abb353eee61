import type { Database } from '../../src/db/database.ts';
import type { FilingKey } from '../../src/domain/kit/store/filing-keys.ts';
import type { InsiderReport } from '../../src/domain/ownership/insiders/model/insider-report.ts';
import { replaceInsiderReports } from '../../src/domain/ownership/insiders/store.ts';
import { AnomalyLog } from '../../src/kernel/anomaly-log.ts';
import { parseOwnership } from '../../src/sources/sec-edgar/ownership/parse-ownership.ts';
import { type FictionalOwnership, type OwnershipRow, ownershipDocument } from '../fictional/ownership.ts';
import { seedFilings } from './issuers.ts';

/** A report of a fictional company's insiders; {@link ownershipDocument} writes its form. */
export type SeedInsiderReport = Omit<FictionalOwnership, 'company' | 'period'> & { nativeId: string; filed: string };

const COMPANY = { cik: 900_001, name: 'Aurora Widgets Inc.', ticker: 'AURW' };

/** Parses the document of a report. */
export function readSeededReport({ nativeId, filed, ...report }: SeedInsiderReport): InsiderReport {
  const source = ownershipDocument({ ...report, company: COMPANY, period: filed });
  const document = {
    fileName: 'form4.xml',
    source,
    accession: nativeId,
    filingDate: filed,
    incorporated: new Set<string>(),
  };
  const read = parseOwnership(document, new AnomalyLog('sec-edgar', nativeId));
  if (read === null) throw new Error('The seeded report is unreadable.');
  return read.report;
}

/** Stores filings and their reports as the pipeline does; returns the changed reports. */
export async function seedInsiders(
  db: Database,
  issuerId: string,
  reports: readonly SeedInsiderReport[],
): Promise<FilingKey[]> {
  await seedFilings(
    db,
    issuerId,
    reports.map(({ nativeId, form, filed }) => ({
      nativeId,
      form,
      filed,
      category: 'insider_transaction',
      hasXbrl: false,
    })),
  );
  return storeInsiders(db, issuerId, reports);
}

/** Stores reports whose filings are stored. */
export function storeInsiders(
  db: Database,
  issuerId: string,
  reports: readonly SeedInsiderReport[],
): Promise<FilingKey[]> {
  const filed = reports.map(report => ({
    issuerId,
    registry: 'sec-edgar',
    nativeId: report.nativeId,
    insiderReport: readSeededReport(report),
  }));
  return db.transaction(tx => replaceInsiderReports(tx, filed));
}

export const JANE = {
  cik: 9_100_001,
  name: 'DOE JANE Q',
  relation: '<isOfficer>1</isOfficer><officerTitle>Chief Tester</officerTitle>',
};
export const FUND = {
  cik: 9_100_002,
  name: 'Example Partners, L.P.',
  relation: '<isTenPercentOwner>1</isTenPercentOwner>',
};

/** A sale of 100 shares at 12.5; `other` overrides its fields. */
export function sale(other: Partial<OwnershipRow> = {}): OwnershipRow {
  return {
    table: 'nonDerivative',
    kind: 'Transaction',
    date: '2024-05-01',
    code: 'S',
    shares: '100',
    price: '12.5',
    direction: 'D',
    following: '900',
    ...other,
  };
}

/** A holding without a transaction. */
export function holding(nature: string): OwnershipRow {
  return { table: 'nonDerivative', kind: 'Holding', following: '40', held: 'I', nature };
}

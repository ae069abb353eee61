import type { Database } from '../../src/db/database.ts';
import type { EarningsRelease } from '../../src/domain/figures/earnings/model/earnings-release.ts';
import { replaceEarningsRelease } from '../../src/domain/figures/earnings/store.ts';
import { encodeFilingReport, replaceFilingReport } from '../../src/domain/filings/facts/store/filing-reports.ts';
import type { AsFiledRow, FilingReport, ReportedFact } from '../../src/domain/filings/filings/model/filing-contents.ts';
import { AURORA } from './issuers.ts';

/** A fact of a fictional filing; `other` overrides its fields. */
export function reportedFact(other: Partial<ReportedFact>): ReportedFact {
  return {
    concept: 'us-gaap:Revenues',
    periodStart: '2023-01-01',
    periodEnd: '2023-12-31',
    unit: 'USD',
    value: '0',
    decimals: -3,
    dimensions: {},
    document: 'aurw-20231231.htm',
    elementId: 'f-0',
    start: 0,
    end: 100,
    ...other,
  };
}

/** Stores the report of a filing; null if the opened filing has no tagged facts. */
export async function seedReport(
  db: Database,
  issuerId: string,
  nativeId: string,
  report: FilingReport | null,
  registry = 'sec-edgar',
): Promise<boolean> {
  const encoded = encodeFilingReport(report, { issuerId, registry, nativeId });
  return db.transaction(tx => replaceFilingReport(tx, encoded));
}

/** Stores the earnings release of a filing. */
export async function seedEarningsRelease(
  db: Database,
  issuerId: string,
  nativeId: string,
  release: EarningsRelease | null,
  registry = 'sec-edgar',
): Promise<void> {
  await db.transaction(tx => replaceEarningsRelease(tx, { issuerId, registry, nativeId }, release));
}

const PRODUCT = 'srt:ProductOrServiceAxis';
const REGION = 'srt:StatementGeographicalAxis';

/** The tagged facts in the annual report of Aurora Widgets for 2023 (figures of `auroraFinancials`). */
export function auroraReport(): FilingReport {
  const facts: ReportedFact[] = [
    reportedFact({
      concept: 'dei:EntityRegistrantName',
      unit: null,
      value: 'AURORA WIDGETS INC.',
      decimals: null,
      elementId: 'f-name',
      start: 100,
      end: 200,
    }),
    reportedFact({ value: '1250000000', elementId: 'f-revenue', start: 1000, end: 1100 }),
    reportedFact({
      periodStart: '2022-01-01',
      periodEnd: '2022-12-31',
      value: '1000000000',
      elementId: 'f-revenue-2022',
      start: 1200,
      end: 1300,
    }),
    reportedFact({
      concept: 'us-gaap:Assets',
      periodStart: null,
      value: '2000000000',
      elementId: 'f-assets',
      start: 2000,
      end: 2080,
    }),
    reportedFact({
      concept: 'us-gaap:RetainedEarningsAccumulatedDeficit',
      periodStart: null,
      value: '12345678901234567.89',
      elementId: '@2100',
      start: 2100,
      end: 2180,
      decimals: 2,
    }),
    reportedFact({
      value: '800000000',
      dimensions: { [PRODUCT]: 'aurw:GearsMember' },
      elementId: 'f-gears',
      start: 3000,
      end: 3100,
    }),
    reportedFact({
      value: '450000000',
      dimensions: { [PRODUCT]: 'aurw:SprocketsMember' },
      elementId: 'f-sprockets',
      start: 3200,
      end: 3300,
    }),
    reportedFact({
      value: '500000000',
      dimensions: { [PRODUCT]: 'aurw:GearsMember', [REGION]: 'country:US' },
      elementId: 'f-gears-us',
      start: 3400,
      end: 3500,
    }),
    reportedFact({
      value: '900000000',
      dimensions: { [REGION]: 'country:US' },
      elementId: 'f-us',
      start: 3600,
      end: 3700,
    }),
    reportedFact({
      value: '350000000',
      dimensions: { [REGION]: 'us-gaap:NonUsMember' },
      elementId: 'f-abroad',
      start: 3800,
      end: 3900,
    }),
    reportedFact({
      concept: 'us-gaap:ImpairmentOfGoodwill',
      value: null,
      decimals: null,
      elementId: 'f-nil',
      start: 4000,
      end: 4050,
    }),
    // The notes repeat the figure in millions: a second fact of the same concept, period and unit.
    reportedFact({ value: '1250000000', decimals: -6, elementId: 'f-revenue-again', start: 5000, end: 5100 }),
    reportedFact({
      concept: 'us-gaap:RevenueFromContractWithCustomerPolicyTextBlock',
      unit: null,
      value: `Revenue recognition. ${'We recognise revenue. '.repeat(200)}`,
      decimals: null,
      elementId: 'f-policy',
      start: 6000,
      end: 11_000,
    }),
  ];
  return {
    facts,
    statements: [
      {
        statementType: 'income',
        role: 'http://aurora.example/role/INCOME',
        title: 'CONSOLIDATED STATEMENTS OF INCOME',
        columns: [
          { label: 'Dec. 31, 2023', periodStart: '2023-01-01', periodEnd: '2023-12-31' },
          { label: 'Dec. 31, 2022', periodStart: '2022-01-01', periodEnd: '2022-12-31' },
        ],
        rows: [
          row({ concept: 'us-gaap:IncomeStatementAbstract', label: 'Income Statement', isAbstract: true }, [
            null,
            null,
          ]),
          row({ concept: 'us-gaap:Revenues', label: 'Net sales', level: 1, isTotal: true }, [1, 2]),
          row({ label: 'Gears', level: 2, dimensions: { [PRODUCT]: 'aurw:GearsMember' } }, [5, null]),
          row({ concept: 'us-gaap:ImpairmentOfGoodwill', label: 'Impairment', level: 1, isNegated: true }, [10, null]),
        ],
      },
      {
        statementType: 'balance',
        role: 'http://aurora.example/role/BALANCE',
        title: 'CONSOLIDATED BALANCE SHEETS',
        columns: [{ label: 'Dec. 31, 2023', periodStart: null, periodEnd: '2023-12-31' }],
        rows: [
          row({ concept: 'us-gaap:Assets', label: 'Total assets', isTotal: true }, [3]),
          row({ concept: 'us-gaap:RetainedEarningsAccumulatedDeficit', label: 'Retained earnings' }, [4]),
        ],
      },
    ],
  };
}

function row(other: Partial<AsFiledRow>, cells: (number | null)[]): AsFiledRow {
  return {
    concept: 'us-gaap:Revenues',
    label: '',
    level: 0,
    isAbstract: false,
    isTotal: false,
    isNegated: false,
    dimensions: {},
    cells,
    ...other,
  };
}

/** Stores the report of Aurora's annual report of 2023, and of no other filing of the small store. */
export function seedAuroraReport(db: Database, aurora: string): Promise<boolean> {
  return seedReport(db, aurora, AURORA.annual2023, auroraReport());
}

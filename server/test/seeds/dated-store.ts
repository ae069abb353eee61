import { type Database, sql } from '../../src/db/database.ts';
import { computeHistories } from '../../src/domain/figures/financials/compute-histories.ts';
import { balance, type FictionalReport, flows } from '../../src/domain/figures/financials/rules/fictional-filer.ts';
import { resolveCallVerdicts, resolveFilingVerdicts } from '../../src/domain/insights/briefs/resolve-verdicts.ts';
import { findAllPatterns } from '../../src/domain/insights/signals/part.ts';
import { markSignalChanges } from '../../src/domain/insights/signals/store/signals.ts';
import { gatherAllPeople } from '../../src/domain/ownership/people/gather-people.ts';
import { markPeople } from '../../src/domain/ownership/people/store/role-statements.ts';
import { fictionalTranscript } from '../fictional/calls.ts';
import { filedEvent, seedEvents } from './corporate-events.ts';
import { storeReports } from './fictional-reports.ts';
import { type SeedHoldingsReport, seedHoldings, seedStake } from './holdings.ts';
import { FUND, JANE, type SeedInsiderReport, sale, seedInsiders } from './insiders.ts';
import { type SeedFiling, seedFilings, seedIssuer } from './issuers.ts';
import { seedPeople, stated } from './people.ts';
import { seedPress, wireRelease } from './press.ts';
import { seedFlag, seedFlags } from './red-flags.ts';
import { reportedFact, seedReport } from './reports.ts';
import { seedFilingText, seedSection } from './sections.ts';
import { type SeedSignal, seedSignals } from './signals.ts';
import { seedSupplyChain, supplyStatement } from './supply-chain.ts';
import { seedTranscripts } from './transcripts.ts';

/** Two fictional companies that the records of a dated store are about. */
export interface DatedCompanies {
  works: string;
  brook: string;
}

/** A record with the day on which it becomes known. */
interface DatedRecord {
  on: string;
  store(db: Database, companies: DatedCompanies): Promise<unknown>;
}

const WORKS = { cik: 900_001, name: 'Aurora Widgets Inc.' };
const CUSIP = '11122A107';
const OTHER_CUSIP = '33344B200';
const MANAGER = { cik: 9_900_001, manager: 'Fictional Capital LP', fileNumber: '028-00001' };
const SECOND = { cik: 9_900_002, manager: 'Second Capital LP', fileNumber: '028-00002' };

/** Annual reports of the works; that of 2023 is amended. */
const REPORTS: readonly FictionalReport[] = [
  annual('0000900001-23-000001', '10-K', '2023-02-20', { 2022: [900_000, 1_500_000], 2021: [800_000, 1_400_000] }),
  annual('0000900001-24-000001', '10-K', '2024-02-19', { 2023: [1_000_000, 1_700_000], 2022: [880_000, 1_500_000] }),
  annual('0000900001-24-000020', '10-K/A', '2024-08-05', { 2023: [950_000, 1_650_000], 2022: [880_000, 1_500_000] }),
  annual('0000900001-25-000001', '10-K', '2025-02-18', { 2024: [700_000, 1_300_000], 2023: [950_000, 1_650_000] }),
];

function annual(
  accession: string,
  form: string,
  filed: string,
  years: Record<number, readonly [number, number]>,
): FictionalReport {
  const entries = Object.entries(years);
  return {
    ...{ accession, form, filed, fiscalYear: Math.max(...Object.keys(years).map(Number)) },
    durations: Object.fromEntries(entries.map(([year, [revenue]]) => [`${year}-01-01..${year}-12-31`, flows(revenue)])),
    instants: Object.fromEntries(
      entries.map(([year, [, assets]]) => [
        `${year}-12-31`,
        balance(assets, { 'dei:EntityCommonStockSharesOutstanding': 10_000 }),
      ]),
    ),
  };
}

const reports: DatedRecord[] = REPORTS.map(({ accession, filed, fiscalYear }, at) => ({
  on: filed,
  async store(db, { works }) {
    await storeReports(db, { key: `cik:${WORKS.cik}`, issuerId: works, reports: REPORTS }, at + 1);
    await db.execute(sql`update issuer_financials set data_as_of = ${`${filed}T21:00:00Z`} where issuer_id = ${works}`);
    await seedFilingText(db, works, accession, [
      seedSection({ sectionKey: 'item_1a', title: 'Risk Factors', text: `Tariffs on copper in ${filed} may rise.` }),
    ]);
    await seedFlags(db, works, { [accession]: [seedFlag('material_weakness', { asOf: `${fiscalYear}-12-31` })] });
    await seedSupplyChain(db, works, accession, [
      supplyStatement({ nameAsFiled: 'Brook Retail Inc', periodEnd: `${fiscalYear}-12-31`, concentrationPct: 10 + at }),
      supplyStatement({ label: `Customer ${at}`, periodEnd: `${fiscalYear}-12-31` }),
    ]);
    const part = (member: string, value: number) =>
      reportedFact({
        periodStart: `${fiscalYear}-01-01`,
        periodEnd: `${fiscalYear}-12-31`,
        value: String(value),
        elementId: `f-${member}`,
        dimensions: member === '' ? {} : { 'srt:ProductOrServiceAxis': `aur:${member}Member` },
      });
    const revenue = [900_000, 1_000_000, 950_000, 700_000][at] ?? 0;
    await seedReport(db, works, accession, {
      facts: [part('', revenue), part('Widgets', revenue - 300_000), part('Gears', 300_000)],
      statements: [],
    });
  },
}));

const SIGNALS: readonly (SeedSignal & { filed: string })[] = [
  { kind: 'equity_offering', filed: '2024-01-10', nativeId: 's-1', fields: { newSharesPct: 12 } },
  { kind: 'equity_offering', filed: '2024-03-05', nativeId: 's-2', fields: { newSharesPct: 9 } },
  { kind: 'convertible_issue', filed: '2024-05-15', nativeId: 's-3', fields: { convertiblePct: 20 } },
  { kind: 'going_concern', filed: '2024-05-20', nativeId: 's-4', salience: 'notable' },
  { kind: 'late_filing_notice', filed: '2024-05-21', nativeId: 's-5' },
  { kind: 'going_concern', variant: 'lifted', isResolving: true, filed: '2024-08-10', nativeId: 's-6' },
  { kind: 'late_filing_notice', filed: '2024-09-02', nativeId: 's-7' },
  { kind: 'auditor_change', variant: 'resigned', filed: '2024-10-01', nativeId: 's-8' },
  { kind: 'equity_offering', filed: '2025-01-15', nativeId: 's-9', fields: { newSharesPct: 30 } },
];

const signals: DatedRecord[] = [
  ...SIGNALS.map(signal => ({
    on: signal.filed,
    store: (db: Database, { works }: DatedCompanies) => seedSignals(db, works, [signal]),
  })),
  ...(['2024-04-04', '2024-12-01'] as const).map((filed, at) => ({
    on: filed,
    store: (db: Database, { brook }: DatedCompanies) =>
      seedSignals(db, brook, [{ kind: at === 0 ? 'equity_offering' : 'bankruptcy', filed, nativeId: `b-${at}` }]),
  })),
];

/** A report of a dismissal, and the amendment that says more. */
const amended: DatedRecord[] = [
  { nativeId: 'a-1', form: '8-K', filed: '2024-06-10', title: 'Auditor dismissed' },
  { nativeId: 'a-2', form: '8-K/A', filed: '2024-08-20', amends: 'a-1', title: 'Auditor dismissed after a dispute' },
].map(({ title, ...filing }) => ({
  on: filing.filed,
  async store(db, { works }) {
    await seedFilings(db, works, [filing]);
    await seedEvents(db, works, filing.nativeId, [filedEvent({ title })]);
  },
}));

const INSIDERS: readonly SeedInsiderReport[] = [
  { nativeId: 'form-1', form: '4', filed: '2024-05-03', owners: [JANE, FUND], rows: [sale(), sale({ shares: '7' })] },
  {
    ...{ nativeId: 'form-2', form: '4/A', filed: '2024-08-09', original: '2024-05-03', owners: [JANE] },
    rows: [sale({ price: '12.75' })],
  },
  { nativeId: 'form-3', form: '4', filed: '2024-10-04', owners: [JANE], rows: [sale({ date: '2024-10-03' })] },
];

const insiders: DatedRecord[] = INSIDERS.map(report => ({
  on: report.filed,
  store: (db, { works }) => seedInsiders(db, works, [report]),
}));

const held = (shares: number, cusip = CUSIP) => ({ cusip, value: shares * 50, shares });

const HOLDINGS: readonly SeedHoldingsReport[] = [
  report(MANAGER, 'h-1', '2023-12-31', '2024-02-10', [held(100), held(10, OTHER_CUSIP)]),
  report(SECOND, 'h-2', '2023-12-31', '2024-02-12', [held(40)]),
  report(MANAGER, 'h-3', '2024-03-31', '2024-05-10', [held(120), held(10, OTHER_CUSIP)]),
  report(SECOND, 'h-4', '2024-03-31', '2024-05-13', [held(45)]),
  // Takes the works out of the book of a quarter, and puts it back.
  {
    ...report(MANAGER, 'h-5', '2024-03-31', '2024-07-15', [held(10, OTHER_CUSIP)], '13F-HR/A'),
    amendment: 'RESTATEMENT',
  },
  report(SECOND, 'h-6', '2024-06-30', '2024-08-12', [held(50)]),
  { ...report(MANAGER, 'h-7', '2024-03-31', '2024-11-01', [held(70)], '13F-HR/A'), amendment: 'NEW HOLDINGS' },
  report(MANAGER, 'h-8', '2024-06-30', '2024-11-04', [held(130)]),
];

function report(
  manager: typeof MANAGER,
  nativeId: string,
  quarterEnd: string,
  filed: string,
  holdings: SeedHoldingsReport['holdings'],
  form: '13F-HR' | '13F-HR/A' = '13F-HR',
): SeedHoldingsReport {
  return { ...manager, form, nativeId, quarterEnd, filed, holdings };
}

const holdings: DatedRecord[] = [
  ...HOLDINGS.map(one => ({ on: one.filed, store: (db: Database) => seedHoldings(db, [one]) })),
  ...(['2024-01-20', '2024-12-20'] as const).map((filed, at) => ({
    on: filed,
    async store(db: Database, { works }: DatedCompanies) {
      await seedStake(db, works, {
        ...{ nativeId: `stake-${at}`, filed, filerCik: 9_900_001, issuer: WORKS, cusips: [CUSIP] },
        ...{ eventDay: at === 0 ? '12/31/2023' : '12/15/2024' },
        holders: [{ name: 'Fictional Capital LP', shares: String(600 + at), percent: String(6 + at) }],
      });
      await db.transaction(tx => markPeople(tx, [works]));
    },
  })),
];

const ANN = stated('Ann Maple', 'director', { sinceDate: '2019-05-01', asOf: '2024-04-10' });
const people: DatedRecord[] = [
  statements('proxy-24', 'DEF 14A', '2024-04-10', [
    ANN,
    stated('Bob Birch', 'officer', { roleTitle: 'Treasurer', asOf: '2024-04-10' }),
  ]),
  statements('leaves', '8-K', '2024-08-25', [
    stated('Bob Birch', 'officer', { roleTitle: 'Treasurer', untilDate: '2024-08-31', asOf: '2024-08-25' }),
  ]),
  statements('proxy-25', 'DEF 14A', '2025-03-10', [
    { ...ANN, roleTitle: 'Chair', asOf: '2025-03-10' },
    stated('Carol Cedar', 'officer', { roleTitle: 'Treasurer', sinceDate: '2024-09-15', asOf: '2025-03-10' }),
  ]),
];

function statements(
  nativeId: string,
  form: string,
  filed: string,
  said: readonly ReturnType<typeof stated>[],
): DatedRecord {
  return {
    on: filed,
    async store(db, { works }) {
      await seedFilings(db, works, [{ nativeId, form, filed, category: form === '8-K' ? 'material_event' : 'proxy' }]);
      await seedPeople(db, works, { [`filing/${nativeId}`]: said });
    },
  };
}

const published: DatedRecord[] = [
  ...(['2024-05-10', '2024-05-16', '2024-09-20', '2025-03-01'] as const).flatMap((day, at) => [
    {
      on: day,
      async store(db: Database) {
        const tags = { listings: ['Nasdaq:AURW'], subjects: ['Earnings'] };
        await seedPress(db, [wireRelease(`${at}-en`, `${day}T10:00:00Z`, tags)]);
        // As if they had been read on their day.
        await db.execute(sql`update press_releases set stored_at = published_at`);
        await db.execute(sql`update press_newest set stored_at = published_at`);
      },
    },
    {
      on: day,
      store: (db: Database) =>
        seedTranscripts(db, [
          fictionalTranscript({
            ...{ nativeId: `call-${at}`, company: { name: WORKS.name, ticker: 'AURW', marketId: 'us' } },
            ...{ eventAt: `${day}T14:00:00Z`, eventDate: day, fiscalYear: null, fiscalPeriod: null },
          }),
        ]),
    },
  ]),
  ...(['2024-04-25', '2024-07-25', '2024-10-24'] as const).map((filed, at) => ({
    on: filed,
    store: (db: Database, { works }: DatedCompanies) =>
      seedFilings(db, works, [
        { nativeId: `results-${at}`, form: '8-K', category: 'earnings_release', filed, periodEnd: filed },
      ] satisfies SeedFiling[]),
  })),
];

/** Filings that their filers withdrew later. */
const withdrawn: DatedRecord[] = (
  [
    ['s-2', '2024-07-10'],
    ['form-1', '2024-07-20'],
    ['a-2', '2024-10-05'],
    ['proxy-24', '2025-06-01'],
  ] as const
).map(([nativeId, on]) => ({
  on,
  store: (db: Database) =>
    db.execute(sql`
      insert into filing_standings (registry, native_id, status, since)
      values ('sec-edgar', ${nativeId}, 'withdrawn', ${`${on}T12:00:00Z`})`),
}));

const RECORDS: readonly DatedRecord[] = [
  ...reports,
  ...signals,
  ...amended,
  ...insiders,
  ...holdings,
  ...people,
  ...published,
  ...withdrawn,
].toSorted((a, b) => (a.on < b.on ? -1 : 1));

/** Writes the companies of a dated store, without any record. */
export async function seedDatedCompanies(db: Database): Promise<DatedCompanies> {
  const works = await seedIssuer(db, {
    key: `cik:${WORKS.cik}`,
    name: WORKS.name,
    listings: [{ ticker: 'AURW' }],
    formerNames: ['Dawn Contraptions Corporation'],
  });
  const brook = await seedIssuer(db, { key: 'cik:900002', name: 'Brook Retail Inc', listings: [{ ticker: 'BRKR' }] });
  return { works, brook };
}

/** Stores the records that became known after one day and by the end of another, and computes what follows from all of them. */
export async function storeRecords(
  db: Database,
  companies: DatedCompanies,
  { after, until }: { after: string; until: string },
): Promise<void> {
  for (const record of RECORDS) if (record.on > after && record.on <= until) await record.store(db, companies);
  await db.transaction(async tx => {
    await markPeople(tx, [companies.works]);
    await markSignalChanges(tx, [companies.works]);
  });
  await gatherAllPeople(db);
  await findAllPatterns(db);
  await computeHistories(db, { forMs: 60_000 });
  await db.transaction(async tx => {
    await resolveFilingVerdicts(tx, [companies.works]);
    await resolveCallVerdicts(tx, [companies.works]);
  });
}

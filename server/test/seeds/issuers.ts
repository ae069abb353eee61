import { type Database, sql } from '../../src/db/database.ts';
import type { Financials, KpiPeriod, KpiValue } from '../../src/domain/figures/financials/model/financials.ts';
import type { FactSet } from '../../src/domain/filings/facts/model/facts.ts';
import { encodeFactFilings, encodeObservations } from '../../src/domain/filings/facts/model/facts-codec.ts';
import type { AlternateName } from '../../src/domain/filings/issuers/model/issuer.ts';
import { refreshProminenceOfIssuers } from '../../src/domain/filings/issuers/store/entities.ts';
import { nameKey } from '../../src/kernel/identifiers/name-key.ts';
import { filingId, tickerKey, uuidV5 } from '../../src/kernel/ids.ts';
import { encodeFinancials } from './encode-financials.ts';

/** Fictional issuers for tests of queries. No company has these names or numbers. */

export interface SeedListing {
  ticker: string;
  marketId?: string;
  mic?: string;
  isin?: string;
  isHome?: boolean;
  status?: string;
}

export interface SeedIssuer {
  key: string;
  name: string;
  marketId?: string;
  listings?: SeedListing[];
  formerNames?: string[];
  alternateNames?: { kind: AlternateName['kind']; name: string }[];
  /** ISINs of unlisted securities. */
  isins?: string[];
  successorKey?: string;
  identifiers?: Record<string, string>;
  sic?: string;
}

/** Writes one issuer with names, identifiers and listings; returns its id. */
export async function seedIssuer(db: Database, issuer: SeedIssuer): Promise<string> {
  const industry =
    issuer.sic === undefined ? null : JSON.stringify({ scheme: 'sic', code: issuer.sic, label: 'Widgets' });
  const row = await db.queryOne<{ issuer_id: string }>(sql`
    insert into issuers (canonical_key, company_name, country_code, market_id, industry, fiscal_year_end, successor_key)
    values (${issuer.key}, ${issuer.name}, 'US', ${issuer.marketId ?? 'us'}, ${industry}::jsonb, '12-31',
      ${issuer.successorKey ?? null})
    returning issuer_id`);
  if (!row) throw new Error('The insert returned no row.');
  const id = row.issuer_id;
  await seedName(db, id, issuer.name, 'name');
  for (const former of issuer.formerNames ?? []) {
    await db.execute(
      sql`insert into former_names (issuer_id, company_name, until_date) values (${id}, ${former}, '2015-06-30')`,
    );
    await seedName(db, id, former, 'former_name');
  }
  for (const { kind, name } of issuer.alternateNames ?? []) {
    await db.execute(sql`insert into alternate_names (issuer_id, kind, name) values (${id}, ${kind}, ${name})`);
    await seedName(db, id, name, 'alternate_name');
  }
  for (const isin of issuer.isins ?? []) {
    await db.execute(sql`insert into issuer_isins (issuer_id, isin) values (${id}, ${isin})`);
  }
  for (const [scheme, identifier] of Object.entries(issuer.identifiers ?? {})) {
    await db.execute(
      sql`insert into issuer_identifiers (issuer_id, scheme, identifier) values (${id}, ${scheme}, ${identifier})`,
    );
  }
  for (const [index, listing] of (issuer.listings ?? []).entries()) {
    await db.execute(sql`
      insert into listings (issuer_id, market_id, ticker, ticker_key, mic, isin, currency, is_home, status)
      values (${id}, ${listing.marketId ?? 'us'}, ${listing.ticker}, ${tickerKey(listing.ticker)}, ${listing.mic ?? 'XNAS'},
        ${listing.isin ?? null}, 'USD', ${listing.isHome ?? index === 0}, ${listing.status ?? 'active'})`);
  }
  await seedProminence(db, [id]);
  return id;
}

/** Computes the prominence of issuers' entities as after a load. */
export async function seedProminence(db: Database, issuerIds: readonly string[]): Promise<void> {
  await db.transaction(tx => refreshProminenceOfIssuers(tx, issuerIds));
}

async function seedName(db: Database, issuerId: string, name: string, matched: string): Promise<void> {
  await db.execute(
    sql`insert into issuer_names (issuer_id, name_key, matched) values (${issuerId}, ${nameKey(name)}, ${matched})`,
  );
}

/** Groups issuers into one entity, led by the first, whose home listing all of them get. */
export async function seedEntity(db: Database, [lead = '', ...others]: readonly string[]): Promise<void> {
  await db.execute(sql`update issuers set entity_id = ${lead} where issuer_id = any(${[lead, ...others]}::bigint[])`);
  await db.execute(sql`
    update listings set is_entity_home = is_home and issuer_id = ${lead} where issuer_id = any(${[lead, ...others]}::bigint[])`);
  await seedProminence(db, [lead]);
}

export interface SeedFiling {
  nativeId: string;
  form: string;
  /** The filing became known on this day at 21:00 UTC. */
  filed: string;
  periodEnd?: string | null;
  hasXbrl?: boolean;
  amends?: string;
  /** By default sec-edgar. */
  registry?: string;
  /** By default annual_report. */
  category?: string;
  /** The time of acceptance, if the registry states it; the filing became known then. */
  acceptedAt?: string;
}

/** Writes filings of one issuer. */
export async function seedFilings(db: Database, issuerId: string, filings: readonly SeedFiling[]): Promise<void> {
  for (const filing of filings) {
    const registry = filing.registry ?? 'sec-edgar';
    const id = filingId(registry, filing.nativeId);
    await db.execute(sql`
      insert into filings (issuer_id, registry, native_id, filing_uuid, form_type, category, category_group, filing_date,
        accepted_at, known_at, period_end, is_amendment, amends, url, has_xbrl)
      values (${issuerId}, ${registry}, ${filing.nativeId}, ${uuidV5(id)}, ${filing.form}, ${filing.category ?? 'annual_report'}, 'periodic',
        ${filing.filed}, ${filing.acceptedAt ?? null}, ${filing.acceptedAt ?? `${filing.filed}T21:00:00Z`}, ${filing.periodEnd ?? null}, ${filing.form.endsWith('/A')},
        ${filing.amends ?? null}, ${`https://registry.example/${filing.nativeId}`}, ${filing.hasXbrl ?? true})`);
  }
  await seedProminence(db, [issuerId]);
}

/** Writes canonical financials under a version. */
export async function seedFinancials(
  db: Database,
  issuerId: string,
  financials: Financials,
  version = 'v1',
): Promise<void> {
  const { dictionary, periods } = encodeFinancials(financials);
  const newest = Object.values(financials.filings)
    .map(filing => filing.filedAt)
    .sort()
    .at(-1);
  await db.execute(sql`delete from issuer_financials where issuer_id = ${issuerId}`);
  await db.execute(sql`delete from kpi_periods where issuer_id = ${issuerId}`);
  await db.execute(sql`
    insert into issuer_financials (issuer_id, version, company_type, accounting_standard, currency, fiscal_year_end, dictionary, data_as_of)
    values (${issuerId}, ${version}, ${financials.companyType}, ${financials.accountingStandard}, ${financials.currency},
      ${financials.fiscalYearEnd}, ${dictionary}, ${newest ?? null})`);
  for (const period of periods) {
    await db.execute(sql`
      insert into kpi_periods (issuer_id, fiscal_period, fiscal_year, period_start, period_end, native_id, company_type,
        currency, accounting_standard, status, breaches, items)
      values (${issuerId}, ${period.fiscalPeriod}, ${period.fiscalYear}, ${period.periodStart}, ${period.periodEnd},
        ${period.accession}, ${period.companyType}, ${period.currency}, ${period.accountingStandard}, ${period.status},
        ${period.breaches}, ${period.items})`);
  }
}

/** Writes the facts of one source. */
export async function seedFacts(db: Database, issuerId: string, set: FactSet, registry = 'sec-edgar'): Promise<void> {
  await db.execute(sql`
    insert into fact_sources (issuer_id, source, registry, digest, dates_rounded, filings, facts_count)
    values (${issuerId}, ${set.source}, ${registry}, 'digest', ${set.datesRounded}, ${encodeFactFilings(set.filings)}, 1)`);
  for (const series of set.series) {
    await db.execute(sql`
      insert into fact_series (issuer_id, source, concept, unit, dimensions, observations)
      values (${issuerId}, ${set.source}, ${series.concept}, ${series.unit}, ${series.dimensions}, ${encodeObservations(series)})`);
  }
}

/** A published value as reported; `other` overrides its fields. */
export function kpiValue(value: number, accession: string, periodEnd: string, other: Partial<KpiValue> = {}): KpiValue {
  return {
    value,
    unit: 'USD',
    method: 'reported',
    concept: 'us-gaap:Revenues',
    accession,
    periodStart: `${periodEnd.slice(0, 4)}-01-01`,
    periodEnd,
    decimals: -3,
    status: 'published',
    flags: [],
    ...other,
  };
}

/** A calendar year of a commercial company. */
export function kpiYear(
  year: number,
  accession: string,
  values: Record<string, KpiValue>,
  other: Partial<KpiPeriod> = {},
): KpiPeriod {
  return {
    fiscalYear: year,
    fiscalPeriod: 'fy',
    periodStart: `${year}-01-01`,
    periodEnd: `${year}-12-31`,
    accession,
    companyType: 'commercial',
    currency: 'USD',
    accountingStandard: 'us-gaap',
    status: 'published',
    breaches: [],
    values,
    missing: {},
    ...other,
  };
}

/** Financials of a commercial company from its periods and filings by accession. */
export function kpiFinancials(periods: KpiPeriod[], filings: Financials['filings']): Financials {
  return {
    companyType: 'commercial',
    companyTypeEvidence: ['sic 3990'],
    accountingStandard: 'us-gaap',
    currency: 'USD',
    fiscalYearEnd: '12-31',
    periods,
    filings,
    anomalies: [],
  };
}

export const AURORA = {
  lei: '9999000000AURORA0087',
  isin: 'US999999AA12',
  annual2023: '0000900001-24-000001',
  annual2022: '0000900001-23-000001',
  amended2022: '0000900001-23-000009',
  current: '0000900001-24-000005',
} as const;

/**
 * A small store: Aurora Widgets (AURW, three annual filings, two years of values with a restatement), two issuers that
 * share the ticker DUP in two markets, a class-B share, a Hong Kong code, an unlisted company without data.
 */
export async function seedSmallStore(db: Database): Promise<{ aurora: string; empty: string }> {
  const aurora = await seedIssuer(db, {
    key: 'cik:900001',
    name: 'Aurora Widgets Inc.',
    sic: '3990',
    formerNames: ['Dawn Contraptions Corporation'],
    identifiers: { lei: AURORA.lei, cik: '900001' },
    listings: [{ ticker: 'AURW', isin: AURORA.isin }],
  });
  await seedFilings(db, aurora, [
    { nativeId: AURORA.annual2022, form: '10-K', filed: '2023-02-20', periodEnd: '2022-12-31' },
    {
      nativeId: AURORA.amended2022,
      form: '10-K/A',
      filed: '2023-05-02',
      periodEnd: '2022-12-31',
      amends: AURORA.annual2022,
    },
    { nativeId: AURORA.annual2023, form: '10-K', filed: '2024-02-19', periodEnd: '2023-12-31' },
    { nativeId: AURORA.current, form: '8-K', filed: '2024-03-01', periodEnd: '2024-02-29', hasXbrl: false },
  ]);
  await seedFinancials(db, aurora, auroraFinancials());
  await seedFacts(db, aurora, auroraFacts());
  await seedIssuer(db, { key: 'cik:900002', name: 'Duplex Corp', listings: [{ ticker: 'DUP' }] });
  await seedIssuer(db, {
    key: 'uk:00900003',
    name: 'Duplex Holdings PLC',
    marketId: 'uk',
    listings: [{ ticker: 'DUP', marketId: 'uk', mic: 'XLON', isin: 'GB00DUPLEX17' }],
  });
  await seedIssuer(db, { key: 'cik:900004', name: 'Berg & Tal Corp', listings: [{ ticker: 'BGT-B', mic: 'XNYS' }] });
  await seedIssuer(db, {
    key: 'hkex:00090',
    name: 'Harbour Lantern Group',
    marketId: 'hk',
    listings: [{ ticker: '00090', marketId: 'hk', mic: 'XHKG' }],
  });
  const empty = await seedIssuer(db, { key: 'cik:900006', name: 'Quiet Meadow LLC' });
  return { aurora, empty };
}

/** Two years of Aurora Widgets; revenue of 2022 was restated by the amendment. */
export function auroraFinancials(): Financials {
  const filings = {
    [AURORA.annual2022]: { form: '10-K', filed: '2023-02-20', filedAt: '2023-02-20T21:00:00Z' },
    [AURORA.amended2022]: { form: '10-K/A', filed: '2023-05-02', filedAt: '2023-05-02T21:00:00Z' },
    [AURORA.annual2023]: { form: '10-K', filed: '2024-02-19', filedAt: '2024-02-19T21:00:00Z' },
  };
  const year2023 = kpiYear(
    2023,
    AURORA.annual2023,
    {
      revenue: kpiValue(1_250_000_000, AURORA.annual2023, '2023-12-31'),
      total_assets: kpiValue(2_000_000_000, AURORA.annual2023, '2023-12-31', {
        concept: 'us-gaap:Assets',
        periodStart: null,
      }),
      gross_margin: kpiValue(4e-7, AURORA.annual2023, '2023-12-31', {
        unit: 'pure',
        method: 'derived',
        concept: null,
        formula: 'gross_profit / revenue',
      }),
      retained_earnings: kpiValue(12_345_678_901_234_568, AURORA.annual2023, '2023-12-31', {
        exact: '12345678901234567.89',
        periodStart: null,
        status: 'needs_review',
      }),
    },
    { missing: { inventory: 'not_reported' } },
  );
  const year2022 = kpiYear(
    2022,
    AURORA.amended2022,
    {
      revenue: kpiValue(1_000_000_000, AURORA.amended2022, '2022-12-31', {
        firstReported: { value: 990_000_000, accession: AURORA.annual2022, restatement: 'amendment' },
      }),
    },
    {
      status: 'published_with_warnings',
      breaches: [
        { identity: 'I1', terms: { gross_profit: 1, revenue: 1e21 }, difference: 1e-7, tolerance: 0.5, cause: null },
      ],
    },
  );
  return kpiFinancials([year2023, year2022], filings);
}

/** The facts behind these financials: two annual filings and the amendment that restates revenue of 2022. */
export function auroraFacts(): FactSet {
  const filings = (
    [
      [AURORA.annual2022, '10-K', '2023-02-20', 2022],
      [AURORA.amended2022, '10-K/A', '2023-05-02', 2022],
      [AURORA.annual2023, '10-K', '2024-02-19', 2023],
    ] as const
  ).map(([accession, form, filed, year]) => ({
    accession,
    form,
    filed,
    acceptedAt: `${filed}T21:00:00Z`,
    fiscalYear: year,
    fiscalPeriod: 'FY',
    periodEnd: `${year}-12-31`,
  }));
  const year = (concept: string, first: number, amended: number, second: number): FactSet['series'][number] => ({
    concept: `us-gaap:${concept}`,
    unit: 'USD',
    dimensions: '',
    starts: ['2022-01-01', '2022-01-01', '2023-01-01'].map(dayOf),
    ends: ['2022-12-31', '2022-12-31', '2023-12-31'].map(dayOf),
    values: [first, amended, second],
    filings: [0, 1, 2],
  });
  const instant = (concept: string, first: number, second: number): FactSet['series'][number] => ({
    ...year(concept, first, first, second),
    starts: [null, null, null],
  });
  return {
    source: 'companyfacts',
    datesRounded: false,
    filings,
    series: [
      year('Revenues', 990_000_000, 1_000_000_000, 1_250_000_000),
      year('CostOfRevenue', 600_000_000, 600_000_000, 700_000_000),
      year('OperatingIncomeLoss', 200_000_000, 210_000_000, 300_000_000),
      year('NetIncomeLoss', 150_000_000, 160_000_000, 220_000_000),
      year('NetCashProvidedByUsedInOperatingActivities', 170_000_000, 170_000_000, 240_000_000),
      instant('Assets', 1_800_000_000, 2_000_000_000),
      instant('LiabilitiesAndStockholdersEquity', 1_800_000_000, 2_000_000_000),
      instant('Liabilities', 1_000_000_000, 1_100_000_000),
      instant('StockholdersEquity', 800_000_000, 900_000_000),
    ],
    faces: {},
  };
}

function dayOf(date: string): number {
  return Date.parse(date) / 86_400_000;
}

import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import {
  kpiFinancials,
  kpiValue,
  kpiYear,
  seedFilings,
  seedFinancials,
  seedIssuer,
} from '../../../../../test/seeds/issuers.ts';
import { seedListed } from '../../../../../test/seeds/listed.ts';
import { linkListed } from '../../../filings/issuers/store/listed-rows.ts';
import type { FiscalPeriod } from '../../financials/model/financials.ts';
import { type CalendarEntry, emptyEntry } from '../model/earnings-calendar.ts';
import { listEarningsReleases } from './list-earnings-releases.ts';

const database = useTestDatabase();
const NOW = new Date('2026-04-20T12:00:00Z');
const READ_AT = '2026-04-19T09:20:00Z';
const api = useTestApi(database, { now: () => NOW });
let works: string;

const entry = (reportDate: string, stated: Partial<CalendarEntry> = {}, ticker = 'FICT'): CalendarEntry => ({
  ...emptyEntry({ ticker, marketId: 'us', documentUrl: 'https://calendar.example/' }),
  reportDate,
  ...stated,
});

/** A fiscal quarter as it was filed. */
function quarter(fiscalYear: number, fiscalPeriod: FiscalPeriod, periodEnd: string, accession: string) {
  const perShare = { unit: 'USD/shares' };
  const values = {
    revenue: kpiValue(24_000_000, accession, periodEnd),
    // No filing states a fourth quarter's alone.
    ...(fiscalPeriod === 'q4' ? {} : { eps_diluted: kpiValue(0.2, accession, periodEnd, perShare) }),
  };
  return kpiYear(fiscalYear, accession, values, { fiscalPeriod, periodStart: '2025-01-01', periodEnd });
}

beforeAll(async () => {
  const { db } = database;
  works = await seedIssuer(db, { key: 'cik:900061', name: 'Fictional Works Inc', listings: [{ ticker: 'FICT' }] });
  await seedIssuer(db, { key: 'cik:900062', name: 'Other Mills Co', listings: [{ ticker: 'OTHR' }] });
  const report = { form: '10-Q', category: 'interim_report' };
  const release = { form: '8-K', category: 'earnings_release' };
  await seedFilings(db, works, [
    { nativeId: 'q1', ...report, filed: '2025-05-08', periodEnd: '2025-03-31' },
    { nativeId: 'r2', ...release, filed: '2025-07-24', periodEnd: '2025-07-24', acceptedAt: '2025-07-24T11:30:00Z' },
    { nativeId: 'q2', ...report, filed: '2025-08-07', periodEnd: '2025-06-30' },
    { nativeId: 'r3', ...release, filed: '2025-10-24', periodEnd: '2025-10-23', acceptedAt: '2025-10-23T23:05:00Z' },
    { nativeId: 'q3', ...report, filed: '2025-11-06', periodEnd: '2025-09-30' },
    { nativeId: 'r4', ...release, filed: '2026-01-29', periodEnd: '2026-01-29', acceptedAt: '2026-01-29T21:05:00Z' },
    { nativeId: 'fy', form: '10-K', filed: '2026-02-19', periodEnd: '2025-12-31' },
  ]);
  const periods = [
    quarter(2025, 'q1', '2025-03-31', 'q1'),
    quarter(2025, 'q2', '2025-06-30', 'q2'),
    quarter(2025, 'q3', '2025-09-30', 'q3'),
    quarter(2025, 'q4', '2025-12-31', 'fy'),
  ];
  const filing = { form: '10-Q', filed: '2025-05-08', filedAt: '2025-05-08T21:00:00Z' };
  await seedFinancials(db, works, kpiFinancials(periods, { q1: filing, q2: filing, q3: filing, fy: filing }));
});

const ask = (query = '', ticker = 'FICT', market = 'us') =>
  api.get(`/api/v1/companies/${market}/${ticker}/earnings-releases${query}`);
const shown = (json: Record<string, unknown>) =>
  (json.items as Record<string, unknown>[]).map(
    item =>
      `${item.report_date} ${item.status} ${item.fiscal_year} ${item.fiscal_period} ${item.filing_id ?? item.source}`,
  );

describe('GET /api/v1/companies/{market}/{ticker}/earnings-releases', () => {
  it('reports that no releases are stored', async () => {
    const { status, json } = await ask('', 'OTHR');
    expect(status).toBe(200);
    expect(listEarningsReleases.output.safeParse(json).error).toBeUndefined();
    expect(json).toEqual({
      canonical_key: 'cik:900062',
      company_name: 'Other Mills Co',
      ticker: 'OTHR',
      market_id: 'us',
      items: [],
      has_more: false,
      data_as_of: null,
      empty_reason: 'not_covered',
    });
  });

  it('lists reported releases from filings with their stated figures', async () => {
    const { status, json, headers } = await ask();
    expect(status).toBe(200);
    expect(headers['x-credits-cost']).toBe('1');
    expect(listEarningsReleases.output.safeParse(json).error).toBeUndefined();
    expect(shown(json)).toEqual([
      '2026-01-29 reported 2025 q4 sec-edgar:r4',
      '2025-10-23 reported 2025 q3 sec-edgar:r3',
      '2025-07-24 reported 2025 q2 sec-edgar:r2',
      '2025-05-08 reported 2025 q1 sec-edgar:q1',
    ]);
    const items = json.items as Record<string, unknown>[];
    expect(items.map(item => [item.report_time, item.eps_actual, item.revenue_actual, item.currency])).toEqual([
      ['after_market', null, 24_000_000, 'USD'],
      ['after_market', 0.2, 24_000_000, 'USD'],
      ['before_market', 0.2, 24_000_000, 'USD'],
      ['unknown', 0.2, 24_000_000, 'USD'],
    ]);
    expect(json).toMatchObject({ has_more: false, data_as_of: '2026-02-19T21:00:00Z', empty_reason: null });
  });

  it('lists calendar entries first and expected figures beside reported ones', async () => {
    const currency = 'USD';
    await seedListed(
      database.db,
      'alphavantage',
      {
        calendarEntries: [
          entry('2026-04-28', { periodEnd: '2026-03-31', epsEstimate: 0.21, currency }),
          entry('2026-07-23', { periodEnd: '2026-06-30' }),
          entry('2025-10-22', { periodEnd: '2025-09-30', epsEstimate: 0.16, currency }),
          entry('2026-04-14', { periodEnd: '2024-03-31' }),
          entry('2026-04-18', {}, 'OTHR'),
        ],
      },
      READ_AT,
    );
    const moved = [
      entry('2026-04-30', {
        dateStatus: 'confirmed',
        fiscalYear: 2026,
        fiscalPeriod: 'q1',
        callAt: '2026-04-30T21:00:00Z',
      }),
    ];
    await seedListed(database.db, 'earningscall', { calendarEntries: moved }, READ_AT);
    const { json } = await ask('?limit=4');
    expect(shown(json)).toEqual([
      '2026-07-23 upcoming 2026 q2 alphavantage',
      '2026-04-30 upcoming 2026 q1 earningscall',
      '2026-01-29 reported 2025 q4 sec-edgar:r4',
      '2025-10-23 reported 2025 q3 sec-edgar:r3',
    ]);
    expect(json).toMatchObject({ has_more: true, data_as_of: READ_AT });
    expect((json.items as object[])[1]).toEqual({
      earnings_release_id: 'cik:900061:2026-03',
      status: 'upcoming',
      report_date: '2026-04-30',
      report_time: 'unknown',
      report_date_status: 'confirmed',
      reported_at: null,
      call_at: '2026-04-30T21:00:00Z',
      fiscal_year: 2026,
      fiscal_period: 'q1',
      period_end: '2026-03-31',
      currency: 'USD',
      eps_estimate: 0.21,
      eps_actual: null,
      eps_surprise_pct: null,
      revenue_estimate: null,
      revenue_actual: null,
      revenue_surprise_pct: null,
      estimates_count: null,
      filing_id: null,
      source: 'earningscall',
    });
    expect((json.items as object[])[3]).toMatchObject({ eps_estimate: 0.16, eps_actual: 0.2, eps_surprise_pct: 25 });
    // Two days overdue: it may still come.
    expect(shown((await ask('', 'OTHR')).json)).toEqual(['2026-04-18 upcoming null null alphavantage']);
  });

  it('ignores older documents and links entries whose listing arrives later', async () => {
    const older = [entry('2026-05-05', { periodEnd: '2026-03-31', epsEstimate: 9, currency: 'USD' })];
    await seedListed(database.db, 'alphavantage', { calendarEntries: older }, '2026-01-01T00:00:00Z');
    expect(((await ask('?limit=2')).json.items as object[])[1]).toMatchObject({ eps_estimate: 0.21 });
    const { db } = database;
    await seedListed(db, 'alphavantage', { calendarEntries: [entry('2026-05-05', {}, 'LATE')] }, READ_AT);
    const late = await seedIssuer(db, { key: 'cik:900063', name: 'Late Comers', listings: [{ ticker: 'LATE' }] });
    expect((await ask('', 'LATE')).json.items).toEqual([]);
    await db.transaction(tx => linkListed(tx, 'calendar_entries', [late]));
    expect(shown((await ask('', 'LATE')).json)).toEqual(['2026-05-05 upcoming null null alphavantage']);
  });

  it('rejects invalid parameters and unknown companies', async () => {
    for (const query of ['?limit=0', '?limit=101', '?limit=x', '?offset=1']) {
      const { status, json } = await ask(query);
      expect([status, (json.detail as { loc: string[] }[])[0]?.loc]).toEqual([
        422,
        ['query', query.slice(1).split('=')[0]],
      ]);
    }
    expect((await ask('', 'NONE')).status).toBe(404);
    expect((await ask('', 'FICT', 'jp')).status).toBe(404);
  });
});

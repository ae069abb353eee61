import { expect, test } from 'vitest';
import {
  emptyEntry,
  type KnownCalendar,
  type KnownEntry,
  type NamedPeriod,
  type ResultsFiling,
} from '../model/earnings-calendar.ts';
import { calendarOf, periodAt } from './fiscal-calendar.ts';
import { joinReleases, reportedPeriod, toReleaseResponse } from './join-releases.ts';

const KEY = 'cik:900001';
/** The year 2025 of a company with calendar quarters, as its filings state it. */
const YEAR: NamedPeriod[] = [
  { periodEnd: '2025-03-31', fiscalYear: 2025, fiscalPeriod: 'q1' },
  { periodEnd: '2025-06-30', fiscalYear: 2025, fiscalPeriod: 'q2' },
  { periodEnd: '2025-06-30', fiscalYear: 2025, fiscalPeriod: 'h1' },
  { periodEnd: '2025-09-30', fiscalYear: 2025, fiscalPeriod: 'q3' },
  { periodEnd: '2025-12-31', fiscalYear: 2025, fiscalPeriod: 'fy' },
  { periodEnd: '2025-12-31', fiscalYear: 2025, fiscalPeriod: 'q4' },
];

const {
  ticker: _,
  marketId: __,
  documentUrl: ___,
  ...EMPTY
} = emptyEntry({
  ticker: 'FICT',
  marketId: 'us',
  documentUrl: '',
});

function entry(source: string, stated: Partial<KnownEntry>): KnownEntry {
  return { ...EMPTY, source, readAt: '2026-04-01T06:00:00Z', ...stated };
}

function filing(filingDate: string, stated: Partial<ResultsFiling> = {}): ResultsFiling {
  return {
    registry: 'sec-edgar',
    nativeId: `8-K of ${filingDate}`,
    filingUuid: '',
    category: 'earnings_release',
    title: null,
    itemCodes: ['2.02', '9.01'],
    filingDate,
    acceptedAt: `${filingDate}T20:05:00Z`,
    knownAt: `${filingDate}T20:05:00Z`,
    periodEnd: filingDate,
    ...stated,
  };
}

const report = (filingDate: string, periodEnd: string): ResultsFiling =>
  filing(filingDate, { category: 'interim_report', nativeId: `10-Q of ${filingDate}`, periodEnd });

function joined(known: Partial<KnownCalendar>): string[] {
  return joinReleases(KEY, { entries: [], filings: [], periods: YEAR, ...known }).map(
    release =>
      `${release.releaseId.slice(KEY.length + 1)} ${release.status} ${release.reportDate} ${release.fiscalYear} ${release.fiscalPeriod} ${release.filing?.nativeId ?? release.entries[0]?.source}`,
  );
}

test('a company has the shortest periods that its filings state, and those of the next year', () => {
  const calendar = calendarOf({ periods: YEAR, filings: [report('2026-05-08', '2026-03-31')] });
  expect(calendar.map(period => `${period.periodEnd} ${period.fiscalYear} ${period.fiscalPeriod}`)).toEqual([
    '2025-03-31 2025 q1',
    '2025-06-30 2025 q2',
    '2025-09-30 2025 q3',
    '2025-12-31 2025 q4',
    '2026-03-31 2026 q1',
    '2026-06-30 2026 q2',
    '2026-09-30 2026 q3',
    '2026-12-31 2026 q4',
    '2027-03-31 2027 q1',
  ]);
  // Years of 52 weeks end on other days; a source that names the month means its end.
  const weeks = calendarOf({
    periods: [{ periodEnd: '2025-05-11', fiscalYear: 2025, fiscalPeriod: 'q3' }],
    filings: [],
  });
  expect(periodAt(weeks, '2025-05-31')?.fiscalPeriod).toBe('q3');
  expect(periodAt(weeks, '2026-05-10')?.fiscalYear).toBe(2026);
  expect(periodAt(weeks, '2025-07-31')).toBeNull();
});

test('sources for one period are merged into one release, dated by the most trusted source', () => {
  const entries = [
    entry('alphavantage', { reportDate: '2026-04-28', periodEnd: '2026-03-31', epsEstimate: 0.5, currency: 'USD' }),
    entry('earningscall', { reportDate: '2026-04-30', dateStatus: 'confirmed', fiscalYear: 2026, fiscalPeriod: 'q1' }),
    entry('somebody', { reportDate: '2026-05-02' }),
  ];
  expect(joined({ entries })).toEqual(['2026-03 upcoming 2026-04-30 2026 q1 earningscall']);
  const [release] = joinReleases(KEY, { entries, filings: [], periods: YEAR });
  expect(release && toReleaseResponse(release, new Map())).toMatchObject({
    report_date_status: 'confirmed',
    eps_estimate: 0.5,
    currency: 'USD',
    eps_actual: null,
    eps_surprise_pct: null,
    source: 'earningscall',
  });
});

test('days close to each other form one release if the fiscal calendar is unknown', () => {
  const entries = [
    entry('alphavantage', { reportDate: '2026-04-28', periodEnd: '2026-03-31' }),
    entry('earningscall', { reportDate: '2026-04-30', dateStatus: 'confirmed', fiscalYear: 2026, fiscalPeriod: 'q3' }),
  ];
  const [, call] = entries;
  expect(joined({ entries: call ? [call] : [], filings: [filing('2026-04-29')], periods: [] })).toEqual([
    'reported-2026q2 reported 2026-04-29 2026 q3 8-K of 2026-04-29',
  ]);
  expect(joined({ entries, periods: [] })).toEqual(['2026-03 upcoming 2026-04-30 2026 q3 earningscall']);
});

test('an announcement belongs to the last ended period; without one, the periodic report dates the release', () => {
  const filings = [
    filing('2025-04-24'),
    report('2025-05-06', '2025-03-31'),
    report('2025-08-06', '2025-06-30'),
    filing('2025-10-23', { filingDate: '2025-10-24', periodEnd: '2025-10-23' }),
    filing('2025-12-09'),
    // About a dividend too, which was decided the day before.
    filing('2026-01-29', { periodEnd: '2026-01-28', itemCodes: ['2.02', '8.01', '9.01'] }),
  ];
  expect(joined({ filings })).toEqual([
    '2025-12 reported 2026-01-29 2025 q4 8-K of 2026-01-29',
    '2025-09 reported 2025-10-23 2025 q3 8-K of 2025-10-23',
    '2025-06 reported 2025-08-06 2025 q2 10-Q of 2025-08-06',
    '2025-03 reported 2025-04-24 2025 q1 8-K of 2025-04-24',
  ]);
});

test('preliminary results keep the calendar date unless the report is filed earlier', () => {
  const entries = [entry('alphavantage', { reportDate: '2026-01-29', periodEnd: '2025-12-31' })];
  const early = filing('2026-01-08');
  expect(joined({ entries, filings: [early] })).toEqual(['2025-12 upcoming 2026-01-29 2025 q4 alphavantage']);
  expect(joined({ entries, filings: [early, filing('2026-01-28')] })).toEqual([
    '2025-12 reported 2026-01-28 2025 q4 8-K of 2026-01-28',
  ]);
  expect(joined({ entries, filings: [early, report('2026-01-20', '2025-12-31')] })).toEqual([
    '2025-12 reported 2026-01-08 2025 q4 8-K of 2026-01-08',
  ]);
  // What is announced long after the report is about something else.
  expect(joined({ filings: [report('2026-01-20', '2025-12-31'), filing('2026-03-10')] })).toEqual([
    '2025-12 reported 2026-01-20 2025 q4 10-Q of 2026-01-20',
  ]);
});

test('a disclosure belongs to the period that it names; a forecast is not a release', () => {
  const tdnet = filing('2025-11-07', { registry: 'tdnet', nativeId: '1', periodEnd: '2025-09-30', acceptedAt: null });
  expect(joined({ filings: [tdnet] })).toEqual(['2025-09 reported 2025-11-07 2025 q3 1']);
  expect(joined({ filings: [{ ...tdnet, title: '2025年度业绩预告' }] })).toEqual([]);
});

test('surprise is percent of the estimate, in one currency, and the hour is that of the announcement', () => {
  const periods = [{ periodEnd: '2025-06-30', fiscalYear: 2025, fiscalPeriod: 'q2' as const }];
  const stated = {
    periodEnd: '2025-06-30',
    currency: 'USD',
    epsEstimate: 1.33192,
    revenueEstimate: 160e9,
    estimatesCount: 40,
  };
  const [release] = joinReleases(KEY, {
    entries: [entry('yahoo', stated), entry('alphavantage', { ...stated, currency: 'DKK', epsEstimate: 9 })],
    filings: [filing('2025-07-31')],
    periods,
  });
  if (release === undefined) throw new Error('no release');
  expect(reportedPeriod(release)).toEqual(periods[0]);
  const actuals = new Map([['q2 2025-06-30', { currency: 'USD', eps: 1.68, revenue: 167_702_000_000 }]]);
  expect(toReleaseResponse(release, actuals)).toEqual({
    earnings_release_id: 'cik:900001:2025-06',
    status: 'reported',
    report_date: '2025-07-31',
    report_time: 'after_market',
    report_date_status: 'confirmed',
    reported_at: '2025-07-31T20:05:00Z',
    call_at: null,
    fiscal_year: 2025,
    fiscal_period: 'q2',
    period_end: '2025-06-30',
    currency: 'USD',
    eps_estimate: 1.33192,
    eps_actual: 1.68,
    eps_surprise_pct: 26.13,
    revenue_estimate: 160e9,
    revenue_actual: 167_702_000_000,
    revenue_surprise_pct: 4.81,
    estimates_count: 40,
    filing_id: 'sec-edgar:8-K of 2025-07-31',
    source: 'sec-edgar',
  });
  const inKroner = new Map([['q2 2025-06-30', { currency: 'EUR', eps: 1, revenue: null }]]);
  expect(toReleaseResponse(release, inKroner)).toMatchObject({
    eps_actual: 1,
    eps_estimate: null,
    eps_surprise_pct: null,
  });
});

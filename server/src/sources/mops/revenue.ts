import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { shareCode, taiwanClock } from './boards.ts';
import { datedList } from './open-data.ts';
import { dateOfRepublic, type Month, monthOf, monthOfRepublic, type Row } from './read-rows.ts';
import { type CellFact, factOfCell, factSetOf, recordsOfTable, type TableFiling, tableFiling } from './table-filing.ts';

/** The revenue of a month of all companies of a board. */
export const revenue = datedList({
  set: 't187ap05',
  name: 'revenue',
  states: 'filings with their facts: revenue of a month and since the beginning of the year',
  needed: ['出表日期', '資料年月', '公司代號', '公司名稱', '營業收入-當月營收', '累計營業收入-當月累計營收'],
  expect: { filings: { min: 200, recordedMin: 1, max: 5_000 } },
  timeOf: row => monthOfRepublic(row.cell('資料年月'))?.name ?? null,
  entries: readRevenue,
  map: mapRevenue,
});

function readRevenue(rows: readonly Row[], log: AnomalyLog, url: string): TableFiling[] {
  const filings = new Map<string, TableFiling>();
  for (const row of rows) {
    const filing = toFiling(row, url, log);
    if (filing === null) log.add('bad_row', row.locator, `${row.cell('公司代號')} ${row.cell('資料年月')}`);
    else filings.set(filing.filing.nativeId, filing);
  }
  return [...filings.values()];
}

/** A company has one row in a file. */
function mapRevenue(
  filings: readonly TableFiling[],
  { source, log }: { source: string; log: AnomalyLog },
): IssuerRecords[] {
  return filings.flatMap(filing => {
    const facts = filing.facts.length === 0 ? [] : [factSetOf(filing, source, log)];
    return recordsOfTable([filing], source).map(records => ({ ...records, facts }));
  });
}

function toFiling(row: Row, url: string, log: AnomalyLog): TableFiling | null {
  const code = shareCode(row.cell('公司代號'));
  const month = monthOfRepublic(row.cell('資料年月'));
  const filed = dateOfRepublic(row.cell('出表日期'));
  if (code === null || month === null || filed === null) return null;
  return {
    code,
    name: row.cell('公司名稱'),
    filing: tableFiling({
      nativeId: `${code}-${month.name}-revenue`,
      formType: '每月營業收入',
      category: 'earnings_release',
      filed,
      // Companies report by the tenth of the next month; the file states the day on which it was made.
      acceptedAt: null,
      knownAt: taiwanClock.instant(filed, '23:59:59'),
      periodEnd: month.last,
      title: `每月營業收入 ${month.name}`,
      url,
    }),
    facts: cellsOf(month).flatMap(cell => factOfCell(row, cell, log) ?? []),
  };
}

/** Amounts are in thousands of New Taiwan dollars. Changes in percent follow from them. */
function cellsOf(month: Month): CellFact[] {
  const year = Number(month.name.slice(0, 4));
  const number = Number(month.name.slice(5));
  const before = monthOf(year, number - 1);
  const yearAgo = monthOf(year - 1, number);
  const of = (column: string, periodStart: string, periodEnd: string): CellFact => {
    return { concept: 'mops:OperatingRevenue', column, periodStart, periodEnd, unit: 'TWD', scale: 3 };
  };
  return [
    of('營業收入-當月營收', month.first, month.last),
    of('營業收入-上月營收', before.first, before.last),
    of('營業收入-去年當月營收', yearAgo.first, yearAgo.last),
    // In January the year to date is the month.
    ...(number === 1
      ? []
      : [
          of('累計營業收入-當月累計營收', `${year}-01-01`, month.last),
          of('累計營業收入-去年累計營收', `${year - 1}-01-01`, yearAgo.last),
        ]),
  ];
}

import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { shareCode, taiwanClock } from './boards.ts';
import { datedList } from './open-data.ts';
import { dateOfRepublic, type Row, timeOfDay } from './read-rows.ts';
import { type CellFact, factOfCell, recordsOfTable, type TableFiling, tableFiling } from './table-filing.ts';

const MEETING_DAY = '股東常(臨時)會日期-日期';
const MEETING_KIND = '股東常(臨時)會日期-常或臨時';

/** Notices of the general meetings of a year. */
export const meetings = datedList({
  set: 't187ap38',
  name: 'meetings',
  states: 'filings with their facts: notices of general meetings, planned dividends',
  needed: ['出表日期', '公司代號', '公司名稱', MEETING_KIND, MEETING_DAY, '公告日期', '公告時間'],
  expect: { filings: { min: 1, max: 10_000 } },
  timeOf: row => dateOfRepublic(row.cell('出表日期'))?.slice(0, 4) ?? null,
  entries: readMeetings,
  map: (filings, { source }) => recordsOfTable(filings, source),
});

function readMeetings(rows: readonly Row[], log: AnomalyLog, url: string): TableFiling[] {
  const filings = new Map<string, TableFiling>();
  for (const row of rows) {
    const filing = toFiling(row, url, log);
    if (filing === null) log.add('bad_row', row.locator, `${row.cell('公司代號')} ${row.cell(MEETING_DAY)}`);
    else filings.set(filing.filing.nativeId, filing);
  }
  return [...filings.values()];
}

function toFiling(row: Row, url: string, log: AnomalyLog): TableFiling | null {
  const code = shareCode(row.cell('公司代號'));
  const day = dateOfRepublic(row.cell(MEETING_DAY));
  const filed = dateOfRepublic(row.cell('公告日期'));
  const time = timeOfDay(row.cell('公告時間'));
  const acceptedAt = filed === null || time === null ? null : taiwanClock.parse(filed, time);
  if (code === null || day === null || filed === null || acceptedAt === null) return null;
  return {
    code,
    name: row.cell('公司名稱'),
    filing: tableFiling({
      nativeId: `${code}-${filed.replaceAll('-', '')}-${(time ?? '').replaceAll(':', '')}-meeting`,
      formType: '股東會公告',
      category: 'proxy',
      filed,
      acceptedAt,
      knownAt: acceptedAt,
      periodEnd: day,
      title: `股東${row.cell(MEETING_KIND)} ${day}`,
      url,
    }),
    facts: cellsOf(day).flatMap(cell => factOfCell(row, cell, log) ?? []),
  };
}

const DIVIDENDS = [
  ['mops:PlannedCashDividendFromEarnings', '預擬配發現金(股利)(元/股)-盈餘', 'TWD/shares'],
  ['mops:PlannedCashDividendFromReserves', '預擬配發現金(股利)(元/股)-法定盈餘公積、資本公積', 'TWD/shares'],
  ['mops:PlannedStockDividendFromEarnings', '預擬配股(元/股)-盈餘', 'TWD/shares'],
  ['mops:PlannedStockDividendFromReserves', '預擬配股(元/股)-法定盈餘公積、資本公積', 'TWD/shares'],
  ['mops:PlannedPreferredDividend', '特別股股利(元/股)', 'TWD/shares'],
  ['mops:PlannedCashCapitalIncrease', '擬現金增資金額(元)', 'TWD'],
  ['mops:PlannedEmployeeCashBonus', '員工紅利-現金紅利(元)', 'TWD'],
  ['mops:PlannedEmployeeStockBonus', '員工紅利-股票紅利(股)', 'shares'],
  ['mops:PlannedDirectorRemuneration', '董監酬勞(元)', 'TWD'],
] as const;

/** What is proposed to the meeting, as of its day. */
function cellsOf(periodEnd: IsoDate): CellFact[] {
  return DIVIDENDS.map(([concept, column, unit]) => ({
    concept,
    column,
    periodStart: null,
    periodEnd,
    unit,
    scale: 0,
  }));
}

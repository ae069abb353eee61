import { addDays, type IsoDate } from '../../../kernel/dates.ts';
import type { ReportCode } from '../endpoints.ts';
import { type Row, textOf } from '../read-response.ts';
import { monthsBefore, type ReportPeriod, readDates } from './report-period.ts';
import { PERIODIC_REPORTS } from './report-types.ts';

/** An amount of a row, with its period; `start` is null for an instant. */
export interface Cell {
  field: string;
  start: IsoDate | null;
  end: IsoDate;
}

/** Which of a row's columns are amounts of which periods, as the guide of the endpoints has it. */
export function cellsOf(row: Row, reportCode: ReportCode, period: ReportPeriod): Cell[] {
  const statement = textOf(row, 'sj_div');
  if (statement === 'BS') return instantCells(row, period);
  if (reportCode === '11011') return annualCells(row, period);
  return statement === 'IS' || statement === 'CIS'
    ? interimIncomeCells(row, reportCode, period)
    : interimFlowCells(row, reportCode, period);
}

function instantCells(row: Row, { yearStart, end }: ReportPeriod): Cell[] {
  const opening = addDays(yearStart, -1);
  return [
    { field: 'thstrm_amount', start: null, end: readDates(textOf(row, 'thstrm_dt'))?.end ?? end },
    { field: 'frmtrm_amount', start: null, end: readDates(textOf(row, 'frmtrm_dt'))?.end ?? opening },
    {
      field: 'bfefrmtrm_amount',
      start: null,
      end: readDates(textOf(row, 'bfefrmtrm_dt'))?.end ?? monthsBefore(opening, 12),
    },
  ];
}

function annualCells(row: Row, { yearStart, end }: ReportPeriod): Cell[] {
  return ['thstrm', 'frmtrm', 'bfefrmtrm'].map((column, years) => {
    const stated = readDates(textOf(row, `${column}_dt`));
    return {
      field: `${column}_amount`,
      start: stated?.start ?? yearsBefore(yearStart, years),
      end: stated?.end ?? monthsBefore(end, 12 * years),
    };
  });
}

/** Three months and, in `*_add_amount`, the year to date. */
function interimIncomeCells(row: Row, reportCode: ReportCode, period: ReportPeriod): Cell[] {
  const { yearStart, end } = period;
  const quarterStart = addDays(monthsBefore(end, 3), 1);
  const yearAgo = { yearStart: yearsBefore(yearStart, 1), end: monthsBefore(end, 12) };
  const current: Cell[] = [
    { field: 'thstrm_amount', start: quarterStart, end },
    { field: 'thstrm_add_amount', start: yearStart, end },
  ];
  const former: Cell[] = [{ field: 'frmtrm_add_amount', start: yearAgo.yearStart, end: yearAgo.end }];
  const quarterAgo = { start: yearsBefore(quarterStart, 1), end: yearAgo.end };
  if (textOf(row, 'frmtrm_q_amount') !== null) former.push({ field: 'frmtrm_q_amount', ...quarterAgo });
  else former.push({ field: 'frmtrm_amount', ...(isWholeYear(row) ? lastYear(yearStart) : quarterAgo) });
  const cells = [...current, ...former];
  return reportCode === '11013' ? withoutTwice(row, cells) : cells;
}

/** Cash flows and changes in equity are of the year to date. */
function interimFlowCells(row: Row, reportCode: ReportCode, { yearStart, end }: ReportPeriod): Cell[] {
  const ago = { start: yearsBefore(yearStart, 1), end: monthsBefore(end, 12) };
  const current: Cell[] = [
    { field: 'thstrm_amount', start: yearStart, end },
    { field: 'thstrm_add_amount', start: yearStart, end },
  ];
  const former: Cell[] = [{ field: 'frmtrm_add_amount', ...ago }];
  if (textOf(row, 'frmtrm_q_amount') !== null) former.push({ field: 'frmtrm_q_amount', ...ago });
  else former.push({ field: 'frmtrm_amount', ...(isWholeYear(row) ? lastYear(yearStart) : ago) });
  return PERIODIC_REPORTS[reportCode].months < 12 ? withoutTwice(row, [...current, ...former]) : current;
}

/** Two columns of one period: the second counts if the first is empty. */
function withoutTwice(row: Row, cells: readonly Cell[]): Cell[] {
  const filled = cells.filter(({ field }) => textOf(row, field) !== null);
  return filled.filter(
    (cell, at) => filled.findIndex(candidate => candidate.start === cell.start && candidate.end === cell.end) === at,
  );
}

/** The previous column names a part of a year (`제 54 기 3분기`); otherwise it is the whole previous year. */
function isWholeYear(row: Row): boolean {
  const name = textOf(row, 'frmtrm_nm');
  return name !== null && !/분기|반기|개월/.test(name);
}

function lastYear(yearStart: IsoDate): { start: IsoDate; end: IsoDate } {
  return { start: yearsBefore(yearStart, 1), end: addDays(yearStart, -1) };
}

/** The first day of a month, so many years earlier. */
function yearsBefore(first: IsoDate, years: number): IsoDate {
  return years === 0 ? first : addDays(monthsBefore(addDays(first, -1), 12 * years), 1);
}

import { join, raw, type Sql } from '../../../../db/database.ts';
import { type IsoDate, parseDay, toIsoDate } from '../../../../kernel/dates.ts';
import type { AnnualFigures, CountedShares, TrailingFigures } from '../model/financials.ts';

/** What annual_amounts and annual_history both hold of a fiscal year. */
export interface AnnualRow {
  period_start: IsoDate;
  period_end: IsoDate;
  fiscal_year: number;
  is_newest: boolean;
  is_stand_alone: boolean;
  currency: string;
  layout: number;
  amounts: (number | null)[];
}

export const ANNUAL_ROW_COLUMNS = [
  'period_start',
  'period_end',
  'fiscal_year',
  'is_newest',
  'is_stand_alone',
  'currency',
  'layout',
  'amounts',
] as const satisfies readonly (keyof AnnualRow)[];

export const ANNUAL_ROW: Sql = join(ANNUAL_ROW_COLUMNS.map(column => raw(column)));

export function toAnnualFigures(row: AnnualRow): AnnualFigures {
  return {
    periodStart: parseDay(row.period_start) ?? 0,
    periodEnd: parseDay(row.period_end) ?? 0,
    fiscalYear: row.fiscal_year,
    isNewest: row.is_newest,
    isStandAlone: row.is_stand_alone,
    currency: row.currency,
    layout: row.layout,
    amounts: row.amounts,
  };
}

/** A row of trailing_history; `shares` is JSON. */
export function toTrailingFigures(row: AnnualRow & { shares: string }): TrailingFigures {
  return { ...toAnnualFigures(row), shares: JSON.parse(row.shares) as CountedShares | null };
}

/** COPY values in the order of {@link ANNUAL_ROW_COLUMNS}. */
export function annualValues(year: AnnualFigures): (string | number | boolean)[] {
  return [
    toIsoDate(year.periodStart),
    toIsoDate(year.periodEnd),
    year.fiscalYear,
    year.isNewest,
    year.isStandAlone,
    year.currency,
    year.layout,
    `{${year.amounts.map(amount => amount ?? 'NULL').join()}}`,
  ];
}

import { createHash } from 'node:crypto';
import { type AnnualAmounts, KEY_CODES } from '../../model/financials.ts';
import { CODE_NAMES, codeNumber } from './chart.ts';
import type { Prepared } from './prepare.ts';
import type { PeriodRow } from './rows.ts';

/** Changes whenever a code comes to stand elsewhere: amounts of another layout must not be read by this one. */
export const AMOUNTS_LAYOUT = createHash('sha256').update(CODE_NAMES.join()).digest().readInt32BE();

const POSITIONS: ReadonlyMap<string, number> = new Map(CODE_NAMES.map((code, at) => [code, at + 1]));

/** Where a code stands in the amounts of a year, counted from 1 as PostgreSQL does; undefined = no such code. */
export function amountPosition(code: string): number | undefined {
  return POSITIONS.get(code);
}

const KEY_NUMBERS = KEY_CODES.map(code => codeNumber(code));

/** The values of a company's fiscal years as bare numbers; `rows` newest first. */
export function annualAmounts(prepared: Prepared, rows: readonly PeriodRow[]): AnnualAmounts[] {
  const years = rows.filter(row => row.fiscalPeriod === 'fy');
  return years.map((row, at) => ({
    periodStart: row.start,
    periodEnd: row.end,
    fiscalYear: row.fiscalYear,
    isNewest: at === 0,
    isStandAlone: KEY_NUMBERS.some(number => row.cells[number]?.flags.includes('non_consolidated')),
    currency: prepared.currencies[row.filing] ?? 'USD',
    status: row.status,
    accession: prepared.filings[row.filing]?.accession ?? '',
    layout: AMOUNTS_LAYOUT,
    amounts: CODE_NAMES.map((_, number) => row.cells[number]?.value ?? null),
  }));
}

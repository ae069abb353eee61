import { createHash } from 'node:crypto';
import { toIsoDate } from '../../../../../kernel/dates.ts';
import {
  type AnnualAmounts,
  type CountedShares,
  isDoubtedCount,
  KEY_CODES,
  type TrailingAmounts,
} from '../../model/financials.ts';
import { CODE_NAMES, codeNumber } from '../checks/chart.ts';
import { SHARES_OUTSTANDING } from '../concepts/share-classes.ts';
import type { Evaluation } from '../evaluate.ts';
import type { Prepared } from '../prepare.ts';
import type { PeriodRow } from '../rows.ts';

/** Line items whose growth over the previous fiscal year can be screened, as `<code>_growth`. */
export const GROWTH_OF = [
  'revenue',
  'gross_profit',
  'operating_income',
  'net_income',
  'eps_diluted',
  'dividends_per_share',
  'operating_cash_flow',
  'free_cash_flow',
  'total_assets',
  'equity',
  'weighted_shares_diluted',
] as const;

/**
 * What measures are computed from and screens ask for most, most frequent first: PostgreSQL counts the null values before the amount
 * that it reads, so the first amounts of an array are read several times faster than the last.
 */
const FREQUENT_CODES = `
  revenue total_assets ebit operating_cash_flow net_income total_liabilities equity net_debt total_debt current_liabilities
  current_assets cash weighted_shares_diluted ebitda receivables inventory cost_of_revenue equity_including_minority working_capital
  retained_earnings long_term_debt gross_margin selling_general_administrative payables free_cash_flow minority_interest
  preferred_stock gross_profit interest_expense effective_tax_rate current_ratio ppe_net depreciation_amortization
  income_continuing_operations capital_expenditure shares_outstanding pretax_income research_and_development goodwill intangibles
  dividends_paid operating_income operating_margin net_margin eps_diluted revenue_growth`
  .trim()
  .split(/\s+/);

/** The stored amounts of a year, in order: every line item, and every growth. */
export const AMOUNT_CODES: readonly string[] = [
  ...new Set([...FREQUENT_CODES, ...CODE_NAMES, ...GROWTH_OF.map(code => `${code}_growth`)]),
];

const GROWTHS: ReadonlyMap<string, number> = new Map(GROWTH_OF.map(code => [`${code}_growth`, codeNumber(code)]));
/** By position: the number of the code, or of the code whose growth it is. */
const STORED: readonly { number: number; isGrowth: boolean }[] = AMOUNT_CODES.map(code => {
  const grown = GROWTHS.get(code);
  return { number: grown ?? codeNumber(code), isGrowth: grown !== undefined };
});

/** Changes whenever a code moves: amounts of another layout must not be read with this one. */
export const AMOUNTS_LAYOUT = createHash('sha256').update(AMOUNT_CODES.join()).digest().readInt32BE();

const POSITIONS: ReadonlyMap<string, number> = new Map(AMOUNT_CODES.map((code, at) => [code, at + 1]));

/** The position of a code in the amounts of a year, from 1 as in PostgreSQL; undefined if unknown. */
export function amountPosition(code: string): number | undefined {
  return POSITIONS.get(code);
}

const KEY_NUMBERS = KEY_CODES.map(code => codeNumber(code));

/** The values of a company's fiscal years as bare numbers; `rows` newest first. */
export function annualAmounts(prepared: Prepared, rows: readonly PeriodRow[]): AnnualAmounts[] {
  const years = rows.filter(row => row.fiscalPeriod === 'fy');
  const currencyOf = (row: PeriodRow) => prepared.currencies[row.filing] ?? 'USD';
  return years.map((row, at) => {
    const before = years.find(year => year.fiscalYear === row.fiscalYear - 1 && currencyOf(year) === currencyOf(row));
    return { ...figuresOf(prepared, row, before), isNewest: at === 0 };
  });
}

/** The newest trailing year as bare numbers, without growths. */
export function trailingAmounts(evaluated: Evaluation, row: PeriodRow): TrailingAmounts {
  return { ...figuresOf(evaluated.prepared, row, undefined), isNewest: true, shares: newestShares(evaluated) };
}

/** With growths since the year `before`, if there is one. */
function figuresOf(prepared: Prepared, row: PeriodRow, before: PeriodRow | undefined): Omit<AnnualAmounts, 'isNewest'> {
  return {
    periodStart: row.start,
    periodEnd: row.end,
    fiscalYear: row.fiscalYear,
    isStandAlone: KEY_NUMBERS.some(number => row.cells[number]?.flags.includes('non_consolidated')),
    currency: prepared.currencies[row.filing] ?? 'USD',
    status: row.status,
    accession: prepared.filings[row.filing]?.accession ?? '',
    layout: AMOUNTS_LAYOUT,
    amounts: STORED.map(({ number, isGrowth }) =>
      isGrowth ? growth(before && amountOf(before, number), amountOf(row, number)) : amountOf(row, number),
    ),
  };
}

/** Balance dates of a year, by quarter. */
const BALANCES = 4;

/** The newest count of shares outstanding that no check doubts. */
function newestShares({ prepared, cells }: Evaluation): CountedShares | null {
  const { years, slots, filings } = prepared;
  for (let year = years.length - 1; year >= 0; year--) {
    for (let position = BALANCES - 1; position >= 0; position--) {
      const cell = cells.get(slots.instantSlot(year, position))?.[SHARES_OUTSTANDING];
      const filing = cell && filings[cell.filing];
      if (!filing || !(cell.value > 0) || isDoubtedCount(cell)) continue;
      return {
        count: cell.value,
        date: toIsoDate(cell.end),
        accession: filing.accession,
        knownOn: new Date(filing.knownAt).toISOString().slice(0, 10),
      };
    }
  }
  return null;
}

function amountOf(row: PeriodRow, number: number): number | null {
  return row.cells[number]?.value ?? null;
}

/** As a fraction; null if either amount is negative or the first is zero, which would be meaningless. */
function growth(from: number | null | undefined, to: number | null): number | null {
  if (from === null || from === undefined || to === null || from <= 0 || to < 0) return null;
  // Rounded to twelve places: the amounts are exact, but their binary quotient is not.
  return Math.round(((to - from) / from) * 1e12) / 1e12;
}

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

/** The stored amounts of a year, in order: every line item, then every growth. */
export const AMOUNT_CODES: readonly string[] = [...CODE_NAMES, ...GROWTH_OF.map(code => `${code}_growth`)];
const GROWTH_NUMBERS = GROWTH_OF.map(codeNumber);

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
    const growths = GROWTH_NUMBERS.map(number => growth(before && amountOf(before, number), amountOf(row, number)));
    return { ...figuresOf(prepared, row, growths), isNewest: at === 0 };
  });
}

/** The newest trailing year as bare numbers, without growths. */
export function trailingAmounts(evaluated: Evaluation, row: PeriodRow): TrailingAmounts {
  const noGrowths = GROWTH_NUMBERS.map(() => null);
  return { ...figuresOf(evaluated.prepared, row, noGrowths), isNewest: true, shares: newestShares(evaluated) };
}

function figuresOf(
  prepared: Prepared,
  row: PeriodRow,
  growths: readonly (number | null)[],
): Omit<AnnualAmounts, 'isNewest'> {
  return {
    periodStart: row.start,
    periodEnd: row.end,
    fiscalYear: row.fiscalYear,
    isStandAlone: KEY_NUMBERS.some(number => row.cells[number]?.flags.includes('non_consolidated')),
    currency: prepared.currencies[row.filing] ?? 'USD',
    status: row.status,
    accession: prepared.filings[row.filing]?.accession ?? '',
    layout: AMOUNTS_LAYOUT,
    amounts: [...CODE_NAMES.map((_, number) => amountOf(row, number)), ...growths],
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

import { type IsoDate, parseDay } from '../../../../kernel/dates.ts';
import type { KpiPeriod, KpiValue } from '../model/financials.ts';
import type { LineItem } from './line-items.ts';

/** Where the periods of a series are on another basis than those before. */
export interface BasisChange {
  kind: 'split' | 'currency' | 'fiscal_year_end';
  /** The start of the first period on the new basis. */
  date: IsoDate;
  /** Of a split: new shares per old share. */
  ratio: number | null;
  /** Of a currency, ISO 4217; of a year end, MM-DD. */
  from: string | null;
  to: string | null;
  /** Of a split: the line items that change; null: all amounts. */
  codes: readonly string[] | null;
  /** The filing that states the new basis. */
  accession: string;
}

/** Year ends of 52 and 53 weeks move by days. */
const MOVES_BY_DAYS = 20;
/** Splits are ratios of small whole numbers; smaller ones cannot be distinguished from other restatements. */
const SPLIT_RATIOS = [...Array.from({ length: 49 }, (_, at) => at + 2), 1.5, 1.25, 4 / 3, 5 / 3].flatMap(ratio => [
  ratio,
  1 / ratio,
]);
/** Amounts per share are rounded to the cent, so small ones say little about a ratio. */
const HALF_CENT = 0.005;
const MOST_ROUNDING = 0.02;

/**
 * The changes of basis among periods of one kind, newest first. A split shows in figures of shares that a later filing restated by
 * a whole ratio: periods before the first restated one are on the old basis. `items` are the line items whose values are shown.
 */
export function findBasisChanges(periods: readonly KpiPeriod[], items: readonly LineItem[]): BasisChange[] {
  const ofShares = items.filter(item => item.unitKind === 'shares' || item.unitKind === 'currency_per_share');
  return periods.slice(0, -1).flatMap((period, at) => {
    const before = periods[at + 1];
    if (before === undefined) return [];
    const others = [currencyChange(before, period), yearEndChange(before, period)].flatMap(change => change ?? []);
    return [...others, ...splits(before, period, ofShares)];
  });
}

function currencyChange(before: KpiPeriod, { currency, periodStart, accession }: KpiPeriod): BasisChange | null {
  if (before.currency === currency) return null;
  return {
    kind: 'currency',
    date: periodStart,
    ratio: null,
    from: before.currency,
    to: currency,
    codes: null,
    accession,
  };
}

function yearEndChange(before: KpiPeriod, period: KpiPeriod): BasisChange | null {
  if (period.fiscalPeriod !== 'fy') return null;
  const [from, to] = [before.periodEnd.slice(5), period.periodEnd.slice(5)];
  const apart = Math.abs((parseDay(`2000-${to}`) ?? 0) - (parseDay(`2000-${from}`) ?? 0));
  if (Math.min(apart, 366 - apart) <= MOVES_BY_DAYS) return null;
  return {
    kind: 'fiscal_year_end',
    date: period.periodStart,
    ratio: null,
    from,
    to,
    codes: null,
    accession: period.accession,
  };
}

/** Line items may be restated for different years, so a split may have several dates. */
function splits(before: KpiPeriod, period: KpiPeriod, ofShares: readonly LineItem[]): BasisChange[] {
  const found = new Map<number, BasisChange & { codes: string[] }>();
  for (const { code, unitKind } of ofShares) {
    const [old, restated] = [before.values[code], period.values[code]];
    if (old === undefined || restated === undefined) continue;
    const ratio = splitRatio(restated, unitKind);
    if (ratio === null || splitRatio(old, unitKind) !== null) continue;
    const known = found.get(ratio);
    if (known !== undefined) known.codes.push(code);
    else {
      const { accession } = restated;
      found.set(ratio, {
        kind: 'split',
        date: period.periodStart,
        ratio,
        from: null,
        to: null,
        codes: [code],
        accession,
      });
    }
  }
  return [...found.values()];
}

/** The ratio by which a later filing restated a figure of shares; null if it did not, or by no ratio of a split. */
function splitRatio({ value, firstReported }: KpiValue, unitKind: LineItem['unitKind']): number | null {
  if (firstReported?.restatement !== 'recast' || value === 0 || firstReported.value === 0) return null;
  const isPerShare = unitKind === 'currency_per_share';
  const rounding = isPerShare ? HALF_CENT / Math.min(Math.abs(value), Math.abs(firstReported.value)) : 0.001;
  if (rounding > MOST_ROUNDING) return null;
  const ratio = isPerShare ? firstReported.value / value : value / firstReported.value;
  return SPLIT_RATIOS.find(known => Math.abs(ratio / known - 1) <= rounding) ?? null;
}

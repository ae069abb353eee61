import type { HeldSecurity, Holder } from '@asfiled/client';
import { parseDecimal } from '../../../format/decimal.ts';
import { formatExact, formatShort } from '../../../format/numbers.ts';

type Change = Holder['position_change'];

const CHANGES: Record<Change, string> = {
  new: 'New',
  increased: 'Increased',
  decreased: 'Decreased',
  unchanged: 'Unchanged',
  exited: 'Sold out',
  not_filed: 'Not comparable',
};

const BASES: Record<HeldSecurity['resolved_by'][number], string> = {
  schedule: 'a Schedule 13D or 13G',
  isin: 'the ISIN of a listing',
  fails_to_deliver: 'a list of fails to deliver',
  information_table: 'its name in managers’ filings',
};

export function positionChangeLabel({
  position_change,
  shares,
}: {
  position_change: Change;
  shares: number | null;
}): string {
  return position_change === 'not_filed' && shares === null ? 'Not reported yet' : CHANGES[position_change];
}

/** `identified by a Schedule 13D or 13G and its name in managers’ filings` */
export function describeBases(bases: HeldSecurity['resolved_by']): string {
  return `identified by ${bases.map(basis => BASES[basis]).join(' and ')}`;
}

/** A count with every digit; empty for null. */
export function countText(count: number | null): string {
  return count === null ? '' : formatExact(String(count));
}

/** `+4.02%`; empty for null. */
export function percentText(percent: number | null, isChange: boolean): string {
  if (percent === null) return '';
  const text = formatExact(Math.abs(percent).toFixed(2));
  return `${percent < 0 ? '−' : isChange && percent > 0 ? '+' : ''}${text}%`;
}

/** `452.6 m` */
export function moneyText(dollars: number): string {
  const { number, word } = formatShort(parseDecimal(String(Math.round(dollars))));
  return word === '' ? number : `${number} ${word}`;
}

/** Rows per page. */
export const ROWS_A_PAGE = 100;

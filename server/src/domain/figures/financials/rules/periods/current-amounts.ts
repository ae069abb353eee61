import { LINE_ITEMS, type LineItem, lineItemOf } from '../line-items.ts';
import { amountPosition } from './annual-amounts.ts';

/** The market capitalization on the day of a screen. */
export const MARKET_CAP = 'market_cap';

/** Figures that are older than this on a day say nothing about the day: the company reports no more. */
export const OLDEST_FIGURES_DAYS = 550;

/** The suffix of the newest trailing twelve months, and of the balances of the most recent quarter. */
const SUFFIXES = { duration: '_ttm', instant: '_mrq' } as const satisfies Record<LineItem['periodType'], string>;

/** A figure of the newest trailing year that is known on a day. */
export interface TrailingAmount {
  item: LineItem;
  /** From 1, as in PostgreSQL. */
  position: number;
}

/** Names of figures that a company has on a day, independent of the fiscal year of a row: `revenue_ttm`, `equity_mrq`, `market_cap`. */
export const CURRENT_NAMES: readonly string[] = [
  ...LINE_ITEMS.map(item => `${item.code}${SUFFIXES[item.periodType]}`),
  MARKET_CAP,
];

/** The trailing figure of a name; null for other names. */
export function trailingAmount(name: string): TrailingAmount | null {
  const item = lineItemOf(name.slice(0, -4));
  if (item === undefined || !name.endsWith(SUFFIXES[item.periodType])) return null;
  const position = amountPosition(item.code);
  return position === undefined ? null : { item, position };
}

export function isCurrentName(name: string): boolean {
  return name === MARKET_CAP || trailingAmount(name) !== null;
}

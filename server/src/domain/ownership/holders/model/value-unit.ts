import type { IsoDate } from '../../../../kernel/dates.ts';
import type { HoldingLine } from './holdings-report.ts';

/** The factor that converts values of a Form 13F to dollars, and the evidence for it. */
export interface ValueUnit {
  factor: 1 | 1_000;
  basis: 'implied_price' | 'quoted_price' | 'schema' | 'quarter';
}

/** A price per share implied by a line, in the unit of its report. */
export interface ImpliedPrice {
  cusip: string;
  price: number;
}

/** From this quarter on the form requires dollars; before, thousands of dollars. */
const FIRST_QUARTER_IN_DOLLARS: IsoDate = '2022-12-31';
const SCHEMA_IN_DOLLARS = 'X0202';
/** A median price below one dollar is implausible. */
const MIN_PRICE = 1;
/** A higher median price, read as thousands of dollars, would be an implausible twenty thousand dollars a share. */
const HIGH_PRICE = 20;
/** Minimum number of lines for a reliable median. */
const MIN_LINES = 3;
/** Maximum ratio between a quotation and an implied price, because they are from different times. */
const TOLERANCE = 3;
/** This number of lines is a sufficient sample. */
const MAX_PRICES = 500;

/** Prices implied by the first lines that state shares, excluding options and principal. */
export function impliedPrices(lines: Iterable<HoldingLine>): ImpliedPrice[] {
  const prices: ImpliedPrice[] = [];
  for (const { cusip, value, amount, amountType, putCall } of lines) {
    if (prices.length === MAX_PRICES) break;
    const price = Number(value) / Number(amount);
    if (amountType === 'SH' && putCall === null && price > 0 && Number.isFinite(price)) prices.push({ cusip, price });
  }
  return prices;
}

/**
 * The unit of one report. In every year some filers use the other unit than the form requires. `quoted` has share
 * prices in dollars at the end of the quarter, by CUSIP.
 */
export function valueUnitOf(
  prices: readonly ImpliedPrice[],
  { schemaVersion, quarterEnd }: { schemaVersion: string | null; quarterEnd: IsoDate },
  quoted: ReadonlyMap<string, number>,
): ValueUnit {
  const share = (holds: (price: number) => boolean): number =>
    prices.length === 0 ? 0 : prices.filter(price => holds(price.price)).length / prices.length;
  if (share(price => price < MIN_PRICE) >= 0.5) return { factor: 1_000, basis: 'implied_price' };
  const factor = factorByQuotations(prices, quoted);
  if (factor !== null) return { factor, basis: 'quoted_price' };
  if (schemaVersion === SCHEMA_IN_DOLLARS) return { factor: 1, basis: 'schema' };
  if (prices.length >= MIN_LINES && share(price => price >= HIGH_PRICE) >= 0.5) {
    return { factor: 1, basis: 'implied_price' };
  }
  return { factor: quarterEnd >= FIRST_QUARTER_IN_DOLLARS ? 1 : 1_000, basis: 'quarter' };
}

/** From the median ratio of quoted to implied prices, which is about 1 or about 1,000; null if it is neither. */
function factorByQuotations(
  prices: readonly ImpliedPrice[],
  quoted: ReadonlyMap<string, number>,
): ValueUnit['factor'] | null {
  const ratios = prices
    .flatMap(({ cusip, price }) => {
      const known = quoted.get(cusip);
      return known === undefined ? [] : [known / price];
    })
    .sort((a, b) => a - b);
  const median = ratios[ratios.length >> 1];
  if (median === undefined) return null;
  return ([1, 1_000] as const).find(factor => median > factor / TOLERANCE && median < factor * TOLERANCE) ?? null;
}

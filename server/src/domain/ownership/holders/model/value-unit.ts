import type { IsoDate } from '../../../../kernel/dates.ts';
import type { HoldingLine } from './holdings-report.ts';

/** What values of a Form 13F are multiplied by to be dollars, and what told it. */
export interface ValueUnit {
  factor: 1 | 1_000;
  basis: 'implied_price' | 'quoted_price' | 'schema' | 'quarter';
}

/** A share's price as a line has it, in the unit of its report. */
export interface ImpliedPrice {
  cusip: string;
  price: number;
}

/** The form asks for dollars from the reports on this quarter on; before it asked for thousands. */
const FIRST_QUARTER_IN_DOLLARS: IsoDate = '2022-12-31';
const SCHEMA_IN_DOLLARS = 'X0202';
/** Half of the shares of a book do not cost less than a dollar. */
const LEAST_PRICE = 1;
/** Half of them do not cost over twenty thousand dollars either, as they would if this were thousands. */
const HIGH_PRICE = 20;
/** So few lines may be of shares that do. */
const FEWEST_LINES = 3;
/** A quotation is of another hour, or another day. */
const TOLERANCE = 3;
/** So many lines tell as much as all of them. */
const MOST_PRICES = 500;

/** Prices that the first lines of shares (no options, no principal) imply. */
export function impliedPrices(lines: Iterable<HoldingLine>): ImpliedPrice[] {
  const prices: ImpliedPrice[] = [];
  for (const { cusip, value, amount, amountType, putCall } of lines) {
    if (prices.length === MOST_PRICES) break;
    const price = Number(value) / Number(amount);
    if (amountType === 'SH' && putCall === null && price > 0 && Number.isFinite(price)) prices.push({ cusip, price });
  }
  return prices;
}

/**
 * The unit of one report: filers of every year use either, whatever the form asks for. `quoted` are prices of shares in
 * dollars at the end of the quarter, by CUSIP.
 */
export function valueUnitOf(
  prices: readonly ImpliedPrice[],
  { schemaVersion, quarterEnd }: { schemaVersion: string | null; quarterEnd: IsoDate },
  quoted: ReadonlyMap<string, number>,
): ValueUnit {
  const share = (holds: (price: number) => boolean): number =>
    prices.length === 0 ? 0 : prices.filter(one => holds(one.price)).length / prices.length;
  if (share(price => price < LEAST_PRICE) >= 0.5) return { factor: 1_000, basis: 'implied_price' };
  const factor = factorByQuotations(prices, quoted);
  if (factor !== null) return { factor, basis: 'quoted_price' };
  if (schemaVersion === SCHEMA_IN_DOLLARS) return { factor: 1, basis: 'schema' };
  if (prices.length >= FEWEST_LINES && share(price => price >= HIGH_PRICE) >= 0.5) {
    return { factor: 1, basis: 'implied_price' };
  }
  return { factor: quarterEnd >= FIRST_QUARTER_IN_DOLLARS ? 1 : 1_000, basis: 'quarter' };
}

/** By the median ratio of quoted to implied prices: about 1 or about 1,000; null where it is neither. */
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

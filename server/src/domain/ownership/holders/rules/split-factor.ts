/** Shares of one holder at the ends of two quarters that follow each other, and what they were worth. */
export interface HeldTwice {
  shares: number;
  previousShares: number;
}

/** New shares for old ones as companies split and join them. */
const RATIOS = [1.5, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30, 40, 50].flatMap(ratio => [ratio, 1 / ratio]);
/** A quarter moves most prices by less than that. */
const PRICE_TOLERANCE = 1.35;
/** With so many holders their middle says what happened to all of them: some trade, the most do not. */
const ENOUGH_HOLDERS = 5;
const MIDDLE_TOLERANCE = 1.1;
const EXACT_TOLERANCE = 1.005;

/**
 * How many shares of now were one share a quarter ago: a split multiplies the shares of those who do not trade, and divides
 * the price by the same. 1 where nothing speaks for one. `priceRatio` is the price a quarter ago by that of now.
 */
export function splitFactorOf(holders: readonly HeldTwice[], priceRatio: number): number {
  const ratios = holders
    .filter(one => one.shares > 0 && one.previousShares > 0)
    .map(one => one.shares / one.previousShares)
    .sort((a, b) => a - b);
  const middle = ratios[ratios.length >> 1];
  if (middle === undefined || !(priceRatio > 0)) return 1;
  const isNear = (value: number, to: number, tolerance: number): boolean =>
    value < to * tolerance && value > to / tolerance;
  const factor = RATIOS.find(ratio => {
    if (!isNear(priceRatio, ratio, PRICE_TOLERANCE)) return false;
    if (ratios.length >= ENOUGH_HOLDERS) return isNear(middle, ratio, MIDDLE_TOLERANCE);
    return ratios.filter(one => isNear(one, ratio, EXACT_TOLERANCE)).length * 2 > ratios.length;
  });
  return factor ?? 1;
}

/** True where a price changed so much that a split may be the reason. */
export function maySplit(priceRatio: number): boolean {
  const least = Math.min(...RATIOS.filter(ratio => ratio > 1)) / PRICE_TOLERANCE;
  return priceRatio > least || priceRatio < 1 / least;
}

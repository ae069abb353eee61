import { minOf } from '../../../../kernel/lists.ts';
/** Shares and value of one holder at the ends of two consecutive quarters. */
export interface ConsecutivePositions {
  shares: number;
  previousShares: number;
}

/** Usual split ratios. */
const RATIOS = [1.5, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30, 40, 50].flatMap(ratio => [ratio, 1 / ratio]);
/** Most prices change by less than this in a quarter. */
const PRICE_TOLERANCE = 1.35;
/** Minimum number of holders for a reliable median; most of them do not trade. */
const ENOUGH_HOLDERS = 5;
const MIDDLE_TOLERANCE = 1.1;
const EXACT_TOLERANCE = 1.005;

/**
 * The number of current shares per share a quarter ago. A split multiplies the shares of holders who do not trade and divides
 * the price by the same ratio. 1 without evidence of a split. `priceRatio` is the previous price divided by the current one.
 */
export function splitFactorOf(holders: readonly ConsecutivePositions[], priceRatio: number): number {
  const ratios = holders
    .filter(holder => holder.shares > 0 && holder.previousShares > 0)
    .map(holder => holder.shares / holder.previousShares)
    .sort((a, b) => a - b);
  const middle = ratios[ratios.length >> 1];
  if (middle === undefined || !(priceRatio > 0)) return 1;
  const isNear = (value: number, to: number, tolerance: number): boolean =>
    value < to * tolerance && value > to / tolerance;
  const factor = RATIOS.find(ratio => {
    if (!isNear(priceRatio, ratio, PRICE_TOLERANCE)) return false;
    if (ratios.length >= ENOUGH_HOLDERS) return isNear(middle, ratio, MIDDLE_TOLERANCE);
    return ratios.filter(candidate => isNear(candidate, ratio, EXACT_TOLERANCE)).length * 2 > ratios.length;
  });
  return factor ?? 1;
}

/** Whether a price change is large enough to suggest a split. */
export function maySplit(priceRatio: number): boolean {
  const least = minOf(RATIOS.filter(ratio => ratio > 1)) / PRICE_TOLERANCE;
  return priceRatio > least || priceRatio < 1 / least;
}

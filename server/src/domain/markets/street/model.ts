/** Analyst recommendations, best first. */
export const RECOMMENDATION_KEYS = ['strong_buy', 'buy', 'hold', 'sell', 'strong_sell'] as const;
export type RecommendationKey = (typeof RECOMMENDATION_KEYS)[number];

/** Number of analysts per recommendation, in the order of {@link RECOMMENDATION_KEYS}. */
export type RecommendationCounts = [number, number, number, number, number];

/** Analyst recommendations and targets for a listing at the time of a request to the source. */
export interface StreetSnapshot {
  ticker: string;
  marketId: string;
  recommendationKey: RecommendationKey;
  /** 1 strong buy … 5 strong sell. */
  recommendationMean: number | null;
  analystsCount: number | null;
  counts: RecommendationCounts | null;
  /** Target prices in {@link currency}. */
  targetMean: number | null;
  targetHigh: number | null;
  targetLow: number | null;
  /** ISO 4217 */
  currency: string | null;
  /** Price of the listing at the time of the request, in the same currency. */
  price: number | null;
  documentUrl: string;
}

/** The mean of the recommendations, 1 strong buy to 5 strong sell; null without recommendations. */
export function meanOfCounts(counts: RecommendationCounts): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  return counts.reduce((sum, count, at) => sum + count * (at + 1), 0) / total;
}

/** The recommendation nearest to a mean; the better one if the mean is halfway between two. */
export function keyOfMean(mean: number): RecommendationKey {
  const at = Math.min(4, Math.max(0, Math.ceil(mean - 1.5)));
  return RECOMMENDATION_KEYS[at] ?? 'hold';
}

declare module '../../filings/filings/model/published-records.ts' {
  interface PublishedRecords {
    streetSnapshots?: StreetSnapshot[];
  }
}

import type { EventKind } from '../../../disclosures/events/model.ts';

/** Axes that divide the events of a kind in base rates. */
export const BASE_RATE_VARIANT_TYPES = ['direction', 'status', 'opinion', 'salience', 'authority'] as const;
export type BaseRateVariantType = (typeof BASE_RATE_VARIANT_TYPES)[number];

/** Abnormal returns of shares after events of a kind. */
export interface BaseRate {
  marketId: string;
  kind: EventKind;
  /** Null, as is the variant, for all events of the kind. */
  variantType: BaseRateVariantType | null;
  variant: string | null;
  /** An id of the market indexes. */
  benchmarkIndex: string;
  /** True if there are too few events for a reliable rate. */
  isThin: boolean;
  /** Numbers of events that were not measured, by reason. */
  excluded: Record<string, number>;
  horizons: BaseRateHorizon[];
}

/** Abnormal returns in percent, some trading days after the last close before the event. All null if there are too few events. */
export interface BaseRateHorizon {
  horizonDays: 2 | 5 | 20;
  n: number;
  meanPct: number | null;
  medianPct: number | null;
  q1Pct: number | null;
  q3Pct: number | null;
  shareNegativePct: number | null;
  tStat: number | null;
  isWinsorised: boolean;
  confoundedCount: number;
  delistedCount: number;
}

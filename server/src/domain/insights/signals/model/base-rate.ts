import type { EventKind } from '../../../disclosures/events/model.ts';

/** By what events of a kind are told apart in base rates. */
export const BASE_RATE_VARIANT_TYPES = ['direction', 'status', 'opinion', 'salience', 'authority'] as const;
export type BaseRateVariantType = (typeof BASE_RATE_VARIANT_TYPES)[number];

/** How shares went after events of a kind, against their market. */
export interface BaseRate {
  marketId: string;
  kind: EventKind;
  /** Null with the variant: all events of the kind together. */
  variantType: BaseRateVariantType | null;
  variant: string | null;
  /** model/market-indexes.ts */
  benchmarkIndex: string;
  /** Whether there are too few events to rest anything on. */
  isThin: boolean;
  /** Events that were not measured, by the reason. */
  excluded: Record<string, number>;
  horizons: BaseRateHorizon[];
}

/** Abnormal returns some trading days after the last close before the event; percent. All null where the events are too few. */
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

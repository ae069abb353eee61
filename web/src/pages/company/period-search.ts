import type { Vintage } from './figures.ts';

export const PERIODS = ['fy', 'q', 'ttm'] as const;
export const COUNTS = ['5', '10', '20', 'all'] as const;

export type PeriodKind = (typeof PERIODS)[number];

/** The query parameters that pages of figures share. */
export interface PeriodSearch {
  /** Years by default. */
  p?: PeriodKind | undefined;
  /** `first` as first reported, a day as of then; as restated by default. */
  v?: string | undefined;
  /** How many periods; ten by default. */
  n?: (typeof COUNTS)[number] | undefined;
  /** The currency that amounts are converted to; as filed by default. */
  cur?: string | undefined;
}

export interface PeriodReading {
  kind: PeriodKind;
  vintage: Vintage;
  asOf: string | undefined;
  /** Null for all periods. */
  count: number | null;
  currency: string | undefined;
}

export function readPeriodSearch({ p = 'fy', v, n = '10', cur }: PeriodSearch): PeriodReading {
  return {
    kind: p,
    vintage: v === 'first' ? 'first' : 'restated',
    asOf: v === undefined || v === 'first' ? undefined : v,
    count: n === 'all' ? null : Number(n),
    currency: cur,
  };
}

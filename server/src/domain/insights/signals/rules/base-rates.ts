import { compareText } from '../../../../kernel/compare-text.ts';
import type { Day } from '../../../../kernel/dates.ts';
import { maxOf } from '../../../../kernel/lists.ts';
import type { EventKind, EventSalience } from '../../../disclosures/events/model.ts';
import type { BaseRate, BaseRateHorizon, BaseRateVariantType } from '../model/base-rate.ts';
import { EXCLUSIONS, type Exclusion, HORIZON_DAYS, type HorizonDays, type Measured } from './event-study.ts';

/** Raise it when the selection or the computation changes. */
export const BASE_RATE_RULES_VERSION = 'base-rates-2';

/** Rates of fewer events are marked as thin. */
const THIN = 20;
/** Rates of fewer events are null: their mean is mostly chance. */
const SUPPRESSED = 5;
/** From this number of events, mean and t are winsorised. */
const WINSORISED_FROM = 100;
const WINSORISED_SHARE = 0.01;

/** An event with the measured return of its share. */
export interface StudiedEvent {
  marketId: string;
  kind: EventKind;
  /** Its value on each axis; null if none. */
  variants: Readonly<Partial<Record<BaseRateVariantType, string | null>>>;
  /** True if its filing reports an event of another kind as well. */
  isConfounded: boolean;
  outcome: Measured | Exclusion;
}

/** The properties of an event that {@link variantsOf} uses. */
export interface DescribedEvent {
  kind: EventKind;
  variant: string | null;
  salience: EventSalience;
  authority: string | null;
}

/** Returns the value of an event on each axis. The kind determines the axis of its variant. */
export function variantsOf({ kind, variant, salience, authority }: DescribedEvent): StudiedEvent['variants'] {
  const type = kind === 'guidance_revision' ? 'direction' : kind === 'audit_opinion' ? 'opinion' : 'status';
  return { [type]: variant, salience, authority };
}

interface Sample {
  marketId: string;
  kind: EventKind;
  variantType: BaseRateVariantType | null;
  variant: string | null;
  returns: Record<HorizonDays, { pct: number; day: Day }[]>;
  confounded: Record<HorizonDays, number>;
  delisted: Record<HorizonDays, number>;
  excluded: Record<Exclusion, number>;
}

/** Accumulates studied events and computes rates. Keeps one number per event, horizon and axis. */
export class BaseRateSums {
  readonly #samples = new Map<string, Sample>();

  add(event: StudiedEvent): void {
    this.#addTo(event, null, null);
    for (const [type, variant] of Object.entries(event.variants)) {
      if (variant != null) this.#addTo(event, type as BaseRateVariantType, variant);
    }
  }

  #addTo(event: StudiedEvent, variantType: BaseRateVariantType | null, variant: string | null): void {
    const { marketId, kind, isConfounded, outcome } = event;
    const key = JSON.stringify([marketId, kind, variantType, variant]);
    const sample = this.#samples.get(key) ?? emptySample(marketId, kind, variantType, variant);
    this.#samples.set(key, sample);
    if (typeof outcome === 'string') {
      sample.excluded[outcome] += 1;
      return;
    }
    for (const horizon of HORIZON_DAYS) {
      const measured = outcome.returns[horizon];
      if (measured === null) continue;
      sample.returns[horizon].push({ pct: measured.abnormalPct, day: outcome.baseDay });
      if (isConfounded) sample.confounded[horizon] += 1;
      if (measured.isDelisted) sample.delisted[horizon] += 1;
    }
  }

  /** Returns the rates by market, kind and variant, all variants first. Groups without measured events are omitted. */
  rates(benchmarkOf: (marketId: string) => string): BaseRate[] {
    return [...this.#samples.values()]
      .filter(({ returns }) => HORIZON_DAYS.some(horizon => returns[horizon].length > 0))
      .sort(
        (a, b) =>
          compareText(a.marketId, b.marketId) ||
          compareText(a.kind, b.kind) ||
          compareText(a.variantType ?? '', b.variantType ?? '') ||
          compareText(a.variant ?? '', b.variant ?? ''),
      )
      .map(sample => toRate(sample, benchmarkOf(sample.marketId)));
  }
}

function emptySample(
  marketId: string,
  kind: EventKind,
  variantType: BaseRateVariantType | null,
  variant: string | null,
): Sample {
  const none = { 2: 0, 5: 0, 20: 0 };
  return {
    ...{ marketId, kind, variantType, variant },
    returns: { 2: [], 5: [], 20: [] },
    confounded: { ...none },
    delisted: { ...none },
    excluded: Object.fromEntries(EXCLUSIONS.map(reason => [reason, 0])) as Record<Exclusion, number>,
  };
}

function toRate(sample: Sample, benchmarkIndex: string): BaseRate {
  const { marketId, kind, variantType, variant, excluded } = sample;
  const most = maxOf(HORIZON_DAYS.map(horizon => sample.returns[horizon].length));
  return {
    ...{ marketId, kind, variantType, variant, benchmarkIndex, excluded },
    isThin: most < THIN,
    horizons: HORIZON_DAYS.map(horizon => toHorizon(sample, horizon)),
  };
}

function toHorizon({ returns, confounded, delisted }: Sample, horizonDays: HorizonDays): BaseRateHorizon {
  // In one order, whatever the serial numbers of the companies are: sums of fractions depend on it.
  const found = [...returns[horizonDays]].sort((a, b) => a.pct - b.pct || a.day - b.day);
  const counts = { confoundedCount: confounded[horizonDays], delistedCount: delisted[horizonDays] };
  const head = { horizonDays, n: found.length, ...counts };
  if (found.length < SUPPRESSED) return { ...head, ...SUPPRESSED_RATES };
  const sorted = found.map(item => item.pct);
  const isWinsorised = found.length >= WINSORISED_FROM;
  const [low, high] = isWinsorised
    ? [quantile(sorted, WINSORISED_SHARE), quantile(sorted, 1 - WINSORISED_SHARE)]
    : [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const bounded = found.map(({ pct, day }) => ({ day, pct: Math.min(high, Math.max(low, pct)) }));
  return {
    ...head,
    meanPct: mean(bounded.map(item => item.pct)),
    medianPct: quantile(sorted, 0.5),
    q1Pct: quantile(sorted, 0.25),
    q3Pct: quantile(sorted, 0.75),
    shareNegativePct: (sorted.filter(pct => pct < 0).length / sorted.length) * 100,
    tStat: tOfDates(bounded),
    isWinsorised,
  };
}

const SUPPRESSED_RATES = {
  meanPct: null,
  medianPct: null,
  q1Pct: null,
  q3Pct: null,
  shareNegativePct: null,
  tStat: null,
  isWinsorised: false,
};

/** Returns a quantile of sorted numbers by linear interpolation. */
function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0];
  return below + (above - below) * (place - Math.floor(place));
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

/**
 * Returns the t-statistic of daily means: returns of one day are correlated and would inflate t. Null for fewer than two days or
 * without variance.
 */
function tOfDates(events: readonly { pct: number; day: Day }[]): number | null {
  const days = [...Map.groupBy(events, event => event.day).values()].map(of => mean(of.map(item => item.pct)));
  if (days.length < 2) return null;
  const middle = mean(days);
  const variance = days.reduce((sum, day) => sum + (day - middle) ** 2, 0) / (days.length - 1);
  return variance === 0 ? null : middle / Math.sqrt(variance / days.length);
}

import { compareText } from '../../../../kernel/compare-text.ts';
import type { Day } from '../../../../kernel/dates.ts';
import type { EventKind, EventSalience } from '../../../disclosures/events/model.ts';
import type { BaseRate, BaseRateHorizon, BaseRateVariantType } from '../model/base-rate.ts';
import { EXCLUSIONS, type Exclusion, HORIZON_DAYS, type HorizonDays, type Measured } from './event-study.ts';

/** Changes with what is counted, left out or worked out otherwise. */
export const BASE_RATE_RULES_VERSION = 'base-rates-2';

/** With fewer events a mean is mostly chance: it is shown and marked, or not shown. */
const THIN = 20;
const SUPPRESSED = 5;
/** From so many on, the outermost hundredths are set to their bounds for mean and t. */
const WINSORISED_FROM = 100;
const WINSORISED_SHARE = 0.01;

/** An event with what its share made of it. */
export interface StudiedEvent {
  marketId: string;
  kind: EventKind;
  /** What kind and filing say of it in particular; null = nothing. */
  variants: Readonly<Partial<Record<BaseRateVariantType, string | null>>>;
  /** Whether its filing tells of an event of another kind too. */
  isConfounded: boolean;
  outcome: Measured | Exclusion;
}

/** What is told of an event by {@link variantsOf}. */
export interface DescribedEvent {
  kind: EventKind;
  variant: string | null;
  salience: EventSalience;
  authority: string | null;
}

/** The axes along which an event is counted apart: the variant of its kind under the name that such variants have. */
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

/** Gathers studied events and tells how such events went. Holds a number an event, horizon and axis. */
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

  /** By market, kind and variant, all variants together first; none of which nothing could be measured. */
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
  const most = Math.max(...HORIZON_DAYS.map(horizon => sample.returns[horizon].length));
  return {
    ...{ marketId, kind, variantType, variant, benchmarkIndex, excluded },
    isThin: most < THIN,
    horizons: HORIZON_DAYS.map(horizon => toHorizon(sample, horizon)),
  };
}

function toHorizon({ returns, confounded, delisted }: Sample, horizonDays: HorizonDays): BaseRateHorizon {
  const found = returns[horizonDays];
  const counts = { confoundedCount: confounded[horizonDays], delistedCount: delisted[horizonDays] };
  const head = { horizonDays, n: found.length, ...counts };
  if (found.length < SUPPRESSED) return { ...head, ...NOTHING_SAID };
  const sorted = found.map(one => one.pct).sort((a, b) => a - b);
  const isWinsorised = found.length >= WINSORISED_FROM;
  const [low, high] = isWinsorised
    ? [quantile(sorted, WINSORISED_SHARE), quantile(sorted, 1 - WINSORISED_SHARE)]
    : [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const bounded = found.map(({ pct, day }) => ({ day, pct: Math.min(high, Math.max(low, pct)) }));
  return {
    ...head,
    meanPct: mean(bounded.map(one => one.pct)),
    medianPct: quantile(sorted, 0.5),
    q1Pct: quantile(sorted, 0.25),
    q3Pct: quantile(sorted, 0.75),
    shareNegativePct: (sorted.filter(pct => pct < 0).length / sorted.length) * 100,
    tStat: tOfDates(bounded),
    isWinsorised,
  };
}

const NOTHING_SAID = {
  meanPct: null,
  medianPct: null,
  q1Pct: null,
  q3Pct: null,
  shareNegativePct: null,
  tStat: null,
  isWinsorised: false,
};

/** Of ordered numbers, between two of them in proportion. */
function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0];
  return below + (above - below) * (place - Math.floor(place));
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
}

/**
 * Events of one day move together, which makes a plain t too large: days count once each, by their means. Null where they
 * are fewer than two, or all the same.
 */
function tOfDates(events: readonly { pct: number; day: Day }[]): number | null {
  const days = [...Map.groupBy(events, one => one.day).values()].map(of => mean(of.map(one => one.pct)));
  if (days.length < 2) return null;
  const middle = mean(days);
  const variance = days.reduce((sum, one) => sum + (one - middle) ** 2, 0) / (days.length - 1);
  return variance === 0 ? null : middle / Math.sqrt(variance / days.length);
}

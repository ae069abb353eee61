import { describe, expect, it } from 'vitest';
import type { BaseRate } from '../model/base-rate.ts';
import { BaseRateSums, type StudiedEvent, variantsOf } from './base-rates.ts';

function measured(pct: number, baseDay: number, other: Partial<StudiedEvent> = {}): StudiedEvent {
  const one = { abnormalPct: pct, isDelisted: false };
  const returns = { 2: one, 5: { ...one, isDelisted: true }, 20: null };
  return {
    marketId: 'us',
    kind: 'buyback',
    variants: {},
    isConfounded: false,
    outcome: { baseDay, returns },
    ...other,
  };
}

function ratesOf(events: readonly StudiedEvent[]): BaseRate[] {
  const sums = new BaseRateSums();
  for (const event of events) sums.add(event);
  return sums.rates(() => 'sp500');
}

const horizonOf = (events: readonly StudiedEvent[]) => ratesOf(events)[0]?.horizons[0];

describe('BaseRateSums', () => {
  it('computes mean, median, quartiles and the percentage negative', () => {
    const horizon = horizonOf([-4, -2, 0, 1, 10].map((pct, at) => measured(pct, at)));
    expect(horizon).toMatchObject({
      horizonDays: 2,
      n: 5,
      meanPct: 1,
      medianPct: 0,
      q1Pct: -2,
      q3Pct: 1,
      shareNegativePct: 40,
      isWinsorised: false,
      delistedCount: 0,
    });
    // The squared deviations sum to 116; the variance is 29.
    expect(horizon?.tStat).toBeCloseTo(1 / Math.sqrt(29 / 5), 10);
  });

  it('computes t from days instead of events', () => {
    // Daily means are -4 and (1 + 1 + 1 + 1) / 4: mean -1.5, sd √12.5, t = -1.5 / √(12.5 / 2).
    const horizon = horizonOf([measured(-4, 1), ...[1, 1, 1, 1].map(pct => measured(pct, 2))]);
    expect(horizon).toMatchObject({ n: 5, meanPct: 0 });
    expect(horizon?.tStat).toBeCloseTo(-0.6, 10);
    expect(horizonOf([1, 2, 3, 4, 5].map(pct => measured(pct, 7)))?.tStat).toBe(null);
    expect(horizonOf([1, 1, 1, 1, 1].map((pct, at) => measured(pct, at)))?.tStat).toBe(null);
  });

  it('returns null for fewer than five events and marks fewer than twenty as thin', () => {
    const four = ratesOf([1, 2, 3, 4].map((pct, at) => measured(pct, at)))[0];
    expect(four).toMatchObject({
      isThin: true,
      horizons: [{ n: 4, meanPct: null, medianPct: null, tStat: null }, { n: 4 }, { n: 0 }],
    });
    const events = Array.from({ length: 20 }, (_, at) => measured(at, at));
    expect(ratesOf(events.slice(1))[0]).toMatchObject({ isThin: true });
    expect(ratesOf(events)[0]).toMatchObject({ isThin: false });
  });

  it('winsorises mean and t at 1 % from 100 events', () => {
    const plain = Array.from({ length: 99 }, (_, at) => measured(at % 3, at));
    expect(horizonOf(plain)).toMatchObject({ isWinsorised: false, meanPct: 1 });
    const horizon = horizonOf([...plain, measured(1_000_000, 99)]);
    // The 99th percentile is 1 % of the way from 2 to the outlier.
    expect(horizon).toMatchObject({ isWinsorised: true, n: 100, medianPct: 1 });
    expect(horizon?.meanPct).toBeCloseTo((99 + 2 + (1_000_000 - 2) * 0.01) / 100, 6);
  });

  it('groups by market, kind and one axis at a time', () => {
    const cut = variantsOf({ kind: 'guidance_revision', variant: 'lowered', salience: 'notable', authority: null });
    expect(cut).toEqual({ direction: 'lowered', salience: 'notable', authority: null });
    const guidance = { kind: 'guidance_revision', variants: cut } as const;
    const rates = ratesOf([measured(1, 1, guidance), measured(1, 1), measured(1, 1, { marketId: 'jp' })]);
    expect(rates.map(({ marketId, kind, variantType, variant }) => [marketId, kind, variantType, variant])).toEqual([
      ['jp', 'buyback', null, null],
      ['us', 'buyback', null, null],
      ['us', 'guidance_revision', null, null],
      ['us', 'guidance_revision', 'direction', 'lowered'],
      ['us', 'guidance_revision', 'salience', 'notable'],
    ]);
    const plain = { salience: 'routine', authority: 'SEC' } as const;
    expect(variantsOf({ kind: 'audit_opinion', variant: 'adverse', ...plain })).toMatchObject({ opinion: 'adverse' });
    expect(variantsOf({ kind: 'regulatory_action', variant: 'settled', ...plain })).toMatchObject({
      status: 'settled',
      authority: 'SEC',
    });
  });

  it('counts excluded, confounded and delisted events', () => {
    const rate = ratesOf([
      measured(1, 1, { isConfounded: true }),
      measured(1, 1, { outcome: 'suspended' }),
      measured(1, 1, { outcome: 'repeated' }),
    ])[0];
    expect(rate?.excluded).toMatchObject({ suspended: 1, repeated: 1, low_price: 0 });
    expect(rate?.horizons).toMatchObject([
      { n: 1, confoundedCount: 1, delistedCount: 0 },
      { n: 1, delistedCount: 1 },
      { n: 0, confoundedCount: 0 },
    ]);
    expect(ratesOf([measured(1, 1, { outcome: 'no_closes' })])).toEqual([]);
  });
});

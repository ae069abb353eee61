import { z } from 'zod';
import { empty, sql } from '../../../../db/database.ts';
import { eventKind } from '../../../disclosures/events/views/corporate-event.ts';
import { DEMO_MARKET } from '../../../filings/markets/model/markets.ts';
import { fresh } from '../../../kit/fields.ts';
import { marketId } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import { BASE_RATE_VARIANT_TYPES, type BaseRate } from '../model/base-rate.ts';

const pct = z.number().nullable();

const horizon = z
  .object({
    horizon_days: z.literal([2, 5, 20]).describe('Trading days after the last close before the event.'),
    n: z.int().describe('Number of measured events; with fewer than five all other fields are null.'),
    mean_pct: pct,
    median_pct: pct,
    q1_pct: pct,
    q3_pct: pct,
    share_negative_pct: pct.describe('Percentage of events with a negative abnormal return.'),
    t_stat: pct.describe(
      't-statistic of daily means: events of one day count once. Null if all events are on one day.',
    ),
    is_winsorised: z.boolean().describe('True if mean and t are winsorised at 1 %, which applies from 100 events.'),
    confounded_count: z.int().describe('Number of events whose filing reports another kind as well.'),
    delisted_count: z.int().describe('Number of events followed by a delisting; the last close counts.'),
  })
  .meta({ id: 'BaseRateHorizon' });

const baseRate = z
  .object({
    market_id: z.string(),
    kind: eventKind,
    variant_type: z
      .enum(BASE_RATE_VARIANT_TYPES)
      .nullable()
      .describe('One axis at a time; null for all events of the kind.'),
    variant: z.string().nullable(),
    benchmark_index: z.string(),
    is_thin: z.boolean().describe('Fewer than 20 events.'),
    excluded_counts: z.record(z.string(), z.int()).describe('Numbers of events that were not measured, by reason.'),
    horizons: z.array(horizon),
  })
  .meta({ id: 'BaseRate' });

export const listSignalBaseRates = operation({
  name: 'listSignalBaseRates',
  route: 'GET /api/v1/signals/base-rates',
  tool: 'list_signal_base_rates',
  summary: 'Base rates of share returns after events',
  description:
    'An event study over stored events and closes: by market, kind and variant the abnormal return against the market index 2, 5 and 20 trading days after the last close before the event, in percent: mean, median, quartiles, percentage negative and t-statistic. Closes are adjusted for splits and dividends as far as their source adjusts them. Excluded events are counted by reason. Covers past events of companies with stored closes; not a forecast. Recomputed after new events or closes.',
  tag: 'Events and signals',
  plan: 'free',
  credits: 1,
  errors: [],
  input: z.strictObject({
    market_id: marketId.optional(),
    kind: eventKind.optional().describe('Only events of this kind.'),
  }),
  output: z
    .object({
      items: z.array(baseRate).describe('By market, kind and variant, the rate of all variants first.'),
      rules_version: z.string().nullable().describe('Null before the first computation.'),
      ...fresh,
    })
    .meta({ id: 'SignalBaseRatesOut' }),
  example: {},
  async run({ db }, { market_id, kind }) {
    const ofMarket = market_id === undefined ? NO_FICTIONAL_RATES : sql`and market_id = ${market_id}`;
    const ofKind = kind === undefined ? empty : sql`and kind = ${kind}`;
    const rows = await db.query<{ rate: string }>(sql`
      select rate from base_rates where true ${ofMarket} ${ofKind} order by market_id, kind, place`);
    const inputs = await db.queryOne<{ newest_at: string | null; rules_version: string }>(
      sql`select newest_at, rules_version from base_rate_inputs`,
    );
    const isCovered =
      rows.length > 0 || (await db.queryOne(sql`select from base_rates where true ${ofMarket} limit 1`)) !== null;
    return {
      items: rows.map(row => toBaseRate(JSON.parse(row.rate))),
      rules_version: inputs?.rules_version ?? null,
      data_as_of: inputs?.newest_at ?? null,
      empty_reason: rows.length > 0 ? null : isCovered ? ('not_reported' as const) : ('not_covered' as const),
    };
  },
});

/** Rates of fictional shares are left out once there are others. */
const NO_FICTIONAL_RATES = sql`and (market_id <> ${DEMO_MARKET}
  or not exists (select from base_rates o where o.market_id <> ${DEMO_MARKET}))`;

function toBaseRate(rate: BaseRate): z.input<typeof baseRate> {
  return {
    market_id: rate.marketId,
    kind: rate.kind,
    variant_type: rate.variantType,
    variant: rate.variant,
    benchmark_index: rate.benchmarkIndex,
    is_thin: rate.isThin,
    excluded_counts: rate.excluded,
    horizons: rate.horizons.map(horizon => ({
      horizon_days: horizon.horizonDays,
      n: horizon.n,
      mean_pct: rounded(horizon.meanPct),
      median_pct: rounded(horizon.medianPct),
      q1_pct: rounded(horizon.q1Pct),
      q3_pct: rounded(horizon.q3Pct),
      share_negative_pct: rounded(horizon.shareNegativePct),
      t_stat: rounded(horizon.tStat),
      is_winsorised: horizon.isWinsorised,
      confounded_count: horizon.confoundedCount,
      delisted_count: horizon.delistedCount,
    })),
  };
}

/** Rounds to four decimals: closes are no more precise, and JSON would write smaller numbers with exponents. */
function rounded(value: number | null): number | null {
  return value === null ? null : Number(value.toFixed(4));
}

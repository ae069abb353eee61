import { z } from 'zod';
import { empty, sql } from '../../../../db/database.ts';
import { eventKind } from '../../../disclosures/events/views/corporate-event.ts';
import { fresh } from '../../../kit/fields.ts';
import { marketId } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import { hasCompanies } from '../../../kit/screen-predicate.ts';
import { BASE_RATE_VARIANT_TYPES, type BaseRate } from '../model/base-rate.ts';

const pct = z.number().nullable();

const horizon = z
  .object({
    horizon_days: z.literal([2, 5, 20]).describe('Trading days after the last close before the event.'),
    n: z.int().describe('Events that were measured; with fewer than five everything else is null.'),
    mean_pct: pct,
    median_pct: pct,
    q1_pct: pct,
    q3_pct: pct,
    share_negative_pct: pct.describe('Events after which the share fell behind its market.'),
    t_stat: pct.describe('Of the means of days: events of one day count once. Null where there is one day only.'),
    is_winsorised: z
      .boolean()
      .describe('Whether mean and t bound the outermost hundredths, as with 100 events or more.'),
    confounded_count: z.int().describe('Events whose filing tells of another kind too.'),
    delisted_count: z.int().describe('Events after which the share left its exchange: its last close stands.'),
  })
  .meta({ id: 'BaseRateHorizon' });

const baseRate = z
  .object({
    market_id: z.string(),
    kind: eventKind,
    variant_type: z.enum(BASE_RATE_VARIANT_TYPES).nullable().describe('One axis at a time; null = all together.'),
    variant: z.string().nullable(),
    benchmark_index: z.string(),
    is_thin: z.boolean().describe('Fewer than 20 events.'),
    excluded_counts: z.record(z.string(), z.int()).describe('Events that were not measured, by the reason.'),
    horizons: z.array(horizon),
  })
  .meta({ id: 'BaseRate' });

export const listSignalBaseRates = operation({
  name: 'listSignalBaseRates',
  route: 'GET /api/v1/signals/base-rates',
  tool: 'list_signal_base_rates',
  summary: 'How shares went after events of a kind, against their market',
  description:
    'An event study over the events and closes of the store: by market, kind and variant the abnormal return 2, 5 and 20 trading days after the last close before the event, against the index of the market, in percent: mean, median, quartiles, the share that fell behind, and t. Both sides are closes restated for splits and dividends as far as their source restates. What was left out, and why, is counted. A description of the past, of those companies of which the store has closes: no forecast. Worked out anew after events or closes came.',
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
      items: z.array(baseRate).describe('By market, kind and variant, all variants together first.'),
      rules_version: z.string().nullable().describe('Null where nothing was worked out yet.'),
      ...fresh,
    })
    .meta({ id: 'SignalBaseRatesOut' }),
  example: {},
  async run({ db }, { market_id, kind }) {
    const ofMarket = market_id === undefined ? empty : sql`and market_id = ${market_id}`;
    const ofKind = kind === undefined ? empty : sql`and kind = ${kind}`;
    const rows = await db.query<{ rate: string }>(sql`
      select rate from base_rates where true ${ofMarket} ${ofKind} order by market_id, kind, place`);
    const inputs = await db.queryOne<{ newest_at: string | null; rules_version: string }>(
      sql`select newest_at, rules_version from base_rate_inputs`,
    );
    const isKnown = (await db.queryOne(sql`select from base_rates limit 1`)) !== null;
    const isCovered = rows.length > 0 || (isKnown && (await hasCompanies(db, market_id)));
    return {
      items: rows.map(row => toAnswer(JSON.parse(row.rate))),
      rules_version: inputs?.rules_version ?? null,
      data_as_of: inputs?.newest_at ?? null,
      empty_reason: rows.length > 0 ? null : isCovered ? ('not_reported' as const) : ('not_covered' as const),
    };
  },
});

function toAnswer(rate: BaseRate): z.input<typeof baseRate> {
  return {
    market_id: rate.marketId,
    kind: rate.kind,
    variant_type: rate.variantType,
    variant: rate.variant,
    benchmark_index: rate.benchmarkIndex,
    is_thin: rate.isThin,
    excluded_counts: rate.excluded,
    horizons: rate.horizons.map(one => ({
      horizon_days: one.horizonDays,
      n: one.n,
      mean_pct: rounded(one.meanPct),
      median_pct: rounded(one.medianPct),
      q1_pct: rounded(one.q1Pct),
      q3_pct: rounded(one.q3Pct),
      share_negative_pct: rounded(one.shareNegativePct),
      t_stat: rounded(one.tStat),
      is_winsorised: one.isWinsorised,
      confounded_count: one.confoundedCount,
      delisted_count: one.delistedCount,
    })),
  };
}

/** To the ten-thousandth: closes carry no more, and JSON would write the rest in exponents. */
function rounded(value: number | null): number | null {
  return value === null ? null : Number(value.toFixed(4));
}

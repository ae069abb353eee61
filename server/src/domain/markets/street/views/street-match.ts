import { z } from 'zod';
import { listingRef } from '../../../filings/issuers/views/entity.ts';
import { isoDate } from '../../../kit/fields.ts';
import { RECOMMENDATION_KEYS } from '../model.ts';

const price = z.number().nullable();

/** Analyst recommendations for a company in a screen. */
export const streetMatch = z
  .object({
    predicate: z.literal('street'),
    match_date: isoDate.nullable().describe('Same as as_of.'),
    listing: listingRef.describe('The home listing if it has a snapshot, else the listing with most analysts.'),
    as_of: isoDate.describe('Date of the snapshot.'),
    recommendation_key: z
      .enum(RECOMMENDATION_KEYS)
      .describe('As stated by the source, else derived from the mean of the counts.'),
    recommendation_mean: z.number().nullable().describe('1 strong buy to 5 strong sell.'),
    analysts_count: z
      .int()
      .nullable()
      .describe('Number of analysts behind mean and targets; the counts may include more.'),
    recommendation_counts: z
      .object({ strong_buy: z.int(), buy: z.int(), hold: z.int(), sell: z.int(), strong_sell: z.int() })
      .nullable(),
    target_mean: price,
    target_high: price,
    target_low: price,
    currency: z.string().nullable().describe('ISO 4217 currency of the targets.'),
    upside_pct: z.number().nullable().describe('target_mean relative to the price stated with it, in percent.'),
    source: z.string(),
  })
  .meta({ id: 'StreetMatch' });

import { z } from 'zod';
import { listingRef } from '../../../filings/issuers/views/shapes.ts';
import { isoDate } from '../../../kit/fields.ts';
import { RECOMMENDATION_KEYS } from '../model.ts';

const price = z.number().nullable();

/** What analysts think of a company in a screen. */
export const streetMatch = z
  .object({
    predicate: z.literal('street'),
    match_date: isoDate.nullable().describe('The same as as_of.'),
    listing: listingRef.describe('The home listing where it has a snapshot, else that with most analysts.'),
    as_of: isoDate.describe('The day of the sweep.'),
    recommendation_key: z
      .enum(RECOMMENDATION_KEYS)
      .describe('As the source states it; else the one nearest to the mean of what is counted.'),
    recommendation_mean: z.number().nullable().describe('1 strong buy to 5 strong sell.'),
    analysts_count: z.int().nullable().describe('Behind mean and targets; the counts may be of more.'),
    recommendation_counts: z
      .object({ strong_buy: z.int(), buy: z.int(), hold: z.int(), sell: z.int(), strong_sell: z.int() })
      .nullable(),
    target_mean: price,
    target_high: price,
    target_low: price,
    currency: z.string().nullable().describe('Of the targets, ISO 4217.'),
    upside_pct: z.number().nullable().describe('target_mean against the price that the source gave with it.'),
    source: z.string(),
  })
  .meta({ id: 'StreetMatch' });

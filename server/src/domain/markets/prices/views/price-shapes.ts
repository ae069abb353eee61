import { z } from 'zod';
import { listingRef } from '../../../filings/issuers/views/shapes.ts';
import { instant } from '../../../kit/fields.ts';

export const quote = listingRef
  .extend({
    price: z.number().describe('Per share, in whole units of the currency: pence are restated in pounds.'),
    currency: z.string().describe('ISO 4217.'),
    price_at: instant.describe('When it was paid; of a close, when the session of the day ended.'),
    price_type: z.enum(['last', 'close']).describe('last: a quote of the publisher; close: its newest daily close.'),
    previous_close: z.number().nullable().describe('Of the session before.'),
    change: z.number().nullable().describe('From previous_close, in the currency.'),
    change_pct: z.number().nullable().describe('From previous_close, in percent.'),
    day_high: z.number().nullable(),
    day_low: z.number().nullable(),
    volume: z.number().nullable().describe('Shares of the day.'),
    delay_minutes: z.int().nullable().describe('How late the publisher is; null where it does not say, and of closes.'),
    source: z.string().describe('Registry id of the publisher.'),
  })
  .meta({ id: 'Quote' });

export const dataQuality = z
  .enum(['ok', 'partial', 'missing'])
  .describe('missing: there is no price, and nothing may be concluded for trading; partial: quality_notes say why.')
  .meta({ id: 'DataQuality' });

/** Why prices are less than they could be. */
export const QUALITY_NOTES = [
  'stale',
  'unit_mixup',
  'missing_split',
  'no_closes',
  'no_shares',
  'no_benchmark',
  'dividends_not_restated',
  'splits_not_restated',
  'paid_close_unknown',
] as const;

export type QualityNote = (typeof QUALITY_NOTES)[number];

export const qualityNotes = z
  .array(z.enum(QUALITY_NOTES))
  .describe(
    'stale (the newest price is over a week old), unit_mixup and missing_split (closes among those shown can’t be what they say; they stand as the source has them), no_closes (no daily closes that go on to the newest price: nothing is worked out of them), no_shares (no filed share count, so no market cap), no_benchmark (no closes of a fund to compare with), dividends_not_restated and splits_not_restated (adjusted_close is not restated for them), paid_close_unknown (the source has only closes that are restated for dividends too: close is one of those).',
  );

import { z } from 'zod';
import { listingRef } from '../../../filings/issuers/views/entity.ts';
import { instant } from '../../../kit/fields.ts';

export const quote = listingRef
  .extend({
    price: z.number().describe('Price per share in whole units of the currency, so in pounds, not pence.'),
    currency: z.string().describe('ISO 4217.'),
    price_at: instant.describe('Time of the trade, UTC; for a close, the end of its session.'),
    price_type: z.enum(['last', 'close']).describe('last: a quote of the publisher; close: its newest daily close.'),
    previous_close: z.number().nullable().describe('Close of the previous session.'),
    change: z.number().nullable().describe('Change from previous_close, in the currency.'),
    change_pct: z.number().nullable().describe('Change from previous_close, in percent.'),
    day_high: z.number().nullable(),
    day_low: z.number().nullable(),
    volume: z.number().nullable().describe('Shares traded on the day.'),
    delay_minutes: z
      .int()
      .nullable()
      .describe('Delay of the quote in minutes; null if the publisher states none, and for closes.'),
    source: z.string().describe('Registry id of the publisher.'),
  })
  .meta({ id: 'Quote' });

export const dataQuality = z
  .enum(['ok', 'partial', 'missing'])
  .describe('missing: no price is stored; draw no conclusions for trading. partial: see quality_notes.')
  .meta({ id: 'DataQuality' });

/** Reasons for limited price quality. */
const QUALITY_NOTES = [
  'stale',
  'unit_mixup',
  'missing_split',
  'no_closes',
  'no_shares',
  'no_benchmark',
  'dividends_not_restated',
  'splits_not_restated',
  'paid_close_unknown',
  'other_currency',
] as const;

export type QualityNote = (typeof QUALITY_NOTES)[number];

export const qualityNotes = z
  .array(z.enum(QUALITY_NOTES))
  .describe(
    'stale: the newest price is over eight days old. unit_mixup, missing_split: returned closes are implausible; they are unchanged. no_closes: no daily closes up to the newest price, so nothing is computed from them. no_shares: no filed share count, so no market cap. no_benchmark: no closes of the benchmark fund. dividends_not_restated, splits_not_restated: adjusted_close is not restated for them. paid_close_unknown: the source has only closes restated for dividends, which close then shows. other_currency: earlier days of the range are known in another or an unstated currency only, so their closes are omitted.',
  );

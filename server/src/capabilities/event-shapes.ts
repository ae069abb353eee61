import { z } from 'zod';
import { CALL_TYPES } from '../model/transcript.ts';
import { entityRefFields, fiscalPeriod, instant, isoDate } from './shapes.ts';

/** What events carry; of those whose data is not collected yet the shapes stand, so that receivers can be written. */

const amount = z.number().nullable();

const earningsReleaseFields = {
  earnings_release_id: z.string(),
  status: z.enum(['upcoming', 'reported']),
  report_date: isoDate,
  report_time: z.enum(['before_market', 'during_market', 'after_market', 'unknown']),
  report_date_status: z.enum(['confirmed', 'estimated']),
  reported_at: instant.nullable(),
  call_at: instant.nullable(),
  fiscal_year: z.int().nullable(),
  fiscal_period: fiscalPeriod.nullable(),
  period_end: isoDate.nullable(),
  currency: z.string().nullable().describe('ISO 4217.'),
  eps_estimate: amount,
  eps_actual: amount,
  eps_surprise_pct: amount,
  revenue_estimate: amount,
  revenue_actual: amount,
  revenue_surprise_pct: amount,
  estimates_count: z.int().nullable(),
  filing_id: z.string().nullable(),
  source: z.string(),
};

const transcriptFields = {
  ...entityRefFields,
  transcript_id: z.string().describe('<source>:<id of the source>; getTranscript takes it.'),
  call_type: z.enum(CALL_TYPES),
  title: z.string(),
  fiscal_year: z
    .int()
    .nullable()
    .describe("The company's own, as the source states it; null where that does not fit the company's calendar."),
  fiscal_period: fiscalPeriod.nullable(),
  event_at: instant.nullable().describe('When the call began; null where the source states no hour.'),
  event_date: isoDate.nullable().describe('The day of the call where it was held; null where the source states none.'),
  published_at: instant.nullable(),
  language: z.string().nullable().describe('ISO 639-1; null where it can’t be told.'),
  source: z.string().describe('Who wrote it down: streetevents, motley-fool, plain, alphavantage, earningscall.'),
  url: z.string().nullable(),
  excerpt: z.string().describe('The beginning of what is said.'),
  chars: z.int().describe('Length of all that is said, in UTF-16 units.'),
};

export { earningsReleaseFields, transcriptFields };

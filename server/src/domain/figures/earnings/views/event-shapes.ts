import { z } from 'zod';
import { CALL_TYPES } from '../../../disclosures/transcripts/model/transcript.ts';
import { entityRefFields, fiscalPeriod, instant, isoDate } from '../../../filings/issuers/views/shapes.ts';
import { REPORT_DATE_STATUSES, REPORT_TIMES } from '../model/earnings-calendar.ts';

/** What events carry, and answers about the same. */

const amount = z.number().nullable();

const earningsReleaseFields = {
  earnings_release_id: z.string().describe('<canonical key>:<month of the period>, the same before and after.'),
  status: z.enum(['upcoming', 'reported']),
  report_date: isoDate.describe('Where the company is.'),
  report_time: z.enum(REPORT_TIMES).describe('By the clock of the listing’s market.'),
  report_date_status: z
    .enum(REPORT_DATE_STATUSES)
    .describe('confirmed: the source says that the company named the day, or it has reported.'),
  reported_at: instant
    .nullable()
    .describe('When its filing was accepted; null where the registry states the day alone.'),
  call_at: instant.nullable(),
  fiscal_year: z.int().nullable().describe("The company's own."),
  fiscal_period: fiscalPeriod.nullable(),
  period_end: isoDate.nullable(),
  currency: z.string().nullable().describe('ISO 4217.'),
  eps_estimate: amount.describe('Mean of the analysts, a share, for the period alone.'),
  eps_actual: amount.describe('Diluted, as filed for the period alone.'),
  eps_surprise_pct: amount.describe('Percent of the estimate.'),
  revenue_estimate: amount,
  revenue_actual: amount,
  revenue_surprise_pct: amount,
  estimates_count: z.int().nullable().describe('Analysts behind eps_estimate.'),
  filing_id: z.string().nullable().describe('That reports it; null while it is upcoming.'),
  source: z.string().describe('Of report_date: a registry, or a calendar.'),
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

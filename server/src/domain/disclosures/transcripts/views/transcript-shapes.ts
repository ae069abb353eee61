import { z } from 'zod';
import { fiscalPeriod } from '../../../figures/financials/views/financial-shapes.ts';
import { entityRefFields } from '../../../filings/issuers/views/shapes.ts';
import { instant, isoDate } from '../../../kit/fields.ts';
import { CALL_TYPES } from '../model/transcript.ts';

export const transcriptFields = {
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

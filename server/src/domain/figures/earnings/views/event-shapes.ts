import { z } from 'zod';
import { instant, isoDate } from '../../../kit/fields.ts';
import { fiscalPeriod } from '../../financials/views/financial-shapes.ts';
import { REPORT_DATE_STATUSES, REPORT_TIMES } from '../model/earnings-calendar.ts';

const amount = z.number().nullable();

export const earningsReleaseFields = {
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

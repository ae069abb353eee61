import { z } from 'zod';
import { entityRef, entityRefFields, filingRef, fiscalPeriod, instant, isoDate } from './shapes.ts';

/** What events carry whose data is not collected yet: their shapes stand, so that receivers can be written. */

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

const personRef = z
  .object({ slug: z.string(), name: z.string(), kind: z.enum(['person', 'institution']) })
  .meta({ id: 'PersonRef' });

const insiderTransaction = z
  .object({
    transaction_id: z.string(),
    entity: entityRef,
    filing: filingRef,
    is_amendment: z.boolean(),
    amends: z.string().nullable(),
    owners: z.array(
      z.object({
        person: personRef,
        is_director: z.boolean(),
        is_officer: z.boolean(),
        is_ten_percent_owner: z.boolean(),
        officer_title: z.string().nullable(),
      }),
    ),
    is_derivative: z.boolean(),
    is_holding: z.boolean().describe('A line that states a holding, without a trade.'),
    security_title: z.string(),
    transaction_date: isoDate.nullable(),
    transaction_code: z.string().nullable(),
    transaction_class: z.enum(['trade', 'compensation', 'other', 'marker']).nullable(),
    acquired_disposed: z.enum(['A', 'D']).nullable(),
    shares: amount,
    price_per_share: amount,
    price_quality: z.enum(['reported', 'weighted_average', 'not_reported', 'suspect']),
    amount,
    currency: z.string(),
    shares_owned_following: amount,
    direct_indirect: z.enum(['D', 'I']).nullable(),
    nature_of_ownership: z.string().nullable(),
    is_10b5_1: z.boolean().nullable().describe('Null where the form did not ask.'),
    plan_adoption_date: isoDate.nullable(),
    is_equity_swap: z.boolean(),
    timeliness: z.enum(['on_time', 'early', 'late']).nullable(),
    underlying_title: z.string().nullable(),
    underlying_shares: amount,
    exercise_price: amount,
    exercisable_date: isoDate.nullable(),
    expiration_date: isoDate.nullable(),
    footnotes: z.array(z.string()),
  })
  .meta({ id: 'InsiderTransaction', description: 'One line of an insider’s report.' });

const transcriptFields = {
  ...entityRefFields,
  transcript_id: z.string(),
  call_type: z.enum(['earnings_call', 'investor_day', 'conference', 'shareholder_meeting', 'other']),
  title: z.string(),
  fiscal_year: z.int().nullable(),
  fiscal_period: fiscalPeriod.nullable(),
  event_at: instant,
  published_at: instant.nullable(),
  language: z.string(),
  source: z.string(),
  url: z.string().nullable(),
  excerpt: z.string(),
  chars: z.int(),
};

export { earningsReleaseFields, insiderTransaction, transcriptFields };

import { z } from 'zod';
import { decimals, factPlaceFields } from '../../../filings/facts/views/fact-shapes.ts';

import { instant, isoDate, missingReason } from '../../../kit/fields.ts';
import { FISCAL_PERIODS, STATEMENT_TYPES, VALIDATION_STATUSES } from '../model/financials.ts';

export const fiscalPeriod = z.enum(FISCAL_PERIODS).meta({ id: 'FiscalPeriod' });

export const validationStatus = z.enum(VALIDATION_STATUSES).meta({
  id: 'ValidationStatus',
  description: 'published: all identities hold; with warnings: a breach with a known cause; needs_review; unavailable.',
});

export const statementType = z.enum(STATEMENT_TYPES).meta({ id: 'StatementType' });

export const value = z
  .object({
    value: z.number().nullable().describe('In whole units, never in thousands; null with a reason.'),
    unit: z.string().describe('USD, USD/shares, shares, pure …'),
    method: z.enum(['reported', 'derived', 'summed']).nullable(),
    concept: z.string().nullable().describe('The taxonomy concept that states it.'),
    formula: z.string().optional().describe('How a derived value came about, in canonical codes or period labels.'),
    reason: missingReason.optional().describe('Only with value null.'),
    as_filed: z
      .object({ value: z.number(), unit: z.string() })
      .optional()
      .describe('Only where value is converted: the figure of the filing, to which decimals and the place belong.'),
    filing_id: z.string(),
    period_start: isoDate.nullable().describe('Null for an instant.'),
    period_end: isoDate,
    filed_at: instant,
    decimals,
    ...z.object(factPlaceFields).partial().shape,
    kpi_validation_status: validationStatus,
    value_flags: z.array(z.string()),
    basis: z.string().optional(),
    first_reported: z
      .object({
        value: z.number(),
        filing_id: z.string(),
        filed_at: instant,
        restatement: z.enum(['amendment', 'recast', 'correction']),
      })
      .optional()
      .describe('What the earliest filing said, only where it differs.'),
  })
  .meta({ id: 'Value', description: 'One figure with all that is needed to follow it back to its filing.' });

export const missing = z
  .object({
    code: z.string(),
    reason: missingReason,
    fiscal_year: z.int().optional(),
    fiscal_period: fiscalPeriod.optional(),
  })
  .meta({ id: 'Missing', description: 'A code without a value; without fiscal_year: in no period of the answer.' });

export const breach = z
  .object({
    identity: z.string(),
    terms: z.record(z.string(), z.number()),
    difference: z.number(),
    tolerance: z.number(),
    cause: z.string().nullable(),
  })
  .meta({ id: 'Breach', description: 'An identity between values of one period that does not hold.' });

export const conversion = z
  .object({
    from: z.string().describe('ISO 4217: the currency of the filing.'),
    to: z.string().describe('ISO 4217: the currency asked for.'),
    rate_kind: z
      .enum(['average', 'closing'])
      .describe(
        'average, of flows: the mean of the daily rates of the period; closing, of balances: the rate of the last day up to period_end that has one.',
      ),
    rate: z
      .number()
      .nullable()
      .describe(
        'Units of `to` for one unit of `from`; null = the stored rates leave more than a week out: the values are null (no_exchange_rate).',
      ),
    rate_from: isoDate.nullable().describe('First day whose rate it rests on.'),
    rate_to: isoDate.nullable().describe('Last day whose rate it rests on.'),
    days: z.int().describe('Days whose rates it rests on.'),
    source: z.string().describe('Registry id of the publisher of the rates.'),
  })
  .meta({ id: 'Conversion', description: 'How amounts of a period were converted.' });

/** Codes without a value by the reason, as compact responses list them. */
export const missingCodes = z
  .partialRecord(missingReason, z.array(z.string()))
  .describe('Codes without a value, by reason.');

/** What distinguishes values from reported ones that are published, by code. */
export const flagsByCode = z
  .record(z.string(), z.array(z.string()))
  .describe(
    'By code, only of values that differ from a reported and published one: derived or summed, the validation status, value_flags, restated (first reported otherwise), converted, other_filing (not stated by filing_id). view=full has the details.',
  );

export const compactValues = z
  .record(z.string(), z.number().nullable())
  .describe('By canonical code, in whole units of the currency; null = no value (see missing).');

export const valuesByCode = z.record(z.string(), value);

import { z } from 'zod';
import { decimals, factPlaceFields } from '../../../filings/facts/views/fact-shapes.ts';

import { instant, isoDate, missingReason } from '../../../kit/fields.ts';
import { FISCAL_PERIODS, STATEMENT_TYPES, VALIDATION_STATUSES } from '../model/financials.ts';

export const fiscalPeriod = z.enum(FISCAL_PERIODS).meta({ id: 'FiscalPeriod' });

export const validationStatus = z.enum(VALIDATION_STATUSES).meta({
  id: 'ValidationStatus',
  description:
    'published: no flag and no breach. published_with_warnings: usable, with a flag, or a breach of known cause. needs_review: a flag or breach that makes the value doubtful. unavailable: no value.',
});

export const statementType = z.enum(STATEMENT_TYPES).meta({ id: 'StatementType' });

export const inputRole = z
  .enum(['term', 'numerator', 'denominator', 'opening'])
  .describe(
    'A derived value is the sum of its terms times their weights, or numerator / denominator; with an opening balance the denominator is the mean of both.',
  );

/** A value without its place in a filing. */
export const valueFields = {
  value: z.number(),
  unit: z.string(),
  method: z.enum(['reported', 'derived', 'summed']),
  concept: z.string().nullable(),
  formula: z.string().optional(),
  filing_id: z.string(),
  period_start: isoDate.nullable(),
  period_end: isoDate,
  decimals,
  value_flags: z.array(z.string()),
};

const valueInput = z
  .object({
    name: z.string().describe('Its part of the formula: a canonical code, a concept or a period.'),
    role: inputRole,
    weight: z.int(),
    ...valueFields,
    ...z.object(factPlaceFields).partial().shape,
  })
  .meta({ id: 'ValueInput', description: 'A value that another was computed from.' });

export const value = z
  .object({
    value: z.number().nullable().describe('In whole units, never in thousands; null with a reason.'),
    unit: z.string().describe('USD, USD/shares, shares, pure …'),
    method: z.enum(['reported', 'derived', 'summed']).nullable(),
    concept: z.string().nullable().describe('The taxonomy concept of the reported value.'),
    formula: z.string().optional().describe('Formula of a derived value, in canonical codes or period labels.'),
    reason: missingReason.optional().describe('Only if value is null.'),
    as_filed: z
      .object({ value: z.number(), unit: z.string() })
      .optional()
      .describe('Only if value is converted: the figure as filed. decimals and the place in the filing refer to it.'),
    filing_id: z.string(),
    period_start: isoDate
      .nullable()
      .describe(
        'Of a reported value the dates that the filing states for it, which may differ from those of the fiscal period by days. Null for an instant.',
      ),
    period_end: isoDate,
    filed_at: instant,
    decimals,
    ...z.object(factPlaceFields).partial().shape,
    kpi_validation_status: validationStatus,
    value_flags: z.array(z.string()),
    basis: z.string().optional(),
    inputs: z
      .array(valueInput)
      .optional()
      .describe('Only with include_inputs, of derived and summed values: what they were computed from.'),
    first_reported: z
      .object({
        value: z.number(),
        filing_id: z.string(),
        filed_at: instant,
        restatement: z.enum(['amendment', 'recast', 'correction']),
      })
      .optional()
      .describe('The value as of the day of the first report of the line, only if it differs.'),
  })
  .meta({ id: 'Value', description: 'A value with its provenance: filing, concept, period and method.' });

export const missing = z
  .object({
    code: z.string(),
    reason: missingReason,
    fiscal_year: z.int().optional(),
    fiscal_period: fiscalPeriod.optional(),
  })
  .meta({
    id: 'Missing',
    description: 'A code without a value; without fiscal_year, it has none in any period of the response.',
  });

export const breach = z
  .object({
    identity: z.string(),
    terms: z.record(z.string(), z.number()),
    difference: z.number(),
    tolerance: z.number(),
    cause: z.string().nullable(),
  })
  .meta({ id: 'Breach', description: 'An identity that the values of a period do not satisfy.' });

export const conversion = z
  .object({
    from: z.string().describe('ISO 4217: the currency of the filing.'),
    to: z.string().describe('ISO 4217: the requested currency.'),
    rate_kind: z
      .enum(['average', 'closing'])
      .describe(
        'average, for flows: mean of the daily rates of the period. closing, for balances: the last rate up to period_end.',
      ),
    rate: z
      .number()
      .nullable()
      .describe(
        'Units of `to` for one unit of `from`. Null if the stored rates have a gap of more than a week; values are then null (no_exchange_rate).',
      ),
    rate_from: isoDate.nullable().describe('Date of the first rate used.'),
    rate_to: isoDate.nullable().describe('Date of the last rate used.'),
    days: z.int().describe('Number of days whose rates are used.'),
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
    'By code, only for values that are not plainly reported and published. Flags: derived or summed, the validation status, value_flags, restated (first reported differently), converted, other_filing (not stated by filing_id). view=full has the details.',
  );

export const compactValues = z
  .record(z.string(), z.number().nullable())
  .describe('By canonical code, in whole units of the currency; null without a value (see missing).');

export const valuesByCode = z.record(z.string(), value);

export const basisChange = z
  .object({
    kind: z
      .enum(['split', 'currency', 'fiscal_year_end'])
      .describe('split: figures of shares of earlier periods were not restated for it.'),
    date: isoDate.describe('Start of the first period on the new basis.'),
    ratio: z.number().nullable().describe('Of a split: new shares per old share; else null.'),
    from: z.string().nullable().describe('Currency (ISO 4217) or year end (MM-DD) before; null for a split.'),
    to: z.string().nullable().describe('The same from the date on.'),
    codes: z
      .array(z.string())
      .nullable()
      .describe('Of a split: the line items that change at the date, as some are restated for more years; else null.'),
    filing_id: z.string().describe('The filing that states the new basis.'),
  })
  .meta({ id: 'BasisChange' });

export const basisChanges = z
  .array(basisChange)
  .optional()
  .describe(
    'Where the shown values of periods are on another basis than those before, newest first; absent if there is no such place.',
  );

import { z } from 'zod';
import { MISSING_REASONS } from '../../kernel/missing-reason.ts';

/** Response fields that all subjects share. */

export const isoDate = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .meta({ id: 'Date', description: 'Calendar date, YYYY-MM-DD.', format: 'date' });

export const instant = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/)
  .meta({
    id: 'Instant',
    description: 'Instant in UTC, ISO 8601 with Z, at most millisecond precision.',
    format: 'date-time',
  });

export const missingReason = z.enum(MISSING_REASONS).meta({
  id: 'MissingReason',
  description:
    'Why a value is null: not_reported (the filing states none), not_published_yet, not_covered (no ingested source has it), not_applicable (the company type has no such line), vintage_mixed (the figures that it would be derived from are on different accounting bases), no_exchange_rate (the value exists, but no stored rate converts it).',
});

/** Members of every data response. */
export const fresh = {
  data_as_of: instant.nullable().describe('When the newest input of this response became known, UTC.'),
  empty_reason: missingReason.nullable().describe('Why the response has no data; null if it has data.'),
};

import { z } from 'zod';
import { MISSING_REASONS } from '../../kernel/missing-reason.ts';

/** Fields that responses of every subject share. */

export const isoDate = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .meta({ id: 'Date', description: 'Calendar date, YYYY-MM-DD.', format: 'date' });

export const instant = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/)
  .meta({
    id: 'Instant',
    description: 'Moment in UTC, ISO 8601 with Z, to the millisecond at most.',
    format: 'date-time',
  });

export const missingReason = z.enum(MISSING_REASONS).meta({
  id: 'MissingReason',
  description:
    'Why a value is null: not_reported (the filing has none), not_published_yet, not_covered (no source of ours has it), not_applicable (the company type has no such line), no_exchange_rate (it is there, and no stored rate converts it).',
});

/** Members of every data answer. */
export const fresh = {
  data_as_of: instant.nullable().describe('Instant of the newest input that the answer rests on.'),
  empty_reason: missingReason.nullable().describe('Why there is nothing to show; null when there is data.'),
};

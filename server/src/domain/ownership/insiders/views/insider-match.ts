import { z } from 'zod';
import { isoDate } from '../../../kit/fields.ts';
import { listedTransaction } from './insider-shapes.ts';

/** Insider trades in a window of filing dates. */
export const insiderMatch = z
  .object({
    predicate: z.literal('insider'),
    match_date: isoDate.nullable().describe('Filing date of the latest trade, UTC.'),
    acquired_disposed: z.enum(['A', 'D']),
    latest_transaction: listedTransaction,
    transactions_count: z.int().describe('Number of trades of that direction in the window.'),
  })
  .meta({ id: 'InsiderMatch' });

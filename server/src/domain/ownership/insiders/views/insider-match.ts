import { z } from 'zod';
import { isoDate } from '../../../kit/fields.ts';
import { listedTransaction } from './insider-shapes.ts';

/** What insiders traded in a window, by the filing of it. */
export const insiderMatch = z
  .object({
    predicate: z.literal('insider'),
    match_date: isoDate.nullable().describe('When the latest trade was filed, UTC.'),
    acquired_disposed: z.enum(['A', 'D']),
    latest_transaction: listedTransaction,
    transactions_count: z.int().describe('Trades of that direction in the window.'),
  })
  .meta({ id: 'InsiderMatch' });

import { z } from 'zod';
import { fresh, isoDate } from '../../../kit/fields.ts';

export const fxMove = z
  .object({
    currency: z.string().describe('ISO 4217.'),
    change_pct: z.number().describe('Change of what one unit was worth in USD, in percent: above 0 it gained.'),
    usd_change_pct: z
      .number()
      .describe('Change of the raw quote, units for 1 USD, in percent: above 0 the dollar gained.'),
    local_per_usd: z.number().describe('Units of the currency for 1 USD on end_date.'),
    start_local_per_usd: z.number().describe('The same on start_date.'),
    start_date: isoDate.describe('Day of the rate compared with: the last one up to window_days before end_date.'),
    end_date: isoDate.describe('Day of the newest rate.'),
    source: z.string().describe('Registry id of the publisher.'),
  })
  .meta({ id: 'FxMove' });

export const indexMove = z
  .object({
    index_id: z.string(),
    name: z.string(),
    market_id: z.string().nullable().describe('The market whose shares it is over; null of several.'),
    index_category: z.enum(['equity', 'volatility']),
    currency: z.string().nullable().describe('ISO 4217; null of what is no money.'),
    start_close: z.number().describe('In points.'),
    end_close: z.number().describe('In points.'),
    change_pct: z.number().describe('From start_close to end_close, in percent.'),
    start_date: isoDate.describe('Day of the close compared with: the last one up to window_days before end_date.'),
    end_date: isoDate.describe('Day of the newest close.'),
    return_type: z
      .enum(['price', 'total_return'])
      .describe('total_return: dividends count as if they were put back; such a move is no smaller for it.'),
    source: z.string().describe('Registry id of the publisher of both closes.'),
  })
  .meta({ id: 'IndexMove' });

/** The shared response fields of both lists of moves. */
export const moversOut = z
  .object({
    items: z.array(z.union([fxMove, indexMove])).describe('Largest absolute change_pct first.'),
    has_more: z.boolean().describe('Whether there are more than limit.'),
    window_days: z.int(),
    ...fresh,
  })
  .meta({ id: 'MoversOut' });

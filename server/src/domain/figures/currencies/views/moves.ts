import { z } from 'zod';
import { fresh, isoDate } from '../../../kit/fields.ts';

export const fxMove = z
  .object({
    currency: z.string().describe('ISO 4217.'),
    change_pct: z
      .number()
      .describe('Change in the USD value of one unit of the currency, in percent; positive if the currency gained.'),
    usd_change_pct: z.number().describe('Change in local_per_usd, in percent; positive if the dollar gained.'),
    local_per_usd: z.number().describe('Units of the currency for 1 USD on end_date.'),
    start_local_per_usd: z.number().describe('Units of the currency for 1 USD on start_date.'),
    start_date: isoDate.describe('Date of the rate compared with: the last one at least window_days before end_date.'),
    end_date: isoDate.describe('Date of the newest rate.'),
    source: z.string().describe('Registry id of the publisher.'),
  })
  .meta({ id: 'FxMove' });

export const indexMove = z
  .object({
    index_id: z.string(),
    name: z.string(),
    market_id: z.string().nullable().describe('The market whose shares the index covers; null if it covers several.'),
    index_category: z.enum(['equity', 'volatility']),
    currency: z
      .string()
      .nullable()
      .describe('ISO 4217 currency of the shares; null for indexes without one, such as volatility.'),
    start_close: z.number().describe('In points.'),
    end_close: z.number().describe('In points.'),
    change_pct: z.number().describe('From start_close to end_close, in percent.'),
    start_date: isoDate.describe('Date of the close compared with: the last one at least window_days before end_date.'),
    end_date: isoDate.describe('Date of the newest close.'),
    return_type: z
      .enum(['price', 'total_return'])
      .describe('price: dividends excluded. total_return: dividends reinvested.'),
    source: z.string().describe('Registry id of the publisher of both closes.'),
  })
  .meta({ id: 'IndexMove' });

/** The shared response fields of both lists of moves. */
export const moversOut = z
  .object({
    items: z.array(z.union([fxMove, indexMove])).describe('Largest absolute change_pct first.'),
    has_more: z.boolean().describe('Whether more rows than limit match.'),
    window_days: z.int(),
    ...fresh,
  })
  .meta({ id: 'MoversOut' });

import type { Part } from '../../part.ts';
import { upsertQuotes } from './store.ts';
import { storePriceSeries } from './store-prices.ts';

export const pricesPart: Part = {
  name: 'prices',
  tables: [
    // Their digest is of all the closes.
    {
      table: 'price_series',
      of: 'publishers',
      omit: ['read_at', 'days', 'raw', 'split_adjusted', 'adjusted', 'volumes'],
      order: ['source C', 'symbol C'],
    },
    { table: 'price_quotes', of: 'publishers', order: ['source C', 'symbol C'] },
  ],
  async publish(tx, { priceSeries = [], quotes = [] }, { registry, readAt }) {
    const series = await storePriceSeries(tx, registry, priceSeries, readAt);
    return series + (await upsertQuotes(tx, registry, quotes));
  },
};

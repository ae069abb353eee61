import type { Part } from '../../part.ts';
import { upsertQuotes } from './store.ts';
import { storePriceSeries } from './store-prices.ts';

export const pricesPart: Part = {
  name: 'prices',
  async publish(tx, { priceSeries = [], quotes = [] }, { registry, readAt }) {
    const series = await storePriceSeries(tx, registry, priceSeries, readAt);
    return series + (await upsertQuotes(tx, registry, quotes));
  },
};

import type { Part } from '../../part.ts';
import { upsertMacroRates } from './store/macro-rates.ts';
import { upsertWeoSeries } from './store/world-outlook.ts';

export const macroPart: Part = {
  name: 'macro',
  tables: [
    { table: 'rate_series', of: 'publishers', order: ['source C', 'series_id C'] },
    {
      table: 'rate_values',
      of: 'publishers',
      from: '(select source, series_id, jsonb_object_agg(rate_date, rate_pct) as rates from rate_values group by source, series_id) as one',
      order: ['source C', 'series_id C'],
    },
    { table: 'weo_series', of: 'publishers', omit: ['read_at'], order: ['vintage', 'area C', 'subject C'] },
  ],
  async publish(tx, { macroRates = [], weoSeries = [] }, { registry, readAt }) {
    const rates = await upsertMacroRates(tx, registry, macroRates, readAt);
    return rates + (await upsertWeoSeries(tx, registry, weoSeries, readAt));
  },
};

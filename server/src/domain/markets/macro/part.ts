import type { Part } from '../../part.ts';
import { upsertMacroRates } from './store/macro-rates.ts';
import { upsertWeoSeries } from './store/world-outlook.ts';

export const macroPart: Part = {
  name: 'macro',
  async publish(tx, { macroRates = [], weoSeries = [] }, { registry, readAt }) {
    const rates = await upsertMacroRates(tx, registry, macroRates, readAt);
    return rates + (await upsertWeoSeries(tx, registry, weoSeries, readAt));
  },
};

import type { Transaction } from '../../../db/database.ts';
import type { Instant } from '../../../kernel/dates.ts';
import type { Part } from '../../part.ts';
import type { PriceSeries } from './model/price-series.ts';
import { findPriceFaults } from './rules/find-price-faults.ts';
import { joinSeries } from './rules/join-series.ts';
import { endedSessions } from './rules/sessions.ts';
import { claimSeries, upsertQuotes, writeSeries } from './store.ts';

export const pricesPart: Part = {
  name: 'prices',
  tables: [
    // The digest covers all closes.
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

/** Stores closes from a document read at `readAt`. Returns the number of new or changed series. */
export async function storePriceSeries(
  tx: Transaction,
  source: string,
  series: readonly PriceSeries[],
  readAt: Instant,
): Promise<number> {
  if (series.length === 0) return 0;
  const stored = await claimSeries(
    tx,
    source,
    series.map(({ symbol }) => symbol),
  );
  let changed = 0;
  for (const one of series) {
    const bars = endedSessions(one.of, one.bars, readAt);
    const { currency, actions } = one;
    const joined = joinSeries(stored.get(one.symbol), { currency, bars, actions, readAt });
    const faults = findPriceFaults(joined.bars, joined.actions);
    if (await writeSeries(tx, source, { ...one, ...joined, faults })) changed++;
  }
  return changed;
}

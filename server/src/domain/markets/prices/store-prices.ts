import type { Transaction } from '../../../db/database.ts';
import type { Instant } from '../../../kernel/dates.ts';
import type { PriceSeries } from './model/price-series.ts';
import { endedSessions } from './rules/ended-sessions.ts';
import { findPriceFaults } from './rules/find-price-faults.ts';
import { joinSeries } from './rules/join-series.ts';
import { claimSeries, writeSeries } from './store.ts';

/** Stores closes from a document read at `readAt`. Returns the number of new or changed series. */
export async function storePriceSeries(
  tx: Transaction,
  source: string,
  told: readonly PriceSeries[],
  readAt: Instant,
): Promise<number> {
  if (told.length === 0) return 0;
  const stored = await claimSeries(
    tx,
    source,
    told.map(one => one.symbol),
  );
  let changed = 0;
  for (const one of told) {
    const bars = endedSessions(one.of, one.bars, readAt);
    const joined = joinSeries(stored.get(one.symbol), { bars, actions: one.actions, readAt });
    const faults = findPriceFaults(joined.bars, joined.actions);
    if (await writeSeries(tx, source, { ...one, ...joined, faults })) changed++;
  }
  return changed;
}

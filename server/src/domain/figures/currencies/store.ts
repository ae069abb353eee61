import { copyLine, sql, type Transaction } from '../../../db/database.ts';
import type { ExchangeRate } from './model.ts';

const COLUMNS = ['source', 'currency', 'rate_date', 'per_euro'] as const;

/**
 * Writes rates of a publisher without trailing zeros, which some of its files add. Later duplicates of a day win.
 * Returns the number of new or changed rates.
 */
export async function upsertExchangeRates(
  tx: Transaction,
  source: string,
  rates: readonly ExchangeRate[],
): Promise<number> {
  if (rates.length === 0) return 0;
  const unique = new Map(rates.map(rate => [`${rate.currency} ${rate.date}`, rate]));
  await tx.execute(
    sql`create temporary table if not exists incoming_rates (like exchange_rates) on commit delete rows`,
  );
  const lines = [...unique.values()].map(rate => copyLine([source, rate.currency, rate.date, rate.perEuro]));
  await tx.copy('incoming_rates', COLUMNS, lines);
  const changed = await tx.execute(sql`
    insert into exchange_rates as kept (source, currency, rate_date, per_euro)
    select source, currency, rate_date, trim_scale(per_euro) from incoming_rates
    order by currency, rate_date
    on conflict (source, currency, rate_date) do update set per_euro = excluded.per_euro
    where kept.per_euro <> excluded.per_euro`);
  await tx.execute(sql`delete from incoming_rates`);
  if (changed > 0) await markChanged(tx, source);
  return changed;
}

/** Marks the rates as changed, so that values computed from them are computed again. */
async function markChanged(tx: Transaction, source: string): Promise<void> {
  await tx.execute(sql`
    insert into exchange_rate_states as kept (source, version, newest_date)
    select ${source}, 1, max(rate_date) from exchange_rates where source = ${source}
    on conflict (source) do update set version = kept.version + 1, newest_date = excluded.newest_date`);
}

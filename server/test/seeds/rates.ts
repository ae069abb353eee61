import { readFileSync } from 'node:fs';
import type { Database } from '../../src/db/database.ts';
import type { ExchangeRate } from '../../src/domain/figures/currencies/model.ts';
import { upsertExchangeRates } from '../../src/domain/figures/currencies/store.ts';
import { AnomalyLog } from '../../src/kernel/anomaly-log.ts';
import { parseFile } from '../../src/sources/ecb/rates.ts';

/** Stores fictional rates for one euro by currency and day. */
export async function seedRates(db: Database, rates: Record<string, Record<string, number>>): Promise<void> {
  const rows = Object.entries(rates).flatMap(([currency, days]) =>
    Object.entries(days).map(([date, rate]): ExchangeRate => ({ currency, date, perEuro: String(rate) })),
  );
  await db.transaction(tx => upsertExchangeRates(tx, 'ecb', rows));
}

/** Stores the rates in a file of the European Central Bank. */
export async function seedRatesOf(db: Database, path: string): Promise<void> {
  const rows = parseFile(readFileSync(path), new AnomalyLog('ecb', path));
  await db.transaction(tx => upsertExchangeRates(tx, 'ecb', rows));
}

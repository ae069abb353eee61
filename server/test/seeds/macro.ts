import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Database } from '../../src/db/database.ts';
import type { PublishedRecords } from '../../src/domain/filings/filings/model/published-records.ts';
import { upsertMacroRates } from '../../src/domain/markets/macro/store/macro-rates.ts';
import { upsertWeoSeries } from '../../src/domain/markets/macro/store/world-outlook.ts';
import type { Anomaly } from '../../src/kernel/anomaly-log.ts';
import { loadSource } from '../../src/sources/load-source.ts';

/** Reads a loose file as `asfiled import` does. */
export async function readLoose(
  registry: string,
  path: string,
): Promise<{ url: string; published: PublishedRecords; anomalies: Anomaly[] }> {
  const packed = readFileSync(path);
  const bytes = path.endsWith('.gz') ? gunzipSync(packed) : packed;
  const source = await loadSource(registry);
  const url = source.identifyImport(path.replace(/\.gz$/, ''), bytes);
  const { published = {}, anomalies } = await source.parse([{ url, sha256: '', bytes }]);
  return { url, published, anomalies };
}

/** Stores a publisher's records as read at an instant. */
export async function seedMacro(
  db: Database,
  source: string,
  { macroRates = [], weoSeries = [] }: PublishedRecords,
  readAt = '2026-01-01T00:00:00Z',
): Promise<number> {
  return db.transaction(async tx => {
    const rates = await upsertMacroRates(tx, source, macroRates, readAt);
    return rates + (await upsertWeoSeries(tx, source, weoSeries, readAt));
  });
}

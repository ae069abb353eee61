import type { Transaction } from '../db/database.ts';
import type { PublishedRecords } from '../model/published-records.ts';
import { securityNameKey } from '../normalise/holdings/security-name.ts';
import { upsertClimateTargets } from '../store/climate-targets.ts';
import { upsertExchangeRates } from '../store/exchange-rates.ts';
import { upsertMacroRates } from '../store/macro-rates.ts';
import { upsertQuotes } from '../store/price-series.ts';
import { lastGivenAt, notePublishedDocuments } from '../store/published-documents.ts';
import { upsertSecurityNames } from '../store/security-names.ts';
import { upsertWeoSeries } from '../store/world-outlook.ts';
import type { RefinedPublished } from './refine-types.ts';
import { storeListed } from './store-listed.ts';
import { storePressReleases } from './store-press-releases.ts';
import { storePriceSeries } from './store-prices.ts';
import { storeTranscripts } from './store-transcripts.ts';

const HOUR_MS = 3_600_000;

/**
 * Stores records that belong to no registrant, with the documents that they stand in. Returns how many of them are new or
 * other than before. What was published in the last `announcesForHours` hours is announced with it.
 */
export async function storePublished(
  tx: Transaction,
  registry: string,
  { records, documents }: RefinedPublished,
  announcesForHours: number,
): Promise<number> {
  const readAt = await notePublishedDocuments(tx, registry, documents);
  const announcedSince = new Date(Date.now() - announcesForHours * HOUR_MS).toISOString();
  const written = await storeRecords(tx, registry, records, { readAt, announcedSince });
  return written + (await storeListed(tx, registry, records, await lastGivenAt(tx, registry, documents)));
}

/** Each kind is written by its natural key: what stands so already is not touched. */
async function storeRecords(
  tx: Transaction,
  registry: string,
  records: PublishedRecords,
  { readAt, announcedSince }: { readAt: string; announcedSince: string },
): Promise<number> {
  const rates = await upsertExchangeRates(tx, registry, records.exchangeRates ?? []);
  const releases = await storePressReleases(tx, registry, records.pressReleases ?? [], { readAt, announcedSince });
  const calls = await storeTranscripts(tx, registry, records.transcripts ?? [], announcedSince);
  const macro = await upsertMacroRates(tx, registry, records.macroRates ?? [], readAt);
  const targets = await upsertClimateTargets(tx, registry, records.climateTargets ?? []);
  const outlook = await upsertWeoSeries(tx, registry, records.weoSeries ?? [], readAt);
  const series = await storePriceSeries(tx, registry, records.priceSeries ?? [], readAt);
  const quotes = await upsertQuotes(tx, registry, records.quotes ?? []);
  const named = (records.securityNames ?? []).map(one => ({ ...one, nameKey: securityNameKey(one.name) }));
  const names = await upsertSecurityNames(tx, named);
  return rates + releases + calls + macro + targets + outlook + series + quotes + names;
}

import type { Transaction } from '../db/database.ts';
import { storePressReleases } from '../domain/disclosures/press/store-press-releases.ts';
import { storeTranscripts } from '../domain/disclosures/transcripts/store-transcripts.ts';
import { upsertExchangeRates } from '../domain/figures/currencies/store.ts';
import type { PublishedRecords } from '../domain/filings/filings/model/published-records.ts';
import { upsertClimateTargets } from '../domain/markets/climate/store.ts';
import { upsertMacroRates } from '../domain/markets/macro/store/macro-rates.ts';
import { upsertWeoSeries } from '../domain/markets/macro/store/world-outlook.ts';
import { upsertQuotes } from '../domain/markets/prices/store.ts';
import { storePriceSeries } from '../domain/markets/prices/store-prices.ts';
import { securityNameKey } from '../domain/ownership/holders/rules/security-name.ts';
import { upsertSecurityNames } from '../domain/ownership/holders/store/security-names.ts';
import type { RefinedPublished } from './refine-types.ts';
import { lastGivenAt, notePublishedDocuments } from './store/published-documents.ts';
import { storeListed } from './store-listed.ts';

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

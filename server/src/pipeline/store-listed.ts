import type { Transaction } from '../db/database.ts';
import type { CalendarEntry } from '../domain/figures/earnings/model/earnings-calendar.ts';
import { upsertCalendarEntries } from '../domain/figures/earnings/store.ts';
import { keepGroupings } from '../domain/filings/issuers/store/entities.ts';
import { linkListed } from '../domain/filings/issuers/store/listed-rows.ts';
import type { StreetSnapshot } from '../domain/markets/street/model.ts';
import { upsertStreetSnapshots } from '../domain/markets/street/store.ts';
import type { Instant } from '../kernel/dates.ts';

/** What publishers say of listings. */
export interface ListedRecords {
  calendarEntries?: readonly CalendarEntry[];
  streetSnapshots?: readonly StreetSnapshot[];
}

/**
 * Stores what a publisher said of listings at a moment, and finds the companies that have them. Returns how much of it is
 * new or other than before.
 */
export async function storeListed(
  tx: Transaction,
  registry: string,
  { calendarEntries = [], streetSnapshots = [] }: ListedRecords,
  givenAt: Instant,
): Promise<number> {
  if (calendarEntries.length + streetSnapshots.length === 0) return 0;
  // An issuer that is stored meanwhile is grouped after this: who is not found now is found then.
  await keepGroupings(tx);
  const entries = await upsertCalendarEntries(tx, registry, calendarEntries, givenAt);
  const snapshots = await upsertStreetSnapshots(tx, registry, streetSnapshots, givenAt);
  if (calendarEntries.length > 0) await linkListed(tx, 'calendar_entries');
  if (streetSnapshots.length > 0) await linkListed(tx, 'street_snapshots');
  return entries + snapshots;
}

/** Gives issuers that came to the store, or got listings, what was said of these. */
export async function findWaitingListed(tx: Transaction, issuerIds: readonly string[]): Promise<void> {
  await linkListed(tx, 'calendar_entries', issuerIds);
  await linkListed(tx, 'street_snapshots', issuerIds);
}

import type { Transaction } from '../../../db/database.ts';
import { keepGroupings } from '../../filings/issuers/store/entities.ts';
import type { WireRelease } from './model.ts';
import { queuePressEvents } from './press-events.ts';
import { chooseIssuer, onlyCompany } from './rules/choose-issuer.ts';
import { toPressRelease } from './rules/to-press-release.ts';
import {
  claimReleases,
  findTaggedHolders,
  findTaggedListings,
  issuersOfReleases,
  listReadLater,
  listTagsWaitingFor,
  listWaitingTags,
  pressReleaseId,
  refreshNewest,
  settleTags,
  upsertPressReleases,
  type WaitingTag,
} from './store.ts';

/**
 * Stores releases of a wire as a feed told them that was read at `readAt`, finds the companies that they are about, and
 * announces those published after `announcedSince` to who watches these. Returns how many are new or other than before.
 */
export async function storePressReleases(
  tx: Transaction,
  source: string,
  told: readonly WireRelease[],
  { readAt, announcedSince }: { readAt: string; announcedSince: string },
): Promise<number> {
  if (told.length === 0) return 0;
  // An issuer that is stored meanwhile is grouped after this: who is not found now finds its releases then.
  await keepGroupings(tx);
  await claimReleases(tx);
  const releases = await withoutOutdated(tx, source, told, readAt);
  const ids = releases.map(({ nativeId }) => pressReleaseId(source, nativeId));
  const before = await issuersOfReleases(tx, ids);
  const changed = await upsertPressReleases(tx, source, releases.map(toPressRelease), readAt);
  const found = await resolveTags(tx, await listWaitingTags(tx, ids));
  if (changed > 0 || found.length > 0) await refreshNewest(tx, [...before, ...(await issuersOfReleases(tx, ids))]);
  await queuePressEvents(tx, ids, announcedSince);
  return changed;
}

/** Those that no feed read later has told of. */
async function withoutOutdated(
  tx: Transaction,
  source: string,
  told: readonly WireRelease[],
  readAt: string,
): Promise<WireRelease[]> {
  const idOf = ({ nativeId }: WireRelease): string => pressReleaseId(source, nativeId);
  const later = await listReadLater(tx, told.map(idOf), readAt);
  return told.filter(one => !later.has(idOf(one)));
}

/** Gives issuers that came to the store, or got listings or securities, the releases that were waiting for them. */
export async function findWaitingReleases(tx: Transaction, issuerIds: readonly string[]): Promise<void> {
  const waiting = await listTagsWaitingFor(tx, issuerIds);
  if (waiting.length === 0) return;
  await claimReleases(tx);
  await refreshNewest(tx, await resolveTags(tx, waiting));
}

/** Writes down whom tags mean. Returns the issuers that were found. */
async function resolveTags(tx: Transaction, tags: readonly WaitingTag[]): Promise<string[]> {
  if (tags.length === 0) return [];
  const listings = Map.groupBy(await findTaggedListings(tx, tags), one => one.at);
  const holders = Map.groupBy(await findTaggedHolders(tx, tags), one => one.at);
  const settled = tags.flatMap(({ pressReleaseId: id, asFiled, basis, mic, day }, at) => {
    const issuerId =
      basis === 'isin' ? onlyCompany(holders.get(at) ?? []) : chooseIssuer(mic, day, listings.get(at) ?? []);
    return issuerId === null ? [] : [{ pressReleaseId: id, asFiled, issuerId }];
  });
  await settleTags(tx, settled);
  return settled.map(one => one.issuerId);
}

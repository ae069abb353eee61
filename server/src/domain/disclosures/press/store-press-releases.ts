import { sql, type Transaction } from '../../../db/database.ts';
import { keepGroupings } from '../../filings/issuers/store/entities.ts';
import { ABOUT_NO_FILING, type NewEvent, queueEvents } from '../../kit/store/outbox.ts';
import type { WireRelease } from './model.ts';
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
  resolveTagIssuers,
  upsertPressReleases,
  type WaitingTag,
} from './store.ts';

interface NewReleaseRow {
  press_release_id: string;
  issuer_id: string;
  /** Canonical key of the company. */
  canonical_key: string;
  source: string;
  title: string;
  summary: string | null;
  url: string;
  published_at: string;
  tier: number;
  subject_codes: number[];
}

/**
 * Stores the releases of a feed that was read at `readAt`, links them to companies, and announces those published after
 * `announcedSince` to watchers of these companies. Returns the number of new or changed releases.
 */
export async function storePressReleases(
  tx: Transaction,
  source: string,
  stated: readonly WireRelease[],
  { readAt, announcedSince }: { readAt: string; announcedSince: string },
): Promise<number> {
  if (stated.length === 0) return 0;
  // An issuer that is stored concurrently is grouped later and then finds the releases that are unlinked now.
  await keepGroupings(tx);
  await claimReleases(tx);
  const releases = await withoutOutdated(tx, source, stated, readAt);
  const ids = releases.map(({ nativeId }) => pressReleaseId(source, nativeId));
  const before = await issuersOfReleases(tx, ids);
  const changed = await upsertPressReleases(tx, source, releases.map(toPressRelease), readAt);
  const found = await resolveTags(tx, await listWaitingTags(tx, ids));
  if (changed > 0 || found.length > 0) await refreshNewest(tx, [...before, ...(await issuersOfReleases(tx, ids))]);
  await queuePressEvents(tx, ids, announcedSince);
  return changed;
}

/**
 * Queues the announcement of releases published after `since` (an instant), once per company of a release. Call it in the
 * transaction that stores the releases.
 */
async function queuePressEvents(tx: Transaction, pressReleaseIds: readonly string[], since: string): Promise<void> {
  const rows = await tx.query<NewReleaseRow>(sql`
    select distinct r.press_release_id, i.issuer_id, lead.canonical_key, r.source, r.title, r.summary, r.url, r.published_at,
      r.tier, r.subject_codes
    from press_releases r
      join press_release_tags t on t.press_release_id = r.press_release_id and t.issuer_id is not null
      join issuers i on i.issuer_id = t.issuer_id join issuers lead on lead.issuer_id = i.entity_id
    where r.press_release_id = any(${[...pressReleaseIds]}::text[]) and r.published_at > ${since}`);
  await queueEvents(tx, rows.map(toEvent));
}

function toEvent(row: NewReleaseRow): NewEvent {
  return {
    eventType: 'press_release.discovered',
    // A release about two companies is announced for each.
    eventKey: `${row.press_release_id} ${row.canonical_key}`,
    data: {
      press_release_id: row.press_release_id,
      title: row.title,
      published_at: row.published_at,
      source: row.source,
      url: row.url,
      tier: row.tier,
      subject_codes: row.subject_codes,
    },
    title: row.title,
    summary: row.summary,
    ...ABOUT_NO_FILING,
    url: row.url,
    // A release applies to the company in all its markets.
    marketIds: null,
    knownAt: row.published_at,
    to: { issuerId: row.issuer_id },
  };
}

/** Drops releases that a feed read later has already stated. */
async function withoutOutdated(
  tx: Transaction,
  source: string,
  stated: readonly WireRelease[],
  readAt: string,
): Promise<WireRelease[]> {
  const idOf = ({ nativeId }: WireRelease): string => pressReleaseId(source, nativeId);
  const later = await listReadLater(tx, stated.map(idOf), readAt);
  return stated.filter(release => !later.has(idOf(release)));
}

/** Links waiting releases to issuers that were added or that got new listings or securities. */
export async function findWaitingReleases(tx: Transaction, issuerIds: readonly string[]): Promise<void> {
  const waiting = await listTagsWaitingFor(tx, issuerIds);
  if (waiting.length === 0) return;
  await claimReleases(tx);
  await refreshNewest(tx, await resolveTags(tx, waiting));
}

/** Links tags to issuers. Returns the issuers. */
async function resolveTags(tx: Transaction, tags: readonly WaitingTag[]): Promise<string[]> {
  if (tags.length === 0) return [];
  const listings = Map.groupBy(await findTaggedListings(tx, tags), listing => listing.at);
  const holders = Map.groupBy(await findTaggedHolders(tx, tags), holder => holder.at);
  const resolved = tags.flatMap(({ pressReleaseId: id, asFiled, basis, mic, day }, at) => {
    const issuerId =
      basis === 'isin' ? onlyCompany(holders.get(at) ?? []) : chooseIssuer(mic, day, listings.get(at) ?? []);
    return issuerId === null ? [] : [{ pressReleaseId: id, asFiled, issuerId }];
  });
  await resolveTagIssuers(tx, resolved);
  return resolved.map(tag => tag.issuerId);
}

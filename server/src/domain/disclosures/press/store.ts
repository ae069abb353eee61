import { sql, type Transaction } from '../../../db/database.ts';
import type { IsoDate } from '../../../kernel/dates.ts';
import { tickerKeys } from '../../../kernel/identifiers/ticker-keys.ts';
import { tickerKey } from '../../../kernel/ids.ts';
import type { PressRelease, PressTag } from './model.ts';
import type { ListingCandidate } from './rules/choose-issuer.ts';

/** Returns the public id of a release. */
export function pressReleaseId(source: string, nativeId: string): string {
  return `${source}:${nativeId}`;
}

/**
 * Writes the releases of a newswire with their tags. Returns the number of new or changed releases. Changed tags must be resolved
 * again.
 */
export async function upsertPressReleases(
  tx: Transaction,
  source: string,
  releases: readonly PressRelease[],
  readAt: string,
): Promise<number> {
  if (releases.length === 0) return 0;
  const rows = releases.map(({ nativeId, tags, ...release }) => ({ id: pressReleaseId(source, nativeId), ...release }));
  const changed = await tx.execute(sql`
    insert into press_releases as kept (press_release_id, source, title, summary, url, published_at, language, contributor,
      tier, subject_codes, isins, read_at)
    select id, ${source}, title, summary, url, "publishedAt", language, contributor, tier, "subjectCodes", isins, ${readAt}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id text, title text, summary text, url text,
      "publishedAt" timestamptz, language text, contributor text, tier smallint, "subjectCodes" integer[], isins text[])
    order by id
    on conflict (press_release_id) do update set title = excluded.title, summary = excluded.summary, url = excluded.url,
      published_at = excluded.published_at, language = excluded.language, contributor = excluded.contributor,
      tier = excluded.tier, subject_codes = excluded.subject_codes, isins = excluded.isins
    where (kept.title, kept.summary, kept.url, kept.published_at, kept.language, kept.contributor, kept.tier,
        kept.subject_codes, kept.isins)
      is distinct from (excluded.title, excluded.summary, excluded.url, excluded.published_at, excluded.language,
        excluded.contributor, excluded.tier, excluded.subject_codes, excluded.isins)`);
  await tx.execute(sql`
    update press_releases set read_at = ${readAt}
    where press_release_id = any(${rows.map(row => row.id)}::text[]) and read_at < ${readAt}`);
  return changed + (await replaceTags(tx, source, releases));
}

/** Returns the releases that a feed read after an instant stated. */
export async function listReadLater(
  tx: Transaction,
  pressReleaseIds: readonly string[],
  readAt: string,
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ press_release_id: string }>(sql`
    select press_release_id from press_releases
    where press_release_id = any(${[...pressReleaseIds]}::text[]) and read_at > ${readAt}`);
  return new Set(rows.map(row => row.press_release_id));
}

/** Deletes removed tags and clears the issuer of changed ones. Returns the number of affected tags. */
async function replaceTags(tx: Transaction, source: string, releases: readonly PressRelease[]): Promise<number> {
  const rows = releases.flatMap(({ nativeId, tags }) =>
    tags.map((tag, position) => ({ id: pressReleaseId(source, nativeId), position, ...toColumns(tag) })),
  );
  const ids = releases.map(({ nativeId }) => pressReleaseId(source, nativeId));
  const tags = JSON.stringify(rows);
  const gone = await tx.execute(sql`
    delete from press_release_tags t where t.press_release_id = any(${ids}::text[]) and not exists (
      select from jsonb_to_recordset(${tags}::jsonb) as row (id text, "asFiled" text)
      where row.id = t.press_release_id and row."asFiled" = t.as_filed)`);
  const written = await tx.execute(sql`
    insert into press_release_tags as kept (press_release_id, as_filed, basis, position, ticker, ticker_key, mic, market_id)
    select id, "asFiled", basis, position, ticker, "tickerKey", mic, "marketId"
    from jsonb_to_recordset(${tags}::jsonb) as row (id text, "asFiled" text, basis text, position integer, ticker text,
      "tickerKey" text, mic text, "marketId" text)
    on conflict (press_release_id, as_filed) do update set basis = excluded.basis, position = excluded.position,
      ticker = excluded.ticker, ticker_key = excluded.ticker_key, mic = excluded.mic, market_id = excluded.market_id,
      issuer_id = null
    where (kept.basis, kept.position, kept.ticker, kept.ticker_key, kept.mic, kept.market_id)
      is distinct from (excluded.basis, excluded.position, excluded.ticker, excluded.ticker_key, excluded.mic,
        excluded.market_id)`);
  return gone + written;
}

function toColumns(tag: PressTag): PressTag & { tickerKey: string | null } {
  return { ...tag, tickerKey: tag.ticker === null ? null : tickerKey(tag.ticker) };
}

/** Serialises the storing of releases until the end of the transaction, since it computes the newest release of an issuer. */
export async function claimReleases(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${RELEASES_LOCK}::bigint)`);
}

const RELEASES_LOCK = 7_203_122;

/** Returns the issuers of releases. */
export async function issuersOfReleases(tx: Transaction, pressReleaseIds: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ issuer_id: string }>(sql`
    select distinct issuer_id from press_release_tags
    where press_release_id = any(${[...pressReleaseIds]}::text[]) and issuer_id is not null`);
  return rows.map(row => row.issuer_id);
}

/** Computes the newest release of each tier for issuers again. */
export async function refreshNewest(tx: Transaction, issuerIds: readonly string[]): Promise<void> {
  if (issuerIds.length === 0) return;
  const ids = sql`any(${[...new Set(issuerIds)]}::bigint[])`;
  await tx.execute(sql`delete from press_newest where issuer_id = ${ids}`);
  await tx.execute(sql`
    insert into press_newest (issuer_id, tier, press_release_id, published_at, stored_at)
    select distinct on (t.issuer_id, r.tier) t.issuer_id, r.tier, r.press_release_id, r.published_at, r.stored_at
    from press_release_tags t join press_releases r using (press_release_id)
    where t.issuer_id = ${ids}
    order by t.issuer_id, r.tier, r.published_at desc, r.press_release_id`);
}

/** A tag without an issuer. */
export interface WaitingTag {
  pressReleaseId: string;
  asFiled: string;
  basis: PressTag['basis'];
  ticker: string | null;
  mic: string | null;
  marketId: string | null;
  /** Day of publication, UTC. */
  day: IsoDate;
}

const WAITING_TAG = sql`
  t.press_release_id as "pressReleaseId", t.as_filed as "asFiled", t.basis, t.ticker, t.mic, t.market_id as "marketId",
  to_char(r.published_at at time zone 'UTC', 'YYYY-MM-DD') as day`;

/** Lists the tags of releases without an issuer. */
export function listWaitingTags(tx: Transaction, pressReleaseIds: readonly string[]): Promise<WaitingTag[]> {
  return tx.query<WaitingTag>(sql`
    select ${WAITING_TAG}
    from press_release_tags t join press_releases r using (press_release_id)
    where t.press_release_id = any(${[...pressReleaseIds]}::text[]) and t.issuer_id is null`);
}

/** Lists the tags without an issuer that match a ticker or an ISIN of the issuers. */
export async function listTagsWaitingFor(tx: Transaction, issuerIds: readonly string[]): Promise<WaitingTag[]> {
  const isWaiting = await tx.queryOne(sql`select from press_release_tags where issuer_id is null limit 1`);
  if (isWaiting === null) return [];
  const ids = sql`any(${[...issuerIds]}::bigint[])`;
  const listings = await tx.query<{ ticker: string; market_id: string }>(
    sql`select ticker, market_id from listings where issuer_id = ${ids}`,
  );
  const keys = listings.flatMap(({ ticker, market_id: market }) =>
    tickerKeys(ticker, market).map(key => ({ key, market })),
  );
  return tx.query<WaitingTag>(sql`
    select ${WAITING_TAG}
    from json_to_recordset(${JSON.stringify(keys)}::json) as named (key text, market text)
      join press_release_tags t on t.ticker_key = named.key and t.market_id = named.market and t.issuer_id is null
      join press_releases r using (press_release_id)
    union
    select ${WAITING_TAG}
    from (${isinsOf(ids)}) as held
      join press_release_tags t on t.as_filed = held.isin and t.basis = 'isin' and t.issuer_id is null
      join press_releases r using (press_release_id)`);
}

/** Selects the known ISINs of issuers that satisfy a condition. */
function isinsOf(ids: ReturnType<typeof sql>) {
  return sql`
    select isin, issuer_id from listings where isin is not null and issuer_id = ${ids}
    union select isin, issuer_id from issuer_isins where issuer_id = ${ids}
    union select identifier, issuer_id from issuer_identifiers where scheme = 'isin' and issuer_id = ${ids}`;
}

/** A listing that a tag may denote. */
export interface TaggedListing extends ListingCandidate {
  /** Index of the tag in the input. */
  at: number;
}

/** Finds the listings with the tickers and markets of tags. */
export function findTaggedListings(tx: Transaction, tags: readonly WaitingTag[]): Promise<TaggedListing[]> {
  const named = tags.flatMap(({ ticker, marketId: market }, at) =>
    ticker === null || market === null ? [] : tickerKeys(ticker, market).map(key => ({ at, key, market })),
  );
  if (named.length === 0) return Promise.resolve([]);
  return tx.query<TaggedListing>(sql`
    select named.at, l.issuer_id as "issuerId", i.entity_id as "entityId", l.mic, l.status = 'delisted' as "isDelisted",
      l.listed_date as "listedDate", l.delisted_date as "delistedDate"
    from json_to_recordset(${JSON.stringify(named)}::json) as named (at integer, key text, market text)
      join listings l on l.ticker_key = named.key and l.market_id = named.market
      join issuers i on i.issuer_id = l.issuer_id
    order by named.at, l.issuer_id`);
}

/** Finds the issuers with the ISINs of tags. */
export function findTaggedHolders(
  tx: Transaction,
  tags: readonly WaitingTag[],
): Promise<{ at: number; issuerId: string; entityId: string }[]> {
  const named = tags.flatMap(({ basis, asFiled: isin }, at) => (basis === 'isin' ? [{ at, isin }] : []));
  if (named.length === 0) return Promise.resolve([]);
  const isins = sql`any(${named.map(item => item.isin)}::text[])`;
  return tx.query(sql`
    select named.at, i.issuer_id as "issuerId", i.entity_id as "entityId"
    from json_to_recordset(${JSON.stringify(named)}::json) as named (at integer, isin text)
      join (
        select isin, issuer_id from listings where isin = ${isins}
        union select isin, issuer_id from issuer_isins where isin = ${isins}
        union select identifier, issuer_id from issuer_identifiers where scheme = 'isin' and identifier = ${isins}
      ) held on held.isin = named.isin
      join issuers i on i.issuer_id = held.issuer_id
    order by named.at, i.issuer_id`);
}

/** Stores the issuers of tags. */
export async function resolveTagIssuers(
  tx: Transaction,
  resolved: readonly { pressReleaseId: string; asFiled: string; issuerId: string }[],
): Promise<void> {
  if (resolved.length === 0) return;
  await tx.execute(sql`
    update press_release_tags t set issuer_id = row."issuerId"
    from json_to_recordset(${JSON.stringify(resolved)}::json) as row ("pressReleaseId" text, "asFiled" text, "issuerId" bigint)
    where t.press_release_id = row."pressReleaseId" and t.as_filed = row."asFiled"`);
}

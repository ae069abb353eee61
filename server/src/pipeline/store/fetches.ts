import { type Database, sql } from '../../db/database.ts';
import type { IsoDate } from '../../kernel/dates.ts';

/** What is stored of the last response of a URL. */
export interface Fetch {
  sha256: string;
  etag: string | null;
  lastModified: string | null;
}

/** The last archived response of a URL, if it was requested on `notBefore` (UTC) or later; null if there is none. */
export async function readFetch(
  db: Database,
  registry: string,
  url: string,
  notBefore: IsoDate | null = null,
): Promise<Fetch | null> {
  return db.queryOne<Fetch>(sql`
    select sha256, etag, last_modified as "lastModified" from fetches
    where registry = ${registry} and url = ${url}
      and (${notBefore}::date is null or fetched_at >= ${notBefore}::timestamp at time zone 'UTC')`);
}

/** Stores the last response of a URL, for the next conditional request. */
export async function upsertFetch(
  db: Database,
  registry: string,
  url: string,
  fetch: Fetch & { byteSize: number; contentType: string | null; fetchedAt: Date },
): Promise<void> {
  await recordArchived(db, fetch.sha256, fetch.byteSize, fetch.contentType);
  await db.execute(sql`
    insert into fetches (registry, url, sha256, etag, last_modified, fetched_at)
    values (${registry}, ${url}, ${fetch.sha256}, ${fetch.etag}, ${fetch.lastModified}, ${fetch.fetchedAt.toISOString()})
    on conflict (registry, url) do update set
      sha256 = excluded.sha256, etag = excluded.etag, last_modified = excluded.last_modified, fetched_at = excluded.fetched_at`);
}

/** Records an object of the archive in the store. */
export async function recordArchived(
  db: Database,
  sha256: string,
  byteSize: number,
  contentType: string | null,
): Promise<void> {
  await db.execute(sql`
    insert into archive_objects (sha256, byte_size, content_type) values (${sha256}, ${byteSize}, ${contentType})
    on conflict do nothing`);
}

/** Those of the URLs of which a response is archived. */
export async function listFetched(db: Database, registry: string, urls: readonly string[]): Promise<Set<string>> {
  const rows = await db.query<{ url: string }>(sql`
    select url from fetches where registry = ${registry} and url = any(${urls})`);
  return new Set(rows.map(row => row.url));
}

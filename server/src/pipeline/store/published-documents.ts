import { type Database, sql } from '../../db/database.ts';
import type { Instant } from '../../kernel/dates.ts';

/** A document of a publisher: a DocumentRef (sources/kit/source.ts) whose digest is known. */
export interface PublishedDocument {
  url: string;
  sha256: string | null;
}

/**
 * Notes documents whose records belong to no registrant, so that they can be read again. Returns when the last of them was
 * read for the first time: what an older one says never takes the place of what a newer one did, in whatever order they are
 * read again.
 */
export async function notePublishedDocuments(
  db: Database,
  registry: string,
  documents: readonly PublishedDocument[],
): Promise<Instant> {
  const rows = documents.map(document => ({
    url: document.url,
    sha256: document.sha256,
    document: JSON.stringify(document),
  }));
  await db.execute(sql`
    insert into published_documents (registry, url, sha256, document)
    select ${registry}, url, sha256, document
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (url text, sha256 text, document text)
    on conflict do nothing`);
  const noted = await db.queryOne<{ read_at: Instant }>(sql`
    select max(d.read_at) as read_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (url text, sha256 text)
      join published_documents d on d.registry = ${registry} and d.url = row.url and d.sha256 = row.sha256`);
  if (noted === null) throw new Error('an aggregate returned no row');
  return noted.read_at;
}

/**
 * When a publisher gave documents that were noted last: sweeps state what is relative to the day on which they were asked,
 * and may get the same bytes on several days. Of what was asked for since with another answer, when it was read first.
 */
export async function lastGivenAt(
  db: Database,
  registry: string,
  documents: readonly PublishedDocument[],
): Promise<Instant> {
  const given = await db.queryOne<{ given_at: Instant }>(sql`
    select max(coalesce(f.fetched_at, d.read_at)) as given_at
    from published_documents d
      left join fetches f on f.registry = d.registry and f.url = d.url and f.sha256 = d.sha256
    where d.registry = ${registry} and (d.url, d.sha256) in (
      select * from unnest(${documents.map(document => document.url)}::text[], ${documents.map(document => document.sha256)}::text[]))`);
  if (given === null) throw new Error('an aggregate returned no row');
  return given.given_at;
}

/** The archived documents of a publisher as they were noted, the oldest first. */
export async function listPublishedDocuments(db: Database, registry: string): Promise<unknown[]> {
  const rows = await db.query<{ document: string }>(sql`
    select document from published_documents where registry = ${registry}
    order by read_at, url collate "C", sha256 collate "C"`);
  return rows.map(row => JSON.parse(row.document) as unknown);
}

import { type Database, sql } from '../../db/database.ts';
import type { Instant } from '../../kernel/dates.ts';

/** A document of a publisher: a DocumentRef (sources/kit/source.ts) with a known digest. */
export interface PublishedDocument {
  url: string;
  sha256: string | null;
}

/**
 * Records documents whose records belong to no registrant, so that they can be read again. Returns when the newest of
 * them was first read: an older document never replaces what a newer one states, in whatever order they are read again.
 */
export async function recordPublishedDocuments(
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
  const recorded = await db.queryOne<{ read_at: Instant }>(sql`
    select max(d.read_at) as read_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (url text, sha256 text)
      join published_documents d on d.registry = ${registry} and d.url = row.url and d.sha256 = row.sha256`);
  if (recorded === null) throw new Error('An aggregate returned no row.');
  return recorded.read_at;
}

/**
 * When the publisher last returned these documents: sweeps state facts relative to the day of the request, and may get
 * the same bytes on several days. For a URL that has returned other bytes since, this is when the document was first
 * read.
 */
export async function lastPublishedAt(
  db: Database,
  registry: string,
  documents: readonly PublishedDocument[],
): Promise<Instant> {
  const published = await db.queryOne<{ given_at: Instant }>(sql`
    select max(coalesce(f.fetched_at, d.read_at)) as given_at
    from published_documents d
      left join fetches f on f.registry = d.registry and f.url = d.url and f.sha256 = d.sha256
    where d.registry = ${registry} and (d.url, d.sha256) in (
      select * from unnest(${documents.map(document => document.url)}::text[], ${documents.map(document => document.sha256)}::text[]))`);
  if (published === null) throw new Error('An aggregate returned no row.');
  return published.given_at;
}

/** The archived documents of a publisher, oldest first. */
export async function listPublishedDocuments(db: Database, registry: string): Promise<unknown[]> {
  const rows = await db.query<{ document: string }>(sql`
    select document from published_documents where registry = ${registry}
    order by read_at, url collate "C", sha256 collate "C"`);
  return rows.map(row => JSON.parse(row.document) as unknown);
}

/** The documents that an issuer's records come from. */
export interface Replayable {
  canonicalKey: string;
  /** DocumentRef[] (sources/kit/source.ts) */
  documents: unknown[];
}

/** Every issuer of a registry with its archived documents, in the order of the keys. */
export async function listReplayable(db: Database, registry: string): Promise<Replayable[]> {
  const rows = await db.query<{ canonical_key: string; documents: string[] }>(sql`
    select issuer.canonical_key, array_agg(statement.documents order by statement.source collate "C") as documents
    from issuer_statements as statement join issuers as issuer using (issuer_id)
    where statement.registry = ${registry}
    group by issuer.canonical_key order by issuer.canonical_key collate "C"`);
  return rows.map(row => ({
    canonicalKey: row.canonical_key,
    documents: row.documents.flatMap(text => JSON.parse(text) as unknown[]),
  }));
}

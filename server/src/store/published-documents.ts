import { type Database, sql } from '../db/database.ts';

/** A document of a publisher: a DocumentRef (sources/source.ts) whose digest is known. */
export interface PublishedDocument {
  url: string;
  sha256: string | null;
}

/** Notes documents whose records belong to no registrant, so that they can be read again. */
export async function notePublishedDocuments(
  db: Database,
  registry: string,
  documents: readonly PublishedDocument[],
): Promise<void> {
  const rows = documents.map(one => ({ url: one.url, sha256: one.sha256, document: JSON.stringify(one) }));
  await db.execute(sql`
    insert into published_documents (registry, url, sha256, document)
    select ${registry}, url, sha256, document
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (url text, sha256 text, document text)
    on conflict do nothing`);
}

/** The archived documents of a publisher as they were noted, the oldest first. */
export async function listPublishedDocuments(db: Database, registry: string): Promise<unknown[]> {
  const rows = await db.query<{ document: string }>(sql`
    select document from published_documents where registry = ${registry}
    order by read_at, url collate "C", sha256 collate "C"`);
  return rows.map(row => JSON.parse(row.document) as unknown);
}

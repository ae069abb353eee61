import { type Database, sql } from '../../../db/database.ts';

/** How long manifests are kept. */
export const MANIFEST_RETENTION_DAYS = 30;

/** Keeps the manifest of a panel that an account has read to its end, as JSON text; deletes those that are too old. */
export async function storeManifest(
  db: Database,
  { panelId, accountId, manifest }: { panelId: string; accountId: string; manifest: string },
  now: Date,
): Promise<void> {
  await db.execute(sql`
    delete from panels where created_at < ${now.toISOString()}::timestamptz - make_interval(days => ${MANIFEST_RETENTION_DAYS}::integer)`);
  await db.execute(sql`
    insert into panels (panel_id, account_id, created_at, manifest) values (${panelId}, ${accountId}, ${now.toISOString()}, ${manifest})`);
}

import { type Database, sql } from '../../db/database.ts';

const RETENTION_DAYS = 30;

/** Rows per statement, so that none holds its locks for long. */
const BATCH_SIZE = 5_000;

/** Deletes deliveries, with their attempts, older than `retentionDays`. */
export async function purgeDeliveries(db: Database, retentionDays = RETENTION_DAYS): Promise<void> {
  const removed = await db.execute(sql`
    delete from webhook_deliveries where (webhook_id, delivery_id) in (
      select webhook_id, delivery_id from webhook_deliveries
      where created_at < now() - make_interval(days => ${retentionDays}::integer)
      limit ${BATCH_SIZE}::integer)`);
  if (removed === BATCH_SIZE) await purgeDeliveries(db, retentionDays);
}

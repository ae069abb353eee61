import { type Database, sql } from '../../db/database.ts';

/** How long a delivery is kept with its attempts. */
const DELIVERIES_KEPT_DAYS = 30;

/** Rows of one statement, so that none holds its locks for long. */
const AT_ONCE = 5_000;

/** Removes deliveries older than `keptDays`. */
export async function purgeDeliveries(db: Database, keptDays = DELIVERIES_KEPT_DAYS): Promise<void> {
  const removed = await db.execute(sql`
    delete from webhook_deliveries where (webhook_id, delivery_id) in (
      select webhook_id, delivery_id from webhook_deliveries
      where created_at < now() - make_interval(days => ${keptDays}::integer)
      limit ${AT_ONCE}::integer)`);
  if (removed === AT_ONCE) await purgeDeliveries(db, keptDays);
}

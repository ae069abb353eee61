import { type Database, sql } from '../../db/database.ts';

const RETENTION_DAYS = 90;

/** Rows per statement, so that none holds its locks for long. */
const BATCH_SIZE = 5_000;

/**
 * Deletes notifications older than `retentionDays`, and old events without notifications. Events that became public within
 * `announcesForHours` are kept, because deleting them would allow them to be announced again.
 */
export async function purgeNotifications(
  db: Database,
  announcesForHours: number,
  retentionDays = RETENTION_DAYS,
): Promise<void> {
  await repeatedly(() =>
    db.execute(sql`
      delete from notifications where (account_id, event_id) in (
        select account_id, event_id from notifications
        where created_at < now() - make_interval(days => ${retentionDays}::integer)
        limit ${BATCH_SIZE}::integer)`),
  );
  await repeatedly(() =>
    db.execute(sql`
      with old as (
        delete from events where event_id in (
          select event_id from events e
          where e.created_at < now() - make_interval(days => ${retentionDays}::integer)
            and e.known_at < now() - make_interval(hours => ${announcesForHours}::integer)
            and not exists (select from notifications n where n.event_id = e.event_id)
            and not exists (
              select from announcements a where a.event_id = e.event_id and a.announced_at is null)
          order by e.created_at limit ${BATCH_SIZE}::integer)
        returning event_id)
      delete from announcements where event_id in (select event_id from old)`),
  );
}

async function repeatedly(remove: () => Promise<number>): Promise<void> {
  while ((await remove()) > 0);
}

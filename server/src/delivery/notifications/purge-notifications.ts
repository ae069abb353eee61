import { type Database, sql } from '../../db/database.ts';

/** How long notifications are kept. */
const NOTIFICATIONS_KEPT_DAYS = 90;

/** Rows of one statement, so that none holds its locks for long. */
const AT_ONCE = 5_000;

/**
 * Removes notifications older than `keptDays`, and the events that nobody was told of or is told of any more. An event stays
 * for as long as it could be announced anew otherwise: what is known for no longer than `announcesForHours`.
 */
export async function purgeNotifications(
  db: Database,
  announcesForHours: number,
  keptDays = NOTIFICATIONS_KEPT_DAYS,
): Promise<void> {
  await repeatedly(() =>
    db.execute(sql`
      delete from notifications where (account_id, event_id) in (
        select account_id, event_id from notifications
        where created_at < now() - make_interval(days => ${keptDays}::integer)
        limit ${AT_ONCE}::integer)`),
  );
  await repeatedly(() =>
    db.execute(sql`
      with old as (
        delete from events where event_id in (
          select event_id from events e
          where e.created_at < now() - make_interval(days => ${keptDays}::integer)
            and e.known_at < now() - make_interval(hours => ${announcesForHours}::integer)
            and not exists (select from notifications n where n.event_id = e.event_id)
            and not exists (
              select from announcements a where a.event_id = e.event_id and a.announced_at is null)
          order by e.created_at limit ${AT_ONCE}::integer)
        returning event_id)
      delete from announcements where event_id in (select event_id from old)`),
  );
}

async function repeatedly(remove: () => Promise<number>): Promise<void> {
  while ((await remove()) > 0);
}

import { sql, type Transaction } from '../../db/database.ts';
import { EVENT_TYPES, type NoticeType } from '../../domain/kit/event-types.ts';
import { ABOUT_NO_FILING, queueEvents } from '../../domain/kit/store/outbox.ts';

/** A message to one account about its own resources. */
interface Notice {
  accountId: string;
  noticeType: NoticeType;
  /** Identifies the notice; later notices with the same key are ignored. */
  key: string;
  title: string;
  summary: string | null;
}

/** The result of one pass of the announcer. */
export interface AnnounceResult {
  /** Announcements processed; if equal to the limit, more may be pending. */
  taken: number;
  /** Notifications written. */
  notified: number;
  /** Events with at least one new notification. */
  eventIds: string[];
}

/** The NOTIFY channel for new notifications. The payload names the accounts, or is empty if there are too many. */
export const NOTIFICATIONS_CHANNEL = 'asfiled_notifications';

/** The number of account ids that fit into a NOTIFY payload (8,000 bytes). */
const MAX_NAMED_ACCOUNTS = 200;

const NEEDING_PRO = EVENT_TYPES.filter(({ plan }) => plan === 'pro').map(({ eventType }) => eventType);

/**
 * Writes the notifications of up to `limit` announcements, oldest first, in one statement for any number of watchers.
 * Null if another announcer holds the lock; that one processes what is pending.
 *
 * A watchlist entry covers the company of its listing, including filings of all its registrants. Filings in other markets
 * are excluded unless the company files nothing in the market of the entry. An event for one account names its company in `data`.
 */
export async function announce(tx: Transaction, limit: number): Promise<AnnounceResult | null> {
  const turn = await tx.queryOne<{ at: string }>(sql`
    update announcer_turns
    set last_at = greatest(date_trunc('milliseconds', clock_timestamp()), last_at + interval '1 millisecond')
    where only_row in (select only_row from announcer_turns for update skip locked)
    returning last_at as at`);
  if (turn === null) return null;
  // Planning takes longer than announcing one filing, and the generic plan suits one announcement and hundreds alike.
  await tx.execute(sql`set local plan_cache_mode = force_generic_plan`);
  const row = await tx.queryOne<AnnounceResult & { accountIds: string }>(sql`
    with taken as materialized (
      select announcement_id, event_id, issuer_id, account_id from announcements
      where announced_at is null order by announcement_id limit ${limit}::integer
    ), audience as (
      select w.account_id, t.event_id, w.created_at as since, lead.canonical_key, lead.company_name, w.ticker,
        w.ticker_key, w.market_id
      from taken t
      join events e on e.event_id = t.event_id
      join issuers i on i.issuer_id = t.issuer_id
      join issuers lead on lead.issuer_id = i.entity_id
      join issuers member on member.entity_id = i.entity_id
      join watchlist_entries w on w.issuer_id = member.issuer_id
      join accounts a on a.account_id = w.account_id
      where (w.event_types = '{}' or e.event_type = any(w.event_types))
        and (w.form_types = '{}' or e.form_type is null or upper(e.form_type) = any(w.form_types))
        and (e.market_ids is null or w.market_id = any(e.market_ids) or (
          -- count, because the planner would turn "not exists" into a hash of all issuers
          select count(*) from issuers o where o.entity_id = i.entity_id and o.market_id = w.market_id) = 0)
        and (a.plan <> 'free' or e.event_type <> all(${NEEDING_PRO}))
      union all
      select a.account_id, t.event_id, a.created_at, e.data->>'canonical_key', e.data->>'company_name', e.data->>'ticker',
        (select min(l.ticker_key) from listings l
          join issuers i on i.issuer_id = l.issuer_id join issuers lead on lead.issuer_id = i.entity_id
          where lead.canonical_key = e.data->>'canonical_key' and l.market_id = e.data->>'market_id'
            and l.ticker = e.data->>'ticker'),
        e.data->>'market_id'
      from taken t join accounts a on a.account_id = t.account_id join events e on e.event_id = t.event_id
    ), notified as (
      insert into notifications (account_id, event_id, created_at, event_type, category, category_group, canonical_key,
        company_name, ticker, ticker_key, market_id)
      select distinct on (o.account_id, o.event_id) o.account_id, o.event_id, ${turn.at}, e.event_type, e.category,
        e.category_group, o.canonical_key, o.company_name, o.ticker, o.ticker_key, o.market_id
      from audience o join events e on e.event_id = o.event_id
      order by o.account_id, o.event_id, o.since, o.market_id, o.ticker_key
      on conflict (account_id, event_id) do nothing
      returning account_id, event_id
    ), marked as (
      update announcements set announced_at = ${turn.at}
      where announcement_id in (select announcement_id from taken) and announced_at is null
    ), accounts_notified as (
      select distinct account_id from notified limit ${MAX_NAMED_ACCOUNTS + 1}
    )
    select (select count(*)::integer from taken) as taken, (select count(*)::integer from notified) as notified,
      array(select distinct event_id::text from notified) as "eventIds",
      case when (select count(*) from accounts_notified) > ${MAX_NAMED_ACCOUNTS} then ''
        else (select string_agg(account_id::text, ' ') from accounts_notified) end as "accountIds"`);
  if (row === null) throw new Error('a select returned no row');
  const { accountIds, ...announced } = row;
  if (announced.notified > 0) await tx.query(sql`select pg_notify(${NOTIFICATIONS_CHANNEL}, ${accountIds})`);
  return announced;
}

/** Notifies an account when the transaction commits. Notices are not sent to webhooks. */
export async function queueNotice(tx: Transaction, notice: Notice): Promise<void> {
  const { accountId, noticeType, key, title, summary } = notice;
  await queueEvents(tx, [
    {
      eventType: noticeType,
      eventKey: key,
      data: {},
      title,
      summary,
      ...ABOUT_NO_FILING,
      url: null,
      marketIds: null,
      knownAt: new Date().toISOString(),
      to: { accountId },
    },
  ]);
}

import { empty, raw, type Sql, sql } from '../../../db/database.ts';
import type { Instant } from '../../../kernel/dates.ts';
import { CASE_GAP_DAYS, type EventKind } from './model.ts';

/** The id of an event, from SQL expressions of its filing and key. */
export function eventId(registry: string, nativeId: string, key: string) {
  return raw(`md5(${registry} || ':' || ${nativeId} || ':' || ${key})`);
}

/** Kinds that last until a later event of any filing ends them. */
const LASTING_KINDS: readonly EventKind[] = [
  'listing_deficiency',
  'going_concern',
  'internal_control_weakness',
  'business_suspension',
  'creditor_management',
];

/** A second late notice within this many months is notable. */
const LATE_AGAIN_MONTHS = 24;

/**
 * Selects the events of issuers with what depends on all of them: `event_id`, `known_at`, `first_known_at`, `is_current`, `status`,
 * `case_id`, `is_notable`, and the key of the row. With `until`, only filings known before that instant count.
 *
 * An amendment belongs to the event of its original filing, or, if the list does not state the original, of the newest filing with
 * the same item and period. The newest filing of an event is current, events of a case share its id, and a later event can end an
 * earlier one. A change of name that is announced again, with the same day and name, is one event.
 */
export function settledEvents(issuerIds: readonly string[], until: Instant | null = null): Sql {
  const known = until === null ? empty : sql`and g.known_at < ${until}::timestamptz`;
  return sql`
    with stated as (
      select v.issuer_id, v.registry, v.native_id, v.place, v.kind, v.case_key, v.is_resolving, v.is_notable,
        v.read_by, g.known_at,
        ${eventId('v.registry', 'coalesce(g.amends, o.native_id, r.native_id, v.native_id)', 'v.event_key')} as event_id
      from corporate_events v
      join filings g on g.issuer_id = v.issuer_id and g.registry = v.registry and g.native_id = v.native_id
      left join lateral (
        select b.native_id from corporate_events b
        join filings f on f.issuer_id = b.issuer_id and f.registry = b.registry and f.native_id = b.native_id
        where g.is_amendment and g.amends is null and b.issuer_id = v.issuer_id and b.registry = v.registry
          and b.event_key = v.event_key and not f.is_amendment and f.period_end = g.period_end and f.known_at <= g.known_at
        order by f.known_at desc, b.native_id limit 1) o on true
      left join lateral (
        select b.native_id from corporate_events b
        join filings f on f.issuer_id = b.issuer_id and f.registry = b.registry and f.native_id = b.native_id
        where v.kind = 'name_change' and b.kind = v.kind and b.issuer_id = v.issuer_id and b.registry = v.registry
          and b.event_key = v.event_key and b.event_date = v.event_date
        order by f.known_at, b.native_id limit 1) r on true
      where v.issuer_id = any(${[...issuerIds]}::bigint[]) ${known}
    ), ordered as (
      select *, min(known_at) over same as first_known_at, count(*) over same > 1 as is_updated,
        row_number() over (partition by issuer_id, event_id order by known_at desc, native_id desc, place) = 1 as is_current
      from stated window same as (partition by issuer_id, event_id)
    ), ended as (
      select *, max(first_known_at) filter (where is_resolving) over (partition by issuer_id, kind) as ended_at,
        first_known_at - lag(first_known_at) over spoken as since_last,
        lag(first_known_at) over (partition by issuer_id, kind, 'rules' = any(read_by) order by first_known_at, event_id)
          as last_of_kind
      from ordered where is_current
      window spoken as (partition by issuer_id, case_key order by first_known_at, event_id)
    ), stories as (
      select *, count(*) filter (where since_last is null or since_last > ${`${CASE_GAP_DAYS} days`}::interval)
        over (partition by issuer_id, case_key order by first_known_at, event_id) as story
      from ended
    ), settled as (
      select s.*, case when case_key is null then null else 'case-' || first_value(event_id) over (
          partition by issuer_id, case_key, story order by first_known_at, event_id) end as case_id,
        case when is_resolving or (kind = any(${[...LASTING_KINDS]}) and ended_at > first_known_at) then 'resolved'
          when is_updated then 'updated' else 'open' end as status,
        is_notable or (kind = 'late_filing_notice' and last_of_kind is not null
          and last_of_kind > first_known_at - ${`${LATE_AGAIN_MONTHS} months`}::interval) as is_notable_now
      from stories s
    )
    select o.issuer_id, o.registry, o.native_id, o.place, o.event_id, o.known_at, o.first_known_at, o.is_current,
      coalesce(s.status, 'open') as status, s.case_id, coalesce(s.is_notable_now, o.is_notable) as is_notable
    from ordered o left join settled s using (issuer_id, registry, native_id, place)`;
}

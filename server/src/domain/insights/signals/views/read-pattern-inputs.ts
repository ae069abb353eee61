import { type Database, empty, type Sql, sql } from '../../../../db/database.ts';
import type { Instant } from '../../../../kernel/dates.ts';
import type { EventKind } from '../../../disclosures/events/model.ts';
import { EVENTS_OF_NOW, type EventSource, eventIsCurrent } from '../../../disclosures/events/views/corporate-event.ts';
import { isReadByRules } from '../../../filings/proposals/views/read-by.ts';
import type { PatternInput } from '../model/signal-pattern.ts';
import { type PatternEventRow, toPatternEvent } from './pattern-events.ts';

interface EventOfEntity extends PatternEventRow {
  entity_id: string;
}

/**
 * Loads, by company, the events of `source` that patterns count, without duplicates of co-registrants, and the reports if one was
 * announced as late.
 */
export async function readPatternInputs(
  db: Database,
  entityIds: readonly string[],
  kinds: readonly EventKind[],
  source: EventSource = EVENTS_OF_NOW,
): Promise<Map<string, PatternInput>> {
  const members = sql`issuers i where i.entity_id = any(${[...entityIds]}::bigint[])`;
  const rows = await db.query<EventOfEntity>(sql`
    ${source.withs}
    select distinct on (i.entity_id, v.event_id) i.entity_id, v.event_id, v.kind, v.variant, v.status, v.first_known_at,
      v.event_date, v.registry, v.native_id, v.words
    from (select i.issuer_id, i.entity_id from ${members}) i join ${source.events} v using (issuer_id)
    where ${isReadByRules(sql`v.read_by`)} and v.kind = any(${[...kinds]}::text[]) and ${eventIsCurrent(source.until)}
    order by i.entity_id, v.event_id, i.issuer_id <> i.entity_id, i.issuer_id`);
  const late = new Set(rows.filter(row => row.kind === 'late_filing_notice').map(row => row.entity_id));
  const reports = late.size === 0 ? [] : await readReports(db, [...late], source.until);
  const ofEntity = Map.groupBy(reports, row => row.entity_id);
  const byEntity = Map.groupBy(rows, row => row.entity_id);
  return new Map(
    [...byEntity].map(([entityId, events]) => [
      entityId,
      {
        events: events.map(toPatternEvent),
        reports: (ofEntity.get(entityId) ?? []).map(row => ({ periodEnd: row.period_end, knownAt: row.known_at })),
      },
    ]),
  );
}

function readReports(db: Database, entityIds: readonly string[], until: Instant | null) {
  const known: Sql = until === null ? empty : sql`and g.known_at < ${until}::timestamptz`;
  return db.query<{ entity_id: string; period_end: string; known_at: string }>(sql`
    select i.entity_id, g.period_end, g.known_at
    from issuers i join filings g using (issuer_id)
    where i.entity_id = any(${[...entityIds]}::bigint[]) and g.category in ('annual_report', 'interim_report')
      and g.period_end is not null and not g.is_amendment ${known}`);
}

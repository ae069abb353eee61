import { z } from 'zod';
import { sql } from '../../../../db/database.ts';
import type { Instant } from '../../../../kernel/dates.ts';
import type { EventKind } from '../../../disclosures/events/model.ts';
import {
  corporateEvent,
  EVENT_COLUMNS,
  EVENT_ONCE,
  EVENT_READ_BY_RULES,
  type EventColumns,
  eventIsCurrent,
  eventsKnown,
  filingOfEvent,
  newestVersions,
  toEvent,
} from '../../../disclosures/events/views/corporate-event.ts';
import { readForEvents, registrantsOf } from '../../../disclosures/events/views/event-pages.ts';
import { isoDate } from '../../../kit/fields.ts';
import type { ScreenPredicate, ScreenSpan } from '../../../kit/screens/screen-predicate.ts';

export const kindMatch = z
  .object({
    predicate: z.literal('kind'),
    match_date: isoDate.nullable().describe('When the latest event became known, UTC.'),
    latest_event: corporateEvent,
    events_count: z.int().describe('Number of matching events in the window.'),
  })
  .meta({ id: 'KindMatch' });

/**
 * Matches companies with an event of the kinds that became known in the window. With `knownBefore`, events are as known before that
 * instant.
 */
export function kindPredicate(
  kinds: readonly EventKind[],
  knownBefore: Instant | null = null,
): ScreenPredicate<z.input<typeof kindMatch>> {
  const inWindow = ({ after, until }: ScreenSpan) => sql`
    v.kind = any(${[...kinds]}::text[]) and v.first_known_at > ${after} and v.first_known_at <= ${until} and ${eventIsCurrent(knownBefore)}
    and ${EVENT_READ_BY_RULES}`;
  return {
    companies: span => sql`
      select i.entity_id, v.first_known_at as matched_at
      from ${newestVersions(knownBefore)} v join issuers i using (issuer_id) where ${inWindow(span)}`,
    async matches({ db, entityIds, span }) {
      const { ctes, events } = eventsKnown(await registrantsOf(db, entityIds), knownBefore);
      const rows = await db.query<EventColumns & { entity_id: string; events_count: number }>(sql`
        with ${ctes} found as materialized (
          select distinct on (i.entity_id) i.entity_id, v.*, count(*) over (partition by i.entity_id)::integer as events_count
          from issuers i join ${events} v using (issuer_id)
          where i.entity_id = any(${[...entityIds]}::bigint[]) and ${inWindow(span)} and ${EVENT_ONCE}
          order by i.entity_id, v.first_known_at desc, v.event_id
        )
        select v.entity_id, v.events_count, ${EVENT_COLUMNS} from found v ${filingOfEvent(events)}`);
      return new Map(
        rows.map(({ entity_id, events_count, ...row }) => {
          const match_date = row.first_known_at.slice(0, 10);
          const latest_event = toEvent(row, span.until.slice(0, 10));
          return [entity_id, { predicate: 'kind' as const, match_date, latest_event, events_count }];
        }),
      );
    },
    anything: readForEvents(knownBefore),
    data: 'filings read for events',
  };
}

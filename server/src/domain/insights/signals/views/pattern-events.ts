import { filingId } from '../../../../kernel/ids.ts';
import type { EventWords } from '../../../disclosures/events/model.ts';
import type { EventColumns } from '../../../disclosures/events/views/corporate-event.ts';
import type { PatternEvent } from '../model/signal-pattern.ts';

/** The columns of `corporate_events` that patterns and profiles read. */
export type PatternEventRow = Pick<
  EventColumns,
  'event_id' | 'kind' | 'variant' | 'status' | 'first_known_at' | 'event_date' | 'registry' | 'native_id' | 'words'
>;

export function toPatternEvent(row: PatternEventRow): PatternEvent {
  return {
    eventId: row.event_id,
    kind: row.kind,
    variant: row.variant,
    status: row.status,
    knownAt: row.first_known_at,
    eventDate: row.event_date,
    filingId: filingId(row.registry, row.native_id),
    fields: (JSON.parse(row.words) as EventWords).fields,
  };
}

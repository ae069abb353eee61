import type { Database } from '../../src/db/database.ts';
import { EVENT_KIND_FAMILIES, type EventKind, type FiledEvent } from '../../src/domain/disclosures/events/model.ts';
import { encodeEventReading, replaceEventReadings, resolveEvents } from '../../src/domain/disclosures/events/store.ts';
import { findAllPatterns } from '../../src/domain/insights/signals/part.ts';
import { markSignalChanges } from '../../src/domain/insights/signals/store/signals.ts';
import { seedFilings } from './issuers.ts';

/** An event in a filing of a fictional company; by default routine and open. */
export interface SeedSignal extends Partial<FiledEvent> {
  kind: EventKind;
  /** The day of its filing. */
  filed: string;
  /** Events of one filing share it. */
  nativeId: string;
}

/** Stores current reports with events as the pipeline does, and derives the signals. */
export async function seedSignals(db: Database, issuerId: string, events: readonly SeedSignal[]): Promise<void> {
  const filings = [...Map.groupBy(events, event => event.nativeId)];
  await seedFilings(
    db,
    issuerId,
    filings.map(([nativeId, [first]]) => ({ nativeId, form: '8-K', filed: first?.filed ?? '', hasXbrl: false })),
  );
  await db.transaction(async tx => {
    const readings = filings.map(([nativeId, reported]) =>
      encodeEventReading(reported.map(toFiledEvent), { issuerId, registry: 'sec-edgar', nativeId }, 'contents', 'test'),
    );
    await replaceEventReadings(tx, readings);
    await resolveEvents(tx, [issuerId]);
    await markSignalChanges(tx, [issuerId]);
  });
  await findAllPatterns(db);
}

function toFiledEvent({ filed, nativeId, ...event }: SeedSignal, place: number): FiledEvent {
  return {
    variant: null,
    salience: 'routine',
    isResolving: false,
    eventDate: null,
    title: `${event.kind.replaceAll('_', ' ')} of ${filed}`,
    itemCode: null,
    subject: place === 0 ? '' : `${nativeId} ${place}`,
    caseKey: EVENT_KIND_FAMILIES[event.kind],
    fields: {},
    evidence: [],
    ...event,
  };
}

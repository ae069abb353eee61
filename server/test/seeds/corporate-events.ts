import type { Database } from '../../src/db/database.ts';
import type { FiledEvent } from '../../src/domain/disclosures/events/model.ts';
import { encodeEventReading, replaceEventReadings, resolveEvents } from '../../src/domain/disclosures/events/store.ts';

/** An event of a fictional filing; `other` overrides its fields. */
export function filedEvent(other: Partial<FiledEvent>): FiledEvent {
  return {
    kind: 'auditor_change',
    variant: 'dismissed',
    salience: 'routine',
    isResolving: false,
    eventDate: null,
    title: 'Auditor dismissed',
    itemCode: '4.01',
    subject: '',
    caseKey: 'audit',
    fields: {},
    evidence: [{ sectionKey: 'item_4.01', quote: 'The Company dismissed Elm LLP.', charStart: 0, charEnd: 30 }],
    ...other,
  };
}

/** Stores the events of a filing, with the evidence in its documents. */
export async function seedEvents(
  db: Database,
  issuerId: string,
  nativeId: string,
  events: readonly FiledEvent[],
  registry = 'sec-edgar',
): Promise<void> {
  const reading = encodeEventReading(events, { issuerId, registry, nativeId }, 'contents', '1');
  await db.transaction(async tx => {
    await replaceEventReadings(tx, [reading]);
    await resolveEvents(tx, [issuerId]);
  });
}

import type { Database } from '../src/db/database.ts';
import { sql } from '../src/db/database.ts';
import { EVENT_KIND_FAMILIES, type EventKind, type FiledEvent } from '../src/domain/disclosures/events/model.ts';
import { encodeEventReading, replaceEventReadings, settleEvents } from '../src/domain/disclosures/events/store.ts';
import { markSignalChanges } from '../src/domain/insights/signals/store/signals.ts';
import { addToList } from '../src/kernel/add-to-list.ts';
import { seedFilings } from './seed.ts';

/** An event with its filing; what is left out is nothing in particular. */
export interface SeedEvent extends Partial<FiledEvent> {
  kind: EventKind;
  /** Day on which the filing was filed. */
  filed: string;
  nativeId: string;
}

/** Writes events of one issuer with filings that evidence them, as the pipeline would. */
export async function seedEvents(db: Database, issuerId: string, events: readonly SeedEvent[]): Promise<void> {
  const byFiling = new Map<string, SeedEvent[]>();
  for (const event of events) addToList(byFiling, event.nativeId, event);
  for (const [nativeId, [first]] of byFiling) {
    const known = await db.queryOne(sql`
      select from filings where issuer_id = ${issuerId} and registry = 'sec-edgar' and native_id = ${nativeId}`);
    if (known === null && first !== undefined)
      await seedFilings(db, issuerId, [{ nativeId, form: '8-K', filed: first.filed }]);
  }
  const readings = [...byFiling].map(([nativeId, own]) =>
    encodeEventReading(own.map(toFiledEvent), { issuerId, registry: 'sec-edgar', nativeId }, 'contents', '1'),
  );
  await db.transaction(async tx => {
    await replaceEventReadings(tx, readings);
    await settleEvents(tx, [issuerId]);
    await markSignalChanges(tx, [issuerId]);
  });
}

function toFiledEvent({ filed: _, nativeId: __, ...given }: SeedEvent): FiledEvent {
  return {
    variant: null,
    salience: 'routine',
    isResolving: false,
    eventDate: null,
    title: given.kind.replaceAll('_', ' '),
    itemCode: null,
    subject: '',
    caseKey: EVENT_KIND_FAMILIES[given.kind],
    fields: {},
    evidence: [],
    ...given,
  };
}

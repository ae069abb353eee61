import { sql, type Transaction } from '../../../db/database.ts';
import { toStorableText } from '../../../db/encode-text.ts';
import {
  deleteOfFilings,
  digestOfStored,
  type FilingKey,
  filingsOf,
  nameOfFiling,
} from '../../kit/store/filing-keys.ts';
import { keepFormerReadings, type TextReadings } from '../../kit/store/readings.ts';
import { EVENT_KIND_FAMILIES, type EventWords, type FiledEvent } from './model.ts';
import { EVENT_RULES_VERSION } from './rules/event-kinds.ts';
import { eventId, settledEvents } from './settled-events.ts';

/** The events of one filing, encoded for storage. */
export interface EncodedEventReading extends FilingKey {
  /** `list`: from the filing list. It never replaces a reading of the documents. */
  readFrom: 'list' | 'contents';
  digest: string;
  rulesVersion: string;
  /** Rows of `corporate_events` as JSON, without the key of the filing. */
  rows: string[];
}

export const EVENT_READINGS: TextReadings = {
  subject: 'events',
  rulesVersion: EVENT_RULES_VERSION,
  readings: sql`select issuer_id, registry, native_id, rules_version from event_readings`,
  records: sql`
    select issuer_id, registry, native_id, event_key as key, concat_ws(' · ', variant, event_date, words::jsonb ->> 'title',
      nullif((words::jsonb -> 'fields')::text, '{}')) as said
    from corporate_events where 'rules' = any(read_by)`,
};

/** Part of every digest. Raise it when the stored form changes, so that readings are stored again. */
const STORED_FORM = 1;

export function encodeEventReading(
  events: readonly FiledEvent[],
  filing: FilingKey,
  readFrom: EncodedEventReading['readFrom'],
  rulesVersion: string,
): EncodedEventReading {
  const keys = keysOf(events);
  const rows = events.map((event, place) =>
    JSON.stringify(toRow(event, place, keys[place] ?? '', rulesVersion), (_, value: unknown) =>
      typeof value === 'string' ? toStorableText(value) : value,
    ),
  );
  const digest = digestOfStored(STORED_FORM, readFrom, rulesVersion, rows);
  return { ...filing, readFrom, digest, rulesVersion, rows };
}

/** Item, kind and subject; where these do not distinguish two events of a filing, variant and date as well. */
function keysOf(events: readonly FiledEvent[]): string[] {
  const taken = new Set<string>();
  return events.map(event => {
    const { itemCode, kind, subject, variant, eventDate } = event;
    // An event that only a model reads never has the key of one that the rules read.
    const key = [...(isReadByRules(event) ? [] : ['model']), itemCode ?? '', kind, subject].join('|');
    const exact = [key, variant ?? '', eventDate ?? ''].join('|');
    const chosen = taken.has(key) ? exact : key;
    taken.add(chosen);
    return chosen;
  });
}

function isReadByRules({ readBy }: FiledEvent): boolean {
  return readBy === undefined || readBy.includes('rules');
}

function toRow(event: FiledEvent, place: number, eventKey: string, rulesVersion: string) {
  const { title, datePrecision = 'day', fields, evidence, readBy = ['rules'] } = event;
  const words: EventWords = {
    title,
    ...(datePrecision === 'day' ? {} : { datePrecision }),
    fields,
    evidence,
    rulesVersion,
  };
  return {
    place,
    event_key: eventKey,
    kind: event.kind,
    family: EVENT_KIND_FAMILIES[event.kind],
    variant: event.variant,
    is_notable: event.salience === 'notable',
    // Events that only a model reads close no matter and belong to no case, so they do not change events of the rules.
    is_resolving: event.isResolving && isReadByRules(event),
    is_structured: Object.keys(fields).length > 0,
    event_date: event.eventDate,
    item_code: event.itemCode,
    case_key: isReadByRules(event) ? event.caseKey : null,
    read_by: readBy,
    words: JSON.stringify(words, (_, value: unknown) => (typeof value === 'string' ? toStorableText(value) : value)),
  };
}

/**
 * Replaces the readings of filings. Unchanged readings are not rewritten. Call {@link resolveEvents} for their issuers afterwards.
 * Returns the number of changed readings.
 */
export async function replaceEventReadings(tx: Transaction, readings: readonly EncodedEventReading[]): Promise<number> {
  if (readings.length === 0) return 0;
  const stored = await storedReadings(tx, readings);
  const changed = readings.filter(reading => {
    const before = stored.get(nameOfFiling(reading));
    if (before === undefined) return reading.readFrom === 'contents' || reading.rows.length > 0;
    return before.digest !== reading.digest && (reading.readFrom === 'contents' || before.read_from === 'list');
  });
  if (changed.length === 0) return 0;
  await keepFormerReadings(tx, EVENT_READINGS, changed);
  await deleteOfFilings(tx, [sql`corporate_events`, sql`event_readings`], changed);
  const kept = changed.filter(
    encodedEventReading => encodedEventReading.readFrom === 'contents' || encodedEventReading.rows.length > 0,
  );
  await insertReadings(tx, kept);
  return changed.length;
}

async function storedReadings(tx: Transaction, readings: readonly FilingKey[]) {
  const rows = await tx.query<{
    issuer_id: string;
    registry: string;
    native_id: string;
    read_from: 'list' | 'contents';
    digest: string;
  }>(sql`
    select issuer_id, registry, native_id, r.read_from, r.digest
    from ${filingsOf(readings)} join event_readings r using (issuer_id, registry, native_id)`);
  return new Map(
    rows.map(row => [nameOfFiling({ issuerId: row.issuer_id, registry: row.registry, nativeId: row.native_id }), row]),
  );
}

async function insertReadings(tx: Transaction, readings: readonly EncodedEventReading[]): Promise<void> {
  await tx.execute(sql`
    insert into event_readings (issuer_id, registry, native_id, read_from, digest, rules_version)
    select * from unnest(${readings.map(reading => reading.issuerId)}::bigint[], ${readings.map(reading => reading.registry)}::text[],
      ${readings.map(reading => reading.nativeId)}::text[], ${readings.map(reading => reading.readFrom)}::text[],
      ${readings.map(reading => reading.digest)}::text[], ${readings.map(reading => reading.rulesVersion)}::text[])`);
  const rows = readings.flatMap(reading => reading.rows.map(row => ({ ...reading, row })));
  if (rows.length === 0) return;
  await tx.execute(sql`
    insert into corporate_events (issuer_id, registry, native_id, place, event_key, event_id, kind, family, variant, is_notable,
      is_resolving, is_structured, event_date, known_at, item_code, case_key, first_known_at, words, read_by)
    select filing.issuer_id, filing.registry, filing.native_id, e.place, e.event_key,
      ${eventId('filing.registry', 'filing.native_id', 'e.event_key')}, e.kind, e.family, e.variant, e.is_notable,
      e.is_resolving, e.is_structured, e.event_date, g.known_at, e.item_code, e.case_key, g.known_at, e.words,
      e.read_by
    from unnest(${rows.map(row => row.issuerId)}::bigint[], ${rows.map(row => row.registry)}::text[],
      ${rows.map(row => row.nativeId)}::text[], ${rows.map(row => row.row)}::text[])
      as filing (issuer_id, registry, native_id, event)
    cross join lateral jsonb_to_record(event::jsonb) as e (place smallint, event_key text, kind text, family text,
      variant text, is_notable boolean, is_resolving boolean, is_structured boolean, event_date date, item_code text,
      case_key text, words text, read_by text[])
    join filings g on g.issuer_id = filing.issuer_id and g.registry = filing.registry and g.native_id = filing.native_id`);
}

/** Computes what depends on all events of the issuers ({@link settledEvents}). Unchanged rows are not rewritten. */
export async function resolveEvents(tx: Transaction, issuerIds: readonly string[]): Promise<void> {
  if (issuerIds.length === 0) return;
  await tx.execute(sql`
    update corporate_events v set event_id = o.event_id, known_at = o.known_at, first_known_at = o.first_known_at,
      is_current = o.is_current, status = o.status, case_id = o.case_id, is_notable = o.is_notable
    from (${settledEvents(issuerIds)}) o
    where v.issuer_id = o.issuer_id and v.registry = o.registry and v.native_id = o.native_id and v.place = o.place
      and (v.event_id, v.known_at, v.first_known_at, v.is_current, v.status, v.case_id, v.is_notable) is distinct from
        (o.event_id, o.known_at, o.first_known_at, o.is_current, o.status, o.case_id, o.is_notable)`);
}

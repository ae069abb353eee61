import { EVENT_KIND_FAMILIES, type EventFieldsByFamily, type EventKind } from '../../../disclosures/events/model.ts';
import type { PatternEvent } from '../model/signal-pattern.ts';

/** Returns the stated fields of an event if its kind belongs to the family, else none. */
export function fieldsOf<Family extends keyof EventFieldsByFamily>(
  { kind, fields }: Pick<PatternEvent, 'kind' | 'fields'>,
  family: Family,
): Partial<EventFieldsByFamily[Family]> {
  // The kind determines the shape of the fields.
  return familyOf(kind) === family ? (fields as Partial<EventFieldsByFamily[Family]>) : {};
}

function familyOf(kind: EventKind): keyof EventFieldsByFamily {
  return EVENT_KIND_FAMILIES[kind] ?? 'none';
}

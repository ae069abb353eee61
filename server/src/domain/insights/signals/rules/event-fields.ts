import { EVENT_KIND_FAMILIES, type EventFieldsByFamily, type EventKind } from '../../../disclosures/events/model.ts';
import type { PatternEvent } from '../model/signal-pattern.ts';

/** Stated fields of an event of a family; none where its kind is of another one. */
export function fieldsOf<Family extends keyof EventFieldsByFamily>(
  { kind, fields }: Pick<PatternEvent, 'kind' | 'fields'>,
  family: Family,
): Partial<EventFieldsByFamily[Family]> {
  // The kind says which of the shapes the fields have.
  return familyOf(kind) === family ? (fields as Partial<EventFieldsByFamily[Family]>) : {};
}

function familyOf(kind: EventKind): keyof EventFieldsByFamily {
  return EVENT_KIND_FAMILIES[kind] ?? 'none';
}

import type { z } from 'zod';
import { type Sql, sql } from '../../../../db/database.ts';
import { filingId } from '../../../../kernel/ids.ts';
import { plainNumber } from '../../../../kernel/json-number.ts';
import { changePct } from '../../../figures/guidance/model.ts';
import { FILING_REF_COLUMNS, type FilingRefRow, toFilingRef } from '../../../filings/filings/views/filing-rows.ts';
import {
  EVENT_FIELD_NAMES,
  type EventFamily,
  type EventFieldName,
  type EventFieldsByFamily,
  type EventKind,
  type EventStatus,
  type EventWords,
} from '../model.ts';
import type { corporateEvent } from './corporate-event-shapes.ts';

type EventAnswer = z.output<typeof corporateEvent>;

/** An event as {@link EVENT_COLUMNS} select it. */
export interface EventColumns extends FilingRefRow {
  event_id: string;
  kind: EventKind;
  family: EventFamily | null;
  variant: string | null;
  is_notable: boolean;
  status: EventStatus;
  event_date: string | null;
  first_known_at: string;
  item_code: string | null;
  case_id: string | null;
  words: string;
}

/** Columns of {@link EventColumns}, from `corporate_events v` and {@link FILING_OF_EVENT}. */
export const EVENT_COLUMNS = sql`
  ${FILING_REF_COLUMNS}, v.event_id, v.kind, v.family, v.variant, v.is_notable, v.status, v.event_date,
  v.first_known_at, v.item_code, v.case_id, v.words`;

/** From `corporate_events v` to its filing `g`. */
export const FILING_OF_EVENT = sql`
  join filings g on g.issuer_id = v.issuer_id and g.registry = v.registry and g.native_id = v.native_id`;

/** Which rows of `corporate_events v` stand: the newest statement of each event, of a filing that its registry still shows. */
export const EVENT_STANDS: Sql = sql`v.is_current and not exists (
  select from filing_standings st
  where st.registry = v.registry and st.native_id = v.native_id and st.status in ('withdrawn', 'closed'))`;

/**
 * Of `corporate_events v join issuers i`: each event of a company once. Registrants of one company may file together; the
 * lead's row stands, else that of the first of them.
 */
export const EVENT_ONCE: Sql = sql`(i.issuer_id = i.entity_id or not exists (
  select from issuers m join corporate_events o using (issuer_id)
  where m.entity_id = i.entity_id and (m.issuer_id = i.entity_id or m.issuer_id < i.issuer_id)
    and o.registry = v.registry and o.native_id = v.native_id and o.event_id = v.event_id))`;

/** Newest first; the rest of the house must not sort events otherwise. */
export const NEWEST_EVENT_FIRST = sql`order by v.first_known_at desc, v.event_id`;

/** An event as answers show it. */
export function toEvent(row: EventColumns): EventAnswer {
  const words = JSON.parse(row.words) as EventWords;
  const filing = filingId(row.registry, row.native_id);
  return {
    event_id: row.event_id,
    kind: row.kind,
    family: row.family,
    variant: row.variant,
    salience: row.is_notable ? 'notable' : 'routine',
    status: row.status,
    event_date: row.event_date,
    known_at: row.first_known_at,
    title: words.title,
    filing: toFilingRef(row),
    item_code: row.item_code,
    fields: renderFields(row.family, words.fields),
    case_id: row.case_id,
    rules_version: words.rulesVersion,
    evidence: words.evidence.map(one => ({
      filing_id: filing,
      section_key: one.sectionKey,
      quote: one.quote,
      char_start: one.charStart,
      char_end: one.charEnd,
      url: row.url,
    })),
  };
}

/** Every field of the family, null where nothing is stated. */
function renderFields(family: EventFamily | null, stated: EventWords['fields']): EventAnswer['fields'] {
  const given = stated as Partial<Record<EventFieldName, unknown>>;
  const names: readonly EventFieldName[] = EVENT_FIELD_NAMES[family ?? 'none'];
  const fields = Object.fromEntries(
    names.map(name => {
      const value = given[name] ?? null;
      return [snakeCase(name), typeof value === 'number' ? plainNumber(value) : value];
    }),
  );
  return { ...fields, ...computedFields(family, stated) } as EventAnswer['fields'];
}

function computedFields(family: EventFamily | null, stated: EventWords['fields']): Record<string, unknown> {
  if (family === 'guidance') return { change_pct: changeOf(stated as Partial<EventFieldsByFamily['guidance']>) };
  // Whom a name in a sentence means is known where a registry numbers persons; no event rests on such a number yet.
  return family === 'governance' ? { persons: null } : {};
}

function changeOf(stated: Partial<EventFieldsByFamily['guidance']>): number | null {
  const { oldLow = null, oldHigh = null, newLow = null, newHigh = null } = stated;
  const change = changePct({ oldLow, oldHigh, newLow, newHigh });
  return change === null ? null : plainNumber(change);
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
}

import { z } from 'zod';
import { empty, type Sql, sql } from '../../../../db/database.ts';
import type { Instant, IsoDate } from '../../../../kernel/dates.ts';
import { filingId } from '../../../../kernel/ids.ts';
import { plainNumber } from '../../../../kernel/json-number.ts';
import { GUIDANCE_DIRECTIONS } from '../../../figures/earnings/model/earnings-release.ts';
import { fiscalPeriod } from '../../../figures/financials/views/financial-shapes.ts';
import { changePct } from '../../../figures/guidance/model.ts';
import { evidence } from '../../../figures/guidance/views.ts';
import {
  FILING_REF_COLUMNS,
  type FilingRefRow,
  filingRef,
  toFilingRef,
} from '../../../filings/filings/views/filing.ts';
import { entityRef } from '../../../filings/issuers/views/entity.ts';
import { isReadByRules, readBy } from '../../../filings/proposals/views/read-by.ts';
import { instant, isoDate } from '../../../kit/fields.ts';
import { personRef } from '../../../ownership/people/views/people-shapes.ts';
import {
  EVENT_DATE_PRECISIONS,
  EVENT_FAMILIES,
  EVENT_FIELD_NAMES,
  EVENT_KINDS,
  EVENT_SALIENCES,
  EVENT_STATUSES,
  type EventFamily,
  type EventFieldName,
  type EventFieldsByFamily,
  type EventKind,
  type EventStatus,
  type EventWords,
} from '../model.ts';
import { settledEvents } from '../settled-events.ts';
import { closingOn, DONE_EVENTS } from './case-terms.ts';

export const eventKind = z.enum(EVENT_KINDS).meta({ id: 'EventKind' });
export const eventFamily = z.enum(EVENT_FAMILIES).meta({ id: 'EventFamily' });
export const eventSalience = z.enum(EVENT_SALIENCES).meta({ id: 'EventSalience' });

const words = z.string().nullable();
const number = z.number().nullable();
const year = z.int().nullable();
const yesOrNo = z.boolean().nullable();
const day = isoDate.nullable();
const currency = z.string().nullable().describe('ISO 4217.');

const dilution = z
  .object({
    new_shares: number,
    max_conversion_shares: number,
    shares_before: number.describe('Shares outstanding before the issue.'),
    new_shares_pct: number.describe('new_shares as a percentage of shares_before.'),
    convertible_pct: number.describe('max_conversion_shares as a percentage of shares_before.'),
    price_per_share: number,
    discount_pct: number.describe('Discount to the market price that the filing names, in percent.'),
    proceeds: number,
    currency,
    use_of_proceeds: words,
    offering_method: words,
  })
  .meta({ id: 'DilutionFields' });

const audit = z
  .object({
    auditor: words,
    former_auditor: words,
    disagreement: yesOrNo,
    fiscal_year: year,
    opinion: words,
    opinion_basis: words,
  })
  .meta({ id: 'AuditFields' });

const reporting = z
  .object({
    late_form_type: words,
    affected_periods: z.array(isoDate).nullable().describe('Last days of the affected periods.'),
    stated_cause: words,
    expected_date: day,
    restated_amount: number,
    currency,
  })
  .meta({ id: 'ReportingFields' });

const governance = z
  .object({ persons: z.array(personRef).nullable(), role_title: words, authority: words, stage: words })
  .meta({ id: 'GovernanceFields' });

const distress = z
  .object({
    exchange_rule: words,
    deadline_date: day,
    amount: number,
    currency,
    instrument: words,
    court: words,
    case_number: words,
    is_cured: yesOrNo,
  })
  .meta({ id: 'DistressFields' });

const guidance = z
  .object({
    metric: words,
    fiscal_year: year,
    fiscal_period: fiscalPeriod.nullable(),
    unit: words,
    currency,
    old_low: number,
    old_high: number,
    new_low: number,
    new_high: number,
    change_pct: number.describe('Change of the midpoint, in percent.'),
    direction: z.enum(GUIDANCE_DIRECTIONS).nullable(),
  })
  .meta({ id: 'GuidanceFields' });

const capitalReturn = z
  .object({
    shares: number,
    shares_pct: number,
    amount: number,
    currency,
    return_method: words,
    is_paid: yesOrNo,
  })
  .meta({ id: 'CapitalReturnFields' });

const legal = z
  .object({
    authority: words,
    counterparty: words,
    side: z.enum(['plaintiff', 'defendant']).nullable().describe('Side of the issuer in the case.'),
    amount: number,
    currency,
    stage: words,
  })
  .meta({ id: 'LegalFields' });

const deal = z
  .object({
    counterparty: words,
    deal_side: z.enum(['bought', 'sold', 'unknown']).nullable(),
    amount: number,
    currency,
    stage: words,
  })
  .meta({ id: 'DealFields' });

const eventFields = z
  .union([dilution, audit, reporting, governance, distress, guidance, capitalReturn, legal, deal])
  .describe('Fields of the family; a field is null if the filing does not state it.');

const eventMembers = {
  event_id: z.string().describe('Stable for the same filing and subject.'),
  kind: eventKind,
  family: eventFamily.nullable().describe('Null for deals and corporate lifecycle events.'),
  variant: z.string().nullable().describe('Variant of the kind; null if the filing states none.'),
  salience: eventSalience,
  status: z
    .enum(EVENT_STATUSES)
    .describe(
      'updated: an amendment reports the event again. resolved: the matter was cured, waived, dismissed or completed, or its term has elapsed.',
    ),
  closed_by: z
    .enum(['stated', 'elapsed'])
    .nullable()
    .describe(
      'Why the event is resolved. stated: a filing ends the matter. elapsed: no filing has reported on its case during the term of its kind. Null while it is open.',
    ),
  closes_date: isoDate
    .nullable()
    .describe('When the term of its kind ends; null if a filing has ended the matter, or if the kind has no term.'),
  event_date: isoDate
    .nullable()
    .describe(
      'Effective date as stated, the first day of a stated month, quarter or year; null if the filing states none.',
    ),
  event_date_precision: z
    .enum(EVENT_DATE_PRECISIONS)
    .nullable()
    .describe('How exactly the filing states event_date; null without a date.'),
  known_at: instant.describe('When the first filing of the event became known: filed_at of filing.'),
  title: z.string(),
  filing: filingRef.describe('The first filing that reports the event; the evidence is from it.'),
  amended_by: filingRef
    .nullable()
    .describe('The newest amendment that reports the event again; title, event_date and fields are from it.'),
  item_code: z
    .string()
    .nullable()
    .describe("The regulator's item, such as 2.01 of Form 8-K; null if the event follows from the form."),
  fields: eventFields,
  case_id: z.string().nullable().describe('Shared by the events of one case; null if the event belongs to no case.'),
  rules_version: z.string().describe('Version of the rules that found the event.'),
  read_by: readBy,
  evidence: z.array(evidence),
};

export const corporateEvent = z.object(eventMembers).meta({ id: 'Event' });

export const eventRow = z.object({ ...eventMembers, entity: entityRef }).meta({ id: 'EventRow' });

type EventResponse = z.output<typeof corporateEvent>;

/** A row of {@link EVENT_COLUMNS}. */
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
  /** When the newest event of its case became known; of the event itself if it belongs to no case. */
  case_known_at: string;
  /** Whether the event or a later one of its deal ends the matter. */
  is_done: boolean;
  words: string;
  read_by: string[];
  /** The first filing of the event and what it says, if the newest is an amendment of it; else null. */
  first_registry: string | null;
  first_native_id: string;
  first_form_type: string;
  first_filed_at: string;
  first_period_end: string | null;
  first_url: string;
  first_words: string;
}

/** Columns of {@link EventColumns}, from `corporate_events v` and {@link FILING_OF_EVENT}. */
export const EVENT_COLUMNS = sql`
  ${FILING_REF_COLUMNS}, v.event_id, v.kind, v.family, v.variant, v.is_notable, v.status, v.event_date,
  v.first_known_at, v.item_code, v.case_id, story.case_known_at, story.is_done, v.words, v.read_by,
  first.*`;

/** Kind and variant of `corporate_events` rows, as {@link DONE_EVENTS} names them. */
const isDone = (row: Sql) => sql`concat(${row}.kind, ' ', ${row}.variant) = any(${[...DONE_EVENTS]}::text[])`;

/** Where the events of some issuers are read: as known now, or as known before an instant. */
export interface EventSource {
  /** `with` and the expressions that `events` needs; empty if none. */
  withs: Sql;
  /** The same expressions followed by a comma, for a query with others. */
  ctes: Sql;
  /** Relation with the columns of `corporate_events`. */
  events: Sql;
  /** Null for the events of now. */
  until: Instant | null;
}

export const EVENTS_OF_NOW: EventSource = { withs: empty, ctes: empty, events: sql`corporate_events`, until: null };

/** The events of issuers as known before an instant; of now without one. */
export function eventsKnown(issuerIds: readonly string[], until: Instant | null): EventSource {
  if (until === null) return EVENTS_OF_NOW;
  const known = knownEvents(issuerIds, until);
  return { withs: sql`with ${known}`, ctes: sql`${known},`, events: sql`known_events`, until };
}

const STORED_COLUMNS = (row: Sql): Sql => sql`
  ${row}.issuer_id, ${row}.registry, ${row}.native_id, ${row}.place, ${row}.event_key, ${row}.event_id, ${row}.kind, ${row}.family,
  ${row}.variant, ${row}.is_notable, ${row}.is_structured, ${row}.event_date, ${row}.known_at, ${row}.first_known_at, ${row}.read_by,
  true as is_current`;

/**
 * Relation of the newest version of each event of all companies, of those known before an instant: what lists filter, order and count.
 * Status, case and words of the events of a page are those of {@link eventsKnown}.
 */
export function newestVersions(until: Instant | null): Sql {
  if (until === null) return sql`corporate_events`;
  return sql`(
    select ${STORED_COLUMNS(sql`c`)} from corporate_events c
    where c.is_current and c.known_at < ${until}::timestamptz and c.first_known_at < ${until}::timestamptz
    union all
    select ${STORED_COLUMNS(sql`o`)} from corporate_events c cross join lateral (
      select o.* from corporate_events o
      where o.issuer_id = c.issuer_id and o.event_id = c.event_id and o.known_at < ${until}::timestamptz
      order by o.known_at desc, o.native_id desc, o.place limit 1) o
    where c.is_current and c.known_at > c.first_known_at and c.known_at >= ${until}::timestamptz
      and c.first_known_at < ${until}::timestamptz)`;
}

/** Events as known before an instant: the relation `known_events`, with the columns of `corporate_events`, for a `with` clause. */
function knownEvents(issuerIds: readonly string[], until: Instant): Sql {
  return sql`known_events as materialized (
    select v.issuer_id, v.registry, v.native_id, v.place, v.kind, v.family, v.variant, v.event_date, v.item_code, v.words, v.read_by,
      v.is_structured, s.event_id, s.known_at, s.first_known_at, s.is_current, s.status, s.case_id, s.is_notable
    from (${settledEvents(issuerIds, until)}) s join corporate_events v using (issuer_id, registry, native_id, place))`;
}

/**
 * Joins `v`, a row of `events` (`corporate_events` or `known_events`), to its filing `g`, to the first filing of the event if that is
 * another one, and to the case. A later event ends an earlier one of the same deal; the cases of families hold several matters.
 */
export const filingOfEvent = (events: Sql): Sql => sql`
  join filings g on g.issuer_id = v.issuer_id and g.registry = v.registry and g.native_id = v.native_id
  left join lateral (
    select f.registry as first_registry, f.native_id as first_native_id, f.form_type as first_form_type,
      f.known_at as first_filed_at, f.period_end as first_period_end, f.url as first_url, o.words as first_words
    from ${events} o
    join filings f on f.issuer_id = o.issuer_id and f.registry = o.registry and f.native_id = o.native_id
    where g.known_at > v.first_known_at and o.issuer_id = v.issuer_id and o.event_id = v.event_id
      and (f.registry, f.native_id) <> (g.registry, g.native_id)
    order by f.known_at, f.native_id, o.place limit 1) first on true
  cross join lateral (
    select coalesce(max(c.first_known_at), v.first_known_at) as case_known_at,
      ${isDone(sql`v`)} or coalesce(bool_or(v.family is null and c.first_known_at >= v.first_known_at and ${isDone(sql`c`)}), false)
        as is_done
    from ${events} c where c.issuer_id = v.issuer_id and c.case_id = v.case_id and c.is_current) story`;

/** {@link filingOfEvent} of the events as known now. */
export const FILING_OF_EVENT: Sql = filingOfEvent(sql`corporate_events`);

/** Condition on events `v`: the newest version of each event, from a filing that the registry had not withdrawn before an instant, or now. */
export function eventIsCurrent(until: Instant | null = null): Sql {
  const known = until === null ? empty : sql`and st.since < ${until}::timestamptz`;
  return sql`v.is_current and not exists (
    select from filing_standings st
    where st.registry = v.registry and st.native_id = v.native_id and st.status in ('withdrawn', 'closed') ${known})`;
}

/** {@link eventIsCurrent} of now. */
export const EVENT_IS_CURRENT: Sql = eventIsCurrent();

/**
 * Condition on `corporate_events v join issuers i`: one row per event of a company. If several registrants of a company file
 * together, the row of the lead registrant counts, else the row of the first.
 */
export const EVENT_ONCE: Sql = sql`(i.issuer_id = i.entity_id or not exists (
  select from issuers m join corporate_events o using (issuer_id)
  where m.entity_id = i.entity_id and (m.issuer_id = i.entity_id or m.issuer_id < i.issuer_id)
    and o.registry = v.registry and o.native_id = v.native_id and o.event_id = v.event_id))`;

/** Condition on `corporate_events v`: what is derived from events counts those that the rules read. */
export const EVENT_READ_BY_RULES: Sql = isReadByRules(sql`v.read_by`);

/** The order of events in every response: newest first. */
export const NEWEST_EVENT_FIRST = sql`order by v.first_known_at desc, v.event_id`;

/** Converts a row to the response shape, as of a day. */
export function toEvent(row: EventColumns, today: IsoDate): EventResponse {
  const words = JSON.parse(row.words) as EventWords;
  const first = firstFiling(row);
  const named = first ?? row;
  const closing = closingOn(today, {
    ...{ kind: row.kind, variant: row.variant, status: row.status, isDone: row.is_done },
    ...{ caseKnownAt: row.case_known_at },
  });
  const { evidence } = first === null ? words : (JSON.parse(row.first_words) as EventWords);
  return {
    event_id: row.event_id,
    kind: row.kind,
    family: row.family,
    variant: row.variant,
    salience: row.is_notable ? 'notable' : 'routine',
    status: closing.status,
    closed_by: closing.closedBy,
    closes_date: closing.closesOn,
    event_date: row.event_date,
    event_date_precision: row.event_date === null ? null : (words.datePrecision ?? 'day'),
    known_at: row.first_known_at,
    title: words.title,
    filing: toFilingRef(named),
    amended_by: first === null ? null : toFilingRef(row),
    item_code: row.item_code,
    fields: renderFields(row.family, words.fields),
    case_id: row.case_id,
    read_by: row.read_by,
    rules_version: words.rulesVersion,
    evidence: evidence.map(eventEvidence => ({
      filing_id: filingId(named.registry, named.native_id),
      section_key: eventEvidence.sectionKey,
      quote: eventEvidence.quote,
      char_start: eventEvidence.charStart,
      char_end: eventEvidence.charEnd,
      url: named.url,
    })),
  };
}

function firstFiling(row: EventColumns): FilingRefRow | null {
  if (row.first_registry === null) return null;
  return {
    registry: row.first_registry,
    native_id: row.first_native_id,
    form_type: row.first_form_type,
    known_at: row.first_filed_at,
    period_end: row.first_period_end,
    url: row.first_url,
  };
}

/** Returns every field of the family; null if the filing states none. */
function renderFields(family: EventFamily | null, stated: EventWords['fields']): EventResponse['fields'] {
  const given = stated as Partial<Record<EventFieldName, unknown>>;
  const names: readonly EventFieldName[] = EVENT_FIELD_NAMES[family ?? 'none'];
  const fields = Object.fromEntries(
    names.map(name => {
      const value = given[name] ?? null;
      return [snakeCase(name), typeof value === 'number' ? plainNumber(value) : value];
    }),
  );
  return { ...fields, ...computedFields(family, stated) } as EventResponse['fields'];
}

function computedFields(family: EventFamily | null, stated: EventWords['fields']): Record<string, unknown> {
  if (family === 'guidance') return { change_pct: changeOf(stated as Partial<EventFieldsByFamily['guidance']>) };
  // Only registries that number persons identify them, and no event is read from such a registry yet.
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

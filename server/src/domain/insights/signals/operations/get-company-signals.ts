import { z } from 'zod';
import { type Database, sql } from '../../../../db/database.ts';
import { compareText } from '../../../../kernel/compare-text.ts';
import type { Instant } from '../../../../kernel/dates.ts';
import { EVENT_FAMILIES } from '../../../disclosures/events/model.ts';
import { EVENT_RULES_VERSION } from '../../../disclosures/events/rules/event-kinds.ts';
import {
  corporateEvent,
  EVENT_COLUMNS,
  EVENT_ONCE,
  EVENT_READ_BY_RULES,
  type EventColumns,
  type EventSource,
  eventIsCurrent,
  eventSalience,
  eventsKnown,
  filingOfEvent,
  NEWEST_EVENT_FIRST,
  toEvent,
} from '../../../disclosures/events/views/corporate-event.ts';
import { newestReading, whyNoEventsOf } from '../../../disclosures/events/views/event-pages.ts';
import { notCoveredField } from '../../../filings/filings/views/unread-filings.ts';
import { entityRef, toEntityRef } from '../../../filings/issuers/views/entity.ts';
import { findIssuer, issuerIdsOf } from '../../../filings/issuers/views/find-issuer.ts';
import { asOf, asOfFields, asOfOf, knownBefore } from '../../../kit/as-of.ts';
import { fresh, isoDate } from '../../../kit/fields.ts';
import { listing, listingOf, MARKETS_DISAGREE, marketsAgree } from '../../../kit/input-fields.ts';
import { operation, toJsonText } from '../../../kit/operation.ts';
import type { PatternEvent, PatternHit } from '../model/signal-pattern.ts';
import { fieldsOf } from '../rules/event-fields.ts';
import { findPatterns } from '../rules/find-patterns.ts';
import { monthsBefore } from '../rules/moments.ts';
import { PATTERN_KINDS, PATTERN_RULES } from '../rules/pattern-rules.ts';
import { PROFILE_KINDS, type Tally, toProfile } from '../rules/profile.ts';
import { type PatternEventRow, toPatternEvent } from '../views/pattern-events.ts';
import { ownLookback, type PatternRow, patternHit, toPatternHit, toPatternRow } from '../views/patterns.ts';
import { readPatternInputs } from '../views/read-pattern-inputs.ts';

/** Maximum number of events per case: a case of buybacks that are reported daily has hundreds. */
const MAX_CASE_EVENTS = 50;

const eventIds = z.array(z.string()).describe('Oldest first.');
const windowMonths = z.int().describe('Lookback in calendar months.');

const tally = z
  .object({
    window_months: windowMonths,
    events_count: z.int(),
    latest_date: isoDate.nullable(),
    event_ids: eventIds,
  })
  .meta({ id: 'SignalTally', description: 'Events of a kind within a number of months.' });

const signalProfile = z
  .object({
    dilution: z.object({
      window_months: windowMonths,
      new_shares_pct: z
        .number()
        .nullable()
        .describe('Sum of stated new shares in percent of the shares before each issue; null if no filing states any.'),
      convertible_pct: z.number().nullable().describe('The same for maximum conversion shares.'),
      event_ids: eventIds,
    }),
    audit_opinion: z
      .object({
        opinion: z.string(),
        fiscal_year: z.int().nullable(),
        auditor: z.string().nullable(),
        filing_id: z.string(),
      })
      .nullable()
      .describe('The latest modified opinion; null if there is none.'),
    going_concern: z.object({
      state: z.enum(['none', 'doubt', 'alleviated', 'lifted']).describe('none: no filing reports doubt.'),
      state_date: isoDate.nullable(),
      event_ids: eventIds,
    }),
    auditor_changes: tally,
    late_filings: tally,
    restatements: tally.describe('Including non-reliance on earlier statements.'),
    investigations: tally.describe('Board committees, and actions of a named authority.'),
    forecast_revisions_up: tally,
    forecast_revisions_down: tally,
  })
  .meta({ id: 'SignalProfile' });

const eventCase = z
  .object({
    case_id: z.string(),
    family: z.enum(EVENT_FAMILIES).nullable(),
    title: z.string().describe('Title of its latest event.'),
    status: z.enum(['open', 'resolved']).describe('That of its latest event.'),
    closed_by: corporateEvent.shape.closed_by,
    closes_date: corporateEvent.shape.closes_date,
    salience: eventSalience.describe('notable if one of its events is notable.'),
    first_date: isoDate.describe('When its first event became known, UTC.'),
    latest_date: isoDate,
    events: z.array(corporateEvent).describe(`Newest first, at most ${MAX_CASE_EVENTS}.`),
  })
  .meta({ id: 'EventCase', description: 'Related events of a company.' });

const MAX_CASES = 50;

type CaseRow = EventColumns & { of_case: string; cases: number; first_at: string; has_notable: boolean };

const input = z.strictObject({ ...listing, as_of: asOf.optional() }).refine(marketsAgree, MARKETS_DISAGREE);

export const getCompanySignals = operation({
  name: 'getCompanySignals',
  route: 'GET /api/v1/tickers/{ticker}/signals',
  tool: 'get_company_signals',
  summary: 'Disclosure profile, patterns and cases of a company',
  description: `A company's corporate events in summary: a profile (stated dilution over twelve months in percent, the latest modified audit opinion, going-concern doubt, auditor changes, late reports, restatements, investigations, guidance revisions), its current patterns with their events, and cases of related events, latest event first: up to ${MAX_CASES} cases with up to ${MAX_CASE_EVENTS} of their newest events (listCorporateEvents returns the rest). Rules and thresholds are documented; nothing here predicts a price.`,
  tag: 'Events and signals',
  plan: 'free',
  credits: 1,
  errors: ['ambiguous_ticker', 'bad_request', 'not_found'],
  input,
  output: z
    .object({
      entity: entityRef,
      profile: signalProfile,
      patterns: z.array(patternHit).describe("Latest trigger first; only triggers within the pattern's lookback."),
      cases: z.array(eventCase).describe('Latest event first.'),
      cases_total: z.int().describe('Total number of cases.'),
      ...notCoveredField,
      ...asOfFields,
      ...fresh,
    })
    .meta({ id: 'CompanySignalsOut' }),
  example: { ticker: 'MKBW' },
  async run({ db, now }, requested) {
    const issuer = await findIssuer(db, listingOf(requested), 'market');
    const ids = issuerIdsOf(issuer);
    const { as_of: day } = requested;
    const source = eventsKnown(ids, knownBefore(day, now));
    // Both ends of a day belong to it.
    const until = source.until === null ? now.toISOString() : new Date(Date.parse(source.until) - 1).toISOString();
    const { cases, total, newest } = await loadCases(db, ids, { source, until });
    const readAt = newest ?? (await newestReading(db, ids, source.until));
    const response = {
      entity: toEntityRef(issuer),
      profile: renderProfile(await loadProfileEvents(db, ids, source), until),
      patterns: await (day === undefined
        ? loadPatterns(db, issuer.entity_id, until)
        : findKnownPatterns(db, issuer.entity_id, { source, until })),
      cases,
      cases_total: total,
      ...asOfOf(day, now, EVENT_RULES_VERSION),
      data_as_of: readAt,
      empty_reason: null,
      ...(total > 0 ? {} : await whyNoEventsOf(db, ids, source.until)),
    };
    return toJsonText(response);
  },
});

async function loadPatterns(db: Database, entityId: string, until: string) {
  const rows = await db.query<PatternRow>(sql`
    select p.* from signal_patterns p
    where p.entity_id = ${entityId} and p.latest_at <= ${until} and p.latest_at > ${ownLookback(until)}
    order by p.latest_at desc, p.pattern`);
  return rows.map(row => toPatternHit(row, until));
}

/** Events as known at an instant. */
interface KnownEvents {
  source: EventSource;
  until: Instant;
}

/** Finds the patterns in the events that were known, latest trigger first, as {@link loadPatterns} loads those of now. */
async function findKnownPatterns(db: Database, entityId: string, { source, until }: KnownEvents) {
  const input = (await readPatternInputs(db, [entityId], PATTERN_KINDS, source)).get(entityId);
  const hits = input === undefined ? [] : findPatterns(input);
  const isWithin = ({ pattern, latestAt }: PatternHit) =>
    Date.parse(latestAt) > Date.parse(monthsBefore(until, PATTERN_RULES[pattern].lookbackMonths));
  return hits
    .filter(isWithin)
    .toSorted((a, b) => Date.parse(b.latestAt) - Date.parse(a.latestAt) || compareText(a.pattern, b.pattern))
    .map(hit => toPatternHit(toPatternRow(hit), until));
}

async function loadProfileEvents(
  db: Database,
  ids: readonly string[],
  { withs, events, until }: EventSource,
): Promise<PatternEvent[]> {
  const rows = await db.query<PatternEventRow>(sql`
    ${withs}
    select v.event_id, v.kind, v.variant, v.status, v.first_known_at, v.event_date, v.registry, v.native_id, v.words
    from ${events} v join issuers i using (issuer_id)
    where v.issuer_id = any(${[...ids]}::bigint[]) and v.kind = any(${[...PROFILE_KINDS]}::text[]) and ${eventIsCurrent(until)}
      and ${EVENT_ONCE} and ${EVENT_READ_BY_RULES}`);
  return rows.map(toPatternEvent);
}

function renderProfile(events: readonly PatternEvent[], until: string): z.input<typeof signalProfile> {
  const profile = toProfile(events, until);
  const { dilution, auditOpinion, goingConcern } = profile;
  const stated = auditOpinion === null ? {} : fieldsOf(auditOpinion, 'audit');
  return {
    dilution: {
      window_months: dilution.windowMonths,
      new_shares_pct: dilution.newSharesPct,
      convertible_pct: dilution.convertiblePct,
      event_ids: idsOf(dilution.events),
    },
    audit_opinion: auditOpinion && {
      opinion: auditOpinion.variant ?? stated.opinion ?? 'not_clean',
      fiscal_year: stated.fiscalYear ?? null,
      auditor: stated.auditor ?? null,
      filing_id: auditOpinion.filingId,
    },
    going_concern: {
      state: goingConcern.state,
      state_date: goingConcern.events.at(-1)?.knownAt.slice(0, 10) ?? null,
      event_ids: idsOf(goingConcern.events),
    },
    auditor_changes: renderTally(profile.auditorChanges),
    late_filings: renderTally(profile.lateFilings),
    restatements: renderTally(profile.restatements),
    investigations: renderTally(profile.investigations),
    forecast_revisions_up: renderTally(profile.forecastRevisionsUp),
    forecast_revisions_down: renderTally(profile.forecastRevisionsDown),
  };
}

function idsOf(events: readonly PatternEvent[]): string[] {
  return events.map(event => event.eventId);
}

function renderTally({ windowMonths, events }: Tally) {
  const latest_date = events.at(-1)?.knownAt.slice(0, 10) ?? null;
  return { window_months: windowMonths, events_count: events.length, latest_date, event_ids: idsOf(events) };
}

/** Loads the newest cases with their newest events. An event without a case forms a case of its own. */
async function loadCases(db: Database, ids: readonly string[], { source, until }: KnownEvents) {
  const rows = await db.query<CaseRow>(sql`
    with ${source.ctes} wanted as materialized (
      select v.*, coalesce(v.case_id, v.event_id) as of_case from ${source.events} v join issuers i using (issuer_id)
      where v.issuer_id = any(${[...ids]}::bigint[]) and v.first_known_at <= ${until} and ${eventIsCurrent(source.until)} and ${EVENT_ONCE}
        and ${EVENT_READ_BY_RULES}
    ), stories as (
      select of_case, max(first_known_at) as latest, min(first_known_at) as first_at, bool_or(is_notable) as has_notable,
        count(*) over ()::integer as cases
      from wanted group by of_case order by latest desc, of_case limit ${MAX_CASES}::integer
    )
    select s.of_case, s.cases, s.first_at, s.has_notable, ${EVENT_COLUMNS}
    from stories s cross join lateral (
      select v.* from wanted v where v.of_case = s.of_case ${NEWEST_EVENT_FIRST} limit ${MAX_CASE_EVENTS}::integer) v
    ${filingOfEvent(source.events)}
    order by s.latest desc, s.of_case, v.first_known_at desc, v.event_id`);
  const byCase = [...Map.groupBy(rows, row => row.of_case)];
  return {
    cases: byCase.map(([, events]) => toCase(events, until.slice(0, 10))),
    total: rows[0]?.cases ?? 0,
    newest: rows[0]?.first_known_at ?? null,
  };
}

/** Converts the newest events of a case, newest first; at least one. */
function toCase(rows: readonly CaseRow[], today: string): z.input<typeof eventCase> {
  const events = rows.map(row => toEvent(row, today));
  const [row, latest] = [rows[0], events[0]];
  if (row === undefined || latest === undefined) throw new Error('A case needs at least one event.');
  return {
    case_id: row.of_case,
    family: row.family,
    title: latest.title,
    status: latest.status === 'resolved' ? 'resolved' : 'open',
    closed_by: latest.closed_by,
    closes_date: latest.closes_date,
    salience: row.has_notable ? 'notable' : 'routine',
    first_date: row.first_at.slice(0, 10),
    latest_date: latest.known_at.slice(0, 10),
    events,
  };
}

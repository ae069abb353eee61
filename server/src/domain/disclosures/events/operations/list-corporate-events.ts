import { z } from 'zod';
import { empty, sql } from '../../../../db/database.ts';
import { notCoveredField } from '../../../filings/filings/views/unread-filings.ts';
import { entityRefFields } from '../../../filings/issuers/views/entity.ts';
import { findIssuer, issuerIdsOf } from '../../../filings/issuers/views/find-issuer.ts';
import { andReadBy, readByFilter } from '../../../filings/proposals/views/read-by.ts';
import { asOf, asOfFields, asOfOf, dayAsOf, knownBefore } from '../../../kit/as-of.ts';
import { fresh } from '../../../kit/fields.ts';
import { limit, listing, listingOf, MARKETS_DISAGREE, marketsAgree } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import { EVENT_RULES_VERSION } from '../rules/event-kinds.ts';
import {
  corporateEvent,
  EVENT_COLUMNS,
  type EventColumns,
  eventIsCurrent,
  eventKind,
  eventsKnown,
  filingOfEvent,
  NEWEST_EVENT_FIRST,
  toEvent,
} from '../views/corporate-event.ts';
import { newestReading, whyNoEventsOf } from '../views/event-pages.ts';

export const listCorporateEvents = operation({
  name: 'listCorporateEvents',
  route: 'GET /api/v1/tickers/{ticker}/corporate-events',
  tool: 'list_corporate_events',
  summary: 'Events of a company',
  description:
    "Corporate events from a company's filings, newest first: deals, share issues, changes of auditor, control and listing, defaults, lawsuits, guidance and more. Each event names its filing, the regulator's item and the sentences that report it. An amendment that reports an event again updates it. Dividends, splits and rights plans are not included.",
  tag: 'Events and signals',
  plan: 'free',
  credits: 1,
  errors: ['ambiguous_ticker', 'bad_request', 'not_found'],
  input: z
    .strictObject({
      ...listing,
      kind: eventKind.optional().describe('Only events of this kind.'),
      read_by: readByFilter,
      limit: limit(500, 50),
      as_of: asOf.optional(),
    })
    .refine(marketsAgree, MARKETS_DISAGREE),
  output: z
    .object({
      ...entityRefFields,
      items: z.array(corporateEvent).describe('Newest first.'),
      has_more: z.boolean(),
      ...notCoveredField,
      ...asOfFields,
      ...fresh,
    })
    .meta({ id: 'CompanyCorporateEventsOut' }),
  example: { ticker: 'DMFR', limit: 5 },
  async run({ db, now }, input) {
    const issuer = await findIssuer(db, listingOf(input), 'market');
    const ids = issuerIdsOf(issuer);
    const ofKind = input.kind === undefined ? empty : sql`and v.kind = ${input.kind}`;
    const ofReader = andReadBy(sql`v.read_by`, input.read_by);
    const until = knownBefore(input.as_of, now);
    const { ctes, events } = eventsKnown(ids, until);
    const rows = await db.query<EventColumns>(sql`
      with ${ctes} page as materialized (
        select distinct on (v.first_known_at, v.event_id) v.* from ${events} v
        where v.issuer_id = any(${ids}::bigint[]) and ${eventIsCurrent(until)} ${ofKind} ${ofReader}
        ${NEWEST_EVENT_FIRST}, v.issuer_id limit ${input.limit + 1}::integer)
      select ${EVENT_COLUMNS} from page v ${filingOfEvent(events)} ${NEWEST_EVENT_FIRST}`);
    const items = rows.slice(0, input.limit).map(row => toEvent(row, dayAsOf(input.as_of, now)));
    const newest = items[0]?.known_at ?? (await newestReading(db, ids, until));
    const { canonical_key, company_name, ticker: shown, market_id } = issuer;
    return {
      ...{ canonical_key, company_name, ticker: shown, market_id },
      items,
      has_more: rows.length > input.limit,
      ...asOfOf(input.as_of, now, EVENT_RULES_VERSION),
      data_as_of: newest,
      empty_reason: null,
      ...(items.length > 0 ? {} : await whyNoEventsOf(db, ids, until)),
    };
  },
});

import { z } from 'zod';
import { entityRef } from '../../../filings/issuers/views/entity.ts';
import { readByFilter } from '../../../filings/proposals/views/read-by.ts';
import { asOf, asOfFields, asOfOf, dayAsOf, knownBefore } from '../../../kit/as-of.ts';
import { fresh } from '../../../kit/fields.ts';
import { date, limit, marketId, sinceBeforeUntil, text, UNTIL_BEFORE_SINCE } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import { EVENT_KINDS } from '../model.ts';
import { EVENT_RULES_VERSION } from '../rules/event-kinds.ts';
import { corporateEvent, eventKind, eventRow } from '../views/corporate-event.ts';
import {
  EVENTS_OF_A_COMPANY,
  fictionalEventIssuersToHide,
  newestEventAt,
  pageOfCompanies,
  pageOfEvents,
  whyNoEvents,
} from '../views/event-pages.ts';

const companyOfEvents = z
  .object({
    entity: entityRef,
    events: z.array(corporateEvent).describe(`Newest first, at most ${EVENTS_OF_A_COMPANY}.`),
  })
  .meta({ id: 'CompanyEvents', description: 'A company with the newest of its matching events.' });

export const listLifecycleEvents = operation({
  name: 'listLifecycleEvents',
  route: 'GET /api/v1/lifecycle-events',
  tool: 'list_lifecycle_events',
  summary: 'Events of all companies',
  description: `Corporate events from the filings of all companies, newest first: deals, offers, listings and delistings, bankruptcies, changes of auditor, control and name, share issues, guidance and more. A page lists companies, each with up to ${EVENTS_OF_A_COMPANY} of its newest matching events (listCorporateEvents returns the rest), or single events with page_by=event. Each event names its filing, the regulator's item and the sentences that report it. Needs no credentials.`,
  tag: 'Events and signals',
  plan: 'public',
  credits: 0,
  errors: ['unauthorized'],
  input: z
    .strictObject({
      kind: eventKind.optional().describe('Only events of this kind.'),
      kinds: z
        .array(eventKind)
        .max(EVENT_KINDS.length)
        .optional()
        .describe('Only events of these kinds, comma-separated; combined with kind as a union.'),
      market_id: marketId.optional(),
      since: date.optional().describe('Known on this day (UTC) or later.'),
      until: date.optional().describe('Known on this day (UTC) or earlier.'),
      q: text(128)
        .optional()
        .describe('Part of a company name, of a ticker (three characters or more), or of an LEI (six or more).'),
      read_by: readByFilter,
      exclude_debt: z.boolean().default(false).describe('Exclude delistings of notes, bonds, warrants and units.'),
      page_by: z
        .enum(['issuer', 'event'])
        .default('issuer')
        .describe('Whether items and total are companies or events.'),
      as_of: asOf.optional(),
      limit: limit(100, 20),
      offset: z.int().min(0).max(1_000_000).default(0).describe('Number of items to skip.'),
    })
    .refine(sinceBeforeUntil, UNTIL_BEFORE_SINCE),
  output: z
    .object({
      items: z
        .array(z.union([companyOfEvents, eventRow]))
        .describe('Matching companies or events, depending on page_by, newest first.'),
      total: z.int().describe('Number of matching companies or events, depending on page_by.'),
      page_by: z.enum(['issuer', 'event']),
      ...asOfFields,
      ...fresh,
    })
    .meta({ id: 'MarketLifecycleEventsOut' }),
  example: { kinds: ['auditor_change', 'acquisition_or_disposal'], limit: 3 },
  async run({ db, now }, { kind, kinds = [], page_by, as_of, limit: size, offset, ...input }) {
    const known = knownBefore(as_of, now);
    const aside = input.q === undefined ? await fictionalEventIssuersToHide(db, input.market_id) : [];
    const filter = {
      aside,
      kinds: [...new Set([...(kind === undefined ? [] : [kind]), ...kinds])],
      marketId: input.market_id,
      from: input.since,
      until: input.until,
      excludeDebt: input.exclude_debt,
      knownBefore: known,
      readBy: input.read_by,
      issuer: input.q,
    };
    const page = { limit: size, offset, today: dayAsOf(as_of, now) };
    const found = page_by === 'event' ? await pageOfEvents(db, filter, page) : await pageOfCompanies(db, filter, page);
    const newest = await newestEventAt(db, aside, known);
    const reason = async () => {
      const isAhead = input.since !== undefined && input.since > dayAsOf(as_of, now);
      return newest !== null && isAhead
        ? ('not_published_yet' as const)
        : whyNoEvents(db, newest, input.market_id, known);
    };
    return {
      ...found,
      page_by,
      ...asOfOf(as_of, now, EVENT_RULES_VERSION),
      data_as_of: newest,
      empty_reason: found.total > 0 ? null : await reason(),
    };
  },
});

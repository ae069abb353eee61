import { z } from 'zod';
import { entityRef } from '../../../filings/issuers/views/shapes.ts';
import { fresh } from '../../../kit/fields.ts';
import { besideOtherFaults, date, limit, marketId, text } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import { EVENT_KINDS } from '../model.ts';
import { corporateEvent, eventKind, eventRow } from '../views/corporate-event-shapes.ts';
import {
  EVENTS_OF_A_COMPANY,
  newestEventAt,
  pageOfCompanies,
  pageOfEvents,
  whyNoEvents,
} from '../views/event-pages.ts';

const companyOfEvents = z
  .object({
    entity: entityRef,
    events: z.array(corporateEvent).describe(`Newest first, ${EVENTS_OF_A_COMPANY} at most.`),
  })
  .meta({ id: 'CompanyEvents', description: 'A company with the newest of its events that were asked for.' });

export const listLifecycleEvents = operation({
  name: 'listLifecycleEvents',
  route: 'GET /api/v1/lifecycle-events',
  tool: 'list_lifecycle_events',
  summary: 'Events of all companies',
  description: `What happened to companies by their filings: deals, offers, listings and delistings, bankruptcies, changes of auditor, control and name, issues, guidance …, newest first. A page is of companies, each with its newest ${EVENTS_OF_A_COMPANY} events at most that pass the filters (listCorporateEvents has the rest), or with page_by=event of events. Each event names the filing that evidences it, the item that produced it and the words that say so. Needs no credentials.`,
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
        .describe('Only events of these kinds, separated by commas; together with kind, of any of them.'),
      market_id: marketId.optional(),
      since: date.optional().describe('Known on that day (UTC) or later.'),
      until: date.optional().describe('Known on that day (UTC) or earlier.'),
      q: text(128)
        .optional()
        .describe('Part of the name of a company, its ticker, or part of its LEI (six characters or more).'),
      exclude_debt: z.boolean().default(false).describe('Without notes, bonds, warrants and units that leave a list.'),
      page_by: z.enum(['issuer', 'event']).default('issuer').describe('What items are, and what total counts.'),
      limit: limit(100, 20),
      offset: z.int().min(0).max(1_000_000).default(0).describe('Items to pass over.'),
    })
    .refine(({ since, until }) => since === undefined || until === undefined || since <= until, {
      ...besideOtherFaults,
      path: ['until'],
      error: 'is before since',
    }),
  output: z
    .object({
      items: z.array(z.union([companyOfEvents, eventRow])).describe('Companies or events by page_by, newest first.'),
      total: z.int().describe('All that match, of what page_by names.'),
      page_by: z.enum(['issuer', 'event']),
      ...fresh,
    })
    .meta({ id: 'MarketLifecycleEventsOut' }),
  example: { kinds: ['auditor_change', 'acquisition_or_disposal'], limit: 3 },
  async run({ db, now }, { kind, kinds = [], page_by, limit: size, offset, ...asked }) {
    const filter = {
      kinds: [...new Set([...(kind === undefined ? [] : [kind]), ...kinds])],
      marketId: asked.market_id,
      from: asked.since,
      until: asked.until,
      withoutDebt: asked.exclude_debt,
      issuer: asked.q,
    };
    const page = { limit: size, offset };
    const found = page_by === 'event' ? await pageOfEvents(db, filter, page) : await pageOfCompanies(db, filter, page);
    const newest = await newestEventAt(db);
    const reason = async () => {
      const isAhead = asked.since !== undefined && asked.since > now.toISOString().slice(0, 10);
      return newest !== null && isAhead ? ('not_published_yet' as const) : whyNoEvents(db, newest, asked.market_id);
    };
    return { ...found, page_by, data_as_of: newest, empty_reason: found.total > 0 ? null : await reason() };
  },
});

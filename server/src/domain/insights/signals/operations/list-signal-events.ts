import { z } from 'zod';
import { EVENT_KIND_FAMILIES, EVENT_KINDS } from '../../../disclosures/events/model.ts';
import { EVENT_RULES_VERSION } from '../../../disclosures/events/rules/event-kinds.ts';
import { eventFamily, eventKind, eventRow, eventSalience } from '../../../disclosures/events/views/corporate-event.ts';
import {
  fictionalEventIssuersToHide,
  newestEventAt,
  pageOfEvents,
  whyNoEvents,
} from '../../../disclosures/events/views/event-pages.ts';
import { readByFilter } from '../../../filings/proposals/views/read-by.ts';
import { asOf, asOfFields, asOfOf, dayAsOf, knownBefore, knownUntil } from '../../../kit/as-of.ts';
import { fresh } from '../../../kit/fields.ts';
import { alwaysCheck, date, limit, marketId, sinceBeforeUntil, UNTIL_BEFORE_SINCE } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import {
  beginningOf,
  screenWindow,
  WINDOWS_DISAGREE,
  windowDays,
  windowsAgree,
} from '../../../kit/screens/screen-predicate.ts';

/** Kinds with a family. Deals and lifecycle events have none and are no signals. */
const SIGNAL_KINDS = EVENT_KINDS.filter(kind => EVENT_KIND_FAMILIES[kind] !== null);

export const listSignalEvents = operation({
  name: 'listSignalEvents',
  route: 'GET /api/v1/signals/events',
  tool: 'list_signal_events',
  summary: 'Disclosure signals of all companies',
  description:
    'Events that signal the condition of a company (dilution, audit, reporting, governance, distress, guidance, capital return, legal), newest first, each with its company, typed fields and evidence. kinds can also name deals and lifecycle events. Without a window or dates, all stored events are searched.',
  tag: 'Events and signals',
  plan: 'free',
  credits: 1,
  errors: [],
  input: z
    .strictObject({
      family: eventFamily.optional().describe('Only events of this family.'),
      kinds: z
        .array(eventKind)
        .max(EVENT_KINDS.length)
        .optional()
        .describe('Only events of these kinds, comma-separated; family is then ignored.'),
      market_id: marketId.optional(),
      since: date.optional().describe('Known on this day (UTC) or later. Not together with a window.'),
      until: date.optional().describe('Known on this day (UTC) or earlier.'),
      ...screenWindow,
      salience: eventSalience.optional().describe('Only notable events, or only routine ones.'),
      structured_only: z.boolean().default(false).describe('Only events with at least one stated typed field.'),
      read_by: readByFilter,
      as_of: asOf.optional(),
      limit: limit(100, 20),
      offset: z.int().min(0).max(1_000_000).default(0).describe('Number of events to skip.'),
    })
    .refine(windowsAgree, WINDOWS_DISAGREE)
    .refine(({ since, window, window_days }) => since === undefined || (window ?? window_days) === undefined, {
      ...alwaysCheck,
      path: ['since'],
      error: 'cannot be combined with a window',
    })
    .refine(sinceBeforeUntil, UNTIL_BEFORE_SINCE),
  output: z
    .object({
      items: z.array(eventRow).describe('Newest first.'),
      total: z.int().describe('Number of matching events.'),
      window_days: z.int().nullable().describe('Null without a window.'),
      ...asOfFields,
      ...fresh,
    })
    .meta({ id: 'SignalEventsOut' }),
  example: { family: 'audit', limit: 3 },
  async run({ db, now }, { family, kinds, as_of, limit: size, offset, ...requested }) {
    const known = knownBefore(as_of, now);
    const days = windowDays(requested, null);
    const aside = await fictionalEventIssuersToHide(db, requested.market_id);
    const filter = {
      aside,
      kinds: kinds ?? SIGNAL_KINDS.filter(kind => family === undefined || EVENT_KIND_FAMILIES[kind] === family),
      marketId: requested.market_id,
      from: days === null ? requested.since : beginningOf(days, knownUntil(as_of, now)),
      until: requested.until,
      isNotable: requested.salience === undefined ? undefined : requested.salience === 'notable',
      structuredOnly: requested.structured_only,
      knownBefore: known,
      readBy: requested.read_by,
    };
    const page = { limit: size, offset, today: dayAsOf(as_of, now) };
    const found = await pageOfEvents(db, filter, page);
    const newest = await newestEventAt(db, aside, known);
    return {
      ...found,
      window_days: days,
      ...asOfOf(as_of, now, EVENT_RULES_VERSION),
      data_as_of: newest,
      empty_reason: found.total > 0 ? null : await whyNoEvents(db, newest, requested.market_id, known),
    };
  },
});

import { z } from 'zod';
import { EVENT_FAMILIES } from '../../../disclosures/events/model.ts';
import { corporateEvent, eventSalience } from '../../../disclosures/events/views/corporate-event.ts';
import { isoDate } from '../../../kit/fields.ts';

/** Events that are shown of a case: one of buybacks that are told daily has hundreds. */
export const MOST_EVENTS = 50;

const eventIds = z.array(z.string()).describe('Oldest first.');
const windowMonths = z.int().describe('Calendar months that are looked back.');

const tally = z
  .object({
    window_months: windowMonths,
    events_count: z.int(),
    latest_date: isoDate.nullable(),
    event_ids: eventIds,
  })
  .meta({ id: 'SignalTally', description: 'Events of a kind in some months.' });

export const signalProfile = z
  .object({
    dilution: z.object({
      window_months: windowMonths,
      new_shares_pct: z
        .number()
        .nullable()
        .describe('Stated new shares in percent of those before each issue, summed; null where no filing states any.'),
      convertible_pct: z.number().nullable().describe('The same of shares that conversion gives at most.'),
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
      .describe('The latest that was not clean; null where none is known.'),
    going_concern: z.object({
      state: z.enum(['none', 'doubt', 'alleviated', 'lifted']).describe('none: no filing speaks of doubt.'),
      state_date: isoDate.nullable(),
      event_ids: eventIds,
    }),
    auditor_changes: tally,
    late_filings: tally,
    restatements: tally.describe('With statements that must not be relied upon.'),
    investigations: tally.describe('Committees of the board, and actions of a named authority.'),
    forecast_revisions_up: tally,
    forecast_revisions_down: tally,
  })
  .meta({ id: 'SignalProfile' });

export const eventCase = z
  .object({
    case_id: z.string(),
    family: z.enum(EVENT_FAMILIES).nullable(),
    title: z.string().describe('Of its latest event.'),
    status: z.enum(['open', 'resolved']),
    salience: eventSalience.describe('notable where one of its events is.'),
    first_date: isoDate.describe('When its first event became known, UTC.'),
    latest_date: isoDate,
    events: z.array(corporateEvent).describe(`Newest first, ${MOST_EVENTS} at most.`),
  })
  .meta({ id: 'EventCase', description: 'Events of one story.' });

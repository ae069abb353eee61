import { z } from 'zod';
import { EVENT_FAMILIES } from '../../../disclosures/events/model.ts';
import { corporateEvent, eventSalience } from '../../../disclosures/events/views/corporate-event.ts';
import { isoDate } from '../../../kit/fields.ts';

/** Maximum number of events per case: a case of buybacks that are reported daily has hundreds. */
export const MAX_CASE_EVENTS = 50;

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

export const signalProfile = z
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

export const eventCase = z
  .object({
    case_id: z.string(),
    family: z.enum(EVENT_FAMILIES).nullable(),
    title: z.string().describe('Title of its latest event.'),
    status: z.enum(['open', 'resolved']),
    salience: eventSalience.describe('notable if one of its events is notable.'),
    first_date: isoDate.describe('When its first event became known, UTC.'),
    latest_date: isoDate,
    events: z.array(corporateEvent).describe(`Newest first, at most ${MAX_CASE_EVENTS}.`),
  })
  .meta({ id: 'EventCase', description: 'Related events of a company.' });

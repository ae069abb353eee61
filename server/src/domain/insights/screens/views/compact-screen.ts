import { z } from 'zod';
import { entityRef } from '../../../filings/issuers/views/entity.ts';
import { asOfFields } from '../../../kit/as-of.ts';
import { fresh, isoDate } from '../../../kit/fields.ts';
import type { issuerScreen, SingleMatch } from './screen-shapes.ts';

const compactMatch = z
  .object({
    predicate: z.string(),
    match_date: isoDate.nullable(),
    filing_id: z.string().nullable().describe('The newest filing of the match; null if it is from no filing.'),
    flags: z
      .array(z.string())
      .describe('What matched: rules and severities, kind of event, pattern and strength, stance, relation, status.'),
    values: z
      .record(z.string(), z.union([z.number(), z.string()]).nullable())
      .describe('Counts, scores, years and names of the match.'),
  })
  .meta({ id: 'CompactMatch', description: 'A match without evidence and sources.' });

type CompactMatch = z.input<typeof compactMatch>;

const items = z.array(z.object({ entity: entityRef, matches: z.array(compactMatch) })).describe('Latest match first.');

const page = {
  next_cursor: z.string().nullable(),
  window_days: z.int().nullable(),
  ...fresh,
  not_covered: z.array(z.string()).optional(),
};

export const compactIssuerScreen = z
  .object({ items, ...asOfFields, ...page })
  .meta({ id: 'CompactIssuerScreen', description: 'IssuerScreenOut without evidence and sources.' });

export const compactSignalScreen = z
  .object({ items, total: z.int(), ...asOfFields, ...page })
  .meta({ id: 'CompactSignalScreen', description: 'SignalScreenOut without evidence and sources.' });

type Found = z.output<typeof issuerScreen>['items'][number];

/** The compact view of a page of a screen. */
export function toCompactScreen<Rest extends object>({ items: found, ...rest }: Rest & { items: Found[] }) {
  return { items: found.map(({ entity, match }) => ({ entity, matches: matchesOf(match) })), ...rest };
}

function matchesOf(match: Found['match']): CompactMatch[] {
  return match.predicate === 'combined' ? match.matches.map(toCompactMatch) : [toCompactMatch(match)];
}

type Substance = Pick<CompactMatch, 'filing_id' | 'flags' | 'values'>;

function toCompactMatch(match: SingleMatch): CompactMatch {
  return { predicate: match.predicate, match_date: match.match_date, ...substanceOf(match) };
}

function substanceOf(match: SingleMatch): Substance {
  switch (match.predicate) {
    case 'press': {
      const { press_release_id, title, tier } = match.press_release;
      return { filing_id: null, flags: [`tier ${tier}`], values: { press_release_id, title } };
    }
    case 'pattern': {
      const { pattern, strength, event_ids } = match.pattern_hit;
      return { filing_id: null, flags: [pattern, strength], values: { events_count: event_ids.length } };
    }
    case 'kind': {
      const { filing, kind, event_id } = match.latest_event;
      return { filing_id: filing.filing_id, flags: [kind], values: { event_id, events_count: match.events_count } };
    }
    case 'insider': {
      const { filing } = match.latest_transaction;
      const values = { transactions_count: match.transactions_count };
      return { filing_id: filing.filing_id, flags: [match.acquired_disposed], values };
    }
    case 'holders': {
      const { person, relation, role_title, since_date, tenure_years } = match;
      return {
        filing_id: null,
        flags: [relation],
        values: { person: person.name, role_title, since_date, tenure_years },
      };
    }
    case 'red_flag': {
      const flags = match.red_flags.map(({ rule_id, severity }) => `${rule_id} ${severity}`);
      return { filing_id: match.filing.filing_id, flags, values: {} };
    }
    case 'analyst': {
      const { filing_id, stance, analyst_source, stance_score, transcript_id } = match;
      return { filing_id, flags: [stance, analyst_source], values: { stance_score, transcript_id } };
    }
    case 'climate': {
      const { near_term_status, near_term_target_year, net_zero_status, net_zero_year } = match.climate_target;
      const flags = [`near_term ${near_term_status}`, `net_zero ${net_zero_status}`];
      return { filing_id: null, flags, values: { near_term_target_year, net_zero_year } };
    }
    case 'street': {
      const { recommendation_key, recommendation_mean, analysts_count, target_mean, currency, upside_pct } = match;
      const values = { recommendation_mean, analysts_count, target_mean, currency, upside_pct };
      return { filing_id: null, flags: [recommendation_key], values };
    }
  }
}

import { z } from 'zod';
import { empty, join, type Sql, sql } from '../../../../db/database.ts';
import { isoDate } from '../../../kit/fields.ts';
import type { ScreenPredicate, ScreenSpan } from '../../../kit/screens/screen-predicate.ts';
import {
  PATTERN_STRENGTHS,
  type PatternHit,
  type PatternStrength,
  SIGNAL_PATTERNS,
  type SignalPattern,
} from '../model/signal-pattern.ts';
import { monthsBefore } from '../rules/moments.ts';
import { PATTERN_RULES } from '../rules/pattern-rules.ts';

export const signalPattern = z.enum(SIGNAL_PATTERNS).meta({ id: 'SignalPattern' });
export const patternStrength = z.enum(PATTERN_STRENGTHS).meta({ id: 'PatternStrength' });

export const patternHit = z
  .object({
    pattern: signalPattern,
    strength: patternStrength,
    first_date: isoDate.describe('When the first of its events became known, UTC.'),
    latest_date: isoDate.describe('When the last of its events became known, which triggered it.'),
    reason: z.string().describe('One-line summary.'),
    event_ids: z.array(z.string()).describe('Its events, oldest first.'),
    rules_version: z.string().describe('Version of the thresholds.'),
  })
  .meta({ id: 'PatternHit', description: 'A pattern in several events of a company.' });

export const patternMatch = z
  .object({
    predicate: z.literal('pattern'),
    match_date: isoDate.nullable().describe('latest_date of the pattern.'),
    pattern_hit: patternHit,
  })
  .meta({ id: 'PatternMatch' });

/** A row of `signal_patterns`. */
export interface PatternRow {
  pattern: SignalPattern;
  first_at: string;
  latest_at: string;
  strong_from: string | null;
  reason: string;
  event_ids: string[];
  rules_version: string;
}

export function toPatternRow(hit: PatternHit): PatternRow {
  return {
    pattern: hit.pattern,
    first_at: hit.firstAt,
    latest_at: hit.latestAt,
    strong_from: hit.strongFrom,
    reason: hit.reason,
    event_ids: hit.eventIds,
    rules_version: hit.rulesVersion,
  };
}

/** Converts a row to the response shape at an instant. */
export function toPatternHit(row: PatternRow, now: string): z.input<typeof patternHit> {
  const isStrong = row.strong_from !== null && Date.parse(row.strong_from) <= Date.parse(now);
  return {
    pattern: row.pattern,
    strength: isStrong ? 'strong' : 'moderate',
    first_date: row.first_at.slice(0, 10),
    latest_date: row.latest_at.slice(0, 10),
    reason: row.reason,
    event_ids: row.event_ids,
    rules_version: row.rules_version,
  };
}

export interface PatternCriteria {
  /** Any pattern if absent. */
  pattern?: SignalPattern | undefined;
  strength?: PatternStrength | undefined;
  /** `window`: the latest trigger is in the window. `own`: it is in the pattern's own lookback. */
  within: 'window' | 'own';
}

/** Matches companies with a pattern. */
export function patternPredicate({
  pattern,
  strength,
  within,
}: PatternCriteria): ScreenPredicate<z.input<typeof patternMatch>> {
  const inSpan = (span: ScreenSpan) => sql`
    p.latest_at <= ${span.until} and p.latest_at > ${within === 'own' ? ownLookback(span.until) : sql`${span.after}::timestamptz`}
    ${pattern === undefined ? empty : sql`and p.pattern = ${pattern}`} ${ofStrength(strength, span.until)}`;
  return {
    companies: span => sql`
      select p.entity_id, p.latest_at as matched_at from signal_patterns p where ${inSpan(span)}`,
    async matches({ db, entityIds, span }) {
      const rows = await db.query<PatternRow & { entity_id: string }>(sql`
        select distinct on (p.entity_id) p.* from signal_patterns p
        where p.entity_id = any(${[...entityIds]}::bigint[]) and ${inSpan(span)}
        order by p.entity_id, p.latest_at desc, p.pattern`);
      return new Map(
        rows.map(row => {
          const hit = toPatternHit(row, span.until);
          return [row.entity_id, { predicate: 'pattern' as const, match_date: hit.latest_date, pattern_hit: hit }];
        }),
      );
    },
    anything: sql`select issuer_id from event_readings`,
    data: 'filings read for events',
  };
}

/** The start of the lookback of the pattern in row `p`, counted back from an instant. */
export function ownLookback(until: string): Sql {
  const begins = Object.entries(PATTERN_RULES).map(
    ([pattern, { lookbackMonths }]) => sql`when ${pattern} then ${monthsBefore(until, lookbackMonths)}::timestamptz`,
  );
  return sql`case p.pattern ${join(begins, ' ')} end`;
}

function ofStrength(strength: PatternStrength | undefined, now: string): Sql {
  if (strength === undefined) return empty;
  const isStrong = sql`coalesce(p.strong_from <= ${now}, false)`;
  return strength === 'strong' ? sql`and ${isStrong}` : sql`and not ${isStrong}`;
}

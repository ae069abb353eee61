import type { z } from 'zod';
import type { SignalPattern } from '../model/signal-pattern.ts';
import type { patternHit } from './signal-shapes.ts';

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

/** A pattern as answers show it at a moment. */
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

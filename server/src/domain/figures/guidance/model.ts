import { plainNumber } from '../../../kernel/json-number.ts';
import type { Guidance } from '../earnings/model/earnings-release.ts';

/** Where stated guidance stands. */
export interface GuidancePlace {
  filing_id: string | null;
  /** Only of guidance that was said in a call. */
  transcript_id?: string;
  section_key: string | null;
}

/** Guidance as answers and events show it, with the words that state it. */
export function toGuidanceAnswer(stated: Guidance, place: GuidancePlace) {
  return {
    metric: stated.metric,
    fiscal_year: stated.fiscalYear,
    fiscal_period: stated.fiscalPeriod,
    unit: stated.unit,
    currency: stated.currency,
    old_low: plainOrNull(stated.oldLow),
    old_high: plainOrNull(stated.oldHigh),
    new_low: plainOrNull(stated.newLow),
    new_high: plainOrNull(stated.newHigh),
    change_pct: plainOrNull(changePct(stated)),
    direction: stated.direction,
    evidence: [{ ...place, quote: stated.quote, char_start: stated.charStart, char_end: stated.charEnd, url: null }],
  };
}

function plainOrNull(value: number | null): number | null {
  return value === null ? null : plainNumber(value);
}

/** Between the midpoints, in percent; null where one of them is not stated, or is nothing. */
export function changePct({
  oldLow,
  oldHigh,
  newLow,
  newHigh,
}: Pick<Guidance, 'oldLow' | 'oldHigh' | 'newLow' | 'newHigh'>): number | null {
  if (oldLow === null || oldHigh === null || newLow === null || newHigh === null) return null;
  const before = (oldLow + oldHigh) / 2;
  if (before === 0) return null;
  // Binary halves and hundredths leave dust in the last places.
  return Number(((((newLow + newHigh) / 2 - before) / before) * 100).toFixed(6));
}

/** The name of a turn of a transcript where a section's is wanted. */
export function turnKey(turn: number): string {
  return `turn_${turn}`;
}

/** What becomes of which figures: `revenue raised · eps_diluted reaffirmed`. */
export function guidanceSummary(stated: readonly Guidance[]): string {
  return [...new Set(stated.map(({ metric, direction }) => `${metric} ${direction}`))].join(' · ');
}

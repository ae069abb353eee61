import { plainNumber } from '../../../kernel/json-number.ts';
import type { Guidance } from '../earnings/model/earnings-release.ts';

/** The location of guidance in its document. */
export interface GuidancePlace {
  filing_id: string | null;
  /** Present only for guidance from a call. */
  transcript_id?: string;
  section_key: string | null;
}

/** Renders guidance for responses and events, with the quoted words. */
export function toGuidanceResponse(stated: Guidance, place: GuidancePlace) {
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

/** Change between the midpoints, in percent; null if either is not stated or is zero. */
export function changePct({
  oldLow,
  oldHigh,
  newLow,
  newHigh,
}: Pick<Guidance, 'oldLow' | 'oldHigh' | 'newLow' | 'newHigh'>): number | null {
  if (oldLow === null || oldHigh === null || newLow === null || newHigh === null) return null;
  const before = (oldLow + oldHigh) / 2;
  if (before === 0) return null;
  // Rounding removes binary floating-point noise in the last digits.
  return Number(((((newLow + newHigh) / 2 - before) / before) * 100).toFixed(6));
}

/** The section key of a transcript turn. */
export function turnKey(turn: number): string {
  return `turn_${turn}`;
}

/** Summarises figures and directions: `revenue raised · eps_diluted reaffirmed`. */
export function guidanceSummary(stated: readonly Guidance[]): string {
  return [...new Set(stated.map(({ metric, direction }) => `${metric} ${direction}`))].join(' · ');
}

import type { CallGuidance, Speaker, SpokenTurn } from '../../../disclosures/transcripts/model.ts';
import type { FiscalPeriod } from '../../../figures/financials/model/financials.ts';
import type { Verdict } from '../model.ts';
import { type CallJudged, judgeCall } from './judge-call.ts';
import { measureCall } from './measure-call.ts';

/** A call as one source has written it down. */
export interface ToldCall {
  transcriptId: string;
  fiscalYear: number | null;
  fiscalPeriod: FiscalPeriod | null;
  /** `YYYY-MM-DD` or an instant; null where nobody states the day. */
  heldAt: string | null;
  /** ISO 639-1. */
  language: string | null;
  speakers: readonly Speaker[];
  turns: readonly SpokenTurn[];
  guidance: readonly CallGuidance[];
}

/** What a company reported of a fiscal year, by canonical code; null where that is not known. */
export type ReportedOfYear = (code: string, fiscalYear: number) => number | null;

/**
 * The verdict on a call, compared with calls of the company that were held before; of a call that several sources wrote down
 * one is taken. Null where there is nothing to judge by, or the words are not English.
 */
export function judgeTranscript(call: ToldCall, others: readonly ToldCall[], reported: ReportedOfYear): Verdict | null {
  if (call.language !== null && call.language !== 'en') return null;
  const earlier = callsBefore(call, others);
  return judgeCall({
    fiscalYear: call.fiscalYear,
    fiscalPeriod: call.fiscalPeriod,
    guidance: call.guidance,
    measures: measureCall(call.speakers, call.turns),
    earlier: earlier.map(one => measureCall(one.speakers, one.turns)).filter(one => one !== null),
    results: resultsOf(call, earlier, reported),
  });
}

/** The latest first, one of each period. */
function callsBefore(call: ToldCall, others: readonly ToldCall[]): ToldCall[] {
  const { heldAt } = call;
  if (heldAt === null) return [];
  const seen = new Set([periodOf(call)]);
  return others
    .filter(one => one.heldAt !== null && one.heldAt < heldAt && (one.language ?? 'en') === 'en')
    .sort((a, b) => ((a.heldAt ?? '') < (b.heldAt ?? '') ? 1 : -1))
    .filter(one => {
      const period = periodOf(one);
      if (seen.has(period)) return false;
      seen.add(period);
      return true;
    });
}

function periodOf({ fiscalYear, fiscalPeriod, heldAt }: ToldCall): string {
  return fiscalYear === null || fiscalPeriod === null ? (heldAt ?? '').slice(0, 10) : `${fiscalYear} ${fiscalPeriod}`;
}

/** What was last expected of the year that ends with the call's period, beside what came of it. */
function resultsOf(
  { fiscalYear, fiscalPeriod }: ToldCall,
  earlier: readonly ToldCall[],
  reported: ReportedOfYear,
): CallJudged['results'] {
  if (fiscalYear === null || (fiscalPeriod !== 'q4' && fiscalPeriod !== 'fy')) return [];
  const byMetric = new Map<string, CallJudged['results'][number]>();
  for (const { guidance } of earlier) {
    for (const { metric, fiscalYear: year, fiscalPeriod: period, newLow, newHigh } of guidance) {
      if (year !== fiscalYear || period !== 'fy' || newLow === null || newHigh === null || byMetric.has(metric))
        continue;
      const actual = reported(metric, fiscalYear);
      if (actual !== null) byMetric.set(metric, { metric, low: newLow, high: newHigh, actual });
    }
  }
  return [...byMetric.values()];
}

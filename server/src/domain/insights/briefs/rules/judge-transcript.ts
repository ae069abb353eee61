import type { CallGuidance, Speaker, SpokenTurn } from '../../../disclosures/transcripts/model.ts';
import type { FiscalPeriod } from '../../../figures/financials/model/financials.ts';
import type { Verdict } from '../model.ts';
import { type CallJudged, judgeCall } from './judge-call.ts';
import { measureCall } from './measure-call.ts';

/** A call as one source transcribed it. */
export interface TranscribedCall {
  transcriptId: string;
  fiscalYear: number | null;
  fiscalPeriod: FiscalPeriod | null;
  /** `YYYY-MM-DD` or an instant; null if the source states no day. */
  heldAt: string | null;
  /** ISO 639-1. */
  language: string | null;
  speakers: readonly Speaker[];
  turns: readonly SpokenTurn[];
  guidance: readonly CallGuidance[];
}

/** Returns a reported figure of a fiscal year by canonical code; null if unknown. */
export type ReportedOfYear = (code: string, fiscalYear: number) => number | null;

/**
 * Returns the verdict on a call by comparison with the company's earlier calls, one transcript per call. Null if no input is
 * known or the text is not English.
 */
export function judgeTranscript(
  call: TranscribedCall,
  others: readonly TranscribedCall[],
  reported: ReportedOfYear,
): Verdict | null {
  if (call.language !== null && call.language !== 'en') return null;
  const earlier = callsBefore(call, others);
  return judgeCall({
    fiscalYear: call.fiscalYear,
    fiscalPeriod: call.fiscalPeriod,
    guidance: call.guidance,
    measures: measureCall(call.speakers, call.turns),
    earlier: earlier
      .map(transcribedCall => measureCall(transcribedCall.speakers, transcribedCall.turns))
      .filter(item => item !== null),
    results: resultsOf(call, earlier, reported),
  });
}

/** Returns the earlier calls, latest first, one per period. */
function callsBefore(call: TranscribedCall, others: readonly TranscribedCall[]): TranscribedCall[] {
  const { heldAt } = call;
  if (heldAt === null) return [];
  const seen = new Set([periodOf(call)]);
  return others
    .filter(
      transcribedCall =>
        transcribedCall.heldAt !== null &&
        transcribedCall.heldAt < heldAt &&
        (transcribedCall.language ?? 'en') === 'en',
    )
    .sort((a, b) => ((a.heldAt ?? '') < (b.heldAt ?? '') ? 1 : -1))
    .filter(transcribedCall => {
      const period = periodOf(transcribedCall);
      if (seen.has(period)) return false;
      seen.add(period);
      return true;
    });
}

function periodOf({ fiscalYear, fiscalPeriod, heldAt }: TranscribedCall): string {
  return fiscalYear === null || fiscalPeriod === null ? (heldAt ?? '').slice(0, 10) : `${fiscalYear} ${fiscalPeriod}`;
}

/** Returns the last guidance for the year that ends with the call's period, with the actual values. */
function resultsOf(
  { fiscalYear, fiscalPeriod }: TranscribedCall,
  earlier: readonly TranscribedCall[],
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

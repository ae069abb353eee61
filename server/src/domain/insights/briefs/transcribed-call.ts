import { type CallGuidance, unpackWords } from '../../disclosures/transcripts/model.ts';
import type { FiscalPeriod } from '../../figures/financials/model/financials.ts';
import type { TranscribedCall } from './rules/judge-transcript.ts';

/** A transcript as queries select it. */
export interface TranscriptRow {
  transcript_id: string;
  fiscal_year: number | null;
  fiscal_period: string | null;
  sorted_at: string | null;
  language: string | null;
  /** JSON. */
  guidance: string;
  words: Uint8Array;
}

export function toTranscribedCall(row: TranscriptRow): TranscribedCall {
  const { speakers, turns } = unpackWords(row.words);
  return {
    transcriptId: row.transcript_id,
    fiscalYear: row.fiscal_year,
    fiscalPeriod: row.fiscal_period as FiscalPeriod | null,
    heldAt: row.sorted_at,
    language: row.language,
    speakers,
    turns,
    guidance: JSON.parse(row.guidance) as CallGuidance[],
  };
}

import type { FiscalPeriod } from '../../../figures/financials/model/financials.ts';
import type { CallType } from './transcript.ts';

/** The columns of a transcript that answers and events show of it. */
export interface TranscriptRow {
  transcript_id: string;
  call_type: CallType;
  title: string;
  fiscal_year: number | null;
  fiscal_period: FiscalPeriod | null;
  event_at: string | null;
  event_date: string | null;
  published_at: string | null;
  language: string | null;
  source: string;
  url: string | null;
  excerpt: string;
  chars: number;
}

/** A transcript as answers and events show it, without its company and its words. */
export function toTranscriptAnswer(row: TranscriptRow): TranscriptRow {
  const { transcript_id, call_type, title, fiscal_year, fiscal_period, event_at, event_date, published_at } = row;
  const { language, source, url, excerpt, chars } = row;
  const head = { transcript_id, call_type, title, fiscal_year, fiscal_period, event_at, event_date, published_at };
  return { ...head, language, source, url, excerpt, chars };
}

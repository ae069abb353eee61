import { z } from 'zod';
import { sql } from '../../../../db/database.ts';
import type { MissingReason } from '../../../../kernel/missing-reason.ts';
import { ENTITY_REF_COLUMNS, type EntityRefRow, toEntityRef } from '../../../filings/issuers/views/entity-refs.ts';
import { type TranscriptRow, toTranscriptAnswer } from '../model/transcript-answer.ts';
import { transcriptFields } from './transcript-shapes.ts';

/** A call as lists show it. */
export const transcript = z
  .object(transcriptFields)
  .meta({ id: 'Transcript', description: 'A call as one source has written it down, with its company.' });

/** Columns of transcripts `t` and their companies; needs entity-refs.ts `entityOfRegistrant`. */
export const TRANSCRIPT_COLUMNS = sql`
  t.transcript_id, t.call_type, t.title, t.fiscal_year, t.fiscal_period, t.event_at, t.event_date, t.published_at,
  t.language, t.source, t.url, t.excerpt, t.chars, t.stored_at, ${ENTITY_REF_COLUMNS}`;

/** The latest call first; those whose day nobody states last. */
export const LATEST_CALL_FIRST = sql`
  order by t.sorted_at desc nulls last, t.fiscal_year desc nulls last, t.fiscal_period desc nulls last, t.transcript_id`;

export interface TranscriptOfEntityRow extends TranscriptRow, EntityRefRow {
  stored_at: string;
}

/** A row as lists show it. */
export function toTranscript(row: TranscriptOfEntityRow): z.input<typeof transcript> {
  return { ...toEntityRef(row), ...toTranscriptAnswer(row) };
}

/** When the newest of some calls was known; of those without an hour, when they were stored. */
export function newestCall(rows: readonly TranscriptOfEntityRow[]): string | null {
  const instants = rows.map(row => row.published_at ?? row.event_at ?? row.stored_at);
  return instants.reduce<string | null>((newest, one) => (newest === null || one > newest ? one : newest), null);
}

/** Why a list of calls has none; null where it has some. */
export function whyNoCalls(total: number): MissingReason | null {
  return total === 0 ? 'not_covered' : null;
}

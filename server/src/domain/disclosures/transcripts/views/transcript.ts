import { z } from 'zod';
import { empty, type Sql, sql } from '../../../../db/database.ts';
import type { Instant } from '../../../../kernel/dates.ts';
import type { MissingReason } from '../../../../kernel/missing-reason.ts';
import type { FiscalPeriod } from '../../../figures/financials/model/financials.ts';
import { fiscalPeriod } from '../../../figures/financials/views/financial-shapes.ts';
import {
  ENTITY_REF_COLUMNS,
  type EntityRefRow,
  entityRefFields,
  toEntityRef,
} from '../../../filings/issuers/views/entity.ts';
import { instant, isoDate } from '../../../kit/fields.ts';
import { CALL_TYPES, type CallType } from '../model.ts';

export const transcriptFields = {
  ...entityRefFields,
  transcript_id: z.string().describe('<source>:<id of the source>; input of getTranscript.'),
  call_type: z.enum(CALL_TYPES),
  title: z.string(),
  fiscal_year: z
    .int()
    .nullable()
    .describe("The company's own fiscal year, as the source states it; null if it contradicts the company's calendar."),
  fiscal_period: fiscalPeriod.nullable(),
  event_at: instant.nullable().describe('When the call started; null if the source states no time.'),
  event_date: isoDate.nullable().describe('The local day of the call; null if the source states none.'),
  published_at: instant.nullable(),
  language: z.string().nullable().describe('ISO 639-1; null if unknown.'),
  source: z.string().describe('The transcriber: streetevents, motley-fool, plain, alphavantage or earningscall.'),
  url: z.string().nullable(),
  excerpt: z.string().describe('The start of the spoken text.'),
  chars: z.int().describe('Length of the spoken text in UTF-16 code units.'),
};

/** The columns of a transcript that responses and notifications share. */
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

/** Picks the columns that responses and notifications share, without company and words. */
export function toTranscriptFields(row: TranscriptRow): TranscriptRow {
  const { transcript_id, call_type, title, fiscal_year, fiscal_period, event_at, event_date, published_at } = row;
  const { language, source, url, excerpt, chars } = row;
  const head = { transcript_id, call_type, title, fiscal_year, fiscal_period, event_at, event_date, published_at };
  return { ...head, language, source, url, excerpt, chars };
}

/** A call in a list. */
export const transcript = z
  .object(transcriptFields)
  .meta({ id: 'Transcript', description: 'A call as one source transcribed it, with its company.' });

/** Columns of `transcripts t` and their companies. Requires the join `entityOfRegistrant` of entity.ts. */
export const TRANSCRIPT_COLUMNS = sql`
  t.transcript_id, t.call_type, t.title, t.fiscal_year, t.fiscal_period, t.event_at, t.event_date, t.published_at,
  t.language, t.source, t.url, t.excerpt, t.chars, t.stored_at, ${ENTITY_REF_COLUMNS}`;

/** Latest call first, undated calls last. */
export const LATEST_CALL_FIRST = sql`
  order by t.sorted_at desc nulls last, t.fiscal_year desc nulls last, t.fiscal_period desc nulls last, t.transcript_id`;

export interface TranscriptOfEntityRow extends TranscriptRow, EntityRefRow {
  stored_at: string;
}

/** Converts a row to the response shape. */
export function toTranscript(row: TranscriptOfEntityRow): z.input<typeof transcript> {
  return { ...toEntityRef(row), ...toTranscriptFields(row) };
}

/**
 * Condition on `transcripts t`: the transcript was known before an instant, by when it was published, else by when the call was held.
 * Empty without an instant, else begins with `and`.
 */
export function transcribedBefore(until: Instant | null): Sql {
  return until === null
    ? empty
    : sql`and coalesce(t.published_at, t.event_at, t.sorted_at, t.stored_at) < ${until}::timestamptz`;
}

/** Returns when the newest call became known: published, else held, else stored. */
export function newestCall(rows: readonly TranscriptOfEntityRow[]): string | null {
  const instants = rows.map(row => row.published_at ?? row.event_at ?? row.stored_at);
  return instants.reduce<string | null>(
    (newest, instant) => (newest === null || instant > newest ? instant : newest),
    null,
  );
}

/** Returns why a list of calls is empty; null if it is not. */
export function whyNoCalls(total: number): MissingReason | null {
  return total === 0 ? 'not_covered' : null;
}

import { sql, type Transaction } from '../../../db/database.ts';
import { guidanceSummary, toGuidanceResponse, turnKey } from '../../figures/guidance/model.ts';
import { type NewEvent, queueEvents } from '../../kit/store/outbox.ts';
import type { CallGuidance } from './model.ts';
import { type TranscriptRow, toTranscriptFields } from './views/transcript.ts';

interface NewTranscriptRow extends TranscriptRow {
  issuer_id: string;
  company_name: string;
  known_at: string;
  /** JSON. */
  guidance: string;
}

/** Loads the linked transcripts whose call, or its publication, was after `since`. */
function newTranscripts(tx: Transaction, transcriptIds: readonly string[], since: string): Promise<NewTranscriptRow[]> {
  return tx.query<NewTranscriptRow>(sql`
    select t.transcript_id, t.call_type, t.title, t.fiscal_year, t.fiscal_period, t.event_at, t.event_date, t.published_at,
      t.language, t.source, t.url, t.excerpt, t.chars, t.guidance, t.issuer_id, lead.company_name,
      coalesce(t.published_at, t.sorted_at) as known_at
    from transcripts t join issuers i on i.issuer_id = t.issuer_id join issuers lead on lead.issuer_id = i.entity_id
    where t.transcript_id = any(${[...transcriptIds]}::text[]) and coalesce(t.published_at, t.sorted_at) > ${since}`);
}

/**
 * Queues the announcement of transcripts whose call was after `since` (an instant), each only once. Undated calls are not
 * announced, since they may be old. Call it in the transaction that stores the transcripts.
 */
export async function queueTranscriptEvents(
  tx: Transaction,
  transcriptIds: readonly string[],
  since: string,
): Promise<void> {
  const rows = await newTranscripts(tx, transcriptIds, since);
  await queueEvents(
    tx,
    rows.map(row => ({
      ...eventOf(row),
      eventType: 'event_transcript.available',
      data: { company_name: row.company_name, ...toTranscriptFields(row) },
      title: row.title,
      summary: row.excerpt,
    })),
  );
}

/** Queues the announcement of the guidance in these calls; see {@link queueTranscriptEvents}. */
export async function queueCallGuidanceEvents(
  tx: Transaction,
  transcriptIds: readonly string[],
  since: string,
): Promise<void> {
  const rows = await newTranscripts(tx, transcriptIds, since);
  const events = rows.flatMap((row): NewEvent[] => {
    const stated = JSON.parse(row.guidance) as CallGuidance[];
    if (stated.length === 0) return [];
    const { transcript_id } = row;
    const guidance = stated.map(one =>
      toGuidanceResponse(one, { filing_id: null, transcript_id, section_key: turnKey(one.turn) }),
    );
    const data = { filing_id: null, transcript_id, guidance };
    const title = `Guidance: ${row.title}`;
    return [
      { ...eventOf(row), eventType: 'earnings_guidance.available', data, title, summary: guidanceSummary(stated) },
    ];
  });
  await queueEvents(tx, events);
}

function eventOf(row: NewTranscriptRow): Omit<NewEvent, 'eventType' | 'data' | 'title' | 'summary'> {
  return {
    eventKey: row.transcript_id,
    category: null,
    categoryGroup: null,
    formType: null,
    filingId: null,
    url: row.url,
    // A call applies to the company in all its markets.
    marketIds: null,
    knownAt: row.known_at,
    to: { issuerId: row.issuer_id },
  };
}

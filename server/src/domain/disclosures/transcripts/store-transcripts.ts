import { sql, type Transaction } from '../../../db/database.ts';
import { guidanceSummary, toGuidanceResponse, turnKey } from '../../figures/guidance/model.ts';
import { keepGroupings } from '../../filings/issuers/store/entities.ts';
import { replaceAnomalies } from '../../kit/store/anomalies.ts';
import { ABOUT_NO_FILING, type NewEvent, queueEvents } from '../../kit/store/outbox.ts';
import { type CallGuidance, type Transcript, transcriptId } from './model.ts';
import { readCallGuidance } from './rules/read-call-guidance.ts';
import { linkTranscripts, listTranscriptsWaitingFor, listUnlinked, upsertTranscripts } from './store.ts';
import { type TranscriptRow, toTranscriptFields } from './views/transcript.ts';

interface NewTranscriptRow extends TranscriptRow {
  issuer_id: string;
  company_name: string;
  known_at: string;
  /** JSON. */
  guidance: string;
}

/**
 * Stores transcripts, links them to their companies, and announces calls after `since` to watchers of these companies. Returns
 * the ids of new or changed transcripts.
 */
export async function storeTranscripts(
  tx: Transaction,
  registry: string,
  transcripts: readonly Transcript[],
  since: string,
): Promise<string[]> {
  if (transcripts.length === 0) return [];
  // An issuer that is stored concurrently is grouped later and then finds the calls that are unlinked now.
  await keepGroupings(tx);
  const read = transcripts.map(transcript => ({
    ...transcript,
    guidance: readCallGuidance(transcript),
  }));
  const changed = await upsertTranscripts(tx, registry, read);
  const ids = transcripts.map(transcriptId);
  await linkTranscripts(tx, ids);
  await reportUnlinked(tx, registry, ids);
  await queueTranscriptEvents(tx, ids, since);
  await queueCallGuidanceEvents(tx, ids, since);
  return changed;
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
async function queueTranscriptEvents(tx: Transaction, transcriptIds: readonly string[], since: string): Promise<void> {
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
async function queueCallGuidanceEvents(
  tx: Transaction,
  transcriptIds: readonly string[],
  since: string,
): Promise<void> {
  const rows = await newTranscripts(tx, transcriptIds, since);
  const events = rows.flatMap((row): NewEvent[] => {
    const stated = JSON.parse(row.guidance) as CallGuidance[];
    if (stated.length === 0) return [];
    const { transcript_id } = row;
    const guidance = stated.map(callGuidance =>
      toGuidanceResponse(callGuidance, { filing_id: null, transcript_id, section_key: turnKey(callGuidance.turn) }),
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
    ...ABOUT_NO_FILING,
    url: row.url,
    // A call applies to the company in all its markets.
    marketIds: null,
    knownAt: row.known_at,
    to: { issuerId: row.issuer_id },
  };
}

/** Links waiting calls to issuers that were added or that got new listings or names. Returns the ids of the calls. */
export async function findWaitingTranscripts(tx: Transaction, issuerIds: readonly string[]): Promise<string[]> {
  const linked = await linkTranscripts(tx, await listTranscriptsWaitingFor(tx, issuerIds));
  for (const [registry, transcripts] of Map.groupBy(linked, transcript => transcript.registry)) {
    await replaceAnomalies(
      tx,
      registry,
      transcripts.map(transcript => transcript.transcript_id),
      [],
    );
  }
  return linked.map(transcript => transcript.transcript_id);
}

/** Reports calls of unknown or ambiguous companies, which no list contains. */
async function reportUnlinked(tx: Transaction, registry: string, ids: readonly string[]): Promise<void> {
  const unlinked = await listUnlinked(tx, ids);
  await replaceAnomalies(
    tx,
    registry,
    ids,
    unlinked.map(({ transcript_id: source, company }) => {
      const detail = `matches no company, or more than one, in the store: ${company}`;
      return { registry, source, locator: 'company', kind: 'unknown_company', detail };
    }),
  );
}

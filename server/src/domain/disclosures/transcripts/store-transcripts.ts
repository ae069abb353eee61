import type { Transaction } from '../../../db/database.ts';
import { keepGroupings } from '../../filings/issuers/store/entities.ts';
import { replaceAnomalies } from '../../kit/store/anomalies.ts';
import { type Transcript, transcriptId } from './model.ts';
import { readCallGuidance } from './rules/read-call-guidance.ts';
import { linkTranscripts, listTranscriptsWaitingFor, listUnlinked, upsertTranscripts } from './store.ts';
import { queueCallGuidanceEvents, queueTranscriptEvents } from './transcript-events.ts';

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
    guidance: readCallGuidance(transcript.speakers, transcript.turns),
  }));
  const changed = await upsertTranscripts(tx, registry, read);
  const ids = transcripts.map(transcriptId);
  await linkTranscripts(tx, ids);
  await reportUnlinked(tx, registry, ids);
  await queueTranscriptEvents(tx, ids, since);
  await queueCallGuidanceEvents(tx, ids, since);
  return changed;
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

import type { Transaction } from '../../../db/database.ts';
import { keepGroupings } from '../../filings/issuers/store/entities.ts';
import { replaceAnomalies } from '../../kit/anomalies.ts';
import { type Transcript, transcriptId } from './model.ts';
import { readCallGuidance } from './rules/read-call-guidance.ts';
import { linkTranscripts, listTranscriptsWaitingFor, listUnlinked, upsertTranscripts } from './store.ts';
import { queueCallGuidanceEvents, queueTranscriptEvents } from './transcript-events.ts';

/**
 * Stores transcripts, finds the companies whose calls they are of, and announces those of calls after `since` to who
 * watches these. Returns the ids of those that are new or other than before.
 */
export async function storeTranscripts(
  tx: Transaction,
  registry: string,
  transcripts: readonly Transcript[],
  since: string,
): Promise<string[]> {
  if (transcripts.length === 0) return [];
  // An issuer that is stored meanwhile is grouped after this: who is not found now finds its calls then.
  await keepGroupings(tx);
  const read = transcripts.map(one => ({ ...one, guidance: readCallGuidance(one.speakers, one.turns) }));
  const changed = await upsertTranscripts(tx, registry, read);
  const ids = transcripts.map(transcriptId);
  await linkTranscripts(tx, ids);
  await tellUnlinked(tx, registry, ids);
  await queueTranscriptEvents(tx, ids, since);
  await queueCallGuidanceEvents(tx, ids, since);
  return changed;
}

/** Gives issuers that came to the store, or got listings or names, the calls that were waiting for them; returns their ids. */
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

/** A call whose company is not known, or is told by what several have, stands in no list. */
async function tellUnlinked(tx: Transaction, registry: string, ids: readonly string[]): Promise<void> {
  const unlinked = await listUnlinked(tx, ids);
  await replaceAnomalies(
    tx,
    registry,
    ids,
    unlinked.map(({ transcript_id: source, company }) => {
      const detail = `names no one company of the store: ${company}`;
      return { registry, source, locator: 'company', kind: 'unknown_company', detail };
    }),
  );
}

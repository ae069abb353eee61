import type { Transaction } from '../../../db/database.ts';
import { replaceAnomalies } from '../../../pipeline/store/anomalies.ts';
import { keepGroupings } from '../../filings/issuers/store/entities.ts';
import { settleCallVerdicts } from '../../insights/briefs/resolve-verdicts.ts';
import { issuersOfTranscripts } from '../../insights/briefs/store.ts';
import { type Transcript, transcriptId } from './model.ts';
import { readCallGuidance } from './rules/read-call-guidance.ts';
import { linkTranscripts, listTranscriptsWaitingFor, listUnlinked, upsertTranscripts } from './store.ts';
import { queueCallGuidanceEvents, queueTranscriptEvents } from './transcript-events.ts';

/**
 * Stores transcripts, finds the companies whose calls they are of, and announces those of calls after `since` to who
 * watches these. Returns how many are new or other than before.
 */
export async function storeTranscripts(
  tx: Transaction,
  registry: string,
  transcripts: readonly Transcript[],
  since: string,
): Promise<number> {
  if (transcripts.length === 0) return 0;
  // An issuer that is stored meanwhile is grouped after this: who is not found now finds its calls then.
  await keepGroupings(tx);
  const read = transcripts.map(one => ({ ...one, guidance: readCallGuidance(one.speakers, one.turns) }));
  const changed = await upsertTranscripts(tx, registry, read);
  const ids = transcripts.map(transcriptId);
  await linkTranscripts(tx, ids);
  await tellUnlinked(tx, registry, ids);
  await settleCallVerdicts(tx, await issuersOfTranscripts(tx, changed));
  await queueTranscriptEvents(tx, ids, since);
  await queueCallGuidanceEvents(tx, ids, since);
  return changed.length;
}

/** Gives issuers that came to the store, or got listings or names, the calls that were waiting for them. */
export async function findWaitingTranscripts(tx: Transaction, issuerIds: readonly string[]): Promise<void> {
  const linked = await linkTranscripts(tx, await listTranscriptsWaitingFor(tx, issuerIds));
  for (const [registry, some] of Map.groupBy(linked, one => one.registry)) {
    const ids = some.map(one => one.transcript_id);
    await replaceAnomalies(tx, registry, ids, []);
    await settleCallVerdicts(tx, await issuersOfTranscripts(tx, ids));
  }
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

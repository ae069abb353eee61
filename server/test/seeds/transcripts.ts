import type { Database } from '../../src/db/database.ts';
import { type Transcript, transcriptId } from '../../src/domain/disclosures/transcripts/model.ts';
import { readCallGuidance } from '../../src/domain/disclosures/transcripts/rules/read-call-guidance.ts';
import { linkTranscripts, upsertTranscripts } from '../../src/domain/disclosures/transcripts/store.ts';

/** Stores transcripts as a load does, without announcing them. */
export async function seedTranscripts(db: Database, transcripts: readonly Transcript[]): Promise<void> {
  await db.transaction(async tx => {
    const read = transcripts.map(transcript => ({
      ...transcript,
      guidance: readCallGuidance(transcript),
    }));
    await upsertTranscripts(tx, 'transcripts', read);
    await linkTranscripts(tx, transcripts.map(transcriptId));
  });
}

import { financialsPart } from '../../figures/financials/part.ts';
import type { Part } from '../../part.ts';
import { checkTranscriptPeriods } from './store.ts';
import { findWaitingTranscripts, storeTranscripts } from './store-transcripts.ts';

export const transcriptsPart: Part = {
  name: 'transcripts',
  tables: [
    {
      table: 'transcripts',
      of: 'publishers',
      omit: ['stored_at', 'words'],
      add: `'issuer', (select canonical_key from issuers i where i.issuer_id = one.issuer_id)`,
      order: ['transcript_id C'],
    },
  ],
  async persist(tx, batch) {
    await checkTranscriptPeriods(
      tx,
      batch.statedBy(financialsPart).map(issuer => issuer.issuerId),
    );
  },
  async publish(tx, { transcripts = [] }, { registry, announcesSince, changed }) {
    const changedIds = await storeTranscripts(tx, registry, transcripts, announcesSince);
    changed.set('transcripts', changedIds);
    return changedIds.length;
  },
  grouping: {
    async after(tx, { issuerIds, changed }) {
      changed.set('transcripts', await findWaitingTranscripts(tx, issuerIds));
    },
  },
};

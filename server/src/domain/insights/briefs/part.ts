import { redFlagsPart } from '../../disclosures/red-flags/part.ts';
import type { Part } from '../../part.ts';
import { settleCallVerdicts, settleFilingVerdicts } from './resolve-verdicts.ts';
import { issuersOfTranscripts } from './store.ts';

export const briefsPart: Part = {
  name: 'briefs',
  async persist(tx, batch) {
    const figuredIds = batch.statedBy(redFlagsPart).map(issuer => issuer.issuerId);
    const openedIds = batch.opened.map(filing => filing.issuerId);
    await settleFilingVerdicts(tx, [...new Set([...figuredIds, ...openedIds])]);
    await settleCallVerdicts(tx, figuredIds);
  },
  async publish(tx, _records, { changed }) {
    await settleCallVerdicts(tx, await issuersOfTranscripts(tx, changed.get('transcripts') ?? []));
    return 0;
  },
  grouping: {
    async after(tx, { changed }) {
      await settleCallVerdicts(tx, await issuersOfTranscripts(tx, changed.get('transcripts') ?? []));
    },
  },
};

import { redFlagsPart } from '../../disclosures/red-flags/part.ts';
import type { Part } from '../../part.ts';
import { resolveCallVerdicts, resolveFilingVerdicts } from './resolve-verdicts.ts';
import { issuersOfTranscripts } from './store.ts';

export const briefsPart: Part = {
  name: 'briefs',
  async persist(tx, batch) {
    const figuredIds = batch.statedBy(redFlagsPart).map(issuer => issuer.issuerId);
    const openedIds = batch.opened.map(filing => filing.issuerId);
    await resolveFilingVerdicts(tx, [...new Set([...figuredIds, ...openedIds])]);
    await resolveCallVerdicts(tx, figuredIds);
  },
  async publish(tx, _records, { changed }) {
    await resolveCallVerdicts(tx, await issuersOfTranscripts(tx, changed.get('transcripts') ?? []));
    return 0;
  },
  grouping: {
    async after(tx, { changed }) {
      await resolveCallVerdicts(tx, await issuersOfTranscripts(tx, changed.get('transcripts') ?? []));
    },
  },
};

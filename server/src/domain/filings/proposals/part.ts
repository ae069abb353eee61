import { ofFilings } from '../../kit/store/exported-table.ts';
import type { Part } from '../../part.ts';
import { cutPassages } from './rules/passages.ts';
import { type FiledPassages, replacePassages } from './store.ts';

/** Values are null if no model is configured and none has answered about the filing. */
export const proposalsPart: Part<FiledPassages | null, never, void> = {
  name: 'proposals',
  after: ['filings'],
  tables: [ofFilings('model_passages', [], 'digest')],
  readFiling(contents, filing, { secondReader, modelReadings }) {
    if (secondReader === null && modelReadings.length === 0) return null;
    const passages = cutPassages(contents);
    const answered = new Map(modelReadings.map(({ digest, model, prompt }) => [digest, { model, prompt }]));
    const isAnswered = (digest: string) => {
      const by = answered.get(digest);
      return by !== undefined && by.model === secondReader?.model && by.prompt === secondReader.prompt;
    };
    return {
      ...filing,
      passages: passages.map(({ digest }) => ({ digest, applied: answered.get(digest) ?? null })),
      queued: passages.filter(({ digest }) => !isAnswered(digest)),
      secondReader,
    };
  },
  async persist(tx, batch) {
    await replacePassages(
      tx,
      batch.openedBy(proposalsPart).flatMap(({ value }) => value ?? []),
    );
  },
};

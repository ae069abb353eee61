import type { Part } from '../../part.ts';
import { type EncodedFilingText, encodeFilingText, replaceFilingText, retagSections } from './store/filing-sections.ts';

export const sectionsPart: Part<EncodedFilingText, never, void> = {
  name: 'sections',
  after: ['filings'],
  readFiling: ({ text }, filing) => encodeFilingText(text, filing),
  openedRows: ({ sections, passages }) => [sections, passages],
  async persist(tx, batch) {
    await replaceFilingText(
      tx,
      batch.openedBy(sectionsPart).map(filing => filing.value),
    );
    await retagSections(tx, batch.issuerIds);
  },
};

import { ofFilings } from '../../kit/store/exported-table.ts';
import type { Part } from '../../part.ts';
import { type EncodedFilingText, encodeFilingText, replaceFilingText, retagSections } from './store/filing-sections.ts';

export const sectionsPart: Part<EncodedFilingText, never, void> = {
  name: 'sections',
  after: ['filings'],
  tables: [
    ofFilings('filing_texts', ['opened_at']),
    {
      table: 'filing_sections',
      of: 'issuers',
      omit: ['text', 'markdown', 'html'],
      add: `'sha256', encode(sha256(convert_to(one.text || one.markdown || one.html, 'UTF8')), 'hex'), 'indexed', (select count(*) from section_search s where s.issuer_id = one.issuer_id and s.section_id = one.section_id)`,
      order: ['registry C', 'native_id C', 'section_order', 'section_key C'],
    },
  ],
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

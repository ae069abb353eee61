import { expect, test } from 'vitest';
import { parseHtml } from '../../../../formats/html-text/parse-html.ts';
import type { SectionDocument } from '../section-input.ts';
import { splitForeignReport } from './foreign.ts';

const COVER = `<p>FORM 6-K</p><p>REPORT OF FOREIGN PRIVATE ISSUER</p><p>For the month of March 2021</p>
<p>Indicate by check mark whether the registrant files annual reports under cover of Form 20-F or Form 40-F.</p><p>Form 20-F ☒ Form 40-F ☐</p>`;
const SIGNED =
  '<p>SIGNATURES</p><p>Pursuant to the requirements of the Securities Exchange Act of 1934 it is signed.</p>';

function document(nativeType: string, body: string): SectionDocument {
  const isPrimary = nativeType === '6-K';
  return { fileName: `${nativeType}.htm`, nativeType, isPrimary, text: parseHtml(`<html><body>${body}</body></html>`) };
}

function split(...documents: SectionDocument[]) {
  return splitForeignReport({ formType: '6-K', periodEnd: null, filingDate: null, itemCodes: [], documents });
}

test('gives the report and each exhibit as a section', () => {
  const { status, sections } = split(
    document(
      '6-K',
      `${COVER}<p>${'Molinos Ficticios S.A. has sold its mill at Rosario to its founder. '.repeat(2)}</p>${SIGNED}`,
    ),
    document('EX-99.1', '<p>Exhibit 99.1</p><p>Results of the first quarter</p><p>Sales rose.</p>'),
    document('EX-99.1', '<p>Notice of meeting</p>'),
    document('GRAPHIC', '<p>not text</p>'),
  );
  expect(status).toBe('found');
  expect(sections.map(section => [section.sectionKey, section.title, section.text.slice(0, 40)])).toEqual([
    ['report', 'Report', 'Molinos Ficticios S.A. has sold its mill'],
    ['exhibit_99.1', 'Results of the first quarter', 'Exhibit 99.1\n\nResults of the first quart'],
    ['exhibit_99.1-2', 'Notice of meeting', 'Notice of meeting'],
  ]);
  expect(sections[0]?.text).not.toMatch(/signed|Form 20-F/);
});

test('adds a warning to a report that is only a list of exhibits', () => {
  const { sections } = split(document('6-K', `${COVER}<p>EXHIBIT INDEX</p><p>99.1 Press release</p>${SIGNED}`));
  expect(sections).toMatchObject([
    { sectionKey: 'report', warnings: ['The report may hold no more than a list of its exhibits.'] },
  ]);
});

test('reports a document that has only a cover page', () => {
  expect(split(document('6-K', COVER))).toEqual({
    status: 'sections_not_found',
    reason: 'Neither 6-K.htm nor an exhibit holds text besides the cover page.',
    sections: [],
  });
});

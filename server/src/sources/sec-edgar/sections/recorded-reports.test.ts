import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { FilingSection } from '../../../domain/filings/filings/model/filing-contents.ts';
import { parseHtml } from '../../../formats/html-text/parse-html.ts';
import { parsePlainText } from '../../../formats/html-text/plain-text/parse-plain-text.ts';
import { splitSections } from './split-sections.ts';

const PERIODIC = new URL('../../../../../../shared/data/us/periodic/', import.meta.url).pathname;

function sectionsOf(fileName: string, formType: string, periodEnd: string): Record<string, FilingSection> {
  const source = gunzipSync(readFileSync(PERIODIC + fileName)).toString('utf8');
  const text = fileName.includes('.txt') ? parsePlainText(source) : parseHtml(source);
  const documents = [{ fileName, nativeType: formType, isPrimary: true, text }];
  const split = splitSections({ formType, periodEnd, filingDate: null, itemCodes: [], documents });
  return Object.fromEntries(split.sections.map(section => [section.sectionKey, section]));
}

function ends(section: FilingSection | undefined): [string, string] {
  const folded = (section?.text ?? '').replace(/\s+/g, ' ');
  return [folded.slice(0, 24), folded.slice(-24)];
}

describe.skipIf(!existsSync(PERIODIC))('splits recorded reports (needs ../shared/data/us)', () => {
  it('of Apple for fiscal 2024, with contents that link', () => {
    const sections = sectionsOf('AAPL_10-K_0000320193-24-000123.htm.gz', '10-K', '2024-09-28');
    expect(Object.keys(sections)).toHaveLength(23);
    expect(ends(sections.item_1a)).toEqual(['The Company’s business, ', 'e and employee retention.'.slice(-24)]);
    expect(sections.item_6).toMatchObject({ status: 'reserved_or_na', text: '' });
    expect(sections.item_11).toMatchObject({ status: 'by_reference', target: { kind: 'proxy' } });
    expect(sections.item_8?.markdown).toContain('| Total net sales | 391,035 | 383,285 | 394,328 |');
  });

  it('of American Express for a quarter of 2023, which prints item 2 before item 1', () => {
    const sections = sectionsOf('AXP_10-Q_0000004962-23-000038.htm.gz', '10-Q', '2023-09-30');
    expect(ends(sections['part_i.item_2'])[0]).toBe('Business Introduction We');
    expect(ends(sections['part_i.item_1'])[0]).toBe('AMERICAN EXPRESS COMPANY');
  });

  it('of Mastercard for 2023, with dividers that repeat the contents and running headers', () => {
    const sections = sectionsOf('MA_10-K_0001141391-24-000022.htm.gz', '10-K', '2023-12-31');
    expect(sections.item_9c).toBeUndefined();
    expect(ends(sections.item_1c)[0]).toBe('Cybersecurity program As');
    expect(sections.item_4?.text).toBe('Not applicable.');
    expect(ends(sections.exhibit_index)[0]).toBe('Exhibit number | Exhibit');
  });

  it('of Medicis for fiscal 1999, with one text for four items', () => {
    const sections = sectionsOf('0000950153-99-001234.html.gz', '10-K', '1999-06-30');
    expect(sections.item_10?.text).toBe(sections.item_13?.text);
    expect(sections.item_7).toMatchObject({ status: 'by_reference', target: { locator: 'EX-13 pages 14-21' } });
    expect(sections.item_14?.text).not.toContain('POWER OF ATTORNEY');
  });

  it('of Microsoft for fiscal 1995, in plain text, with statements after an empty item', () => {
    const sections = sectionsOf('MSFT_10-K_FY1995_full_submission.txt.gz', '10-K', '1995-06-30');
    expect(sections.item_9?.text).toBe('None.');
    expect(sections.executive_officers).toBeDefined();
    expect(ends(sections.item_1)[0]).toBe('GENERAL Microsoft Corpor');
  });

  it('of Loncor for 2015 on Form 20-F, with short items and statements on F-pages', () => {
    const sections = sectionsOf('0001062993-16-008650.html.gz', '20-F', '2015-12-31');
    expect(sections.item_12).toMatchObject({ status: 'reserved_or_na', text: 'Not applicable.' });
    expect(sections.item_16h).toMatchObject({ text: 'Not applicable.' });
    expect(sections.item_18).toMatchObject({ status: 'by_reference', target: { locator: 'pages F-1 through F -26' } });
    expect(sections.financial_statements?.text.length).toBeGreaterThan(50_000);
  });
});

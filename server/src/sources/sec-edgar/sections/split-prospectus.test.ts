import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../formats/html-text/parse-html.ts';
import { splitSections } from './split-sections.ts';

const TITLES = ['PROSPECTUS SUMMARY', 'THE OFFERING', 'RISK FACTORS', 'USE OF PROCEEDS', 'DILUTION', 'EXPERTS'];

function heading(text: string): string {
  return `<p style="text-align:center"><b>${text}</b></p>`;
}

function contents(titles: string[], page: (index: number) => string): string {
  return `<table>${titles.map((title, index) => `<tr><td>${title}</td><td>${page(index)}</td></tr>`).join('')}</table>`;
}

function body(titles: string[], name: string): string {
  return titles.map(title => `${heading(title)}<p>${name} speaks of ${title.toLowerCase()}.</p>`).join('');
}

function split(formType: string, html: string): Record<string, string> {
  const text = parseHtml(`<body>${html}</body>`);
  const documents = [{ fileName: 'lantern.htm', nativeType: formType, isPrimary: true, text }];
  const { sections } = splitSections({ formType, periodEnd: null, filingDate: null, itemCodes: [], documents });
  return Object.fromEntries(sections.map(section => [section.sectionKey, section.text]));
}

describe('prospectuses', () => {
  it('are split at the headings that their contents list, and Part II at its items', () => {
    const sections = split(
      'S-1',
      `${heading('PROSPECTUS')}<p>Cover</p>${contents(TITLES, index => String(index + 2))}
       ${heading('ABOUT THIS PROSPECTUS')}<p>About.</p>${body(TITLES, 'Lantern')}
       ${heading('PART II')}${heading('INFORMATION NOT REQUIRED IN PROSPECTUS')}
       <p><b>Item 13. Other Expenses of Issuance and Distribution.</b></p><p>Fees of $36,300.</p>
       <p><b>Item 17. Undertakings.</b></p><p>We undertake to file amendments.</p>${heading('SIGNATURES')}<p>Signed.</p>`,
    );
    expect(sections.about_this_prospectus).toBe('About.');
    expect(sections.risk_factors).toBe('Lantern speaks of risk factors.');
    expect(sections.experts).toBe('Lantern speaks of experts.');
    expect(sections['part_ii.item_13']).toBe('Fees of $36,300.');
    expect(sections['part_ii.item_17']).toBe('We undertake to file amendments.');
  });

  it('bound together are read separately', () => {
    const page = '<p style="page-break-after:always">S-1</p>';
    const sections = split(
      '424B4',
      `${contents(TITLES, index => `S-${index + 2}`)}${contents(TITLES, index => String(index + 1))}${page}
       ${body(TITLES, 'Supplement')}${page}<p>Filed for nine harbours</p>${heading('PROSPECTUS')}<p>Base cover</p>
       ${contents(TITLES, index => String(index + 1))}${body(TITLES, 'Base')}`,
    );
    expect(sections['supplement.experts']).toBe('Supplement speaks of experts.');
    expect(sections['base.risk_factors']).toBe('Base speaks of risk factors.');
    expect(sections['base.experts']).toBe('Base speaks of experts.');
  });

  it('without contents are not guessed at', () => {
    expect(split('S-1', body(TITLES, 'Lantern'))).toEqual({});
  });
});

describe('annual reports on Form 40-F', () => {
  it('are their exhibits, and the paragraphs of the form', () => {
    const document = (html: string, fileName: string, nativeType: string, isPrimary: boolean) => ({
      ...{ fileName, nativeType, isPrimary },
      text: parseHtml(`<body>${html}</body>`),
    });
    const long = `<p>${'The company lights harbours on two oceans. '.repeat(80)}</p>`;
    const { status, sections } = splitSections({
      formType: '40-F',
      periodEnd: '2023-12-31',
      filingDate: null,
      itemCodes: [],
      documents: [
        document(
          `<p><b>Disclosure Controls and Procedures</b></p><p>They are effective.</p><p><b>Code of Ethics</b></p>
           <p>The code is set forth in Exhibit 99.8.</p><p><b>SIGNATURES</b></p>`,
          'form.htm',
          '40-F',
          true,
        ),
        document(`${heading('ANNUAL INFORMATION FORM')}${long}`, 'aif.htm', 'EX-99.1', false),
        document(`${heading('MANAGEMENT’S DISCUSSION AND ANALYSIS')}${long}`, 'mda.htm', 'EX-99.2', false),
        document(`${heading('Consolidated Financial Statements')}${long}`, 'fs.htm', 'EX-99.3', false),
      ],
    });
    const found = Object.fromEntries(sections.map(section => [section.sectionKey, section]));
    expect(status).toBe('found');
    expect(found.annual_information_form?.document).toBe('aif.htm');
    expect(found.mda?.document).toBe('mda.htm');
    expect(found.financial_statements?.document).toBe('fs.htm');
    expect(found.controls_and_procedures?.text).toBe('They are effective.');
    expect(found.code_of_ethics).toMatchObject({
      status: 'by_reference',
      text: 'The code is set forth in Exhibit 99.8.',
    });
  });
});

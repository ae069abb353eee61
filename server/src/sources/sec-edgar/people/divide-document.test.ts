import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../formats/html-text/parse-html.ts';
import { parsePlainText } from '../../../formats/html-text/plain-text/parse-plain-text.ts';
import type { TextDocument } from '../../../formats/html-text/text-document.ts';
import { divideDocument } from './divide-document.ts';
import { readPeople } from './read-people.ts';

const COVER = [
  'FORM 8-K',
  'CURRENT REPORT',
  'Date of Report (Date of earliest event reported): March 3, 2023',
  'FICTIONAL WORKS, INC.',
  '(Exact name of registrant as specified in its charter)',
  'Item 1.01 Entry into a Material Definitive Agreement.',
  'On March 3, 2023, the Company entered into a credit agreement with several lenders.',
];
const SIGNATURES = [
  'SIGNATURES',
  'Pursuant to the requirements of the Securities Exchange Act of 1934, the registrant has duly caused this report to be signed on its behalf by the undersigned hereunto duly authorized.',
  'FICTIONAL WORKS, INC.',
  'Date: March 6, 2023',
  'By: /s/ Jane Q. Doe',
  'Jane Q. Doe',
  'Chief Financial Officer',
];
const AGREEMENT = [
  'CREDIT AGREEMENT',
  'This Credit Agreement is among Fictional Works, Inc., as Borrower, and the lenders named below.',
];
const PARTIES = [
  'IN WITNESS WHEREOF, the parties hereto have caused this Agreement to be duly executed by their officers as of the day first above written.',
  'IMAGINARY BANK, N.A., as Administrative Agent',
  'By: /s/ Robin Roe',
  'Name: Robin Roe',
  'Title: Senior Vice President',
  'INVENTED TRUST COMPANY, as Lender',
  'By: /s/ Kim Low',
  'Name: Kim Low',
  'Title: Vice President',
];
const SIGNATURE_PAGE = ['SIGNATURE PAGE', 'MADE-UP CAPITAL LLC', 'By: /s/ Ann Poe', 'Name: Ann Poe', 'Title: Director'];

const asText = (lines: readonly string[]) => parsePlainText(lines.join('\n\n'));
const asHtml = (lines: readonly string[]) => parseHtml(lines.map(line => `<p>${line}</p>`).join(''));
const peopleOf = (document: TextDocument) =>
  readPeople('8-K', '2023-03-06', {
    documents: [{ fileName: 'a.htm', nativeType: '8-K', isPrimary: true, text: document }],
    text: { sections: [] },
  }).map(({ name, roleTitle }) => `${name}, ${roleTitle}`);

describe.each([
  ['a text file', asText],
  ['a web page', asHtml],
])('a report and its exhibits in %s', (_, parse) => {
  const own = ['Jane Q. Doe, Chief Financial Officer'];
  it.each([
    ['an exhibit with a number', ['Exhibit 10.1', ...AGREEMENT, ...PARTIES, ...SIGNATURE_PAGE]],
    ['an exhibit with number and title', ['EX-10.1 CREDIT AGREEMENT', ...AGREEMENT, ...PARTIES, ...SIGNATURE_PAGE]],
    ['an agreement without a heading', [...AGREEMENT, ...PARTIES, ...SIGNATURE_PAGE]],
    [
      'an agreement after an index of exhibits',
      ['EXHIBIT INDEX', 'Exhibit 10.1', 'Credit Agreement', ...AGREEMENT, ...PARTIES, 'SIGNATURES', ...SIGNATURE_PAGE],
    ],
    [
      'an underwriting agreement that is accepted',
      [
        'Exhibit 1.1',
        'UNDERWRITING AGREEMENT',
        'If the foregoing is in accordance with your understanding, please sign and return this letter.',
        'SIGNATURES',
        'Accepted as of the date hereof:',
        'By: /s/ Robin Roe',
        'Robin Roe',
        'Managing Director',
      ],
    ],
  ])('takes officers from its own signatures, not from %s', (_case, exhibits) => {
    expect(peopleOf(parse([...COVER, ...SIGNATURES, ...exhibits]))).toEqual(own);
  });

  it('reads the press release behind an agreement', () => {
    const release = ['Exhibit 99.1', 'Robin Roe, Treasurer of Fictional Works, Inc., welcomed the agreement.'];
    expect(peopleOf(parse([...COVER, ...SIGNATURES, 'Exhibit 10.1', ...AGREEMENT, ...PARTIES, ...release]))).toEqual([
      ...own,
      'Robin Roe, Treasurer',
    ]);
  });

  it('keeps the headings before the signatures in the report', () => {
    const parts = divideDocument(parse([...COVER, 'Exhibit 99.1', 'A press release.', ...SIGNATURES]));
    expect(parts.map(({ kind }) => kind)).toEqual(['report']);
  });

  it('keeps those who sign a power of attorney', () => {
    const power =
      'IN WITNESS WHEREOF, each of the undersigned has executed this power of attorney for the report on Form 10-K.';
    const parts = divideDocument(parse([...COVER, ...SIGNATURES, power, '/s/ Ann Poe', 'Ann Poe', 'Director']));
    expect(parts.map(({ kind }) => kind)).toEqual(['report']);
  });
});

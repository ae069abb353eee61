import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../formats/html-text/parse-html.ts';
import { parsePlainText } from '../../../formats/html-text/plain-text/parse-plain-text.ts';
import type { TextDocument } from '../../../formats/html-text/text-document.ts';
import { readSignatures } from './read-signatures.ts';
import { signedDays } from './signature-rows.ts';

const INTRODUCTION =
  'Pursuant to the requirements of the Securities Exchange Act of 1934, this report has been signed below by the following persons on behalf of the registrant and in the capacities and on the dates indicated.';

function read(document: TextDocument): string[] {
  const people = readSignatures(document, '1997-03-31').map(
    signature => `${signature.name}, ${signature.roleTitle}, ${signature.asOf}`,
  );
  return [...new Set(people)];
}
const ofText = (block: string) => read(parsePlainText(`SIGNATURES\n\n${INTRODUCTION}\n\n${block}\n`));
const ofRows = (rows: string[][]) =>
  read(
    parseHtml(
      `<p>SIGNATURES</p><p>${INTRODUCTION}</p><table>${rows.map(row => `<tr>${row.map(cell => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`,
    ),
  );

describe('pages of signatures', () => {
  it('reads two columns of a text file with an office over several lines', () => {
    const block = `/s/ Jane Q. Doe                     /s/ Robin Roe
-----------------------             -----------------------
JANE Q. DOE                         ROBIN ROE
Chairman and                        Executive Vice President, and
Chief Executive Officer             Chief Financial Officer
and Director                        March 18, 1997
March 18, 1997`;
    expect(ofText(block)).toEqual([
      'Jane Q. Doe, Chairman and Chief Executive Officer and Director, 1997-03-18',
      'Robin Roe, Executive Vice President, and Chief Financial Officer, 1997-03-18',
    ]);
  });

  it('reads a list of names with asterisks and the person who signs for them', () => {
    const block = `Jane Q. Doe*                      Director

Robin Roe*                        Director

John F. Poe, Jr.*                 Chairman of the Board of Directors

*By /s/ Kim Low
    Attorney-in-fact March 11, 1997`;
    expect(ofText(block)).toEqual([
      'Jane Q. Doe, Director, 1997-03-11',
      'Robin Roe, Director, 1997-03-11',
      'John F. Poe, Jr., Chairman of the Board of Directors, 1997-03-11',
    ]);
  });

  it('gives that office to all names beside the word Directors', () => {
    const rows = [['JANE Q. DOE<br>ROBIN ROE<br>KIM LOW', '', 'ANN K. POE<br>PAT VAN DER MOLE', '', 'Directors']];
    expect(ofRows(rows).map(row => row.replace(/, 1997.*/, ''))).toEqual([
      'Jane Q. Doe, Director',
      'Ann K. Poe, Director',
      'Robin Roe, Director',
      'Pat Van Der Mole, Director',
      'Kim Low, Director',
    ]);
  });

  it('takes the printed name, its suffix and the day of each row', () => {
    const rows = [
      ['/s/ BOB DOE<br>Robert J. Doe', 'President', 'March 3, 1997'],
      ['/s/ Ann Poe<br>Ann Poe, M.D., Ph.D.', 'Director', '3/4/97'],
      ['/s/ J. G. West<br>J. G. West', 'Director', ''],
    ];
    expect(ofRows(rows)).toEqual([
      'Robert J. Doe, President, 1997-03-03',
      'Ann Poe, M.D., Ph.D., Director, 1997-03-04',
      'J. G. West, Director, 1997-03-04',
    ]);
  });

  it('ends an office before what the page prints next', () => {
    const rows = [
      ['By:', '/s/ Jane Doe<br>Jane Doe<br>Associate General Counsel<br>Registered In-House Counsel'],
      ['By:', '/s/ Robin Roe<br>Robin Roe, Director, Fictional Works AG'],
    ];
    expect(ofRows(rows).map(row => row.replace(/, 1997.*/, ''))).toEqual([
      'Jane Doe, Associate General Counsel',
      'Robin Roe, Director',
    ]);
  });

  it('reads several signatures in one paragraph, and headings that give an office', () => {
    const block = `Principal Executive Officer:

/s/ Jane Doe  Jane Doe  President  March 3, 1997

Directors:

/s/ Ann Poe
Ann Poe

/s/ Kim Low
Kim Low`;
    expect(ofText(block).map(value => value.replace(/, 1997.*/, ''))).toEqual([
      'Jane Doe, President',
      'Ann Poe, Director',
      'Kim Low, Director',
    ]);
  });
});

describe('reads the day of a signature:', () => {
  it.each([
    ['this 28th day of March, 1997', '1997-03-28'],
    ['March 28th, 1997', '1997-03-28'],
    ['Dated: 28 March 1997', '1997-03-28'],
    ['3/28/97', '1997-03-28'],
    ['03-28-2003', '2003-03-28'],
  ])('%s', (text, day) => {
    expect(signedDays(text)).toEqual([day]);
  });
  it.each(['31/13/97', 'March 45, 1997', ''])('not %s', text => {
    expect(signedDays(text)).toEqual([]);
  });
});

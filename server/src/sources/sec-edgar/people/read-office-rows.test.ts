import { expect, test } from 'vitest';
import { parseHtml } from '../../../formats/html-text/parse-html.ts';
import { officeAt } from './office-phrases.ts';
import { readOfficeRows } from './read-office-rows.ts';
import { readPeople } from './read-people.ts';
import { readSignatures } from './read-signatures.ts';

const NAMES = { own: ['fictional works'], terms: new Map() };
const FILED = '2024-10-08';

/** `Jane Doe, Treasurer, 2019-05-31`: the office of a person and its start. */
function read(html: string): string[] {
  return readOfficeRows(parseHtml(html), NAMES, FILED).map(({ name, roleTitle, sinceDate }) =>
    [name, roleTitle, sinceDate].join(', '),
  );
}

test('takes the start and the area behind the office of an entry', () => {
  expect(
    read('<p>Jane Doe (age 57)</p><p>Executive Vice President (Home Loans) since May 2019; Controller until 2019.</p>'),
  ).toEqual(['Jane Doe, Executive Vice President (Home Loans), 2019-05-31']);
});

test('takes the starts of a column whose header has several lines', () => {
  const html = `<table><tr><td></td><td></td><td></td><td>Date assumed</td></tr>
    <tr><td>Name</td><td>Position</td><td>Age</td><td>executive position</td></tr>
    <tr><td>Jane Doe</td><td>Treasurer</td><td>57</td><td>May 2019</td></tr></table>`;
  expect(read(html)).toEqual(['Jane Doe, Treasurer, 2019-05-31']);
});

test('takes no end of a term for a start', () => {
  const html = `<table><tr><td>Name</td><td>Position</td><td>Age</td><td>Term expires</td></tr>
    <tr><td>Jane Doe</td><td>Director</td><td>57</td><td>2026</td></tr></table>`;
  expect(read(html)).toEqual(['Jane Doe, Director, ']);
});

test('joins an office that goes on in the next row', () => {
  const html = `<table><tr><td>Name</td><td>Position</td><td>Age</td></tr>
    <tr><td>Jane Doe</td><td>Senior Vice President, Research and</td></tr><tr><td>Development</td><td>57</td></tr>
    <tr><td>Robin Roe</td><td>Treasurer</td><td>48</td></tr></table>`;
  expect(read(html)).toEqual(['Jane Doe, Senior Vice President, Research and Development, ', 'Robin Roe, Treasurer, ']);
});

test('goes on with a row that begins with `and`', () => {
  const html = `<table><tr><td>Jane Doe</td><td>Senior Vice President, General Counsel</td><td></td></tr>
    <tr><td></td><td>and Secretary</td><td></td></tr></table>`;
  expect(read(html)).toEqual(['Jane Doe, Senior Vice President, General Counsel and Secretary, ']);
});

test('takes the start from the paragraph below a row if its office is the same', () => {
  const row = '<table><tr><td>JANE DOE -</td><td>Executive Vice President, Sales</td></tr></table>';
  expect(read(`${row}<p>Ms. Doe (57) has been Executive Vice President, Sales since March 2019.</p>`)).toEqual([
    'Jane Doe, Executive Vice President, Sales, 2019-03-31',
  ]);
  expect(read(`${row}<p>Ms. Doe (57) has been Treasurer since March 2019.</p>`)).toEqual([
    'Jane Doe, Executive Vice President, Sales, ',
  ]);
});

test('takes the start of the current position, and of the same office, from a biography', () => {
  expect(
    read('<p>Jane Doe, 57, is Treasurer of the Company. She was elected to her current position in April 2013.</p>'),
  ).toEqual(['Jane Doe, Treasurer, 2013-04-30']);
  expect(
    read(
      '<p>Jane Doe, 57, is Treasurer of the Company. She was named Controller in 2010 and was elected Treasurer in July 2014.</p>',
    ),
  ).toEqual(['Jane Doe, Treasurer, 2014-07-31']);
});

test('takes the day behind `as of` for that of a table, not another one of the sentence', () => {
  const html = `<p>Our annual report for 2023, filed on March 1, 2024, lists them as of February 2, 2024:</p>
    <table><tr><td>Jane Doe</td><td>Treasurer</td></tr></table>`;
  expect(readOfficeRows(parseHtml(html), NAMES, FILED).map(({ asOf }) => asOf)).toEqual(['2024-02-02']);
});

test('reads both offices around the company', () => {
  expect(officeAt('Senior Vice President of the Company and President of the Northern Group')?.title).toBe(
    'Senior Vice President and President of the Northern Group',
  );
  expect(officeAt('President of the Company and a resident of Oslo')?.title).toBe('President');
});

test('takes the end of the reported year for no day of signature', () => {
  const html = `<p>SIGNATURES</p><p>Pursuant to the requirements of the Act, this report for the year ended December 31, 2023 has been signed
    below by the following persons on behalf of the registrant.</p>
    <table><tr><td>/s/ JANE DOE</td><td>Treasurer</td><td>March 1, 2024</td></tr><tr><td>Robin Roe*</td><td>Director</td></tr></table>`;
  expect(readSignatures(parseHtml(html), '2024-03-02').map(({ asOf }) => asOf)).toEqual(['2024-03-01', '2024-03-01']);
});

test('drops the seat that is only observed beside the same office since a day', () => {
  const html = `<p>Jane Doe (age 57) has been Treasurer since 2019.</p><p>SIGNATURES</p><p>Pursuant to the requirements of the Act,
    this report has been signed below by the following persons on behalf of the registrant.</p>
    <table><tr><td>/s/ JANE DOE</td><td>Treasurer</td><td>March 1, 2024</td></tr></table>`;
  const documents = [{ fileName: 'a.htm', nativeType: '10-K', isPrimary: true, text: parseHtml(html) }];
  const people = readPeople('10-K', '2024-03-02', { documents, text: { sections: [] } });
  expect(people.map(({ name, sinceDate }) => [name, sinceDate])).toEqual([['Jane Doe', '2019-12-31']]);
});

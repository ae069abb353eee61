import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { parseHtml } from '../../../formats/html-text/parse-html.ts';
import { findEarningsRelease, type ReleaseDocument } from './earnings-release.ts';

const RELEASE = `<p>Exhibit 99.1</p><p>FOR IMMEDIATE RELEASE</p><p><b>Fictional Mills Reports Third Quarter Results</b></p>
<p>LOWER FORDHAM, November 2, 2020 – Fictional Mills Corporation today reported net income of $9 million, or $0.12 per share,
for the quarter ended September 30, 2020, compared to $8 million a year ago. Net sales were $90 million.</p>`;
const SLIDES = `<p>Third Quarter 2020 Earnings Results Presentation</p><p>Net income, earnings per share, net sales for the quarter
ended September 30, 2020, compared to last year</p>`;
const SALE =
  '<p><b>Fictional Mills Announces Sale of Its Mill at Rosario</b></p><p>The mill was sold for $9 million.</p>';

function document(nativeType: string, body: string): ReleaseDocument {
  return {
    fileName: `${nativeType}.htm`,
    nativeType,
    title: null,
    text: parseHtml(`<html><body>${body}</body></html>`),
  };
}

const TITLE = 'Fictional Mills Reports Third Quarter Results';

describe('an 8-K with item 2.02', () => {
  test('has its release in exhibit 99.1', () => {
    expect(
      findEarningsRelease('8-K', ['2.02', '9.01'], [document('8-K', '<p>x</p>'), document('EX-99.1', RELEASE)]),
    ).toEqual({
      fileName: 'EX-99.1.htm',
      exhibit: 'EX-99.1',
      title: TITLE,
    });
  });

  test('has it in the exhibit with results among several, regardless of its number', () => {
    const documents = [document('EX-99.1', SALE), document('EX-99.2', SLIDES), document('EX-99.3', RELEASE)];
    expect(findEarningsRelease('8-K/A', ['2.02'], documents)?.exhibit).toBe('EX-99.3');
  });

  test('has none if no exhibit contains results', () => {
    expect(findEarningsRelease('8-K', ['2.02'], [document('EX-99.1', SALE), document('EX-10.1', RELEASE)])).toBeNull();
    expect(findEarningsRelease('8-K', ['2.02'], [document('EX-99.2', SLIDES)])).toBeNull();
  });

  test('is recognised by item 12 in the numbering before 2004-08-23', () => {
    expect(findEarningsRelease('8-K', ['7', '12'], [document('EX-99', RELEASE)])?.title).toBe(TITLE);
  });

  test('is the only form and item with a release', () => {
    expect(findEarningsRelease('8-K', ['7.01', '8.01'], [document('EX-99.1', RELEASE)])).toBeNull();
    expect(findEarningsRelease('10-Q', ['2.02'], [document('EX-99.1', RELEASE)])).toBeNull();
  });
});

test('finds the release of a 6-K only if its exhibit states results', () => {
  expect(findEarningsRelease('6-K', [], [document('EX-99.1', RELEASE)])?.title).toBe(TITLE);
  expect(findEarningsRelease('6-K', [], [document('EX-99.1', SALE)])).toBeNull();
  const notice = RELEASE.replace('Reports Third', 'to Announce Third');
  expect(findEarningsRelease('6-K', [], [document('EX-99.1', notice)])).toBeNull();
});

const folder = new URL('../../../../../../shared/data/us/8k/', import.meta.url).pathname;

function exhibitsOf(file: string): ReleaseDocument[] {
  const bytes = readFileSync(`${folder}${file}`);
  const submission = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1');
  const documents = submission.matchAll(/<TYPE>(\S+)[\s\S]*?<FILENAME>(\S+)[\s\S]*?<TEXT>([\s\S]*?)<\/TEXT>/g);
  return [...documents].map(([, nativeType = '', fileName = '', body = '']) => {
    return { nativeType, fileName, title: null, text: parseHtml(body) };
  });
}

describe.skipIf(!existsSync(folder))(
  'finds the release of a recorded filing (skipped if ../shared/data/us is missing):',
  () => {
    test.each([
      ['0000320193-24-000005.txt.gz', '2.02', 'EX-99.1', 'Apple reports first quarter results'],
      ['0000796343-23-000044.txt.gz', '2.02', 'EX-99.1', 'Adobe Reports Record Revenue in Q1 Fiscal 2023'],
      ['0001193125-11-009392.txt.gz', '2.02', 'EX-99.1', 'Apple Reports First Quarter Results'],
      ['0001104659-04-019574.txt.gz', '12', 'EX-99.1', 'Apple Reports Third Quarter Results'],
    ])('%s', (file, item, exhibit, title) => {
      expect(findEarningsRelease('8-K', [item], exhibitsOf(file))).toMatchObject({ exhibit, title });
    });
  },
);

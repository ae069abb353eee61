import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { FilingText } from '../../../../domain/filings/filings/model/filing-contents.ts';
import { parseHtml } from '../../../../formats/html-text/parse-html.ts';
import { parsePlainText } from '../../../../formats/html-text/plain-text/parse-plain-text.ts';
import type { IsoDate } from '../../../../kernel/dates.ts';
import { itemCodeOf } from '../../filings/report-items.ts';
import { splitCurrentReport } from './current-report.ts';

const folder = new URL('../../../../../../../shared/data/us/', import.meta.url).pathname;

/** The label `Financial statements and exhibits` alone is the header's, which named the other item by a blank. */
const LEFT_OUT_BY_HEADER: Record<string, string[]> = {
  '0001104659-04-019574.txt.gz': ['7', '12'],
  '1001426_8K_2003_0000891092-03-002843.txt': ['7', '12'],
};

interface Labelled {
  file: string;
  codes: string[];
  isOfHeader: boolean;
  filingDate: IsoDate;
}

function readLabels(): Labelled[] {
  const rows = readFileSync(`${folder}truth/8k_items.tsv`, 'utf8').trim().split('\n').slice(1);
  return rows.map(row => {
    const [file = '', , , filed = '', , items = '', evidence = ''] = row.split('\t');
    const isOfHeader = evidence.startsWith('SGML');
    const filingDate = (filed === '' ? dateOf(submissionOf(file)) : filed) as IsoDate;
    const codes = isOfHeader
      ? items.split(' | ').flatMap(title => itemCodeOf(title, '8-K', filingDate) ?? [])
      : items.split(',');
    return { file, codes: LEFT_OUT_BY_HEADER[file] ?? codes, isOfHeader, filingDate };
  });
}

function submissionOf(file: string): string {
  const path = [file, `${file}.gz`].map(name => `${folder}8k/${name}`).find(name => existsSync(name)) ?? '';
  const bytes = readFileSync(path);
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1');
}

function dateOf(submission: string): string {
  const [, year, month, day] = /FILED AS OF DATE:\s*(\d{4})(\d\d)(\d\d)/.exec(submission) ?? [];
  return `${year}-${month}-${day}`;
}

function split({ file, codes, isOfHeader, filingDate }: Labelled): FilingText {
  const submission = submissionOf(file);
  const body = /<TYPE>[\s\S]*?<TEXT>([\s\S]*?)<\/TEXT>/.exec(submission)?.[1] ?? submission;
  const text = /<html|<body|<div|<p\b|<font/i.test(body.slice(0, 20_000)) ? parseHtml(body) : parsePlainText(body);
  return splitCurrentReport({
    formType: '8-K',
    periodEnd: null,
    filingDate,
    itemCodes: isOfHeader ? codes : [],
    documents: [{ fileName: file, nativeType: '8-K', isPrimary: true, text }],
  });
}

describe.skipIf(!existsSync(folder))('labelled current reports (skipped if ../shared/data/us is missing)', () => {
  test('have exactly the labelled items', () => {
    const wrong = readLabels().flatMap(labelled => {
      const found = split(labelled).sections.map(section => section.sectionKey.slice('item_'.length));
      return found.join() === labelled.codes.join()
        ? []
        : [`${labelled.file}: ${found.join()} for ${labelled.codes.join()}`];
    });
    expect(wrong).toEqual([]);
  });

  test('have no item with a signature, and no empty item', () => {
    const sections = readLabels().flatMap(labelled => split(labelled).sections);
    expect(sections.length).toBeGreaterThan(280);
    expect(
      sections.filter(({ text }) => text === '' || /\/s\/|duly caused this report to be signed/i.test(text)),
    ).toEqual([]);
  });

  test.each([
    [
      '1001907_8K_2004_0001193125-04-154908.htm',
      'item_2.02',
      'On September 8, 2004, SPACEHAB, Incorporated issued a press release',
      'is attached hereto as Exhibit 99.1.',
    ],
    [
      '1002517_8K_2007_0000950135-07-001905.htm',
      'item_5.02',
      'On March 22, 2007, Nuance held its annual meeting of stockholders.',
      'the number of shares of common stock authorized for issuance under the 2000 Plan by 3,800,000 shares.',
    ],
  ])('give the labelled beginning and end of a section (%s: %s)', (file, key, first, last) => {
    const labelled = readLabels().find(label => label.file === file);
    const section = labelled && split(labelled).sections.find(section => section.sectionKey === key);
    expect(section?.text.replace(/\s+/g, ' ').slice(0, first.length)).toBe(first);
    expect(section?.text.slice(-last.length)).toBe(last);
  });
});

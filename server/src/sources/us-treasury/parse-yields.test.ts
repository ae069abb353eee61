import { describe, expect, test } from 'vitest';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { ARCHIVE_URL, feedUrl, isYields, urlsSince, yearUrl } from './addresses.ts';
import { parseYields } from './parse-yields.ts';
import { usTreasury } from './source.ts';

/** Yields in short, and the kinds of what was not understood. */
function read(text: string) {
  const log = new AnomalyLog('us-treasury', 'test');
  const rates = parseYields(Buffer.from(text), log);
  return {
    rates: rates.map(({ series, date, ratePct }) => `${date} ${series.seriesId} ${series.tenor} ${ratePct}`),
    anomalies: log.list().map(one => one.kind),
  };
}

describe('a table (made-up yields)', () => {
  test('is read by the names of its columns, in any order of days', () => {
    expect(read('date,1.5 month,10 yr\r\n01/02/2024,5.5,4\r\n01/03/24,N/A,-0.125\r\n')).toEqual({
      rates: [
        '2024-01-02 BC_1_5MONTH 1.5M 5.5',
        '2024-01-02 BC_10YEAR 10Y 4',
        '2024-01-03 BC_1_5MONTH 1.5M null',
        '2024-01-03 BC_10YEAR 10Y -0.13',
      ],
      anomalies: [],
    });
  });

  test('a tenor that is none, rows that were cut or come again, days and yields that are none are told', () => {
    const text =
      'Date,"10 Yr","Ten"\n01/02/2024,4,1\n02/30/2024,4,1\n01/02/2024,5,1\n01/03/2024,high,1\n01/04/2024,1e9,1\n01/05/2024,4';
    expect(read(text)).toEqual({
      rates: ['2024-01-02 BC_10YEAR 10Y 4'],
      anomalies: ['unknown_tenor', 'bad_date', 'repeated_day', 'bad_rate', 'bad_rate', 'cut_row'],
    });
  });

  test.each([
    ['', 'empty_answer'],
    ['Day,10 Yr\n', 'unexpected_document'],
    ['{"error":"busy"}', 'unexpected_document'],
  ])('%j is none', (text, kind) => {
    expect(read(text)).toEqual({ rates: [], anomalies: [kind] });
  });
});

describe('a feed (made-up yields)', () => {
  const entry = (day: string, values: string) =>
    `<entry><content><m:properties><d:Id>1</d:Id><d:NEW_DATE>${day}T00:00:00</d:NEW_DATE>${values}</m:properties></content></entry>`;
  const feed = (...entries: string[]) => `<feed xmlns:d="d" xmlns:m="m">${entries.join('')}</feed>`;

  test('is rounded to what is published; what is null is none, the stand-in of the thirty years is not read', () => {
    const values =
      '<d:BC_10YEAR>3.7999999523162842</d:BC_10YEAR><d:BC_30YEAR m:null="true"/><d:BC_30YEARDISPLAY>4.9</d:BC_30YEARDISPLAY>';
    expect(read(feed(entry('2010-02-22', values), entry('2010-02-19', '<d:BC_1_5MONTH>0.05</d:BC_1_5MONTH>')))).toEqual(
      {
        rates: ['2010-02-22 BC_10YEAR 10Y 3.8', '2010-02-22 BC_30YEAR 30Y null', '2010-02-19 BC_1_5MONTH 1.5M 0.05'],
        anomalies: [],
      },
    );
  });

  test('today’s form, with namespaces on every child inside a pre, is the same; a cut entry is left out', () => {
    const child = '<d:BC_10YEAR xmlns:d="d">4.5</d:BC_10YEAR>';
    const page = `<pre>${feed(entry('2024-01-02', child), entry('2024-01-02', child), entry('soon', child))}</pre>`;
    expect(read(page)).toEqual({ rates: ['2024-01-02 BC_10YEAR 10Y 4.5'], anomalies: ['repeated_day', 'bad_date'] });
    const cut = feed(entry('2024-01-02', child), entry('2024-01-03', '<d:BC_10YEAR>4.5</d:BC_10YEAR>')).slice(0, -60);
    expect(read(cut).anomalies.length).toBeGreaterThan(0);
    expect(read(feed(entry('2024-01-02', '<d:BC_9DAY>1</d:BC_9DAY>'))).anomalies).toEqual(['unknown_tenor']);
  });
});

test('addresses are told from those of other pages, and loose files tell theirs by their days', () => {
  expect([yearUrl(2024), feedUrl(2020), ARCHIVE_URL].map(isYields)).toEqual([true, true, true]);
  const others = ['https://home.treasury.gov/news', `${yearUrl(2024)}x`.replace('yield', 'bill'), 'nowhere'];
  expect(others.map(isYields)).toEqual([false, false, false]);
  const urlOf = (text: string) => usTreasury.identifyImport('a.csv', Buffer.from(text));
  expect(urlOf('Date,"1 Mo"\n01/02/24,5\n')).toBe(yearUrl(2024));
  expect(urlOf('date,1 mo\n01/02/2023,5\n01/02/2024,5\n')).toBe(ARCHIVE_URL);
  expect(() => urlOf('Date,USD\n2024-01-02,1\n')).toThrow(/no file of/);
  expect(urlsSince('2023-12-30', '2024-01-31')).toEqual([yearUrl(2023), yearUrl(2024)]);
  expect(urlsSince('2024-05-01', '2024-05-02')).toEqual([yearUrl(2024)]);
  expect(urlsSince('2023-12-30', '2024-01-02')).toEqual([yearUrl(2023)]);
});

import { describe, expect, test } from 'vitest';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { usTreasury } from './source.ts';
import { ARCHIVE_URL, feedUrl, parseYields, yearsSince, yearUrl } from './yields.ts';

/** One line for each yield, and the kinds of the anomalies. */
function read(text: string) {
  const log = new AnomalyLog('us-treasury', 'test');
  const rates = parseYields(Buffer.from(text), log);
  return {
    rates: rates.map(({ series, date, ratePct }) => `${date} ${series.seriesId} ${series.tenor} ${ratePct}`),
    anomalies: log.list().map(anomaly => anomaly.kind),
  };
}

describe('a table of yields (made-up)', () => {
  test('is read by column names, with days in any order', () => {
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

  test('reports unknown tenors, truncated and repeated rows, and invalid days and yields', () => {
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
  ])('%j is reported as no table of yields', (text, kind) => {
    expect(read(text)).toEqual({ rates: [], anomalies: [kind] });
  });
});

describe('a feed of yields (made-up)', () => {
  const entry = (day: string, values: string) =>
    `<entry><content><m:properties><d:Id>1</d:Id><d:NEW_DATE>${day}T00:00:00</d:NEW_DATE>${values}</m:properties></content></entry>`;
  const feed = (...entries: string[]) => `<feed xmlns:d="d" xmlns:m="m">${entries.join('')}</feed>`;

  test('is rounded to two decimals; nulls have no value, and the substitute of the 30-year yield is not read', () => {
    const values =
      '<d:BC_10YEAR>3.7999999523162842</d:BC_10YEAR><d:BC_30YEAR m:null="true"/><d:BC_30YEARDISPLAY>4.9</d:BC_30YEARDISPLAY>';
    expect(read(feed(entry('2010-02-22', values), entry('2010-02-19', '<d:BC_1_5MONTH>0.05</d:BC_1_5MONTH>')))).toEqual(
      {
        rates: ['2010-02-22 BC_10YEAR 10Y 3.8', '2010-02-22 BC_30YEAR 30Y null', '2010-02-19 BC_1_5MONTH 1.5M 0.05'],
        anomalies: [],
      },
    );
  });

  test('is read with a namespace on every element inside a pre; a truncated entry is omitted', () => {
    const child = '<d:BC_10YEAR xmlns:d="d">4.5</d:BC_10YEAR>';
    const page = `<pre>${feed(entry('2024-01-02', child), entry('2024-01-02', child), entry('soon', child))}</pre>`;
    expect(read(page)).toEqual({ rates: ['2024-01-02 BC_10YEAR 10Y 4.5'], anomalies: ['repeated_day', 'bad_date'] });
    const cut = feed(entry('2024-01-02', child), entry('2024-01-03', '<d:BC_10YEAR>4.5</d:BC_10YEAR>')).slice(0, -60);
    expect(read(cut).anomalies.length).toBeGreaterThan(0);
    expect(read(feed(entry('2024-01-02', '<d:BC_9DAY>1</d:BC_9DAY>'))).anomalies).toEqual(['unknown_tenor']);
  });
});

test('recognises URLs of tables and feeds of yields only', () => {
  const isYields = (url: string) => usTreasury.sourceOf(url) === 'files';
  expect([yearUrl(2024), feedUrl(2020), ARCHIVE_URL].map(isYields)).toEqual([true, true, true]);
  const others = ['https://home.treasury.gov/news', `${yearUrl(2024)}x`.replace('yield', 'bill'), 'nowhere'];
  expect(others.map(isYields)).toEqual([false, false, false]);
});

test('identifies an imported table by its days, and a feed by its first day', () => {
  const urlOf = (text: string) => usTreasury.identifyImport('a.csv', Buffer.from(text));
  expect(urlOf('Date,"1 Mo"\n01/02/24,5\n')).toBe(yearUrl(2024));
  expect(urlOf('date,1 mo\n01/02/2023,5\n01/02/2024,5\n')).toBe(ARCHIVE_URL);
  expect(urlOf('<feed><entry><d:NEW_DATE>2020-01-02T00:00:00</d:NEW_DATE></entry></feed>')).toBe(feedUrl(2020));
  expect(() => urlOf('Date,USD\n2024-01-02,1\n')).toThrow(/Unrecognised file a\.csv/);
});

test('requests the years since a day, and in January the year before for corrections', () => {
  expect(yearsSince('2023-12-30', '2024-01-31')).toEqual([2023, 2024]);
  expect(yearsSince('2024-05-01', '2024-05-02')).toEqual([2024]);
  expect(yearsSince('2023-12-30', '2024-01-02')).toEqual([2023]);
});

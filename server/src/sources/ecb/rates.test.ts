import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { parseFile } from './rates.ts';

const FILES = new URL('../../../../../shared/data/market/fx/ecb/', import.meta.url).pathname;

/** One line for each rate, and the kinds of the anomalies. */
function read(text: string | Buffer) {
  const log = new AnomalyLog('ecb', 'test');
  const rates = parseFile(Buffer.from(text), log);
  return {
    rates: rates.map(({ date, currency, perEuro }) => `${date} ${currency} ${perEuro}`),
    anomalies: log.list().map(anomaly => anomaly.kind),
  };
}

const day = (date: string, ...cubes: string[]) => `<Cube time='${date}'>${cubes.join('')}</Cube>`;
const cube = (currency: string, rate: string) => `<Cube currency='${currency}' rate='${rate}'/>`;
const envelope = (...days: string[]) =>
  `<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref"><Cube>${days.join('')}</Cube></gesmes:Envelope>`;

describe('the table of rates (made-up)', () => {
  test('is read with any columns; N/A is no rate, and the last column is empty', () => {
    expect(read('Date,USD,HRK,JPY,\n2024-01-04,1.5,N/A,150.5,\n2024-01-03,1.25,N/A,150,\n')).toEqual({
      rates: ['2024-01-04 USD 1.5', '2024-01-04 JPY 150.5', '2024-01-03 USD 1.25', '2024-01-03 JPY 150'],
      anomalies: [],
    });
  });

  test('is read without unknown currencies, invalid or repeated days and invalid rates, which are reported', () => {
    const text =
      'Date,USD,EURO,\n2024-01-04,1.5,2,\n2024-02-30,1.5,2,\n2024-01-04,1.6,2,\n2024-01-03,-1,2,\n2024-01-02,0,2,\n2024-01-01,1e3,2,\n';
    expect(read(text)).toEqual({
      rates: ['2024-01-04 USD 1.5'],
      anomalies: ['unknown_currency', 'bad_date', 'repeated_day', 'bad_rate', 'bad_rate', 'bad_rate'],
    });
  });

  test('is read without a truncated row, whose last number may be incomplete', () => {
    expect(read('Date,USD,JPY,\n2024-01-04,1.5,150.5,\n2024-01-03,1.2')).toEqual({
      rates: ['2024-01-04 USD 1.5', '2024-01-04 JPY 150.5'],
      anomalies: ['cut_row'],
    });
  });

  test.each([
    ['', 'empty_answer'],
    ['Time,USD,\n2024-01-04,1.5,\n', 'unexpected_document'],
    ['{"error":"busy"}', 'unexpected_document'],
    [Buffer.from('PK\u0003\u0004 cut'), 'not_a_zip'],
  ])('%j is reported as no table of rates', (text, kind) => {
    expect(read(text)).toEqual({ rates: [], anomalies: [kind] });
  });
});

describe('the list of rates (made-up)', () => {
  test('is read by day, with single or double quotes', () => {
    const text = envelope(
      day('2024-01-04', cube('USD', '1.5'), '<Cube currency="JPY" rate="150.5"/>'),
      day('2024-01-03', cube('USD', '1.25')),
    );
    expect(read(text)).toEqual({
      rates: ['2024-01-04 USD 1.5', '2024-01-04 JPY 150.5', '2024-01-03 USD 1.25'],
      anomalies: [],
    });
  });

  test('reports invalid days, currencies and rates, and omits rates without a day', () => {
    const text = envelope(
      cube('USD', '1.5'),
      day('yesterday', cube('USD', '1')),
      day('2024-01-03', cube('US', '1'), cube('JPY', 'x')),
    );
    expect(read(text)).toEqual({ rates: [], anomalies: ['bad_date', 'unknown_currency', 'bad_rate'] });
  });

  test('gives no rates if it is a page', () => {
    expect(read('<html><body>busy</body></html>').rates).toEqual([]);
  });
});

describe.skipIf(!existsSync(FILES))('files of the bank (needs ../shared/data/market)', () => {
  test('give every rate of every day since 1999', () => {
    const { rates, anomalies } = read(readFileSync(`${FILES}eurofxref-hist_2024-01-05.zip`));
    // 6,405 days of 41 columns; counted by another program.
    expect([rates.length, anomalies]).toEqual([200_285, []]);
    expect(rates[0]).toBe('2024-01-04 USD 1.0953');
    expect(rates.at(-1)).toBe('1999-01-04 ZAR 6.9358');
    const lastOf = (currency: string) => rates.find(rate => rate.includes(` ${currency} `));
    expect(['RUB', 'HRK', 'TRL', 'BGN'].map(lastOf)).toEqual([
      '2022-03-01 RUB 117.201',
      '2022-12-30 HRK 7.5365',
      '2004-12-31 TRL 1836200',
      '2024-01-04 BGN 1.9558',
    ]);
  });

  test('give the rates of one day', () => {
    const { rates, anomalies } = read(readFileSync(`${FILES}eurofxref-daily_2017-03-08.xml`));
    expect([rates.length, rates[0], anomalies]).toEqual([31, '2017-03-08 USD 1.0556', []]);
  });
});

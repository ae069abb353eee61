import { expect, it } from 'vitest';
import { identifierKey } from '../ids.ts';
import { labelledNumber } from './number-labels.ts';

it.each([
  ['CIK 320193', 'cik', '320193'],
  ['CIK0000320193', 'cik', '0000320193'],
  ['CIK No. 320193', 'cik', '320193'],
  ['CIK#320193', 'cik', '320193'],
  ['EDINETコード　E02144', 'edinet', 'E02144'],
  ['法人番号：1180301018771', 'jcn', '1180301018771'],
  ['Company number SC095000', 'uk', 'SC095000'],
  ['CNPJ: 33.000.167/0001-01', 'cnpj', '33.000.167/0001-01'],
  ['ISIN US0378331005', 'isin', 'US0378331005'],
  ['ra000242:HRB 7042', 'ra000242', 'HRB 7042'],
  ['統編12345675', 'tw_ubn', '12345675'],
  ['Registered number: 07382019', 'uk', '07382019'],
  ['CUSIP No. 037833100', 'cusip', '037833100'],
  ['WKN 716460', 'wkn', '716460'],
  ['ticker CVS', 'ticker', 'CVS'],
])('splits %s', (text, scheme, number) => {
  expect(labelledNumber(text)).toMatchObject({ scheme, number });
});

it.each([
  ['証券コード 7203', 'jp'],
  ['종목코드 005930', 'kr'],
  ['股票代码：600519', 'cn'],
  ['股份代號 700', 'hk'],
  ['股票代號 2330', 'tw'],
  ['Euronext Paris: MC', 'eu'],
  ['コード番号 7203', 'jp'],
  ['코스피 005930', 'kr'],
  ['上交所：600519', 'cn'],
  ['A股代码 600519', 'cn'],
  ['港股 00700', 'hk'],
  ['上市 2330', 'tw'],
])('takes the market of a ticker from its label: %s', (text, marketId) => {
  expect(labelledNumber(text)).toMatchObject({ scheme: 'ticker', marketId });
});

it.each(['LEIA', 'cikarang listrindo', 'tickers', 'Aurora Widgets'])('finds no labelled number in %s', text => {
  expect(labelledNumber(text)).toBeNull();
});

it('takes a word that only begins like a label for another scheme', () => {
  expect(labelledNumber('LEIA 7')).toMatchObject({ scheme: 'leia', number: '7' });
});

it('gives a number one key in every notation', () => {
  const keys = ['33.000.167/0001-01', '33000167000101', '３３０００１６７０００１０１', '0033000167000101'].map(
    identifierKey,
  );
  expect(new Set(keys)).toEqual(new Set(['33000167000101']));
});

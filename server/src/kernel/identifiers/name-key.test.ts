import { describe, expect, it } from 'vitest';
import {
  nameKey,
  nameWords,
  withGroupSpeltOut,
  withGroupWords,
  withoutFormFirst,
  withoutGroupWords,
} from './name-key.ts';

describe('nameKey', () => {
  it.each([
    ['Apple Inc.', 'apple'],
    ['The Coca-Cola Company', 'coca cola'],
    ['COCA COLA CO', 'coca cola'],
    ['JPMORGAN CHASE & CO', 'jpmorgan chase'],
    ['BANK OF AMERICA CORP /DE/', 'bank of america'],
    ['APPLE COMPUTER INC/ FA', 'apple computer'],
    ['Moody’s Corporation', 'moodys'],
    ['Nestlé S.A.', 'nestle'],
    ['Petróleo Brasileiro S.A. - Petrobras', 'petroleo brasileiro sa petrobras'],
    ['Ørsted A/S', 'orsted'],
    ['Grupo Alondra, S.A.B. de C.V.', 'grupo alondra'],
    ['Alondra AG & Co. KGaA', 'alondra'],
    ['Alondra Società per Azioni', 'alondra'],
    ['Bank Alondra (Persero) Tbk PT', 'bank alondra'],
    ['Alondra, AB (publ)', 'alondra'],
    ['Alondra Sp. z o.o.', 'alondra'],
    ['ＴＯＹＯＴＡ', 'toyota'],
    ['ガンホー', 'ガンホー'],
    ['삼성전자', '삼성전자'],
    ['삼성전자(주)', '삼성전자'],
    ['極光科技(股)公司', '极光科技'],
    ['中國控股公司', '中国控股公司'],
    ['주식회사 카카오', '카카오'],
    ['삼성 전자', '삼성전자'],
    ['SK㈜', 'sk'],
    ['任天堂株式会社', '任天堂'],
    ['㈱日立製作所', '日立制作所'],
    ['株式会社　三菱ＵＦＪフィナンシャル・グループ', '三菱ufjフィナンシャルグループ'],
    ['ニンテンドウカブシキガイシャ', 'ニンテンドウ'],
    ['ﾆﾝﾃﾝﾄﾞｳ', 'ニンテンドウ'],
    ['にんてんどう', 'ニンテンドウ'],
    ['貴州茅臺酒股份有限公司', '贵州茅台酒'],
    ['贵州茅台酒股份有限公司', '贵州茅台酒'],
    ['騰訊控股有限公司', '腾讯控股'],
    ['豊田鉄工', '丰田铁工'],
    ['滙豐控股', '汇丰控股'],
    ['衞龍', '卫龙'],
    ['芸予', '芸予'],
    ['株式会社', '株式会社'],
    ['(株)', '株'],
    ['有', '有'],
    ['Company', 'company'],
    ['The', 'the'],
  ])('folds %s to %s', (name, key) => expect(nameKey(name)).toBe(key));

  it('returns an empty key for a name without letters or digits', () => expect(nameKey(' … / - ')).toBe(''));

  it('is idempotent', () => {
    for (const name of ['The Procter & Gamble Company', '㈱日立製作所', '騰訊控股有限公司', '(주)카카오']) {
      const once = nameKey(name);
      expect(nameKey(once)).toBe(once);
    }
  });
});

it('separates the words of a name from its legal forms', () => {
  expect(nameWords('The Alondra & Swift Co., Ltd.')).toEqual({
    name: ['alondra', 'and', 'swift'],
    forms: ['co', 'ltd'],
  });
});

it('drops a legal form that comes first only on request', () => {
  expect(withoutFormFirst(nameKey('PT Alondra Tbk'))).toBe('alondra');
  expect(withoutFormFirst('alondra')).toBeNull();
  expect(withoutFormFirst('ab')).toBeNull();
});

it.each([
  ['Alondra Group Holdings Ltd', 'alondra'],
  ['騰訊控股有限公司', '腾讯'],
  ['ソニーグループ株式会社', 'ソニー'],
  ['신한지주', '신한'],
  ['Holdings', null],
  ['控股', null],
  ['Groupon', null],
])('leaves out words for a group at the end of %s', (name, stem) => {
  expect(withoutGroupWords(nameKey(name))).toBe(stem);
});

it.each([
  ['オーロラＨＤ', 'オーロラホールディングス'],
  ['極光ＦＧ', '极光フィナンシャルグループ'],
  ['極光ＧＨＤ', '极光グループホールディングス'],
  ['極光Ｇ本社', '极光グループ本社'],
  ['Aurora HD', null],
  ['極光', null],
])('spells out the word for a group in %s', (name, key) => expect(withGroupSpeltOut(nameKey(name))).toBe(key));

it('adds each word for a group that is left out again, without a blank in Chinese, Japanese and Korean', () => {
  for (const key of ['alondra', nameKey('極光'), nameKey('신한')]) {
    const names = withGroupWords(key);
    expect(names.map(withoutGroupWords)).toEqual(names.map(() => key));
  }
  expect(withGroupWords('alondra')).toContain('alondra holdings');
  expect(withGroupWords('极光')).toContain('极光控股');
});

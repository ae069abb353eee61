import { describe, expect, it } from 'vitest';
import { prepareQuery } from './prepare-query.ts';

describe('prepareQuery', () => {
  it.each([
    ['copper -cobalt or "supply chain"', 'copper -cobalt or "supply chain"'],
    ['“supply chain” －cobalt', '"supply chain" -cobalt'],
    ['減損', '"減損"'],
    ['減損損失', '"減損 損損 損失"'],
    ['のれんの減損 -自己株式', '"のれ れん んの の減 減損" -"自己 己株 株式"'],
    ['-"減損損失" のれん', '-"減損 損損 損失" "のれ れん"'],
    ['減損 or 売却', '"減損" or "売却"'],
    ['IFRS第16号', '"ifrs 第 16 号"'],
    ['税効果16', '"税効 効果 果 16"'],
    ['ＥＢＩＴＤＡ', 'ebitda'],
    ['のれん、減損', '"のれ れん" "減損"'],
    ['"資 産 合 計"', '"資産 産合 合計"'],
    ['"open 減損', '"open 減損"'],
    ['"株"', '"株"'],
    ['EBITDA(調整後)', '"ebitda( 調整 整後"'],
    ['revenue -- cost', 'revenue cost'],
    [`a ${'- '.repeat(40)}b (-(-(-c "d"--e`, 'a b ( c "d" e'],
    ['R&D -R&D', 'r&d -r&d'],
  ])('makes %s into %s', (q, websearch) => expect(prepareQuery(q).websearch).toBe(websearch));

  it.each([
    ['매출액은', '"매출 출액"'],
    ['매출액이', '"매출 출액"'],
    ['매출액을', '"매출 출액"'],
    ['회사가', '"회사"'],
    ['회사로', '"회사"'],
    ['서울로', '"서울"'],
    ['자본으로', '"자본"'],
    ['이사회에서', '"이사 사회"'],
    ['매출원가', '"매출 출원 원가"'],
    ['감정평가', '"감정 정평 평가"'],
    ['회의', '"회의"'],
    ['"매출액은"', '"매출 출액 액은"'],
  ])('takes the particle off %s', (q, websearch) => expect(prepareQuery(q).websearch).toBe(websearch));

  it('returns terms to mark, without excluded ones', () => {
    const { terms, hasUnspaced } = prepareQuery('のれん -減損 copper');
    expect(hasUnspaced).toBe(true);
    expect(terms.map(term => 'のれん の れん 減損'.match(term))).toEqual([['のれん', 'の れん']]);
    expect(prepareQuery('copper')).toMatchObject({ hasUnspaced: false, terms: [] });
  });

  it('accepts any input', () => {
    for (const q of [
      '',
      '"',
      '-',
      '-"',
      '""',
      '。。',
      '・・',
      '👨‍👩‍👧',
      '\u202e減損',
      '-'.repeat(256),
      '"減'.repeat(128),
    ]) {
      expect(() => prepareQuery(q), q).not.toThrow();
    }
  });
});

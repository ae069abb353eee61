import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { describeWith } from '../../../test/describe-with.ts';
import {
  isCnpj,
  isFigi,
  isIsin,
  isinFromTaiwanCode,
  isJapaneseCorporateNumber,
  isLei,
  isTaiwanBusinessNumber,
  isUnifiedSocialCreditCode,
  toJapaneseCorporateNumber,
} from './check-digits.ts';

const VECTORS = new URL('../../../../../shared/data/intl/reference/check_digit_vectors.json', import.meta.url);

describe('check digits', () => {
  it('accepts published identifiers of Apple Inc.', () => {
    expect(isLei('HWUPKR0MPOU8FGXBT394')).toBe(true);
    expect(isIsin('US0378331005')).toBe(true);
  });

  it('rejects a wrong digit, a wrong length, lower case and text that is not an identifier', () => {
    expect(isLei('HWUPKR0MPOU8FGXBT395')).toBe(false);
    expect(isIsin('US0378331006')).toBe(false);
    for (const text of ['', 'us0378331005', 'US037833100', 'US03783310055', '０３７８３３１００', 'US0378331\u00005']) {
      expect([isLei(text), isIsin(text)]).toEqual([false, false]);
    }
  });

  it("accepts published identifiers of IBM, Petrobras and SoftBank Group and the tax office's alphanumeric CNPJ", () => {
    expect(isFigi('BBG000BLNNH6')).toBe(true);
    expect(isCnpj('33.000.167/0001-01')).toBe(true);
    expect(isCnpj('33000167000101')).toBe(true);
    expect(isCnpj('12.ABC.345/01DE-35')).toBe(true);
    expect(isJapaneseCorporateNumber('1010401056795')).toBe(true);
    expect(isUnifiedSocialCreditCode('91110000600037341L')).toBe(true);
  });

  it('accepts corporate numbers of the ministry’s example and of three companies, and rejects other first digits', () => {
    const valid = ['5835678256246', '5070001000715', '3010001192221', '1130001011420'];
    expect(valid.map(isJapaneseCorporateNumber)).toEqual([true, true, true, true]);
    expect(['2835678256246', '583567825624', '0130001011420', ''].some(isJapaneseCorporateNumber)).toBe(false);
  });

  it('accepts business numbers of Taiwan, with the exception for a seventh digit of 7', () => {
    // Taiwan Semiconductor, Taiwan Cement, and the ministry's example of the exception.
    expect(['22099131', '11913502', '10458575'].map(isTaiwanBusinessNumber)).toEqual([true, true, true]);
    expect(['22099132', '10458576', '2209913', '220991310', ''].some(isTaiwanBusinessNumber)).toBe(false);
  });

  it('derives the ISIN of a share of Taiwan from its code (Taiwan Semiconductor)', () => {
    expect(isinFromTaiwanCode('2330')).toBe('TW0002330008');
  });

  it('derives a corporate number from its company registration number (Nintendo Co., Ltd.)', () => {
    expect(toJapaneseCorporateNumber('130001011420')).toBe('1130001011420');
    expect(toJapaneseCorporateNumber('13000101142')).toBeNull();
    expect(toJapaneseCorporateNumber('１３０００１０１１４２０')).toBeNull();
  });

  it('rejects a single wrong digit, mixed formats, lower case and look-alikes', () => {
    const all = [isFigi, isCnpj, isJapaneseCorporateNumber, isUnifiedSocialCreditCode];
    for (const text of [
      'BBG000BLNNH5',
      'BSG000BLNNH6',
      '33.000.167/0001-02',
      '33.000.1670001-01',
      '00000000000000',
      '1010401056796',
      '0010401056795',
      '91110000600037341M',
      '91110000600037341l',
      '',
      '\u0000',
    ]) {
      expect([text, ...all.map(isValid => isValid(text))]).toEqual([text, false, false, false, false]);
    }
  });
});

describeWith(VECTORS)('check digits against the collected vectors (skipped if they are missing)', () => {
  const vectors = JSON.parse(readFileSync(VECTORS, 'utf8')) as Record<string, { valid: string[]; invalid: string[] }>;
  it.each([
    ['lei', isLei],
    ['isin', isIsin],
    ['figi', isFigi],
    ['br_cnpj', isCnpj],
    // The vectors write this identifier with hyphens, the registry without.
    ['jp_corporate_number', (text: string) => isJapaneseCorporateNumber(text.replaceAll('-', ''))],
    ['cn_uscc', isUnifiedSocialCreditCode],
  ] as const)('classifies the collected vectors of %s', (scheme, isValid) => {
    const { valid = [], invalid = [] } = vectors[scheme] ?? {};
    expect(valid.length).toBeGreaterThan(0);
    expect(valid.filter(text => !isValid(text))).toEqual([]);
    expect(invalid.filter(isValid)).toEqual([]);
  });
});

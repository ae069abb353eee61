import { describe, expect, it } from 'vitest';
import { parseDecimal, quotient, roundTo, subtract, toText } from './decimal.ts';

const rounded = (text: string, places: number) => toText(roundTo(parseDecimal(text), places));

describe('decimals', () => {
  it('round half to even, above and below zero', () => {
    expect(['0.5', '1.5', '2.5', '-0.5', '-1.5', '-2.5'].map(text => rounded(text, 0))).toEqual([
      '0',
      '2',
      '2',
      '0',
      '-2',
      '-2',
    ]);
    expect(rounded('2.345', 2)).toBe('2.34');
    expect(rounded('2.3450001', 2)).toBe('2.35');
    // As a double, 1.005 is a little less than itself.
    expect(rounded('1.005', 2)).toBe('1.00');
    expect(rounded('1.015', 2)).toBe('1.02');
  });

  it('keep digits that a double loses', () => {
    expect(rounded('12345678901234567890.5', 1)).toBe('12345678901234567890.5');
    expect(toText(subtract(parseDecimal('9007199254740993'), parseDecimal('0.1')))).toBe('9007199254740992.9');
  });

  it('parse exponents and pad decimal places', () => {
    expect(rounded('1e-7', 8)).toBe('0.00000010');
    expect(rounded('2.5e3', 0)).toBe('2500');
    expect(() => parseDecimal('1,5')).toThrow(RangeError);
  });

  it('divide exactly before rounding: Apple’s revenue grew 6.4255 % in 2025', () => {
    const growth = quotient(
      subtract(parseDecimal('416161000000'), parseDecimal('391035000000')),
      parseDecimal('391035000000'),
      6,
    );
    expect(growth && toText(growth)).toBe('0.064255');
    expect(quotient(parseDecimal('1'), parseDecimal('0.00'), 2)).toBeNull();
    expect(toText(quotient(parseDecimal('-1'), parseDecimal('8'), 2) ?? parseDecimal('0'))).toBe('-0.12');
  });
});

import { describe, expect, it } from 'vitest';
import { toText } from './decimal.ts';
import { describeNumber, parseNumber, serialiseNumber } from './parse-number.ts';

const amount = { isPercent: false };
const percent = { isPercent: true };

function read(typed: string, how = amount): string | null {
  const number = parseNumber(typed, how);
  return number && toText(number);
}

describe('typed numbers', () => {
  it.each([
    ['400 M', '400000000'],
    ['400m', '400000000'],
    ['1.25 bn', '1250000000'],
    ['2 trillion', '2000000000000'],
    ['12,500', '12500'],
    ['12 500 k', '12500000'],
    ['-3,000', '-3000'],
    ['−3', '-3'],
    ['(3,000)', '-3000'],
    ['4e8', '400000000'],
    ['.5', '0.5'],
    ['3億', '300000000'],
    ['5만', '50000'],
    ['0.10', '0.1'],
    ['30%', '0.3'],
  ])('parses %s as %s', (typed, expected) => expect(read(typed)).toBe(expected));

  it('accepts percent with and without its sign', () => {
    expect(read('30', percent)).toBe('0.3');
    expect(read('30%', percent)).toBe('0.3');
    expect(read('-2.5 %', percent)).toBe('-0.025');
  });

  it.each(['', 'M', 'four', '1,5', '1,23,456', '4 parsecs', '1.2.3', '--3'])('rejects “%s”', typed =>
    expect(read(typed)).toBeNull(),
  );

  it('are serialised exactly and described with every digit', () => {
    const both = (typed: string, how = amount) => {
      const number = parseNumber(typed, how);
      return number && [serialiseNumber(number), describeNumber(number, how)];
    };
    expect(both('400 M')).toEqual(['4e8', '400 m']);
    expect(both('-1.25 bn')).toEqual(['-125e7', '−1.25 bn']);
    expect(both('412,345,678')).toEqual(['412345678', '412,345,678']);
    expect(both('0')).toEqual(['0', '0']);
    expect(both('1.5')).toEqual(['1.5', '1.5']);
    expect(both('30', percent)).toEqual(['0.3', '30%']);
    expect(both('-0.5', percent)).toEqual(['-0.005', '−0.5%']);
  });
});

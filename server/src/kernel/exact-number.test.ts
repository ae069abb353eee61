import { expect, test } from 'vitest';
import { canonicalDecimal, decimalPlaces, multiplyDecimals, readExactNumber, toScaledInteger } from './exact-number.ts';

test.each([
  ['1', '1'],
  ['-0', '0'],
  ['+007.500', '7.5'],
  ['.5', '0.5'],
  ['5.', '5'],
  ['1.5e3', '1500'],
  ['-1.25E-4', '-0.000125'],
  ['12345678901234567890.10', '12345678901234567890.1'],
  ['0.000', '0'],
  ['0e5', '0'],
])('canonicalDecimal writes %s as %s', (text, canonical) => {
  expect(canonicalDecimal(text)).toBe(canonical);
});

test.each(['', '.', 'NaN', '1,000', '0x10', '1e', '1e999999', '--1', `1${'0'.repeat(500)}`])(
  'canonicalDecimal rejects %s',
  text => {
    expect(canonicalDecimal(text)).toBeNull();
  },
);

test('readExactNumber keeps digits only where a double loses them', () => {
  expect(readExactNumber('394328000000')).toEqual({ value: 394328000000, exact: null });
  expect(readExactNumber('9007199254740993')).toEqual({ value: 9007199254740992, exact: '9007199254740993' });
  expect(readExactNumber('9007199254740992')).toEqual({ value: 9007199254740992, exact: null });
  expect(readExactNumber('0.1000000000000000000001')).toEqual({ value: 0.1, exact: '0.1000000000000000000001' });
  expect(readExactNumber('20780000000.0000')).toEqual({ value: 20780000000, exact: null });
  expect(readExactNumber('6.130000000000000000')).toEqual({ value: 6.13, exact: null });
});

test('readExactNumber returns null for text that is not a finite number', () => {
  for (const text of ['1e400', 'NaN', '', ' ', 'Infinity', 'null']) expect(readExactNumber(text)).toBeNull();
});

test('toScaledInteger converts a decimal to integer units of its smallest place', () => {
  expect(['-12.50', '7', '0.125'].map(decimalPlaces)).toEqual([2, 0, 3]);
  expect(['-12.50', '7', '0.125'].map(digits => toScaledInteger(digits, 3))).toEqual([-12_500n, 7_000n, 125n]);
});

test('multiplyDecimals is exact', () => {
  expect(multiplyDecimals('1500', '66.903')).toBe('100354.5');
  expect(multiplyDecimals('0.1', '0.2')).toBe('0.02');
  expect(multiplyDecimals('-12.50', '0')).toBe('0');
  expect(multiplyDecimals('98765432109876543210', '1.5')).toBe('148148148164814814815');
});

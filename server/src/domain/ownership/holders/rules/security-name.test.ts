import { expect, test } from 'vitest';
import { nameKey } from '../../../../kernel/identifiers/name-key.ts';
import { securityNameKey } from './security-name.ts';
import { maySplit, splitFactorOf } from './split-factor.ts';

test.each([
  ['ALLY FINL INC', 'Ally Financial Inc.'],
  ['GENERAL MTRS CO', 'General Motors Co'],
  ['OCCIDENTAL PETE CORP', 'OCCIDENTAL PETROLEUM CORP /DE/'],
  ['MARSH & MCLENNAN COS INC', 'MARSH & MCLENNAN COMPANIES, INC.'],
  ['ALPHABET INC CAP STK CL C', 'Alphabet Inc.'],
  ['BERKSHIRE HATHAWAY INC DEL CL B NEW', 'BERKSHIRE HATHAWAY INC'],
  ['3M CO', '3M CO'],
])('%s is what lists call %s', (listed, name) => {
  expect(securityNameKey(listed)).toBe(nameKey(name));
});

test('splitFactorOf detects a split if shares and price change inversely by one ratio', () => {
  const held = (...pairs: [number, number][]) => pairs.map(([previousShares, shares]) => ({ previousShares, shares }));
  const traded = held([100, 400], [50, 200], [30, 121], [70, 300], [10, 40]);
  expect(splitFactorOf(traded, 4.2)).toBe(4);
  // A 1:10 reverse split.
  expect(splitFactorOf(held([1_000, 100], [50, 5]), 0.11)).toBeCloseTo(0.1);
  // All holders bought at an unchanged price: no split. Neither if few holders trade, or at different ratios.
  expect(splitFactorOf(traded, 1.02)).toBe(1);
  expect(splitFactorOf(held([100, 190], [50, 90]), 1.9)).toBe(1);
  expect(splitFactorOf([], 2)).toBe(1);
  expect(splitFactorOf(held([0, 5]), Number.NaN)).toBe(1);
  expect([maySplit(4), maySplit(0.1), maySplit(1.05), maySplit(Number.NaN)]).toEqual([true, true, false, false]);
});

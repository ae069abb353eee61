import { describe, expect, it } from 'vitest';
import { plainNumber } from './json-number.ts';

describe('plainNumber', () => {
  it.each([
    [1e21, undefined, '1000000000000000000000'],
    [1.5e-7, undefined, '0.00000015'],
    [-1e-7, undefined, '-0.0000001'],
    [0, undefined, '0'],
    [-0, undefined, '0'],
    [416_161_000_000, undefined, '416161000000'],
    [0.1, undefined, '0.1'],
    [12_345_678_901_234_568, '12345678901234567.89', '12345678901234567.89'],
  ])('writes %d (%s) as %s', (value, exact, text) => {
    expect(JSON.stringify({ value: plainNumber(value, exact) })).toBe(`{"value":${text}}`);
  });

  it('rejects numbers that are not finite', () => {
    expect(() => plainNumber(Number.POSITIVE_INFINITY)).toThrow(RangeError);
    expect(() => plainNumber(Number.NaN)).toThrow(RangeError);
  });
});

import { describe, expect, it } from 'vitest';
import { filingGrains } from '../periods/filing-grains.ts';
import { decimalPlaces, exactSum, halfWidth, isSameWithin } from './precision.ts';

describe('rounding', () => {
  it('is half the last filed digit', () => {
    expect(halfWidth(1_234_000, -3)).toBe(500);
    expect(halfWidth(1_234_000, 'INF')).toBe(0);
    expect(halfWidth(6.13, 2)).toBe(0.005);
  });

  it('is inferred from the zeros at the end, no coarser than millions', () => {
    expect(halfWidth(391_035_000_000, null)).toBe(500_000);
    expect(halfWidth(400_000_000_000, null)).toBe(500_000);
    expect(halfWidth(828_709_000, null)).toBe(500);
    expect(halfWidth(828_709_123, null)).toBe(0.5);
  });

  it('is a hundredth for amounts per share, including round ones', () => {
    expect(halfWidth(1, null)).toBe(0.005);
    expect(halfWidth(2.5, null)).toBe(0.005);
    expect(halfWidth(0.125, null)).toBe(0.0005);
  });

  it('never turns a value into zero, its opposite or another figure', () => {
    expect(isSameWithin(151_359_000, 151_000_000, 500_000)).toBe(true);
    expect(isSameWithin(151_359_000, 152_000_000, 500_000)).toBe(false);
    expect(isSameWithin(400_000, 0, 500_000)).toBe(false);
    expect(isSameWithin(-200_000, 200_000, 500_000)).toBe(false);
  });

  it('follows the filing if a figure is round by chance', () => {
    const value = Float64Array.from([1_234_000, 5_000_000, 7_001_000, 12_345_000, 998_000, 41_000]);
    const filing = new Int16Array(value.length);
    expect([...filingGrains({ count: value.length, value, filing }, 1, () => true)]).toEqual([500]);
    expect([...filingGrains({ count: 2, value, filing }, 1, () => true)]).toEqual([Number.POSITIVE_INFINITY]);
  });
});

describe('sums', () => {
  it('contain no noise of binary fractions', () => {
    expect(exactSum([0.3, 0.1], [1, -1])).toBe(0.2);
    expect(exactSum([1e15, 0.25], [1, -1])).toBe(999999999999999.75);
    expect(exactSum([3_626_396_000, 2_639_626_000], [1, -1])).toBe(986_770_000);
    expect(Object.is(exactSum([5, 5], [1, -1]), 0)).toBe(true);
  });

  it('count the places of numbers written with an exponent', () => {
    expect([decimalPlaces(1e-7), decimalPlaces(1.5e-7), decimalPlaces(12.25), decimalPlaces(1e21)]).toEqual([
      7, 8, 2, 0,
    ]);
  });
});

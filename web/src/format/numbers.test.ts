import { describe, expect, it } from 'vitest';
import { parseDecimal } from './decimal.ts';
import {
  chooseScale,
  formatAmount,
  formatChange,
  formatCount,
  formatExact,
  formatPercent,
  formatShort,
} from './numbers.ts';

const amount = (text: string, scale: 0 | 3 | 6 | 9, places = 0) => {
  const { text: shown, hanging } = formatAmount(parseDecimal(text), scale, places);
  return shown + hanging;
};
const change = (from: string, to: string) => {
  const figure = formatChange(parseDecimal(from), parseDecimal(to));
  return figure && figure.text + figure.hanging;
};

describe('amounts', () => {
  it('are scaled and grouped, with negative ones in brackets', () => {
    expect(amount('416161000000', 6)).toBe('416,161');
    expect(amount('-321000000', 6)).toBe('(321)');
    expect(amount('7.46', 0, 2)).toBe('7.46');
    expect(amount('-0.004', 0, 2)).toBe('0.00');
    expect(amount('2500000', 6)).toBe('2');
    expect(amount('3500000', 6)).toBe('4');
  });

  it('share the largest scale whose median is a thousand or more', () => {
    expect(chooseScale([416_161e6, 391_035e6, 383_285e6])).toBe(6);
    expect(chooseScale([5_000e9])).toBe(9);
    expect(chooseScale([999_999])).toBe(0);
    expect(chooseScale([1_000_000])).toBe(3);
    expect(chooseScale([])).toBe(0);
  });

  it('have a short form for running text', () => {
    expect(formatShort(parseDecimal('416161000000'))).toEqual({ number: '416.2', word: 'bn' });
    expect(formatShort(parseDecimal('258935494000000'))).toEqual({ number: '258.9', word: 'tn' });
    expect(formatShort(parseDecimal('-1286000000'))).toEqual({ number: '−1.3', word: 'bn' });
    expect(formatShort(parseDecimal('7.46'))).toEqual({ number: '7.46', word: '' });
    expect(formatCount(25_469)).toBe('25,469');
    expect(formatCount(3_812_345)).toBe('3.8 M');
    expect(formatExact('-12345678901234567.25')).toBe('−12,345,678,901,234,567.25');
  });
});

describe('changes', () => {
  it('carry their sign', () => {
    expect(change('391035', '416161')).toBe('+6.4%');
    expect(change('394328', '383285')).toBe('−2.8%');
    expect(change('100', '100')).toBe('0.0%');
  });

  it('are not meaningful from or to a negative amount, and need a base', () => {
    expect(change('-5', '5')).toBe('n.m.');
    expect(change('5', '-5')).toBe('n.m.');
    expect(change('0', '5')).toBeNull();
    expect(formatChange(null, parseDecimal('1'))).toBeNull();
  });

  it('of ratios are percent', () => {
    expect(formatPercent(parseDecimal('0.4691'))).toEqual({ text: '46.9', hanging: '%' });
    expect(formatPercent(parseDecimal('-0.402'))).toEqual({ text: '−40.2', hanging: '%' });
  });
});

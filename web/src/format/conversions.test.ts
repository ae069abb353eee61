import { describe, expect, it } from 'vitest';
import { conversionOf, describeConversion } from './conversions.ts';

const average = {
  from: 'JPY',
  to: 'USD',
  rate_kind: 'average',
  rate: 0.00739375116958,
  rate_from: '2022-04-01',
  rate_to: '2023-03-31',
  days: 258,
  source: 'ecb',
} as const;
const closing = { ...average, rate_kind: 'closing', rate: 140, rate_from: '2023-03-31', days: 1 } as const;

describe('currency conversions', () => {
  it('are described with their rate and its days', () => {
    expect(describeConversion(average)).toBe(
      '1 JPY = 0.00739375 USD, mean of 258 days, 1 Apr 2022 – 31 Mar 2023 (ECB)',
    );
    expect(describeConversion(closing)).toBe('1 JPY = 140 USD, rate of 31 Mar 2023 (ECB)');
    expect(describeConversion({ ...average, rate: null, rate_from: null, rate_to: null, days: 0 })).toBe(
      'no stored rate of JPY in USD',
    );
  });

  it('use the average rate for flows and per-share figures, the closing rate for balances, and none otherwise', () => {
    const both = [average, closing];
    expect(conversionOf({ unit_kind: 'currency', period_type: 'duration' }, both)).toBe(average);
    expect(conversionOf({ unit_kind: 'currency_per_share', period_type: 'duration' }, both)).toBe(average);
    expect(conversionOf({ unit_kind: 'currency', period_type: 'instant' }, both)).toBe(closing);
    expect(conversionOf({ unit_kind: 'shares', period_type: 'instant' }, both)).toBeNull();
    expect(conversionOf({ unit_kind: 'currency', period_type: 'instant' }, undefined)).toBeNull();
  });
});

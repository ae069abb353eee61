import type { SupplyDisclosure } from '@asfiled/client';
import { expect, test } from 'vitest';
import { describeDisclosure, formatShare } from './labels.ts';

const share = {
  concentration_pct: 21,
  concentration_of: 'revenue',
  concentration_base: null,
  is_at_least: false,
} as const;

test('describes a share with its base', () => {
  expect(formatShare(share)).toBe('21 % of revenue');
  expect(formatShare({ ...share, concentration_base: 'sales in the United States' })).toBe(
    '21 % of sales in the United States',
  );
  expect(formatShare({ ...share, concentration_of: 'purchases', is_at_least: true })).toBe('over 21 % of purchases');
  expect(formatShare({ ...share, concentration_pct: null })).toBeNull();
});

test('describes a threshold', () => {
  const none: SupplyDisclosure = {
    ...share,
    concentration_pct: null,
    disclosure_id: 'd',
    concentration_type: 'customer',
    label: 'no customer',
    group_size: null,
    threshold_pct: 10,
    period_start: null,
    period_end: '2025-12-31',
    evidence: [],
  };
  expect(describeDisclosure(none)).toBe('none above 10 % of revenue');
  expect(describeDisclosure({ ...none, threshold_pct: null, concentration_pct: 51 })).toBe('51 % of revenue');
});

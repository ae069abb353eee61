import { expect, test } from 'vitest';
import { isRequested } from './discovery.ts';

test('a filing is requested by its form, its category or an item code', () => {
  const kind = { formType: 'Financial Statements', category: 'annual_report', itemCodes: ['13300'] };
  expect(isRequested(kind, 'all')).toBe(true);
  expect(
    [['financial statements'], ['ANNUAL_REPORT'], ['13300'], ['x', '13300']].map(forms => isRequested(kind, forms)),
  ).toEqual([true, true, true, true]);
  expect(isRequested(kind, [])).toBe(false);
  expect(isRequested(kind, ['financial'])).toBe(false);
});

import { expect, test } from 'vitest';
import { lineItemOf } from '../../financials/rules/line-items.ts';
import { earliestYear } from './expressions/expression.ts';
import { MEASURES, VOCABULARY } from './measures.ts';

test('measures have unique codes that no line item has', () => {
  const codes = MEASURES.map(measure => measure.code);
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes.filter(code => lineItemOf(code) !== undefined)).toEqual([]);
});

test('every measure has a label and a definition, and reads at most three years', () => {
  for (const { code, label, definition } of MEASURES) {
    expect(label, code).not.toBe('');
    expect(definition, code).toMatch(/\.$/);
    expect(earliestYear(VOCABULARY.lookUp(code) ?? { kind: 'number', value: Number.NaN }), code).toBeLessThanOrEqual(2);
  }
});

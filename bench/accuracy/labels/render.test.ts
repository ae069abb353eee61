import { expect, test } from 'vitest';
import { wilson } from './render.ts';

test('computes the Wilson score interval of a share in percent', () => {
  const interval = wilson(81, 263);
  expect(interval?.low).toBeCloseTo(25.53, 1);
  expect(interval?.high).toBeCloseTo(36.62, 1);
  expect(wilson(20, 20)?.high).toBeCloseTo(100, 6);
  expect(wilson(0, 0)).toBeNull();
});

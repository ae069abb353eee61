import { expect, it } from 'vitest';
import { spellingOf } from './edit-cost.ts';

const costOf = (query: string, name: string) => spellingOf(query, name, 3)?.cost ?? null;

it.each([
  ['lanten', 'lantern', 1],
  ['lantren', 'lantern', 1],
  ['lintern', 'lantern', 1],
  ['lanntern', 'lantern', 0.8],
  ['lan tern', 'lantern', 0.3],
  ['aurora widgts', 'aurora widgets holdings', 1],
  ['bantern', 'lantern', 1.5],
])('computes the cost of %s for %s', (query, name, cost) => {
  expect(costOf(query, name)).toBeCloseTo(cost);
});

it('ends at whole words and prefers those at the beginning', () => {
  expect(spellingOf('lantren', 'lanterns lantern', 3)).toEqual({ cost: 1.4, covered: 7 });
  expect(spellingOf('lantren', 'lantern lighting', 3)).toEqual({ cost: 1, covered: 7 });
  expect(spellingOf('lan', 'lantern', 1)).toBeNull();
});

it('returns null for more slips than allowed', () => {
  expect(spellingOf('lamtrem', 'lantern', 2)).toBeNull();
});

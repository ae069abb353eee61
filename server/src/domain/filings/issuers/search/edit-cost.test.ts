import { expect, it } from 'vitest';
import { Speller } from './edit-cost.ts';

const costOf = (query: string, name: string) => new Speller(query, 3).spell(name)?.cost ?? null;

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
  expect(new Speller('lantren', 3).spell('lanterns lantern')).toEqual({ cost: 1.4, covered: 7 });
  expect(new Speller('lantren', 3).spell('lantern lighting')).toEqual({ cost: 1, covered: 7 });
  expect(new Speller('lan', 1).spell('lantern')).toBeNull();
});

it('returns null for more slips than allowed', () => {
  expect(new Speller('lamtrem', 2).spell('lantern')).toBeNull();
});

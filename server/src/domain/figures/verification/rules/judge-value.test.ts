import { expect, it } from 'vitest';
import { randomNumbers } from '../../../../../test/seeds/restating-filer.ts';
import type { KpiValue } from '../../financials/model/financials.ts';
import type { FoundFact, WantedFact } from '../model.ts';
import { checkClaim, checkElement, checkFormula, digitsOf, reasonOf, verdictOf } from './judge-value.ts';

function stored(value: number, other: Partial<KpiValue> = {}): KpiValue {
  return {
    value,
    unit: 'USD',
    method: 'reported',
    concept: 'us-gaap:Revenues',
    accession: 'a',
    periodStart: '2024-01-01',
    periodEnd: '2024-12-31',
    decimals: -6,
    status: 'published',
    flags: [],
    ...other,
  };
}

const WANTED: WantedFact = {
  concept: 'us-gaap:Revenues',
  unit: 'USD',
  dimensions: '',
  periodStart: '2024-01-01',
  periodEnd: '2024-12-31',
  value: '0',
  accession: 'a',
  place: null,
};

const found = (value: string | null, other: Partial<FoundFact> = {}): FoundFact => ({
  concept: 'us-gaap:Revenues',
  unit: 'USD',
  dimensions: {},
  periodStart: '2024-01-01',
  periodEnd: '2024-12-31',
  value,
  decimals: -6,
  element: null,
  ...other,
});

const isConfirmed = (value: KpiValue, fact: FoundFact) =>
  checkElement(value, digitsOf(value), WANTED, fact).result === 'confirmed';

it('refutes 1,000 changed values, concepts, units and dates, and confirms the unchanged ones', () => {
  const random = randomNumbers(5);
  for (let turn = 0; turn < 1_000; turn++) {
    const number = Math.round((random() - 0.5) * 1e12) / 100;
    const value = stored(number);
    expect(isConfirmed(value, found(digitsOf(value)))).toBe(true);
    const changes: Partial<FoundFact>[] = [
      { value: digitsOf(stored(number + 0.01)) },
      { value: digitsOf(stored(-number)) },
      { value: digitsOf(stored(number * 1_000)) },
      { value: null },
      { concept: 'us-gaap:SalesRevenueNet' },
      { unit: 'EUR' },
      { periodStart: '2024-01-02' },
      { periodEnd: '2024-12-30' },
    ];
    const changed = { ...found(digitsOf(value)), ...changes[turn % changes.length] };
    expect([number, changed, isConfirmed(value, changed)]).toEqual([number, changed, false]);
    expect(checkClaim(number + 0.01, digitsOf(value)).result).toBe('refuted');
  }
});

it('turns the sign of values that the rules turned, and keeps digits beyond doubles', () => {
  expect(isConfirmed(stored(5, { flags: ['negated'] }), found('-5'))).toBe(true);
  expect(isConfirmed(stored(5, { flags: ['negated'] }), found('5'))).toBe(false);
  const long = stored(12345678901234568, { exact: '12345678901234567.89' });
  expect(isConfirmed(long, found('12345678901234567.89'))).toBe(true);
  expect(isConfirmed(long, found('12345678901234567.88'))).toBe(false);
});

it('recomputes sums exactly and quotients to their decimals', () => {
  const term = (value: number, weight: number) => ({ name: 'x', role: 'term' as const, weight, value: stored(value) });
  const sum = (value: number) =>
    checkFormula(stored(value, { method: 'derived', formula: 'a - b', inputs: [term(0.3, 1), term(0.1, -1)] })).result;
  expect([sum(0.2), sum(0.2000001)]).toEqual(['confirmed', 'refuted']);
  const ratio = (value: number, opening: number | null) => {
    const inputs = [
      { name: 'a', role: 'numerator' as const, weight: 1, value: stored(1) },
      { name: 'b', role: 'denominator' as const, weight: 1, value: stored(3) },
      ...(opening === null ? [] : [{ name: 'b', role: 'opening' as const, weight: 1, value: stored(opening) }]),
    ];
    return checkFormula(stored(value, { method: 'derived', formula: 'a / b', decimals: 4, inputs })).result;
  };
  expect([ratio(0.3333, null), ratio(0.3334, null), ratio(0.5, 1)]).toEqual(['confirmed', 'refuted', 'confirmed']);
  expect(checkFormula(stored(1, { method: 'derived', formula: 'a' })).result).toBe('not_checked');
});

it('confirms only if every step holds, whatever is known of the registry’s address', () => {
  const step = (result: 'confirmed' | 'refuted' | 'not_checked', name: 'archive' | 'registry' = 'archive') => ({
    step: name,
    result,
    detail: result,
  });
  expect(verdictOf([])).toBe('not_verifiable');
  expect(verdictOf([step('confirmed'), step('not_checked', 'registry')])).toBe('confirmed');
  expect(verdictOf([step('confirmed'), step('not_checked')])).toBe('not_verifiable');
  expect(verdictOf([step('refuted'), step('not_checked')])).toBe('refuted');
  expect(reasonOf([step('refuted'), step('not_checked')])).toBe('refuted');
  expect(reasonOf([step('confirmed')])).toBeNull();
});

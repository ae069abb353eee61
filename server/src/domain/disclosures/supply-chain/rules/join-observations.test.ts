import { describe, expect, test } from 'vitest';
import { supplyStatement } from '../../../../../test/seeds/supply-chain.ts';
import type { SupplyStatement } from '../model.ts';
import { joinObservations, type Observation } from './join-observations.ts';

function observed(year: number, other: Partial<SupplyStatement> = {}, filing = `f-${year}`): Observation {
  const statement = supplyStatement({
    nameAsFiled: 'Brook Retail, Inc.',
    periodStart: `${year}-01-01`,
    periodEnd: `${year}-12-31`,
    ...other,
  });
  return { statement, filingId: filing, url: `https://example.org/${filing}`, knownAt: `${year + 1}-02-19T21:00:00Z` };
}

const annual = (year: number) => ({
  filingId: `f-${year}`,
  periodEnd: `${year}-12-31`,
  knownAt: `${year + 1}-02-19T21:00:00Z`,
});

describe('joinObservations', () => {
  test('takes the share from the newest period and joins consecutive years into one span', () => {
    const edge = joinObservations(
      [observed(2022, { concentrationPct: 12 }), observed(2023, { concentrationPct: 14, amount: 5, currency: 'USD' })],
      [annual(2022), annual(2023)],
      '2024-06-30',
    );
    expect(edge).toMatchObject({
      concentrationPct: 14,
      amount: 5,
      currency: 'USD',
      validFrom: '2022-01-01',
      validTo: '2025-03-31',
      isExpired: false,
      observationsCount: 2,
      knownAt: '2024-02-19T21:00:00Z',
    });
    expect(edge.evidence.map(item => item.filingId)).toEqual(['f-2023', 'f-2022']);
  });

  test('counts a base in two spellings once: the newest filing wins', () => {
    const share = { concentrationPct: 40, concentrationBase: 'Sales in the United States' };
    const again = { concentrationPct: 41, concentrationBase: 'sales in the U.S.' };
    const amended = { ...observed(2023, again, 'f-amended'), knownAt: '2024-09-01T21:00:00Z' };
    const edge = joinObservations([observed(2023, share), amended], [], '2024-12-31');
    expect(edge).toMatchObject({ concentrationPct: 41, observationsCount: 1 });
  });

  test('prefers total revenue over receivables and partial bases within a period', () => {
    const edge = joinObservations(
      [
        observed(2023, { concentrationPct: 30, concentrationOf: 'receivables', periodStart: null }),
        observed(2023, { concentrationPct: 40, concentrationBase: 'sales in the United States' }),
        observed(2023, { concentrationPct: 14, isAtLeast: true }),
        observed(2023, { concentrationPct: null, concentrationOf: null, confidence: 0.7 }),
      ],
      [],
      '2024-06-30',
    );
    expect(edge).toMatchObject({ concentrationPct: 14, concentrationBase: null, isAtLeast: true, confidence: 0.85 });
    expect(edge.observationsCount).toBe(4);
  });

  test('uses the newest filing of a period, so that an amendment replaces its original', () => {
    const edge = joinObservations(
      [
        { ...observed(2023, { concentrationPct: 16 }, 'amendment'), knownAt: '2024-05-01T21:00:00Z' },
        observed(2023, { concentrationPct: 14 }),
      ],
      [],
      '2024-06-30',
    );
    expect(edge).toMatchObject({ concentrationPct: 16, observationsCount: 1 });
  });

  test('ends a relation 15 months after its last period, or with a later annual report that omits it', () => {
    const alone = joinObservations([observed(2021)], [annual(2021)], '2023-04-01');
    expect(alone).toMatchObject({ validTo: '2023-03-31', isExpired: true });
    const silent = joinObservations([observed(2021)], [annual(2021), annual(2022)], '2023-02-18');
    expect(silent).toMatchObject({ validTo: '2023-02-19', isExpired: false });
    const amended = joinObservations([observed(2021)], [{ ...annual(2021), filingId: 'other' }], '2023-02-20');
    expect(amended.validTo).toBe('2023-03-31');
  });

  test('starts a new span after a gap', () => {
    const edge = joinObservations([observed(2015), observed(2023)], [], '2024-06-30');
    expect(edge).toMatchObject({ validFrom: '2023-01-01', observationsCount: 2 });
  });
});

import { describe, expect, it } from 'vitest';
import { codeLabel, countKinds, eventFields } from './labels.ts';

describe('event labels', () => {
  it('write codes as words', () => {
    expect(codeLabel('auditor_change')).toBe('Auditor change');
    expect(codeLabel('ipo')).toBe('IPO');
  });

  it('show the stated fields with units and omit the others', () => {
    const dilution = {
      new_shares: 1_200_000,
      price_per_share: 2.5,
      currency: 'USD',
      new_shares_pct: 12,
      proceeds: null,
    };
    expect(eventFields({ fields: dilution as never })).toEqual([
      { label: 'New shares', value: '1,200,000' },
      { label: 'Price per share', value: '2.5 USD' },
      { label: 'New shares', value: '12 %' },
    ]);
    const audit = { auditor: 'Birch LLP', disagreement: false, fiscal_year: 2024, opinion: null };
    expect(eventFields({ fields: audit as never }).map(field => field.value)).toEqual(['Birch LLP', 'no', '2024']);
    const reporting = { affected_periods: ['2023-06-30'], expected_date: '2024-04-01' };
    expect(eventFields({ fields: reporting as never }).map(field => field.value)).toEqual([
      '30 Jun 2023',
      '1 Apr 2024',
    ]);
  });

  it('count kinds in descending order', () => {
    const events = [{ kind: 'ipo' }, { kind: 'buyback' }, { kind: 'ipo' }] as never;
    expect(countKinds(events)).toEqual([
      { kind: 'ipo', count: 2 },
      { kind: 'buyback', count: 1 },
    ]);
  });
});

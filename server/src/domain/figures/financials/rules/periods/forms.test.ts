import { describe, expect, test } from 'vitest';
import { filingRole, isAmendment } from './forms.ts';

describe('the role of a filing', () => {
  test('follows from its form at SEC EDGAR, including amendments', () => {
    expect(filingRole({ form: '10-K/A' })).toBe('annual');
    expect(filingRole({ form: '6-K', category: 'other' })).toBe('interim');
    expect(filingRole({ form: '8-K/A' })).toBe('recast');
    expect(filingRole({ form: '424B3' })).toBe('recast');
    expect(filingRole({ form: 'S-4/A' })).toBe('recast');
    expect(filingRole({ form: 'DEF 14A' })).toBeNull();
  });

  test('follows from its category at other registries', () => {
    expect(filingRole({ form: 'ESEF', category: 'annual_report' })).toBe('annual');
    expect(filingRole({ form: '半期報告書', category: 'interim_report' })).toBe('interim');
    expect(filingRole({ form: 'ESEF', category: 'other' })).toBeNull();
    expect(filingRole({ form: 'ESEF' })).toBeNull();
  });

  test('follows from its name if facts have no category: EDINET, DART, digests of TDnet', () => {
    expect(filingRole({ form: '120' })).toBe('annual');
    expect(filingRole({ form: '160' })).toBe('interim');
    expect(filingRole({ form: '030' })).toBe('registration');
    expect(filingRole({ form: '350' })).toBeNull();
    expect(filingRole({ form: '사업보고서' })).toBe('annual');
    expect(filingRole({ form: '분기보고서' })).toBe('interim');
    expect(filingRole({ form: 'acedjpsm' })).toBe('annual');
    expect(filingRole({ form: 'qcedifsm' })).toBe('interim');
    expect(filingRole({ form: 'rvfc' })).toBeNull();
    expect(isAmendment({ form: '130' })).toBe(true);
  });

  test('an amendment is recognised by its form or by the registry', () => {
    expect(isAmendment({ form: '20-F/A' })).toBe(true);
    expect(isAmendment({ form: '訂正有価証券報告書', isAmendment: true })).toBe(true);
    expect(isAmendment({ form: 'ESEF' })).toBe(false);
  });
});

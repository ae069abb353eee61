import { describe, expect, it } from 'vitest';
import {
  decodeFaceRows,
  decodeFactFilings,
  decodeObservations,
  encodeFaceRows,
  encodeFactFilings,
  encodeObservations,
  type Observations,
} from './facts-codec.ts';

describe('facts codec', () => {
  it('round-trips columns, including nil values and instants', () => {
    const columns: Observations = {
      starts: [null, 18_262],
      ends: [18_627, 18_627],
      values: [null, -12.5],
      filings: [0, 1],
      decimals: ['INF', -6],
    };
    expect(decodeObservations(encodeObservations(columns))).toEqual(columns);
  });

  it('keeps digits beyond double precision, as plain JSON numbers', () => {
    const columns: Observations = {
      starts: [null, null, null],
      ends: [1, 2, 3],
      values: [12_345_678_901_234_568, 7, 0.1],
      filings: [0, 0, 0],
      exact: { 0: '12345678901234567.89' },
    };
    const text = encodeObservations(columns);
    expect(text).toContain('"v":[12345678901234567.89,7,0.1]');
    expect(decodeObservations(text)).toEqual(columns);
  });

  it('does not mark a long number as exact if its double represents it fully', () => {
    const columns: Observations = { starts: [null], ends: [1], values: [0.30000000000000004], filings: [0] };
    expect(decodeObservations(encodeObservations(columns))).toEqual(columns);
  });

  it('rejects a truncated text', () => {
    expect(() => decodeObservations('{"s":[null],"e":[1')).toThrow(SyntaxError);
  });

  it('round-trips filings and face rows', () => {
    const filing = {
      accession: '0000000001-20-000001',
      form: '10-K',
      filed: '2020-02-01',
      acceptedAt: null,
      fiscalYear: 2019,
      fiscalPeriod: 'FY',
      periodEnd: '2019-12-31',
    };
    expect(decodeFactFilings(encodeFactFilings([filing]))).toEqual([filing]);
    const national = { ...filing, form: '有価証券報告書', category: 'annual_report' };
    const amended = { ...filing, form: '有価証券報告書', isAmendment: true as const };
    expect(decodeFactFilings(encodeFactFilings([national, amended, filing]))).toEqual([national, amended, filing]);
    const row = {
      statement: 'IS',
      report: 2,
      line: 1,
      concept: 'us-gaap:Revenues',
      label: 'Net sales',
      isNegated: false,
      isParenthetical: true,
    };
    expect(decodeFaceRows(encodeFaceRows([row]))).toEqual([row]);
  });
});

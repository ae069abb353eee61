import { expect, test } from 'vitest';
import { type FactFiling, isSuperseded } from '../../facts/model/facts.ts';
import { decodeFactFilings, encodeFactFilings } from '../../facts/model/facts-codec.ts';
import { type DatedStanding, laterStanding, voidSince } from './filing-standing.ts';

const of = (status: DatedStanding['status'], since: string): DatedStanding => ({ nativeId: 'A', status, since });

test('the first moment counts for one status, the last one across statuses, in any order', () => {
  const requested = of('withdrawn', '2024-07-10T01:00:00Z');
  const repeated = of('withdrawn', '2024-07-11T15:10:00Z');
  const opened = of('current', '2024-08-05T00:00:00Z');
  expect(laterStanding(requested, repeated)).toBe(requested);
  expect(laterStanding(repeated, requested)).toBe(requested);
  expect(laterStanding(opened, requested)).toBe(opened);
  expect(laterStanding(requested, opened)).toBe(opened);
});

test('withdrawn and closed filings are void; expired and reopened ones are not', () => {
  const since = '2024-07-10T01:00:00Z';
  const all = (['current', 'withdrawn', 'closed', 'expired'] as const).map((status, at) => ({
    ...of(status, since),
    nativeId: String(at),
  }));
  expect(voidSince(all)).toEqual({ 1: since, 2: since });
});

const FILING: FactFiling = {
  accession: 'A',
  form: '120',
  filed: '2024-06-28',
  acceptedAt: null,
  fiscalYear: null,
  fiscalPeriod: null,
  periodEnd: null,
};

test('a summary supersedes a filing that it has whole, but not one that it has in part', () => {
  const summary = { source: 'accounts/2023-11011-CFS', filings: [FILING] };
  expect(isSuperseded('filing/A', [summary])).toBe(true);
  expect(isSuperseded('filing/A', [{ ...summary, isPartial: true }])).toBe(false);
  expect(isSuperseded('filing/B', [summary])).toBe(false);
  expect(isSuperseded('accounts/2022', [summary])).toBe(false);
});

test('the moment at which a filing counts as known is kept with it', () => {
  const dated = { ...FILING, assumedKnownAt: '2024-06-28T08:15:00Z' };
  const amended = { ...dated, category: 'annual_report', isAmendment: true as const };
  expect(decodeFactFilings(encodeFactFilings([FILING, dated, amended]))).toEqual([FILING, dated, amended]);
});

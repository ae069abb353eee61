import { expect, test } from 'vitest';
import type { FactFiling, FactSet } from '../../../../filings/facts/model/facts.ts';
import { seeFilings } from './visible-filings.ts';

const FILING: FactFiling = {
  accession: 'A',
  form: '120',
  filed: '2024-06-28',
  acceptedAt: null,
  fiscalYear: 2024,
  fiscalPeriod: 'FY',
  periodEnd: '2024-03-31',
};

function setOf(filing: FactFiling): FactSet[] {
  return [{ source: 's', datesRounded: false, filings: [filing], series: [], faces: {} }];
}

function seen(filing: FactFiling, asOf: string | null, voidSince = {}): string[] {
  return seeFilings(setOf(filing), {}, asOf, voidSince).map(filing => filing.knownAt);
}

test('a filing without a time becomes visible by the rule of its registry, else at 06:00 New York time', () => {
  // The end of 28 June in São Paulo is on the 29th in UTC.
  const brazilian = { ...FILING, assumedKnownAt: '2024-06-29T03:00:00Z' };
  expect(seen(brazilian, '2024-06-28')).toEqual([]);
  expect(seen(brazilian, '2024-06-29')).toEqual(['2024-06-29T03:00:00Z']);
  expect(seen(FILING, '2024-06-28')).toEqual(['2024-06-28T10:00:00Z']);
});

test('a filing is visible until it is withdrawn', () => {
  const withdrawn = { A: '2024-07-10T01:00:00Z' };
  expect(seen(FILING, '2024-07-09', withdrawn)).toHaveLength(1);
  expect(seen(FILING, '2024-07-10', withdrawn)).toEqual([]);
  expect(seen(FILING, null, withdrawn)).toEqual([]);
  expect(seen(FILING, null, { B: '2024-07-10T01:00:00Z' })).toHaveLength(1);
});

test('of two reports of one day the annual one is the later, whenever they were accepted', () => {
  const at = (accession: string, form: string, hour: string) => ({
    ...FILING,
    accession,
    form,
    acceptedAt: `2024-06-28T${hour}:00:00Z`,
  });
  const filings = [at('A', '10-K', '12'), at('B', '10-Q', '20'), at('C', '8-K', '21'), at('D', '10-K/A', '22')];
  const set: FactSet = { source: 's', datesRounded: false, filings, series: [], faces: {} };
  expect(seeFilings([set], {}, null).map(({ accession }) => accession)).toEqual(['C', 'B', 'A', 'D']);
});

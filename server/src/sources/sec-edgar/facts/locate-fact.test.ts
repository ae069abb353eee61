import { expect, it } from 'vitest';
import { locateFact } from './locate-fact.ts';

const TEXT = JSON.stringify({
  cik: 1,
  entityName: 'A "facts": {units}',
  facts: {
    dei: { Assets: { label: 'x', units: { USD: [{ end: '2024-12-31', val: 5, accn: 'a' }] } } },
    'us-gaap': {
      Assets: {
        label: 'It says "units": [',
        units: {
          EUR: [{ end: '2024-12-31', val: 7, accn: 'a' }],
          USD: [
            { end: '2023-12-31', val: 7, accn: 'a' },
            { start: '2024-01-01', end: '2024-12-31', val: 7, accn: 'a' },
            { end: '2024-12-31', val: 7, accn: 'a' },
          ],
        },
      },
    },
  },
});

const at = (other: object) =>
  locateFact(
    { url: '', sha256: '', bytes: Buffer.from(TEXT) },
    {
      concept: 'us-gaap:Assets',
      unit: 'USD',
      periodStart: null,
      periodEnd: '2024-12-31',
      value: '7',
      accession: 'a',
      ...other,
    },
  );

it('finds the row of a companyfacts file by concept, unit, period, value and filing', () => {
  const located = at({});
  expect(located?.elementId).toBe('facts.us-gaap.Assets.units.USD[2]');
  expect(TEXT.slice(located?.start, located?.end)).toBe('{"end":"2024-12-31","val":7,"accn":"a"}');
  expect(at({ periodStart: '2024-01-01' })?.elementId).toBe('facts.us-gaap.Assets.units.USD[1]');
});

it('finds nothing if one of them differs', () => {
  for (const other of [
    { value: '8' },
    { accession: 'b' },
    { unit: 'JPY' },
    { concept: 'us-gaap:Cash' },
    { periodEnd: '2022-12-31' },
  ])
    expect(at(other)).toBeNull();
});

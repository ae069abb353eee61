import { expect, it } from 'vitest';
import { closingOn, type OpenEvent } from './case-terms.ts';

const merger: OpenEvent = {
  kind: 'acquisition_or_disposal',
  variant: 'announced',
  status: 'open',
  caseKnownAt: '2021-08-31T20:15:00Z',
  isDone: false,
};

it('keeps an announced deal open until its case has had no event for two years', () => {
  expect(closingOn('2023-08-30', merger)).toEqual({ status: 'open', closedBy: null, closesOn: '2023-08-31' });
  expect(closingOn('2023-08-31', merger)).toEqual({ status: 'resolved', closedBy: 'elapsed', closesOn: '2023-08-31' });
});

it('counts from the newest event of the case, and to the last day of a shorter month', () => {
  const told = { ...merger, kind: 'delisting', variant: null, caseKnownAt: '2023-11-30T12:00:00Z' } as const;
  expect(closingOn('2024-02-28', told)).toMatchObject({ status: 'open', closesOn: '2024-02-29' });
  expect(closingOn('2024-02-29', told)).toMatchObject({ status: 'resolved', closedBy: 'elapsed' });
});

it('keeps the status of an amended event while its case is open', () => {
  expect(closingOn('2022-01-01', { ...merger, status: 'updated' })).toMatchObject({ status: 'updated' });
});

it('marks an event that a filing ended as stated, whatever the day', () => {
  const stated = { status: 'resolved', closedBy: 'stated', closesOn: null };
  expect(closingOn('2021-09-01', { ...merger, isDone: true })).toEqual(stated);
  expect(closingOn('2040-01-01', { ...merger, status: 'resolved' })).toEqual(stated);
});

it('never closes a kind without a term', () => {
  const doubt = { ...merger, kind: 'going_concern', variant: 'auditor' } as const;
  expect(closingOn('2040-01-01', doubt)).toEqual({ status: 'open', closedBy: null, closesOn: null });
});

import { expect, it } from 'vitest';
import { departureOf, type LifeEvent } from './departure.ts';

const event = (known: string, kind: LifeEvent['kind'], variant: string | null): LifeEvent => ({
  ...{ kind, variant, knownAt: `${known}T21:00:00.000Z`, eventDate: null },
  filingId: `sec-edgar:${known}`,
});
const reasonOf = (...events: LifeEvent[]) => departureOf(events)?.reason;

const EXCHANGE = event('2020-06-01', 'delisting', 'exchange');
const TERMINATED = event('2020-06-10', 'registration_terminated', 'terminated');

it('reads the reason from the delisting itself, or from the events of the two years before', () => {
  expect(reasonOf(event('2020-06-01', 'delisting', 'merger'), TERMINATED)).toBe('acquired');
  expect(reasonOf(EXCHANGE)).toBe('removed_by_exchange');
  expect(reasonOf(event('2019-01-05', 'bankruptcy', 'ch11'), EXCHANGE)).toBe('bankrupt');
  expect(reasonOf(event('2015-01-05', 'bankruptcy', 'ch11'), EXCHANGE)).toBe('removed_by_exchange');
  expect(reasonOf(event('2020-01-05', 'tender_offer_announced', 'going_private'), EXCHANGE)).toBe('went_private');
  expect(reasonOf(TERMINATED)).toBe('deregistered');
  expect(reasonOf(event('2020-06-01', 'delisting', null))).toBeNull();
});

it('counts a transfer as a move to another exchange', () => {
  expect(reasonOf(event('2020-06-01', 'delisting', 'transfer'))).toBe('moved');
});

it('ignores delistings of debt, and those that a new offering followed', () => {
  expect(departureOf([event('2020-06-01', 'delisting', 'debt')])).toBeNull();
  expect(departureOf([EXCHANGE, event('2023-06-01', 'ipo', 'priced')])).toBeNull();
  expect(departureOf([])).toBeNull();
});

it('names the last event of the departure', () => {
  expect(departureOf([EXCHANGE, TERMINATED])?.event).toBe(TERMINATED);
});

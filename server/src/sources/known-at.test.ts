import { expect, test } from 'vitest';
import { findSource, SOURCES } from './sources.ts';

/** When a filing of Monday 1 July 2024 counts as known where only that day is stated, by the registry's own clock. */
const KNOWN_AT: Record<string, string> = {
  // 06:00 in New York (UTC−4), when EDGAR opens.
  'sec-edgar': '2024-07-01T10:00:00Z',
  // 17:15 in Japan (UTC+9), when EDINET closes; 23:00, when TDnet does.
  edinet: '2024-07-01T08:15:00Z',
  tdnet: '2024-07-01T14:00:00Z',
  // The day's end in Seoul (UTC+9), Hong Kong and China (UTC+8), London (UTC+1 in summer), São Paulo (UTC−3), and by UTC.
  opendart: '2024-07-01T15:00:00Z',
  hkexnews: '2024-07-01T15:59:59Z',
  cninfo: '2024-07-01T15:59:59Z',
  'companies-house': '2024-07-01T23:00:00Z',
  cvm: '2024-07-02T03:00:00Z',
  esef: '2024-07-01T23:59:59Z',
  gleif: '2024-07-01T23:59:59Z',
};

test('every registry dates what it dates by the day alone by its own clock', () => {
  const told = SOURCES.map(source => [source.description.registry, source.knownAtOfDay('2024-07-01')]);
  expect(Object.fromEntries(told)).toEqual(KNOWN_AT);
});

test('winter time counts where there is one', () => {
  expect(findSource('companies-house').knownAtOfDay('2024-01-15')).toBe('2024-01-16T00:00:00Z');
  expect(findSource('sec-edgar').knownAtOfDay('2024-01-15')).toBe('2024-01-15T11:00:00Z');
});

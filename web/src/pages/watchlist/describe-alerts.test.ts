import { expect, it } from 'vitest';
import { describeAlerts, parseFormTypes } from './describe-alerts.ts';

it('describes the alerts of a company, where an empty choice means everything', () => {
  expect(describeAlerts({ event_types: [], form_types: [] })).toBe('Everything');
  expect(describeAlerts({ event_types: [], form_types: ['10-K'] })).toBe('Everything; filings: 10-K');
  expect(
    describeAlerts({ event_types: ['filing.discovered', 'earnings_release.reported'], form_types: ['10-K', '8-K'] }),
  ).toBe('Filings: 10-K, 8-K; results');
});

it('parses typed form types', () => {
  expect(parseFormTypes(' 10-k, 8-K;10-K,,')).toEqual(['10-K', '8-K']);
});

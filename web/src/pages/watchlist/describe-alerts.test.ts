import { expect, it } from 'vitest';
import { alertWords, readForms } from './describe-alerts.ts';

it('says what is told of a company: nothing chosen is everything', () => {
  expect(alertWords({ event_types: [], form_types: [] })).toBe('Everything');
  expect(alertWords({ event_types: [], form_types: ['10-K'] })).toBe('Everything; of filings: 10-K');
  expect(
    alertWords({ event_types: ['filing.discovered', 'earnings_release.reported'], form_types: ['10-K', '8-K'] }),
  ).toBe('Filings: 10-K, 8-K; results');
});

it('reads forms as they are typed', () => {
  expect(readForms(' 10-k, 8-K;10-K,,')).toEqual(['10-K', '8-K']);
});

import type { Expectations, RegistryClient } from '../kit/source.ts';
import { FAILS_SOURCE, sourceNameOf } from './source-names.ts';

/** The registry lists some 10,000 companies with tickers; an answer with far fewer is not the whole list. */
const LEAST_LISTED = 5_000;
const MOST_LISTED = 200_000;
/** The largest issuers have some 60,000 filings and 200,000 facts. */
const MOST_FILINGS = 2_000_000;
const MOST_FACTS = 20_000_000;
const MOST_NAMES = 1_000_000;

/** What documents of the registry must hold: a company file without facts, or without the company, is an alarm, not a success. */
export function expectationsOf(documents: readonly { url: string }[], origin: RegistryClient['origin']): Expectations {
  const names = new Set(documents.map(one => sourceNameOf(one.url)));
  const expected: Expectations = {};
  if ([...names].some(name => name?.startsWith('company-tickers'))) {
    expected.issuers = { min: origin === 'registry' ? LEAST_LISTED : 1, max: MOST_LISTED };
  }
  // A registrant without any filing exists; an answer that does not even name one is none.
  if (names.has('submissions')) {
    expected.issuers ??= { min: 1, max: 1 };
    expected.filings = { min: 0, max: MOST_FILINGS };
  }
  if (names.has('companyfacts') || [...names].some(name => name?.startsWith('financial-statement-data-set/'))) {
    expected.facts = { min: 1, max: MOST_FACTS };
  }
  if ([...names].some(name => name?.startsWith(FAILS_SOURCE))) expected.published = { min: 1, max: MOST_NAMES };
  return expected;
}

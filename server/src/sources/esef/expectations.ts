import type { Expectations } from '../kit/source.ts';
import { filingAddressOf, isIndexUrl } from './filing-address.ts';
import { STATED_NAME } from './stated.ts';

/** A page was seen to hold up to a thousand rows. */
const MOST_FILINGS = 10_000;
/** Reports of the largest groups tag some ten thousand facts, notes included. */
const MOST_FACTS = 500_000;

/** A page of the index lists filings, and a report that is at hand states facts: less is an alarm. */
export function expectationsOf(documents: readonly { url: string }[]): Expectations {
  const expected: Expectations = {};
  if (documents.some(one => isIndexUrl(one.url))) expected.filings = { min: 1, max: MOST_FILINGS };
  const hasReport = documents.some(one => {
    const name = filingAddressOf(one.url)?.name ?? null;
    return name !== null && name !== STATED_NAME;
  });
  if (hasReport) expected.facts = { min: 1, max: MOST_FACTS };
  return expected;
}

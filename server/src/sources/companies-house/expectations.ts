import { FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import type { Expectations } from '../kit/source.ts';
import { sourceNameOf } from './source-names.ts';

/** A part of the table of live companies has some 850,000 rows, a page of search results up to 100. */
const MOST_COMPANIES = 8_000_000;
/** Banks have filed some 10,000 documents since registration. */
const MOST_FILINGS = 200_000;
/** The largest groups tag some 3,000 facts. */
const MOST_FACTS = 100_000;

/** What documents of the registry must hold: a profile without the company, or accounts without a fact, is an alarm. */
export function expectationsOf(documents: readonly { url: string }[]): Expectations {
  const names = new Set(documents.map(one => sourceNameOf(one.url)));
  const expected: Expectations = {};
  if (names.has('profile')) expected.issuers = { min: 1, max: 1 };
  if (names.has('search') || names.has('company-data')) expected.issuers = { min: 1, max: MOST_COMPANIES };
  if (names.has('filing-history')) expected.filings = { min: 1, max: MOST_FILINGS };
  if ([...names].some(name => name?.startsWith(FILING_SOURCE))) expected.facts = { min: 1, max: MOST_FACTS };
  return expected;
}

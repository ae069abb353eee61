import type { Expectations, RegistryClient } from '../kit/source.ts';
import { sourceNameOf } from './source-names.ts';

/** The exchange has some 2,600 issuers; a list with far fewer is not the whole list. */
const LEAST_LISTED = 2_000;
const MOST_LISTED = 50_000;
/** A day has some thousand headlines, the greatest issuer some ten thousand over all years. */
const MOST_FILINGS = 200_000;

/** What documents of the registry must hold. Searches without a headline are not handed on, so each has one at least. */
export function expectationsOf(documents: readonly { url: string }[], origin: RegistryClient['origin']): Expectations {
  const names = documents.map(one => sourceNameOf(one.url) ?? '');
  const expected: Expectations = {};
  if (names.some(name => name.startsWith('stocks/'))) {
    expected.issuers = { min: origin === 'registry' ? LEAST_LISTED : 1, max: MOST_LISTED };
  }
  if (names.some(name => name.startsWith('prefix/'))) expected.issuers ??= { min: 1, max: MOST_LISTED };
  if (names.some(name => /^(?:titles|rows)\//.test(name))) expected.filings = { min: 1, max: MOST_FILINGS };
  return expected;
}

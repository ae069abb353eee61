import type { Expectations, RegistryClient } from '../kit/source.ts';
import { sourceNameOf } from './source-names.ts';

/** Some 4,800 shares are traded, and some 400 are suspended. */
const LEAST_LISTED: Readonly<Record<string, number>> = {
  'securities/active': 3_500,
  'securities/suspended': 20,
  'securities/delisted': 500,
};
const MOST_LISTED = 20_000;
/** A page has some sixty rows; loose answers may have more. */
const MOST_FILINGS = 5_000;

/** What documents of the registry must hold: a list that has shrunk to little is an alarm. */
export function expectationsOf(documents: readonly { url: string }[], origin: RegistryClient['origin']): Expectations {
  const names = documents.map(one => sourceNameOf(one.url) ?? '');
  const list = names.find(name => name.startsWith('securities/'));
  const expected: Expectations = {};
  if (list !== undefined) {
    expected.issuers = { min: origin === 'registry' ? (LEAST_LISTED[list] ?? 1) : 1, max: MOST_LISTED };
  }
  if (names.some(name => /^(?:rows|announcements)\//.test(name))) expected.filings = { min: 0, max: MOST_FILINGS };
  return expected;
}

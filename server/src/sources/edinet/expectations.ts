import type { Expectations, RegistryClient } from '../kit/source.ts';
import { codeListOf } from './addresses.ts';

/** The registry lists some 11,000 filers and 6,000 funds; an answer with far fewer is not the whole list. */
const LEAST_LISTED = 3_000;
const MOST_LISTED = 200_000;
/** Days on which nobody files exist; a day of June has some 3,000 documents. */
const MOST_OF_A_DAY = 50_000;
const MOST_FACTS = 5_000_000;

/** What documents of the registry must hold. Documents without tagged data have no facts. */
export function expectationsOf(documents: readonly { url: string }[], origin: RegistryClient['origin']): Expectations {
  const isCodeList = documents.some(one => codeListOf(one.url) !== null);
  const isShare = documents.some(one => /^codes\//.test(one.url));
  if (isCodeList && isShare) return { issuers: { min: 1, max: 1 } };
  if (isCodeList) return { issuers: { min: origin === 'registry' ? LEAST_LISTED : 1, max: MOST_LISTED } };
  if (documents.some(one => one.url.includes('/documents.json?'))) {
    return { issuers: { min: 0, max: MOST_OF_A_DAY }, filings: { min: 0, max: MOST_OF_A_DAY } };
  }
  return { issuers: { min: 1, max: 1 }, facts: { min: 0, max: MOST_FACTS } };
}

import { bareIssuer, type Issuer } from '../../domain/filings/issuers/model/issuer.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { documentKind } from '../kit/document-kind.ts';
import { recordsOfIssuers } from '../kit/empty-records.ts';
import { MAX_COMPANIES } from './company-data.ts';
import { canonicalKeyOfNumber, companyNumber } from './company-number.ts';
import { API_HOST, SEARCHED_BYTES } from './company-pages.ts';
import { statusOf } from './profile.ts';
import { checkLength, type Page, readPage, textOrNull } from './read-response.ts';

const SEARCH = `https://${API_HOST}/search/companies?`;

/** Pages of search results, which only mirrors and imports hold. */
export const search = documentKind({
  address: {
    template: `${SEARCH}q={text}`,
    url: ({ query }: { query: string }) => SEARCH + query,
    read: url => (url.startsWith(SEARCH) ? { query: url.slice(SEARCH.length) } : null),
  },
  source: 'search',
  states: 'issuers: name, number, type, status',
  isOnlyImported: true,
  task: 'search',
  key: ({ query }) => SEARCH + query,
  read: readPage,
  map: (page, { source, log }) => recordsOfIssuers(parseSearch(page, log), source),
  expect: { issuers: { min: 1, max: MAX_COMPANIES } },
  accepts: 'search results',
  identify: ({ name, bytes }) =>
    /"kind"\s*:\s*"search#companies"/.test(bytes.toString('utf8', 0, SEARCHED_BYTES))
      ? { query: `file=${encodeURIComponent(name)}` }
      : null,
});

/** The companies of a page of results (`search#companies`). Entries without name or number are anomalies. */
function parseSearch(page: Page, log: AnomalyLog): Issuer[] {
  checkLength(page, log);
  return page.items.flatMap((item, at) => {
    const number = companyNumber(textOrNull(item.company_number));
    const companyName = textOrNull(item.title);
    if (number === null || companyName === null) {
      log.add('missing_name', `$.items[${at}]`, `no ${number === null ? 'company_number' : 'title'}`);
      return [];
    }
    return [
      {
        ...bareIssuer(canonicalKeyOfNumber(number), companyName, [{ scheme: 'uk', identifier: number }]),
        legalForm: textOrNull(item.company_type),
        status: statusOf(textOrNull(item.company_status)) ?? 'active',
      },
    ];
  });
}

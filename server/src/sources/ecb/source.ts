import { AsfiledError } from '../../kernel/errors.ts';
import { ratesKnownAt } from '../../model/exchange-rate.ts';
import type { Source } from '../source.ts';
import { RATES_HOST, ratesAt, urlOfName } from './addresses.ts';
import { faultOf } from './answer-fault.ts';
import { planBulk } from './bulk.ts';
import { discover, fetchTask } from './discover.ts';
import { expectationsOf } from './expectations.ts';
import { parseDocuments } from './parse-documents.ts';

/** The one source that the bank is. */
const RATES_SOURCE = 'reference-rates';

/** The euro foreign exchange reference rates of the European Central Bank. It has no companies and no filings. */
export const ecb: Source = {
  description: {
    registry: 'ecb',
    publisher: 'European Central Bank',
    url: 'https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/html/index.en.html',
    licence:
      'Free reuse with the source named; https://www.ecb.europa.eu/services/using-our-site/disclaimer/html/index.en.html',
    // No limit is published; there is one new file a day.
    requestsPerSecond: 1,
    hosts: [RATES_HOST],
  },
  precedence: [RATES_SOURCE],
  // Rates come out at about 16:00 on working days; the whole table is looked at once a week, for what was corrected.
  schedule: [
    { channel: 'rates', host: RATES_HOST, cron: '5,20,50 16,17 * * 1-5', timeZone: 'Europe/Berlin' },
    { channel: 'history', host: RATES_HOST, cron: '40 5 * * 6', timeZone: 'Europe/Berlin' },
  ],
  knownAtOfDay: ratesKnownAt,
  faultOf,
  sourceOf: url => (ratesAt(url) === null ? null : RATES_SOURCE),
  issuerOf: () => null,
  urlOfLoose,
  fileLoose: files => files.map(({ row, bytes }) => ({ url: urlOfLoose(row.path), bytes })),
  discover,
  fetch: fetchTask,
  parse: parseDocuments,
  expectations: expectationsOf,
  planBulk,
  splitBulk: async function* () {
    // Its tables belong to no issuer.
  },
};

function urlOfLoose(name: string): string {
  const url = urlOfName(name.slice(name.lastIndexOf('/') + 1));
  if (url !== null) return url;
  throw new AsfiledError('bad_request', `${name}: no file of reference rates; the bank calls them eurofxref-….`);
}

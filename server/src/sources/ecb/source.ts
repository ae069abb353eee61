import { ratesKnownAt } from '../../domain/figures/currencies/model.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import type { Source } from '../kit/source.ts';
import { RATES_HOST, ratesAt, urlOfName } from './addresses.ts';
import { validateResponse } from './answer-fault.ts';
import { planBulk } from './bulk.ts';
import { discover, fetchTask } from './discover.ts';
import { expectationsOf } from './expectations.ts';
import { parseDocuments } from './parse-documents.ts';
import { curveUrlOfLoose, DATA_HOST, isCurve } from './yield-curve.ts';

/** What the bank is a source of. */
const RATES_SOURCE = 'reference-rates';
const CURVE_SOURCE = 'yield-curve';

/** The euro foreign exchange reference rates and the euro-area yield curve of the European Central Bank. It has no companies and no filings. */
export const ecb: Source = {
  description: {
    registry: 'ecb',
    publisher: 'European Central Bank',
    url: 'https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/html/index.en.html',
    licence:
      'Free reuse with the source named; https://www.ecb.europa.eu/services/using-our-site/disclaimer/html/index.en.html',
    // No limit is published; there is one new file a day.
    requestsPerSecond: 1,
    hosts: [RATES_HOST, DATA_HOST],
  },
  precedence: { [RATES_SOURCE]: 10, [CURVE_SOURCE]: 20 },
  // Rates come out at about 16:00 on working days; the whole table is looked at once a week, for what was corrected.
  schedule: [
    { channel: 'rates', host: RATES_HOST, cron: '5,20,50 16,17 * * 1-5', timeZone: 'Europe/Berlin' },
    // The curve of a day comes out at noon of the next.
    { channel: 'yield-curve', host: DATA_HOST, cron: '25 12,15 * * 1-5', timeZone: 'Europe/Berlin' },
    { channel: 'history', host: RATES_HOST, cron: '40 5 * * 6', timeZone: 'Europe/Berlin' },
  ],
  knownAtOfDay: ratesKnownAt,
  validateResponse,
  sourceOf,
  issuerOf: () => null,
  identifyImport,
  placeImport: files => files.map(({ row, bytes }) => ({ url: identifyImport(row.path, bytes), bytes })),
  discover,
  fetch: fetchTask,
  parse: parseDocuments,
  expectations: expectationsOf,
  planBulk,
  splitBulk: async function* () {
    // Its tables belong to no issuer.
  },
};

function sourceOf(url: string): string | null {
  if (isCurve(url)) return CURVE_SOURCE;
  return ratesAt(url) === null ? null : RATES_SOURCE;
}

function identifyImport(name: string, bytes: Buffer): string {
  const url = urlOfName(name.slice(name.lastIndexOf('/') + 1)) ?? curveUrlOfLoose(bytes);
  if (url !== null) return url;
  throw new AsfiledError(
    'bad_request',
    `${name}: no file of reference rates, which the bank calls eurofxref-…, and no table of spot rates with their keys.`,
  );
}

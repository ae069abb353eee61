import { FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import type { Source } from '../kit/source.ts';
import { validateResponse } from './answer-fault.ts';
import { discover, fetchTask } from './discover.ts';
import { expectationsOf } from './expectations.ts';
import { knownAtInHongKong } from './hong-kong-clock.ts';
import { identifyImport, placeImport } from './loose-documents.ts';
import { CLEARING_LISTINGS, parseDocuments } from './parse-documents.ts';
import { issuerOf, sourceNameOf } from './source-names.ts';

/** The announcements and documents of the issuers that are listed on the Stock Exchange of Hong Kong. */
export const hkexNews: Source = {
  description: {
    registry: 'hkexnews',
    publisher: 'Hong Kong Exchanges and Clearing',
    url: 'https://www.hkexnews.hk',
    licence:
      'Copyright of the exchange and the issuers: link, do not redistribute; https://www.hkex.com.hk/Global/Exchange/Terms-of-Use',
    // No limit is published.
    requestsPerSecond: 1,
    hosts: ['www1.hkexnews.hk', 'www3.hkexnews.hk'],
  },
  // Full names before short ones, the present list before what headlines said in their time. Of a filing its headline knows
  // more than the manifest by which its document was filed.
  precedence: {
    'stocks/clearing': 10,
    'stocks/active-en': 20,
    'stocks/active-zh': 30,
    'prefix/': 40,
    'titles/en/': 50,
    'titles/zh/': 60,
    'rows/': 70,
    [CLEARING_LISTINGS]: 80,
    'stocks/inactive-en': 90,
    'stocks/inactive-zh': 100,
    [FILING_SOURCE]: 110,
  },
  schedule: [
    { channel: 'titles', host: 'www1.hkexnews.hk', cron: '*/15 6-23 * * 1-6', timeZone: 'Asia/Hong_Kong' },
    { channel: 'stocks', host: 'www1.hkexnews.hk', cron: '30 5 * * 1-6', timeZone: 'Asia/Hong_Kong' },
  ],
  knownAtOfDay: knownAtInHongKong,
  validateResponse,
  sourceOf: sourceNameOf,
  issuerOf,
  identifyImport,
  placeImport,
  discover,
  fetch: fetchTask,
  parse: parseDocuments,
  expectations: expectationsOf,
  // The registry publishes no bulk files.
  planBulk: async () => null,
  async *splitBulk() {},
};

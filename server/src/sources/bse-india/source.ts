import { FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import type { Source } from '../kit/source.ts';
import { validateResponse } from './answer-fault.ts';
import { discover, fetchTask } from './discover.ts';
import { expectationsOf } from './expectations.ts';
import { knownAtInIndia } from './india-clock.ts';
import { identifyImport, placeImport } from './loose-documents.ts';
import { parseDocuments } from './parse-documents.ts';
import { issuerOf, sourceNameOf } from './source-names.ts';

/** The announcements of the companies whose shares are listed on the exchange of Mumbai. */
export const bseIndia: Source = {
  description: {
    registry: 'bse-india',
    publisher: 'BSE Limited (Bombay Stock Exchange)',
    url: 'https://www.bseindia.com/corporates/ann.html',
    licence: 'No open licence: documents are the issuers’, the service is the exchange’s; link, do not redistribute',
    // No limit is published.
    requestsPerSecond: 1,
    hosts: ['api.bseindia.com', 'www.bseindia.com'],
    // Without it the exchange answers with a page.
    access: [
      { host: 'api.bseindia.com', headers: { referer: 'https://www.bseindia.com/', accept: 'application/json' } },
      { host: 'www.bseindia.com', headers: { referer: 'https://www.bseindia.com/' } },
    ],
  },
  // The lists know symbol and ISIN, and what a company is called now. Of a filing its row knows more than a manifest.
  precedence: {
    'securities/active': 10,
    'securities/suspended': 20,
    'securities/delisted': 30,
    'announcements/': 40,
    'rows/': 50,
    [FILING_SOURCE]: 60,
  },
  schedule: [
    { channel: 'announcements', host: 'api.bseindia.com', cron: '*/15 7-23 * * *', timeZone: 'Asia/Kolkata' },
    { channel: 'securities', host: 'api.bseindia.com', cron: '30 5 * * 1-6', timeZone: 'Asia/Kolkata' },
  ],
  knownAtOfDay: knownAtInIndia,
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

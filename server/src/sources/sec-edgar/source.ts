import { FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import type { Source } from '../kit/source.ts';
import { validateResponse } from './answer-fault.ts';
import { planBulk, splitBulk } from './bulk.ts';
import { discover, fetchTask } from './discover.ts';
import { expectationsOf } from './expectations.ts';
import { knownAt } from './known-at.ts';
import { identifyImport } from './loose-documents.ts';
import { placeImport } from './loose-filings.ts';
import { parseDocuments } from './parse-documents.ts';
import { issuerOf, sourceNameOf } from './source-names.ts';

/** The filings and financial data of the US Securities and Exchange Commission. */
export const secEdgar: Source = {
  description: {
    registry: 'sec-edgar',
    publisher: 'US Securities and Exchange Commission',
    url: 'https://www.sec.gov/search-filings',
    licence: 'Public domain (US government work); https://www.sec.gov/about/privacy-information',
    // The registry allows 10 over all hosts and machines of an operator.
    requestsPerSecond: 8,
    hosts: ['www.sec.gov', 'data.sec.gov', 'efts.sec.gov'],
  },
  // The header of a filing is the registry's own word on it; its documents say nothing of the issuer as it is today.
  precedence: {
    [FILING_SOURCE]: 10,
    submissions: 20,
    'company-tickers-exchange': 30,
    'company-tickers': 40,
    'financial-statement-data-set/': 50,
    'form-13f-data-set/': 60,
    companyfacts: 70,
  },
  schedule: [
    { channel: 'current', host: 'www.sec.gov', cron: '*/10 6-22 * * 1-5', timeZone: 'America/New_York' },
    { channel: 'daily-index', host: 'www.sec.gov', cron: '15 1 * * 2-6', timeZone: 'America/New_York' },
    { channel: 'tickers', host: 'www.sec.gov', cron: '0 5 * * *', timeZone: 'America/New_York' },
  ],
  knownAtOfDay: date => knownAt(date, null),
  validateResponse,
  sourceOf: sourceNameOf,
  issuerOf,
  identifyImport,
  placeImport,
  discover,
  fetch: fetchTask,
  parse: parseDocuments,
  expectations: expectationsOf,
  planBulk,
  splitBulk,
};

import { FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import type { Source } from '../kit/source.ts';
import { validateResponse } from './answer-fault.ts';
import { planBulk, splitBulk } from './bulk.ts';
import { discover, fetchTask } from './discover.ts';
import { expectationsOf } from './expectations.ts';
import { knownAt } from './identifiers.ts';
import { identifyImport, placeImport } from './loose-documents.ts';
import { parseDocuments } from './parse-documents.ts';
import { issuerOf, sourceNameOf } from './source-names.ts';

const HOST = 'opendart.fss.or.kr';

/** The filings and accounts of the Financial Supervisory Service of Korea (DART), by its open interface. */
export const openDart: Source = {
  description: {
    registry: 'opendart',
    publisher: 'Financial Supervisory Service, Republic of Korea',
    url: 'https://opendart.fss.or.kr',
    licence: 'Open DART terms of use; public data with attribution; https://opendart.fss.or.kr/intro/terms.do',
    // Some 20,000 requests a day and key; more than 1,000 a minute are blocked.
    requestsPerSecond: 5,
    hosts: [HOST],
    access: [
      {
        host: HOST,
        key: {
          setting: 'ASFILED_OPENDART_KEY',
          place: { kind: 'query', name: 'crtfc_key' },
          from: 'free, from https://opendart.fss.or.kr',
        },
      },
    ],
  },
  precedence: {
    company: 10,
    'list/': 20,
    [FILING_SOURCE]: 30,
    'holdings/': 40,
    'report-tables/': 50,
    'corp-codes': 60,
    'accounts/': 70,
    'main-accounts/': 80,
  },
  schedule: [
    { channel: 'list', host: HOST, cron: '*/10 7-19 * * 1-5', timeZone: 'Asia/Seoul' },
    { channel: 'corp-codes', host: HOST, cron: '0 5 * * *', timeZone: 'Asia/Seoul' },
  ],
  knownAtOfDay: knownAt,
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

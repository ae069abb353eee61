import { FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import type { Source } from '../kit/source.ts';
import { findAccountsTwins } from './accounts-twins.ts';
import { validateResponse } from './answer-fault.ts';
import { planBulk, splitBulk } from './bulk.ts';
import { discover, fetchTask } from './discover.ts';
import { API_HOST, DOWNLOAD_HOST, STREAM_HOST } from './endpoints.ts';
import { expectationsOf } from './expectations.ts';
import { knownAt } from './known-at.ts';
import { identifyImport, placeImport } from './loose-documents.ts';
import { parseDocuments } from './parse-documents.ts';
import { issuerOf, sourceNameOf } from './source-names.ts';
import { streams } from './streams.ts';

const KEYS_FROM = 'free, from https://developer.company-information.service.gov.uk';

/** The register of companies of the United Kingdom, and the accounts that they file. */
export const companiesHouse: Source = {
  description: {
    registry: 'companies-house',
    publisher: 'Companies House',
    url: 'https://find-and-update.company-information.service.gov.uk',
    licence: 'Public register, free for any use; https://www.gov.uk/guidance/companies-house-data-products',
    // The registry allows 600 in five minutes.
    requestsPerSecond: 1.8,
    hosts: [API_HOST, DOWNLOAD_HOST, STREAM_HOST],
    access: [
      { host: API_HOST, key: { setting: 'ASFILED_COMPANIES_HOUSE_KEY', place: { kind: 'basic' }, from: KEYS_FROM } },
      {
        host: STREAM_HOST,
        key: { setting: 'ASFILED_COMPANIES_HOUSE_STREAM_KEY', place: { kind: 'basic' }, from: KEYS_FROM },
      },
    ],
  },
  // What the registry says of a company today goes before lists of another day, and those before the accounts of a year.
  precedence: {
    profile: 10,
    'stream/': 20,
    'company-data': 30,
    'filing-history': 40,
    search: 50,
    [FILING_SOURCE]: 60,
    'authorisation/': 70,
  },
  schedule: [{ channel: 'accounts-daily', host: DOWNLOAD_HOST, cron: '30 9 * * 2-6', timeZone: 'Europe/London' }],
  streams,
  twins: { categories: ['annual_report', 'interim_report'], find: findAccountsTwins },
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

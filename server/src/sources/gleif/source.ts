import type { Source } from '../kit/source.ts';
import { validateResponse } from './answer-fault.ts';
import { planBulk, splitBulk } from './bulk.ts';
import { discover, fetchTask } from './discover.ts';
import { API_HOST, GOLDEN_COPY_HOST } from './endpoints.ts';
import { expectationsOf } from './expectations.ts';
import { identifyImport, placeImport } from './loose-documents.ts';
import { parseDocuments } from './parse-documents.ts';
import { issuerOf, RECORDS_SOURCE, sourceNameOf } from './source-names.ts';

/** The Global LEI Index: who legal entities are, and who consolidates them. It has no filings. */
export const gleif: Source = {
  description: {
    registry: 'gleif',
    publisher: 'Global Legal Entity Identifier Foundation',
    url: 'https://search.gleif.org',
    licence: 'CC0 1.0; https://www.gleif.org/en/about/open-data',
    // 60 a minute are commonly held to be allowed; the registry names no number.
    requestsPerSecond: 1,
    hosts: [API_HOST, GOLDEN_COPY_HOST],
  },
  // An entity's own record is asked for when it is wanted; lists and golden copies are of whatever day they were taken.
  precedence: {
    'lei-record': 10,
    'golden-copy-lei2': 20,
    [RECORDS_SOURCE]: 30,
    isins: 40,
    'golden-copy-lei-isin': 50,
    relationships: 60,
    'golden-copy-rr': 70,
    'golden-copy-repex': 80,
  },
  schedule: [],
  // It dates nothing that is filed.
  knownAtOfDay: date => `${date}T23:59:59Z`,
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

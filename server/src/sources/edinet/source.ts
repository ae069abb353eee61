import { FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import { japanClock } from '../kit/japan-clock.ts';
import type { Source } from '../kit/source.ts';
import { API_HOST, CODE_LIST_HOST, issuerKeyOfUrl } from './addresses.ts';
import { validateResponse } from './answer-fault.ts';
import { planBulk, splitBulk } from './bulk.ts';
import { discover, fetchTask } from './discover.ts';
import { expectationsOf } from './expectations.ts';
import { identifyImport, placeImport } from './loose.ts';
import { parseDocuments } from './parse-documents.ts';
import { STATED, sourceNameOf } from './source-names.ts';

/** The disclosure system of Japan's Financial Services Agency. */
export const edinet: Source = {
  description: {
    registry: 'edinet',
    publisher: 'Financial Services Agency of Japan',
    url: 'https://disclosure2.edinet-fsa.go.jp',
    licence: 'Public Data License 1.0 (EDINET terms of use)',
    // The registry states no limit; clients that are let be ask at about this rate.
    requestsPerSecond: 1,
    hosts: [API_HOST, CODE_LIST_HOST],
    access: [
      {
        host: API_HOST,
        key: {
          setting: 'ASFILED_EDINET_KEY',
          place: { kind: 'query', name: 'Subscription-Key' },
          from: 'free, from EDINET',
        },
      },
    ],
  },
  // A day's list knows the hour of a filing, which its documents don't; of lists the newest is right.
  precedence: { [STATED]: 10, [FILING_SOURCE]: 20 },
  schedule: [
    { channel: 'today', host: API_HOST, cron: '*/10 8-18 * * 1-5', timeZone: 'Asia/Tokyo' },
    { channel: 'past-days', host: API_HOST, cron: '30 1 * * *', timeZone: 'Asia/Tokyo' },
    { channel: 'codes', host: CODE_LIST_HOST, cron: '0 5 * * *', timeZone: 'Asia/Tokyo' },
  ],
  // What comes later is dated with the next day.
  knownAtOfDay: date => japanClock.instant(date, '17:15'),
  validateResponse,
  sourceOf: sourceNameOf,
  issuerOf: issuerKeyOfUrl,
  identifyImport,
  placeImport,
  discover,
  fetch: fetchTask,
  parse: parseDocuments,
  expectations: expectationsOf,
  planBulk,
  splitBulk,
};

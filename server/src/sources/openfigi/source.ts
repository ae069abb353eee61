import { AsfiledError } from '../../kernel/errors.ts';
import type { Source } from '../kit/source.ts';
import { validateResponse } from './answer-fault.ts';
import { discover, fetchTask } from './discover.ts';
import { MAPPING_SOURCE, parseDocuments } from './parse-documents.ts';
import { API_HOST, questionAt } from './question.ts';

/** OpenFIGI: under which tickers securities are traded where. It has no companies and no filings. */
export const openFigi: Source = {
  description: {
    registry: 'openfigi',
    publisher: 'OpenFIGI (Bloomberg L.P., for the Object Management Group)',
    url: 'https://www.openfigi.com',
    licence: 'Free of charge, without material impediments on use; https://www.openfigi.com/docs/terms-of-service',
    // 25 a minute without a key.
    requestsPerSecond: 0.4,
    hosts: [API_HOST],
    access: [
      {
        host: API_HOST,
        key: {
          setting: 'ASFILED_OPENFIGI_KEY',
          place: { kind: 'header', name: 'x-openfigi-apikey' },
          from: 'free, from https://www.openfigi.com/api',
          // 25 in six seconds.
          raisesTo: 4,
        },
      },
    ],
  },
  precedence: { [MAPPING_SOURCE]: 10 },
  schedule: [{ channel: 'unlisted', host: API_HOST, cron: '0 6 * * 6', timeZone: 'UTC' }],
  asksAboutIssuers: true,
  // It dates nothing.
  knownAtOfDay: date => `${date}T23:59:59Z`,
  validateResponse,
  sourceOf: url => (questionAt(url) === null ? null : MAPPING_SOURCE),
  issuerOf: url => questionAt(url)?.issuerKey ?? null,
  identifyImport,
  placeImport: files => files.map(({ row, bytes }) => ({ url: identifyImport(row.path), bytes })),
  discover,
  fetch: fetchTask,
  parse: parseDocuments,
  expectations: () => ({}),
  planBulk: async () => null,
  splitBulk: async function* () {
    // It has no bulk files.
  },
};

/** An answer is a list in the order of the jobs that were sent, and says nothing of them. */
function identifyImport(name: string): never {
  throw new AsfiledError('bad_request', `${name}: an answer of OpenFIGI does not say what it was asked, nor of whom.`);
}

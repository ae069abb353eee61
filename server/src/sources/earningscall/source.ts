import { AsfiledError } from '../../kernel/errors.ts';
import { NO_REGISTRANTS } from '../kit/no-registrants.ts';
import type { Source } from '../kit/source.ts';
import { API_HOST, isCalendar, questionAt } from './addresses.ts';
import { validateResponse } from './answer-fault.ts';
import { CALENDAR_CHANNEL, discover, fetchTask } from './discover.ts';
import { parseDocuments } from './parse-documents.ts';

/** EarningsCall: when calls are held, and what was said in them, asked for with the operator's own key. */
export const earningsCall: Source = {
  ...NO_REGISTRANTS,
  description: {
    registry: 'earningscall',
    publisher: 'EarningsCall (earningscall.biz)',
    url: 'https://earningscall.biz/api-guide',
    licence: 'By the terms of the operator’s own key; https://earningscall.biz/terms-of-service',
    // No limit is published.
    requestsPerSecond: 1,
    hosts: [API_HOST],
    access: [
      {
        host: API_HOST,
        key: {
          setting: 'ASFILED_EARNINGSCALL_KEY',
          place: { kind: 'query', name: 'apikey' },
          from: 'with a plan of https://earningscall.biz/api-pricing',
        },
      },
    ],
  },
  // Calls are asked for by company: whose the operator may have is between them and the service.
  schedule: [{ channel: CALENDAR_CHANNEL, host: API_HOST, cron: '40 9 * * *', timeZone: 'UTC' }],
  validateResponse,
  identifyImport,
  placeImport: files => files.map(({ row }) => identifyImport(row.path)),
  discover,
  fetch: fetchTask,
  parse: parseDocuments,
  expectations: documents => {
    const calls = documents.filter(({ url }) => questionAt(url) !== null).length;
    const days = documents.filter(({ url }) => isCalendar(url)).length;
    return { published: { min: calls, max: calls + days * MOST_CALLS } };
  },
};

/** That are held on one day. */
const MOST_CALLS = 5_000;

/** An answer names neither company nor exchange. */
function identifyImport(name: string): never {
  throw new AsfiledError(
    'bad_request',
    `${name}: an answer of EarningsCall does not say whose call it is of; record it (--record) and read it with --mirror.`,
  );
}

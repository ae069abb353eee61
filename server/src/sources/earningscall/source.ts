import { AsfiledError } from '../../kernel/errors.ts';
import type { Source } from '../source.ts';
import { API_HOST, questionAt } from './addresses.ts';
import { faultOf } from './answer-fault.ts';
import { discover, fetchTask } from './discover.ts';
import { parseDocuments } from './parse-documents.ts';

/** EarningsCall: what was said in calls, asked for with the operator's own key. */
export const earningsCall: Source = {
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
  precedence: [],
  // Calls are asked for by company: whose the operator may have is between them and the service.
  schedule: [],
  knownAtOfDay: date => `${date}T23:59:59Z`,
  faultOf,
  sourceOf: () => null,
  issuerOf: () => null,
  urlOfLoose,
  fileLoose: files => files.map(({ row }) => urlOfLoose(row.path)),
  discover,
  fetch: fetchTask,
  parse: parseDocuments,
  expectations: documents => {
    const calls = documents.filter(({ url }) => questionAt(url) !== null).length;
    return { published: { min: calls, max: calls } };
  },
  planBulk: async () => null,
  async *splitBulk() {},
};

/** An answer names neither company nor exchange. */
function urlOfLoose(name: string): never {
  throw new AsfiledError(
    'bad_request',
    `${name}: an answer of EarningsCall does not say whose call it is of; record it (--record) and read it with --mirror.`,
  );
}

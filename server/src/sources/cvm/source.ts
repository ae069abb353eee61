import type { Source } from '../kit/source.ts';
import { validateResponse } from './answer-fault.ts';
import { planBulk, splitBulk } from './bulk.ts';
import { discover, fetchTask, HOST } from './discover.ts';
import { expectationsOf } from './expectations.ts';
import { knownAt } from './known-at.ts';
import { identifyImport, placeImport } from './loose-documents.ts';
import { parseDocuments } from './parse-documents.ts';
import { REGISTER_SOURCE, sourceNameOf } from './source-names.ts';

/** The companies under the Brazilian securities commission, and the tables made from what they file. */
export const cvm: Source = {
  description: {
    registry: 'cvm',
    publisher: 'Comissão de Valores Mobiliários',
    url: 'https://dados.cvm.gov.br',
    licence: 'Open Database License (ODbL); https://dados.cvm.gov.br',
    requestsPerSecond: 1,
    hosts: [HOST],
  },
  precedence: { [REGISTER_SOURCE]: 10, 'fca/': 20, 'fre/': 30, 'dfp/': 40, 'itr/': 50, 'ipe/': 60 },
  schedule: [
    { channel: 'register', host: HOST, cron: '0 8 * * *', timeZone: 'America/Sao_Paulo' },
    { channel: 'documents', host: HOST, cron: '0 9 * * 1,4', timeZone: 'America/Sao_Paulo' },
  ],
  knownAtOfDay: knownAt,
  validateResponse,
  sourceOf: sourceNameOf,
  // Tables speak of all companies; a share of one bears its company beside it.
  issuerOf: () => null,
  identifyImport,
  placeImport,
  discover,
  fetch: fetchTask,
  parse: parseDocuments,
  expectations: expectationsOf,
  planBulk,
  splitBulk,
};

import { emptyDiscovery } from '../discovery.ts';
import type { Source } from '../source.ts';
import { urlOfLoose } from './loose-documents.ts';
import { parseDocuments } from './parse-documents.ts';

/** Texts of calls that an operator has and may use: nothing is asked for anywhere. */
export const transcripts: Source = {
  description: {
    registry: 'transcripts',
    publisher: 'The operator, from files of their own',
    url: 'docs/registries/transcripts.md',
    licence:
      'Texts of calls are copyrighted: what an operator may store and show is between them and who made the text',
    requestsPerSecond: 1,
    hosts: [],
  },
  precedence: [],
  schedule: [],
  // It dates nothing by the day alone that anybody else would have to know of.
  knownAtOfDay: date => `${date}T23:59:59Z`,
  faultOf: () => null,
  sourceOf: () => null,
  issuerOf: () => null,
  urlOfLoose,
  fileLoose: files => files.map(({ row, bytes }) => ({ url: urlOfLoose(row.path, bytes), bytes })),
  discover: async () => emptyDiscovery(),
  fetch: async () => [],
  parse: parseDocuments,
  expectations: documents => ({ published: { min: documents.length, max: documents.length } }),
  planBulk: async () => null,
  async *splitBulk() {},
};

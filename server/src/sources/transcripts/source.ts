import { emptyDiscovery } from '../kit/discovery.ts';
import { NO_REGISTRANTS } from '../kit/no-registrants.ts';
import type { Source } from '../kit/source.ts';
import { identifyImport } from './loose-documents.ts';
import { parseDocuments } from './parse-documents.ts';

/** Texts of calls that an operator has and may use: nothing is asked for anywhere. */
export const transcripts: Source = {
  ...NO_REGISTRANTS,
  description: {
    registry: 'transcripts',
    publisher: 'The operator, from files of their own',
    url: 'docs/reference/registries/transcripts.md',
    licence:
      'Texts of calls are copyrighted: what an operator may store and show is between them and who made the text',
    requestsPerSecond: 1,
    hosts: [],
  },
  schedule: [],
  validateResponse: () => null,
  identifyImport,
  placeImport: files => files.map(({ row, bytes }) => ({ url: identifyImport(row.path, bytes), bytes })),
  discover: async () => emptyDiscovery(),
  fetch: async () => [],
  parse: parseDocuments,
  expectations: documents => ({ published: { min: documents.length, max: documents.length } }),
};

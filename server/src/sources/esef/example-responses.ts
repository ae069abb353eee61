import type { RegistryExamples } from '../kit/example-responses.ts';

const LEI = '999900FICTIONAL00054';

/** Valid and invalid responses of the registry, for the tests of all connectors. */
export const examples: RegistryExamples = {
  // The day’s end by UTC.
  knownAt: { '2024-07-01': '2024-07-01T23:59:59Z', '2024-01-15': '2024-01-15T23:59:59Z' },
  requests: {
    'ESEF index': {
      address: `https://filings.xbrl.org/api/filings?filter%5Bentity.identifier%5D=${LEI}`,
      good: '{"data":[],"meta":{"count":0}}',
      bad: { registry_error: '{"errors":[{"status":"500"}]}', truncated_json: '{"data":[' },
    },
    'ESEF report': {
      address: `https://filings.xbrl.org/${LEI}/2023-12-31/ESEF/NL/0/report.json`,
      good: '{"documentInfo":{},"facts":{}}',
      bad: { unexpected_document: '{"detail":"busy"}' },
    },
  },
};

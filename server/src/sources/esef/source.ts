import { FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import type { Source } from '../kit/source.ts';
import { validateResponse } from './answer-fault.ts';
import { discover, fetchTask, NEW_FILINGS } from './discover.ts';
import { expectationsOf } from './expectations.ts';
import { endOfDay } from './known-at.ts';
import { identifyImport, placeImport } from './loose-files.ts';
import { parseDocuments } from './parse-documents.ts';
import { planPackage } from './plan-package.ts';
import { INDEX_SOURCE, issuerOf, sourceNameOf } from './source-names.ts';

/** Annual reports of listed European companies in inline XBRL, as XBRL International indexes them. */
export const esef: Source = {
  description: {
    registry: 'esef',
    publisher: 'XBRL International (filings.xbrl.org)',
    url: 'https://filings.xbrl.org',
    licence: 'Reports are public by law and their filers’ own; the index is open to all: https://filings.xbrl.org',
    // No limit is published.
    requestsPerSecond: 2,
    hosts: ['filings.xbrl.org'],
  },
  precedence: { [FILING_SOURCE]: 10, [INDEX_SOURCE]: 20 },
  schedule: [{ channel: NEW_FILINGS, host: 'filings.xbrl.org', cron: '20 * * * *', timeZone: 'UTC' }],
  knownAtOfDay: endOfDay,
  validateResponse,
  sourceOf: sourceNameOf,
  issuerOf,
  identifyImport,
  placeImport,
  discover,
  fetch: fetchTask,
  parse: parseDocuments,
  expectations: expectationsOf,
  planBulk: planPackage,
  async *splitBulk() {},
};

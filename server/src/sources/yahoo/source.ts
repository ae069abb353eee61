import { discoverByName, FILES_PRECEDENCE } from '../kit/published-kind.ts';
import { registry } from '../kit/registry.ts';
import { charts, histories, quotes, summaries, YAHOO_HOST } from './documents.ts';
import { symbolOf } from './symbols.ts';

/**
 * Yahoo Finance: daily closes and last quotes of shares and indexes, recommendations of analysts, and dates of results. It has
 * no companies and no filings.
 */
export const yahoo = registry({
  id: 'yahoo',
  publisher: 'Yahoo Finance',
  url: 'https://finance.yahoo.com',
  licence:
    'No public licence and no documented interface: for the operator’s own use, nothing may be passed on; https://legal.yahoo.com/us/en/yahoo/terms/otos/index.html',
  // No limit is published; clients with too many requests are blocked.
  requestsPerSecond: 0.5,
  hosts: [YAHOO_HOST],
  precedence: FILES_PRECEDENCE,
  documents: [histories, summaries, quotes, charts],
  // Documents are requested only for symbols that the operator names.
  channels: {},
  // A chart states the last price too. Quotes and summaries require a cookie and a token of a browser: they are only imported.
  named: async (_client, { names }) =>
    discoverByName(names, {
      kind: 'file',
      reason: 'name a share or an index by its symbol: AAPL, 7203.T, ^GSPC',
      tasksOf: name => {
        const symbol = symbolOf(name);
        return symbol === null ? [] : [charts.task({ symbol })];
      },
    }),
});

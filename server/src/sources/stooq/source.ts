import { discoverByName, FILES_PRECEDENCE } from '../kit/published-kind.ts';
import { registry } from '../kit/registry.ts';
import { histories, POLISH_HOST, STOOQ_HOST, symbolOf } from './history.ts';

/** Stooq: daily closes of shares and indexes, adjusted for splits and dividends. It has no companies and no filings. */
export const stooq = registry({
  id: 'stooq',
  publisher: 'Stooq',
  url: 'https://stooq.com/db/h/',
  licence: 'No public licence: for the operator’s own use, nothing may be passed on; https://stooq.com/terms.html',
  // No limit is published; clients with too many requests are blocked for a day.
  requestsPerSecond: 0.5,
  hosts: [STOOQ_HOST, POLISH_HOST],
  access: [
    {
      host: STOOQ_HOST,
      key: {
        setting: 'ASFILED_STOOQ_KEY',
        place: { kind: 'query', name: 'apikey' },
        from: 'free, for the operator’s own use, at https://stooq.com/q/d/?s=spy.us&get_apikey',
      },
    },
  ],
  precedence: FILES_PRECEDENCE,
  documents: [histories],
  // Closes are requested only for symbols that the operator names.
  channels: {},
  named: async (_client, { names }) =>
    discoverByName(names, {
      kind: 'file',
      reason: 'name a share by its symbol (aapl.us, 7203.jp), or an index (^spx)',
      tasksOf: name => {
        const symbol = symbolOf(name);
        return symbol === null ? [] : [histories.task({ symbol })];
      },
    }),
});

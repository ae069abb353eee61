import { discoverByName, FILES_PRECEDENCE, files, fileTask } from '../kit/published-kind.ts';
import { registry } from '../kit/registry.ts';
import { FRED_HOST, indexes, SERIES_IDS, seriesUrl, yields } from './series.ts';

/** FRED: government bond yields of several publishers, kept by the Federal Reserve Bank of St. Louis. */
export const fred = registry({
  id: 'fred',
  publisher: 'Federal Reserve Bank of St. Louis (FRED)',
  url: 'https://fred.stlouisfed.org/categories/32240',
  licence:
    'Series of the Federal Reserve are in the public domain, those of the OECD under its terms with attribution; https://fred.stlouisfed.org/legal/',
  requestsPerSecond: 1,
  hosts: [FRED_HOST],
  precedence: FILES_PRECEDENCE,
  documents: [yields, indexes],
  channels: {
    // Months are published in the middle of the next one, on no fixed day. A graph is the whole series.
    yields: files({
      host: FRED_HOST,
      cron: '20 14 * * 1-5',
      timeZone: 'America/Chicago',
      urls: () => SERIES_IDS.map(seriesUrl),
    }),
  },
  named: async (_client, { names }) =>
    discoverByName(names, {
      kind: 'file',
      reason: 'name a series by its id: --id IRLTLT01DEM156N, or --id SP500 for an index',
      tasksOf: name => {
        const url = seriesUrl(name.toUpperCase());
        return [yields, indexes].some(kind => kind.open(url) !== null) ? [fileTask(url)] : [];
      },
    }),
});

import { addDays } from '../../kernel/dates.ts';
import { discoverByName, FILES_PRECEDENCE, files, fileTask } from '../kit/published-kind.ts';
import { registry } from '../kit/registry.ts';
import { BIS_HOST, dataUrl, policyRates } from './policy-rates.ts';

/** A response must be bounded; earlier rates are requested with `--since`. */
const FIRST_DAY = '2000-01-01';
/** The bank updates once a week, some central banks later; recent corrections are read with it. */
const OVERLAP_DAYS = 60;

/** Policy rates of central banks as compiled by the Bank for International Settlements (WS_CBPOL). */
export const bis = registry({
  id: 'bis',
  publisher: 'Bank for International Settlements',
  url: 'https://data.bis.org/topics/CBPOL',
  licence: 'Use with attribution, by its terms; https://data.bis.org/help/legal',
  // No limit is published; clients with too many requests are blocked.
  requestsPerSecond: 0.2,
  hosts: [BIS_HOST],
  precedence: FILES_PRECEDENCE,
  documents: [policyRates],
  channels: {
    'policy-rates': files({
      host: BIS_HOST,
      cron: '10 6,18 * * *',
      timeZone: 'Europe/Zurich',
      urls: since => [dataUrl('D', '', since === null ? FIRST_DAY : addDays(since, -OVERLAP_DAYS))],
    }),
  },
  named: async (_client, { names }) =>
    discoverByName(names, {
      kind: 'file',
      reason: 'name a country: --id US, or --id XM for the euro area',
      tasksOf: name => (/^[A-Za-z]{2}$/.test(name) ? [fileTask(dataUrl('D', name.toUpperCase(), FIRST_DAY))] : []),
    }),
});

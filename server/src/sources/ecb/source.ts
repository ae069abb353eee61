import { ratesKnownAt } from '../../domain/figures/currencies/model.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { addDays, type IsoDate } from '../../kernel/dates.ts';
import { emptyDiscovery, urlTask } from '../kit/discovery.ts';
import { discoverByName } from '../kit/published-kind.ts';
import { registry } from '../kit/registry.ts';
import type { BulkPlan, BulkReader, Discovery, RegistryClient } from '../kit/source.ts';
import { DAILY_URL, HISTORY_MEMBER, HISTORY_URL, lists, parseFile, RATES_HOST, RECENT_URL, tables } from './rates.ts';
import { curves, curveUrl, DATA_HOST } from './yield-curve.ts';

/** The list of recent days covers ninety days; some are a margin. */
const RECENT_DAYS = 80;

/**
 * The euro foreign exchange reference rates and the euro-area yield curve of the European Central Bank. It has no companies and
 * no filings.
 */
export const ecb = registry({
  id: 'ecb',
  publisher: 'European Central Bank',
  url: 'https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/html/index.en.html',
  licence:
    'Free reuse with the source named; https://www.ecb.europa.eu/services/using-our-site/disclaimer/html/index.en.html',
  // No limit is published; one file is new each day.
  requestsPerSecond: 1,
  hosts: [RATES_HOST, DATA_HOST],
  knownAtOfDay: ratesKnownAt,
  precedence: { 'reference-rates': 10, 'yield-curve': 20 },
  documents: [lists, tables, curves],
  channels: {
    // Published at about 16:00 on working days.
    rates: {
      host: RATES_HOST,
      cron: '5,20,50 16,17 * * 1-5',
      timeZone: 'Europe/Berlin',
      read: readNewest,
      readAll: async (client, since) => tasks(fileSince(client, since)),
    },
    // The curve of a day is published at noon of the next.
    'yield-curve': {
      host: DATA_HOST,
      cron: '25 12,15 * * 1-5',
      timeZone: 'Europe/Berlin',
      async read(client, position) {
        const document = await client.get(curveUrl(position));
        return document === null ? emptyDiscovery() : { ...tasks(document.url), position: dateOf(client) };
      },
      readAll: async (_client, since) => tasks(curveUrl(since)),
    },
    // The table of all days, once a week, for corrections.
    history: {
      host: RATES_HOST,
      cron: '40 5 * * 6',
      timeZone: 'Europe/Berlin',
      read: async () => tasks(HISTORY_URL),
    },
  },
  named: async (_client, { names }) =>
    discoverByName(names, {
      kind: 'company',
      reason: 'the bank publishes rates of currencies, not of companies: omit the names',
      tasksOf: () => [],
    }),
  planBulk,
});

/** The smallest file that omits no day; `position` is the newest day that was read, null at first. */
async function readNewest(client: RegistryClient, position: IsoDate | null): Promise<Discovery> {
  const before = lastWorkingDay(addDays(lastWorkingDay(dateOf(client)), -1));
  const isNext = position !== null && position >= before;
  const url = isNext ? DAILY_URL : fileSince(client, position);
  const document = await client.get(url);
  if (document === null) return emptyDiscovery();
  const dates = parseFile(document.bytes, new AnomalyLog('ecb', document.url)).map(rate => rate.date);
  const newest = dates.reduce((latest, date) => (date > latest ? date : latest), position ?? '');
  // The task requests the file again, conditionally: the number of rates is checked there.
  return { ...tasks(url), ...(newest === '' ? {} : { position: newest }) };
}

function fileSince(client: RegistryClient, since: IsoDate | null): string {
  return since !== null && since >= addDays(dateOf(client), -RECENT_DAYS) ? RECENT_URL : HISTORY_URL;
}

/** The last day up to a date that is neither Saturday nor Sunday. */
function lastWorkingDay(date: IsoDate): IsoDate {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  if (weekday === 0) return addDays(date, -2);
  return weekday === 6 ? addDays(date, -1) : date;
}

function dateOf(client: RegistryClient): IsoDate {
  return client.now().toISOString().slice(0, 10);
}

function tasks(url: string): Discovery {
  return { ...emptyDiscovery(), tasks: [urlTask('rates', url, [url])] };
}

/** The zip of all days contains one table. */
async function planBulk({ members }: BulkReader): Promise<BulkPlan | null> {
  if (!members.includes(HISTORY_MEMBER)) return null;
  const task = { kind: 'rates', key: HISTORY_URL, issuerKey: null, members: [HISTORY_MEMBER] };
  return { kind: 'documents', name: HISTORY_URL, tasks: [task] };
}

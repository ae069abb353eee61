import type { IsoDate } from '../../kernel/dates.ts';
import { lists } from '../kit/channels.ts';
import { urlTask } from '../kit/discovery.ts';
import { discoverByName } from '../kit/published-kind.ts';
import { registry } from '../kit/registry.ts';
import type { Discovery, RegistryClient } from '../kit/source.ts';
import { CALENDAR_URL, calendars } from './calendar.ts';
import { callName, calls } from './calls.ts';
import { API_HOST } from './service.ts';

/** Alpha Vantage: dates of results, and transcripts of calls, with the operator's own key. */
export const alphaVantage = registry({
  id: 'alphavantage',
  publisher: 'Alpha Vantage Inc.',
  url: 'https://www.alphavantage.co/documentation/#transcript',
  licence: 'By the terms of the operator’s own key; https://www.alphavantage.co/terms_of_service/',
  // A free key allows 5 requests a minute and 25 a day.
  requestsPerSecond: 0.08,
  hosts: [API_HOST],
  access: [
    {
      host: API_HOST,
      key: {
        setting: 'ASFILED_ALPHAVANTAGE_KEY',
        place: { kind: 'query', name: 'apikey' },
        from: 'free for 25 requests a day, from https://www.alphavantage.co/support/#api-key',
      },
    },
  ],
  precedence: { calls: 10, calendar: 20 },
  documents: [calls, calendars],
  channels: {
    'earnings-calendar': lists({
      host: API_HOST,
      cron: '20 9 * * *',
      timeZone: 'UTC',
      tasks: () => [calendars.task({ url: CALENDAR_URL })],
    }),
  },
  named: discoverNamed,
});

/** Each quarter costs one of the few requests of a day. */
const QUARTERS_AT_FIRST = 5;
const MAX_QUARTERS = 80;

/**
 * There is no list of calls. A company (`--ticker IBM`) gives its last five quarters or those since a day, an id
 * (`--id IBM:2024Q1`) gives one call.
 */
async function discoverNamed(
  client: RegistryClient,
  { tickers, ids, since }: { tickers: readonly string[]; ids: readonly string[]; since: IsoDate | null },
): Promise<Discovery> {
  const quarters = quartersUntil(client.now(), since);
  const companies = discoverByName(tickers, {
    kind: 'company',
    reason: 'invalid symbol; name a company by its ticker: --ticker IBM',
    tasksOf: ticker => {
      const urls = quarters.flatMap(quarter => callName(ticker, quarter) ?? []).map(calls.url);
      return urls.length === 0 ? [] : [urlTask('company', ticker.toUpperCase(), urls)];
    },
  });
  const named = discoverByName(ids, {
    kind: 'call',
    reason: 'name a call by symbol and quarter: --id IBM:2024Q1',
    tasksOf: id => {
      const [symbol = '', quarter = ''] = id.split(':');
      const call = callName(symbol, quarter);
      return call === null ? [] : [calls.task(call)];
    },
  });
  return {
    tasks: [...companies.tasks, ...named.tasks],
    missing: [...companies.missing, ...named.missing],
    anomalies: [],
  };
}

/** Calendar quarters up to now, the latest first. */
function quartersUntil(now: Date, since: IsoDate | null): string[] {
  const quarters: string[] = [];
  const last = now.getUTCFullYear() * 4 + Math.floor(now.getUTCMonth() / 3);
  const first =
    since === null
      ? last - QUARTERS_AT_FIRST + 1
      : Number(since.slice(0, 4)) * 4 + Math.floor((Number(since.slice(5, 7)) - 1) / 3);
  for (let at = last; at >= first && quarters.length < MAX_QUARTERS; at--) {
    quarters.push(`${Math.floor(at / 4)}Q${(at % 4) + 1}`);
  }
  return quarters;
}

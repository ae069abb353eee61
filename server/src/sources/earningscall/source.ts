import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { addDays, datesBetween } from '../../kernel/dates.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { appendAll } from '../../kernel/lists.ts';
import { discoverEach, emptyDiscovery, tasksForExisting, urlTask } from '../kit/discovery.ts';
import { registry } from '../kit/registry.ts';
import type { Discovery, RegistryClient, SourceDocument, Task } from '../kit/source.ts';
import { calendarDays, calendarUrl } from './calendar.ts';
import { type CallCompany, type CallName, callAt, calls, eventsUrl, readEvents, transcriptUrl } from './calls.ts';
import { API_HOST, SYMBOL, US_EXCHANGES } from './service.ts';

/** Days of the calendar that a run requests. */
const DAYS_AHEAD = 7;

/** EarningsCall: dates and transcripts of calls, with the operator's own key. */
export const earningsCall = registry({
  id: 'earningscall',
  publisher: 'EarningsCall (earningscall.biz)',
  url: 'https://earningscall.biz/api-guide',
  licence: 'By the terms of the operator’s own key; https://earningscall.biz/terms-of-service',
  // No limit is published.
  requestsPerSecond: 1,
  hosts: [API_HOST],
  access: [
    {
      host: API_HOST,
      key: {
        setting: 'ASFILED_EARNINGSCALL_KEY',
        place: { kind: 'query', name: 'apikey' },
        from: 'with a plan of https://earningscall.biz/api-pricing',
      },
    },
  ],
  precedence: { calls: 10, calendar: 20 },
  documents: [calls, calendarDays],
  channels: {
    // Calls are requested by company only, because plans include some companies.
    calendar: {
      host: API_HOST,
      cron: '40 9 * * *',
      timeZone: 'UTC',
      async read(client) {
        const today = client.now().toISOString().slice(0, 10);
        const urls = datesBetween(today, addDays(today, DAYS_AHEAD)).map(calendarUrl);
        return { ...emptyDiscovery(), tasks: await tasksForExisting(client, 'calendar', urls) };
      },
    },
  },
  named: (client, { names, since }) =>
    discoverEach(names, emptyDiscovery(), 'company', async (name, discovery) => {
      const tasks = await tasksOf(client, companiesOf(name), since);
      appendAll(discovery.tasks, tasks);
      return tasks.length > 0 ? null : { notFound: `the service lists no call of ${name}` };
    }),
  discoverRecorded: async (_client, urls) => discoverRecorded(urls),
  fetchers: { call: fetchCall },
});

/** `NASDAQ:MSFT` is one company; `MSFT` is looked up at each exchange of the United States. */
function companiesOf(name: string): CallCompany[] {
  const [exchange = '', symbol] = name.toUpperCase().split(':');
  if (symbol !== undefined) return SYMBOL.test(symbol) ? [{ exchange, symbol }] : [];
  return SYMBOL.test(exchange) ? US_EXCHANGES.map(known => ({ exchange: known, symbol: exchange })) : [];
}

/** A task for each call of the first exchange that lists the company. */
async function tasksOf(
  client: RegistryClient,
  companies: readonly CallCompany[],
  since: string | null,
): Promise<Task[]> {
  for (const company of companies) {
    const list = await client.get(eventsUrl(company));
    if (list === null) continue;
    return readEvents(list.bytes, new AnomalyLog('earningscall', list.url))
      .calls.filter(({ moment }) => since === null || moment === null || moment.date >= since)
      .map(({ year, quarter }) => callTask({ ...company, year, quarter, level: 2 }));
  }
  return [];
}

/** The list of calls is part of the task, because only the list may state the time of the call. */
function callTask(call: CallName): Task {
  const { exchange, symbol, year, quarter } = call;
  const urls = [eventsUrl(call), transcriptUrl(call)];
  return urlTask('call', `${exchange}:${symbol}:${year}Q${quarter}`, urls);
}

/** Each recorded call once, by speakers if it was recorded so, and each day of the calendar. */
function discoverRecorded(urls: readonly string[]): Discovery {
  const tasks = new Map<string, Task>();
  for (const url of urls) {
    const call = callAt(url);
    if (call === null) continue;
    const task = callTask(call);
    if (!tasks.has(task.key) || call.level === 2) tasks.set(task.key, task);
  }
  const days = urls.filter(url => calendarDays.open(url) !== null).map(url => urlTask('calendar', url, [url]));
  return { ...emptyDiscovery(), tasks: [...tasks.values(), ...days] };
}

/** The list of calls and the transcript; nothing if the service has no transcript. */
async function fetchCall(client: RegistryClient, task: Task): Promise<SourceDocument[]> {
  const documents: SourceDocument[] = [];
  for (const url of task.urls ?? []) {
    const call = callAt(url);
    const document = await (call === null ? client.get(url) : fetchTranscript(client, call));
    if (document !== null) documents.push(document);
  }
  return documents.some(document => callAt(document.url) !== null) ? documents : [];
}

/** The status if the plan of the key does not include a document. */
const NOT_IN_PLAN = 403;

/** The text by speakers, or the plain text if the operator's plan does not include the former. */
async function fetchTranscript(client: RegistryClient, call: CallName): Promise<SourceDocument | null> {
  const bySpeakers = await client.get(transcriptUrl({ ...call, level: 2 })).catch((error: unknown) => {
    if (error instanceof AsfiledError && error.details.status === NOT_IN_PLAN) return null;
    throw error;
  });
  return bySpeakers ?? client.get(transcriptUrl({ ...call, level: 1 }));
}

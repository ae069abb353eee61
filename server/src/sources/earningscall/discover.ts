import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { addDays, datesBetween } from '../../kernel/dates.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { emptyDiscovery, fetchUrls, tasksOfThose, urlTask } from '../kit/discovery.ts';
import type { Discovery, DiscoveryRequest, RegistryClient, SourceDocument, Task } from '../kit/source.ts';
import {
  type CallCompanyName,
  type CallQuestion,
  calendarUrl,
  eventsUrl,
  isCalendar,
  questionAt,
  SYMBOL,
  transcriptUrl,
  US_EXCHANGES,
} from './addresses.ts';
import { readEvents } from './parse-documents.ts';

/** The calls of the days to come, looked at once a day. */
export const CALENDAR_CHANNEL = 'calendar';
/** Days that a look at the calendar goes ahead, each a request. */
const DAYS_AHEAD = 7;

/**
 * Calls are asked for by company: `--ticker MSFT` is looked for on the exchanges of the United States, `--id NASDAQ:MSFT` on
 * that one. The list of a company's calls says which there are.
 */
export async function discover(client: RegistryClient, request: DiscoveryRequest): Promise<Discovery> {
  const discovery = emptyDiscovery();
  if (request.kind === 'channel') {
    if (request.channel !== CALENDAR_CHANNEL) throw new RangeError(`earningscall has no channel ${request.channel}`);
    const today = client.now().toISOString().slice(0, 10);
    const urls = datesBetween(today, addDays(today, DAYS_AHEAD)).map(calendarUrl);
    return { ...discovery, tasks: await tasksOfThose(client, 'calendar', urls) };
  }
  if (request.kind === 'everything') return discoverRecorded((await client.list()) ?? []);
  for (const name of [...request.tickers, ...request.ids]) {
    const companies = companiesOf(name);
    const tasks = await tasksOf(client, companies, request.since);
    if (tasks.length > 0) discovery.tasks.push(...tasks);
    else discovery.missing.push({ kind: 'company', key: name, reason: `the service lists no call of ${name}` });
  }
  return discovery;
}

function companiesOf(name: string): CallCompanyName[] {
  const [exchange = '', symbol] = name.toUpperCase().split(':');
  if (symbol !== undefined) return SYMBOL.test(symbol) ? [{ exchange, symbol }] : [];
  return SYMBOL.test(exchange) ? US_EXCHANGES.map(one => ({ exchange: one, symbol: exchange })) : [];
}

/** A task for each call of the first exchange that knows the company; the list goes with each, as it alone may say when. */
async function tasksOf(
  client: RegistryClient,
  companies: readonly CallCompanyName[],
  since: string | null,
): Promise<Task[]> {
  for (const company of companies) {
    const list = await client.get(eventsUrl(company));
    if (list === null) continue;
    const { calls } = readEvents(list.bytes, new AnomalyLog('earningscall', list.url));
    return calls
      .filter(({ moment }) => since === null || moment === null || moment.date >= since)
      .map(({ year, quarter }) => callTask({ ...company, year, quarter, level: 2 }));
  }
  return [];
}

function callTask(question: CallQuestion): Task {
  const { exchange, symbol, year, quarter } = question;
  const urls = [eventsUrl(question), transcriptUrl(question)];
  return urlTask('call', `${exchange}:${symbol}:${year}Q${quarter}`, urls);
}

/** Each recorded call once, by speakers where it was recorded so, and each day of the calendar. */
function discoverRecorded(addresses: readonly string[]): Discovery {
  const calls = new Map<string, Task>();
  for (const address of addresses) {
    const question = questionAt(address);
    if (question === null) continue;
    const task = callTask(question);
    if (!calls.has(task.key) || question.level === 2) calls.set(task.key, task);
  }
  const days = addresses.filter(isCalendar).map(url => urlTask('calendar', url, [url]));
  return { ...emptyDiscovery(), tasks: [...calls.values(), ...days] };
}

/** The list, and the text by speakers; where the operator's plan has no such text, the bare one. */
export async function fetchTask(client: RegistryClient, task: Task): Promise<SourceDocument[]> {
  if (task.kind === 'calendar') return fetchUrls(client, task.urls ?? []);
  const documents: SourceDocument[] = [];
  let hasWords = false;
  for (const url of task.urls ?? []) {
    const question = questionAt(url);
    const document = question === null ? await client.get(url) : await fetchWords(client, question);
    if (document === null) continue;
    documents.push(document);
    hasWords ||= question !== null;
  }
  return hasWords ? documents : [];
}

/** The service answers so to keys whose plan does not reach so far. */
const NOT_OF_THE_PLAN = 403;

async function fetchWords(client: RegistryClient, question: CallQuestion): Promise<SourceDocument | null> {
  const bySpeakers = await client.get(transcriptUrl({ ...question, level: 2 })).catch((error: unknown) => {
    if (error instanceof AsfiledError && error.details.status === NOT_OF_THE_PLAN) return null;
    throw error;
  });
  return bySpeakers ?? client.get(transcriptUrl({ ...question, level: 1 }));
}

import type { IsoDate } from '../../kernel/dates.ts';
import { emptyDiscovery, fetchUrls, urlTask } from '../kit/discovery.ts';
import type { Discovery, DiscoveryRequest, RegistryClient, SourceDocument, Task } from '../kit/source.ts';
import { CALENDAR_URL, callQuestion, isCalendar, questionAt, transcriptUrl } from './addresses.ts';

/** The calendar of the months to come, looked at once a day. */
export const CALENDAR_CHANNEL = 'earnings-calendar';

/** Quarters that are asked for of a company that is named without one: each costs a request of the day's few. */
const QUARTERS_AT_FIRST = 5;
const MOST_QUARTERS = 80;

/**
 * Calls are asked for by name alone: a company (`--ticker IBM`: its last five quarters, or those since a day) or one call
 * (`--id IBM:2024Q1`). There is no list of them. Where nothing is named, it is the calendar that is meant.
 */
export async function discover(client: RegistryClient, request: DiscoveryRequest): Promise<Discovery> {
  const discovery = emptyDiscovery();
  if (request.kind === 'channel') {
    if (request.channel !== CALENDAR_CHANNEL) throw new RangeError(`alphavantage has no channel ${request.channel}`);
    discovery.tasks.push(calendarTask(CALENDAR_URL));
    return discovery;
  }
  if (request.kind === 'everything') {
    for (const url of (await client.list()) ?? [CALENDAR_URL]) {
      if (isCalendar(url)) discovery.tasks.push(calendarTask(url));
      const question = questionAt(url);
      if (question !== null) discovery.tasks.push(urlTask('call', `${question.symbol}:${question.quarter}`, [url]));
    }
    return discovery;
  }
  const quarters = quartersUntil(client.now(), request.since);
  for (const ticker of request.tickers) {
    const urls = quarters.flatMap(quarter => callQuestion(ticker, quarter) ?? []).map(transcriptUrl);
    if (urls.length > 0) discovery.tasks.push(urlTask('company', ticker.toUpperCase(), urls));
    else discovery.missing.push({ kind: 'company', key: ticker, reason: `${ticker} is no symbol` });
  }
  for (const id of request.ids) {
    const [symbol = '', quarter = ''] = id.split(':');
    const question = callQuestion(symbol, quarter);
    if (question !== null) discovery.tasks.push(urlTask('call', id.toUpperCase(), [transcriptUrl(question)]));
    else
      discovery.missing.push({ kind: 'call', key: id, reason: `${id} names no call: symbol and quarter, IBM:2024Q1` });
  }
  return discovery;
}

function calendarTask(url: string): Task {
  return urlTask('calendar', url, [url]);
}

/** Calendar quarters, the latest first. */
function quartersUntil(now: Date, since: IsoDate | null): string[] {
  const quarters: string[] = [];
  const last = now.getUTCFullYear() * 4 + Math.floor(now.getUTCMonth() / 3);
  const first =
    since === null
      ? last - QUARTERS_AT_FIRST + 1
      : Number(since.slice(0, 4)) * 4 + Math.floor((Number(since.slice(5, 7)) - 1) / 3);
  for (let at = last; at >= first && quarters.length < MOST_QUARTERS; at--) {
    quarters.push(`${Math.floor(at / 4)}Q${(at % 4) + 1}`);
  }
  return quarters;
}

/** Quarters that nobody has written down are left out. */
export async function fetchTask(client: RegistryClient, task: Task): Promise<SourceDocument[]> {
  return fetchUrls(client, task.urls ?? []);
}

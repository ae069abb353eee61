import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { addDays, type IsoDate } from '../../kernel/dates.ts';
import { emptyDiscovery, fetchUrls, urlTask } from '../kit/discovery.ts';
import type { Discovery, DiscoveryRequest, RegistryClient, SourceDocument, Task } from '../kit/source.ts';
import { DAILY_URL, HISTORY_URL, RECENT_URL, ratesAt } from './addresses.ts';
import { parseFile } from './parse-documents.ts';
import { curveUrl, isCurve } from './yield-curve.ts';

/** The list of recent days reaches back ninety of them; some are left as a margin. */
const RECENT_DAYS = 80;

/** Which files of rates and of the curve there are to read. */
export async function discover(client: RegistryClient, request: DiscoveryRequest): Promise<Discovery> {
  if (request.kind === 'named') return discoverNamed(request);
  if (request.kind === 'everything') return discoverEverything(client, request.since);
  if (request.channel === 'history') return { ...emptyDiscovery(), tasks: [fileTask(HISTORY_URL)] };
  if (request.channel === 'rates') return discoverNewest(client, request.position);
  if (request.channel === 'yield-curve') return discoverCurve(client, request.position);
  throw new RangeError(`ecb has no channel ${request.channel}`);
}

/** Asks for the files of a task. */
export function fetchTask(client: RegistryClient, task: Task): Promise<SourceDocument[]> {
  return fetchUrls(client, task.urls ?? []);
}

function discoverNamed({ tickers, ids }: DiscoveryRequest & { kind: 'named' }): Discovery {
  const reason = 'the bank publishes rates of currencies, nothing of companies: leave the names out';
  return { ...emptyDiscovery(), missing: [...tickers, ...ids].map(key => ({ kind: 'company', key, reason })) };
}

/** All that a mirror has; of the bank itself what covers the days wanted. */
async function discoverEverything(client: RegistryClient, since: IsoDate | null): Promise<Discovery> {
  const urls = await client.list();
  if (urls !== null) {
    return { ...emptyDiscovery(), tasks: urls.filter(url => ratesAt(url) !== null || isCurve(url)).map(fileTask) };
  }
  return { ...emptyDiscovery(), tasks: [fileTask(fileSince(client, since)), fileTask(curveUrl(since))] };
}

/** `position` is the day of the last look: the curve is asked for from some weeks before it on. */
async function discoverCurve(client: RegistryClient, position: IsoDate | null): Promise<Discovery> {
  const document = await client.get(curveUrl(position));
  if (document === null) return emptyDiscovery();
  return { ...emptyDiscovery(), tasks: [fileTask(document.url)], position: dateOf(client) };
}

/** The smallest file that leaves no day out; `position` is the newest day that was read, null at first. */
async function discoverNewest(client: RegistryClient, position: IsoDate | null): Promise<Discovery> {
  const before = lastWorkingDay(addDays(lastWorkingDay(dateOf(client)), -1));
  const isNext = position !== null && position >= before;
  const url = isNext ? DAILY_URL : fileSince(client, position);
  const document = await client.get(url);
  if (document === null) return emptyDiscovery();
  const dates = parseFile(document.bytes, new AnomalyLog('ecb', document.url)).map(one => one.date);
  const newest = dates.reduce((best, date) => (date > best ? date : best), position ?? '');
  // Asked for once more, conditionally: what the bank itself gives must hold as many rates as it should.
  return { ...emptyDiscovery(), tasks: [fileTask(url)], ...(newest === '' ? {} : { position: newest }) };
}

function fileSince(client: RegistryClient, since: IsoDate | null): string {
  return since !== null && since >= addDays(dateOf(client), -RECENT_DAYS) ? RECENT_URL : HISTORY_URL;
}

/** The last day up to a date that is no Saturday and no Sunday. */
function lastWorkingDay(date: IsoDate): IsoDate {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  if (weekday === 0) return addDays(date, -2);
  return weekday === 6 ? addDays(date, -1) : date;
}

function dateOf(client: RegistryClient): IsoDate {
  return client.now().toISOString().slice(0, 10);
}

function fileTask(url: string): Task {
  return urlTask('rates', url, [url]);
}

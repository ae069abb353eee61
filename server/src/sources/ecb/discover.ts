import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { addDays, type IsoDate } from '../../kernel/dates.ts';
import { emptyDiscovery, fetchUrls, urlTask } from '../discovery.ts';
import type { Discovery, Outside, SourceDocument, Task, Wanted } from '../source.ts';
import { DAILY_URL, HISTORY_URL, RECENT_URL, ratesAt } from './addresses.ts';
import { parseFile } from './parse-documents.ts';
import { curveUrl, isCurve } from './yield-curve.ts';

/** The list of recent days reaches back ninety of them; some are left as a margin. */
const RECENT_DAYS = 80;

/** Which files of rates and of the curve there are to read. */
export async function discover(outside: Outside, wanted: Wanted): Promise<Discovery> {
  if (wanted.kind === 'named') return discoverNamed(wanted);
  if (wanted.kind === 'everything') return discoverEverything(outside, wanted.since);
  if (wanted.channel === 'history') return { ...emptyDiscovery(), tasks: [fileTask(HISTORY_URL)] };
  if (wanted.channel === 'rates') return discoverNewest(outside, wanted.position);
  if (wanted.channel === 'yield-curve') return discoverCurve(outside, wanted.position);
  throw new RangeError(`ecb has no channel ${wanted.channel}`);
}

/** Asks for the files of a task. */
export function fetchTask(outside: Outside, task: Task): Promise<SourceDocument[]> {
  return fetchUrls(outside, task.urls ?? []);
}

function discoverNamed({ tickers, ids }: Wanted & { kind: 'named' }): Discovery {
  const reason = 'the bank publishes rates of currencies, nothing of companies: leave the names out';
  return { ...emptyDiscovery(), missing: [...tickers, ...ids].map(key => ({ kind: 'company', key, reason })) };
}

/** All that a mirror has; of the bank itself what covers the days wanted. */
async function discoverEverything(outside: Outside, since: IsoDate | null): Promise<Discovery> {
  const urls = await outside.list();
  if (urls !== null) {
    return { ...emptyDiscovery(), tasks: urls.filter(url => ratesAt(url) !== null || isCurve(url)).map(fileTask) };
  }
  return { ...emptyDiscovery(), tasks: [fileTask(fileSince(outside, since)), fileTask(curveUrl(since))] };
}

/** `position` is the day of the last look: the curve is asked for from some weeks before it on. */
async function discoverCurve(outside: Outside, position: IsoDate | null): Promise<Discovery> {
  const document = await outside.get(curveUrl(position));
  if (document === null) return emptyDiscovery();
  return { ...emptyDiscovery(), tasks: [fileTask(document.url)], position: dateOf(outside) };
}

/** The smallest file that leaves no day out; `position` is the newest day that was read, null at first. */
async function discoverNewest(outside: Outside, position: IsoDate | null): Promise<Discovery> {
  const before = lastWorkingDay(addDays(lastWorkingDay(dateOf(outside)), -1));
  const isNext = position !== null && position >= before;
  const url = isNext ? DAILY_URL : fileSince(outside, position);
  const document = await outside.get(url);
  if (document === null) return emptyDiscovery();
  const dates = parseFile(document.bytes, new AnomalyLog('ecb', document.url)).map(one => one.date);
  const newest = dates.reduce((best, date) => (date > best ? date : best), position ?? '');
  // Asked for once more, conditionally: what the bank itself gives must hold as many rates as it should.
  return { ...emptyDiscovery(), tasks: [fileTask(url)], ...(newest === '' ? {} : { position: newest }) };
}

function fileSince(outside: Outside, since: IsoDate | null): string {
  return since !== null && since >= addDays(dateOf(outside), -RECENT_DAYS) ? RECENT_URL : HISTORY_URL;
}

/** The last day up to a date that is no Saturday and no Sunday. */
function lastWorkingDay(date: IsoDate): IsoDate {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  if (weekday === 0) return addDays(date, -2);
  return weekday === 6 ? addDays(date, -1) : date;
}

function dateOf(outside: Outside): IsoDate {
  return outside.now().toISOString().slice(0, 10);
}

function fileTask(url: string): Task {
  return urlTask('rates', url, [url]);
}

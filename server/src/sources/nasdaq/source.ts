import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { addDays, dateOrNull, datesBetween } from '../../kernel/dates.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { emptyDiscovery, fetchUrls, tasksOfThose, urlTask } from '../kit/discovery.ts';
import { failed } from '../kit/http/answer-form.ts';
import { readJsonObjectAnswer } from '../kit/http/answer-json.ts';
import { NO_REGISTRANTS } from '../kit/no-registrants.ts';
import type { Discovery, DiscoveryRequest, RegistryClient, ResponseFault, Source } from '../kit/source.ts';
import { API_HOST, dayAt, dayUrl } from './addresses.ts';
import { dataOf, dayStated, parseDays, rowsOf } from './parse-days.ts';

/** Days that are asked for where none is named: from today on. */
const DAYS_AHEAD = 14;
/** Results of companies listed in the United States on one day. */
const MOST_ENTRIES = 5_000;

/** Nasdaq's calendar of results, as its web site asks for it. It is asked when the operator says so, never by itself. */
export const nasdaq: Source = {
  ...NO_REGISTRANTS,
  description: {
    registry: 'nasdaq',
    publisher: 'Nasdaq, Inc.',
    url: 'https://www.nasdaq.com/market-activity/earnings',
    licence:
      'No public licence and no documented interface: for the operator’s own use, nothing may be passed on; https://www.nasdaq.com/legal',
    // No limit is published.
    requestsPerSecond: 0.5,
    hosts: [API_HOST],
    access: [{ host: API_HOST, headers: { accept: 'application/json', 'accept-language': 'en-US' } }],
  },
  schedule: [],
  validateResponse,
  identifyImport,
  placeImport: files => files.map(({ row, bytes }) => ({ url: identifyImport(row.path, bytes), bytes })),
  discover,
  fetch: (client, task) => fetchUrls(client, task.urls ?? []),
  parse: parseDays,
  expectations: documents => ({ published: { min: documents.length, max: documents.length * MOST_ENTRIES } }),
};

/** A day without results has no rows; errors come with status 200 and a list of messages. */
function validateResponse(url: string, bytes: Buffer): ResponseFault | null {
  if (dayAt(url) === null) return failed('unexpected_document', 'an answer to no question');
  const log = new AnomalyLog('nasdaq', url);
  const answer = readJsonObjectAnswer(bytes.toString('utf8'), log);
  const told = log.list()[0];
  if (answer === null) return failed(told?.kind ?? 'unexpected_document', told?.detail ?? '');
  if (!('data' in answer)) return failed('unexpected_document', Object.keys(answer).join(', ').slice(0, 200));
  const isEmpty = rowsOf(dataOf(answer)).length === 0;
  return isEmpty ? { kind: 'no_rows', detail: 'no results on this day', action: 'absent' } : null;
}

/** An answer says of which day it is. */
function identifyImport(name: string, bytes: Buffer): string {
  const answer = readJsonObjectAnswer(bytes.toString('utf8'), new AnomalyLog('nasdaq', name));
  const day = dayStated(dataOf(answer));
  if (day !== null) return dayUrl(day);
  throw new AsfiledError('bad_request', `${name} is no day of the calendar: data.asOf, data.rows.`);
}

/** Days by name (`--id 2026-08-03`), else those from today on; of a mirror all that it has. */
async function discover(client: RegistryClient, request: DiscoveryRequest): Promise<Discovery> {
  const discovery = emptyDiscovery();
  if (request.kind === 'channel') throw new RangeError(`nasdaq has no channel ${request.channel}`);
  if (request.kind === 'everything') {
    const recorded = await client.list();
    const today = client.now().toISOString().slice(0, 10);
    const ahead = datesBetween(today, addDays(today, DAYS_AHEAD)).map(dayUrl);
    const urls = recorded?.filter(url => dayAt(url) !== null) ?? ahead;
    return { ...discovery, tasks: await tasksOfThose(client, 'day', urls) };
  }
  for (const name of [...request.tickers, ...request.ids]) {
    const day = dateOrNull(name);
    const reason = 'the calendar is asked for by day: 2026-08-03';
    if (day === null) discovery.missing.push({ kind: 'day', key: name, reason });
    else discovery.tasks.push(urlTask('day', day, [dayUrl(day)]));
  }
  return discovery;
}

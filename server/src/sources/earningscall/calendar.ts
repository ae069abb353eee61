import { type CalendarEntry, emptyEntry } from '../../domain/figures/earnings/model/earnings-calendar.ts';
import { isJsonObject } from '../../formats/json-object.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { address } from '../kit/address.ts';
import { faultIfUnread } from '../kit/document-kind.ts';
import { failed } from '../kit/http/response-form.ts';
import { readJsonResponse } from '../kit/http/response-json.ts';
import { publishedKind } from '../kit/published-kind.ts';
import type { ResponseFault } from '../kit/source.ts';
import { API_HOST, marketOf, PERIODS, textOf, toListed } from './service.ts';

/** Calls that are held on one day. */
const MAX_CALLS = 5_000;

/** The calls of a day, of all companies. */
export const calendarDays = publishedKind({
  address: address(`https://${API_HOST}/calendar?year={year}&month={month}&day={day}`),
  source: 'calendar',
  task: 'calendar',
  states: 'calendar entries: time of the call, fiscal period',
  read: (bytes, { url, log }) => ({ calendarEntries: readDay(url, bytes, log) }),
  validate: faultOfDay,
  // Calls at exchanges of other countries have no entry.
  expect: { min: 0, recordedMin: 0, max: MAX_CALLS },
});

export function calendarUrl(day: IsoDate): string {
  const [year = '', month = '', ofMonth = ''] = day.split('-').map(part => String(Number(part)));
  return calendarDays.url({ year, month, day: ofMonth });
}

/** The calls of a day are a list, which is empty on days without calls. */
function faultOfDay(bytes: Buffer, log: AnomalyLog): ResponseFault | null {
  const rows = readJsonResponse(bytes.toString('utf8'), log);
  if (log.list().length > 0) return faultIfUnread(null, log);
  if (!Array.isArray(rows)) return failed('unexpected_document', 'no list of calls');
  return rows.length > 0 ? null : { kind: 'no_calls', detail: 'no call on this day', action: 'absent' };
}

/** Results are published on the day of the call or the evening before: the service does not state which, so the day is estimated. */
function readDay(url: string, bytes: Buffer, log: AnomalyLog): CalendarEntry[] {
  const rows = readJsonResponse(bytes.toString('utf8'), log);
  if (!Array.isArray(rows)) return [];
  return rows.flatMap((row, at) => {
    const fields = isJsonObject(row) ? row : {};
    const symbol = textOf(fields, 'symbol');
    const exchange = textOf(fields, 'exchange')?.toUpperCase() ?? null;
    const call = toListed(row);
    if (symbol === null || exchange === null || call === null || call.moment === null) {
      log.add('bad_row', `[${at}]`, JSON.stringify(row).slice(0, 200));
      return [];
    }
    const marketId = marketOf(exchange);
    if (marketId === null) return [];
    return {
      ...emptyEntry({ ticker: symbol, marketId, documentUrl: url }),
      reportDate: call.moment.date,
      callAt: call.moment.instant,
      fiscalYear: call.year,
      fiscalPeriod: PERIODS[call.quarter - 1] ?? null,
    };
  });
}

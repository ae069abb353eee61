import {
  type CalendarEntry,
  emptyEntry,
  type ReportTime,
} from '../../domain/figures/earnings/model/earnings-calendar.ts';
import { isJsonObject, type JsonObject } from '../../formats/json-object.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { dateOrNull, daysInMonth, type IsoDate } from '../../kernel/dates.ts';
import { address, refinedAddress } from '../kit/address.ts';
import { faultIfUnread } from '../kit/document-kind.ts';
import { failed } from '../kit/http/response-form.ts';
import { readJsonObjectResponse } from '../kit/http/response-json.ts';
import { publishedKind } from '../kit/published-kind.ts';
import type { ResponseFault } from '../kit/source.ts';

export const API_HOST = 'api.nasdaq.com';

const TIMES: Readonly<Record<string, ReportTime>> = {
  'time-pre-market': 'before_market',
  'time-after-hours': 'after_market',
};

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The results of companies listed in the United States on one day. */
const MAX_ENTRIES = 5_000;

/** The results that are expected or were published on a day. */
export const days = publishedKind({
  address: refinedAddress(address(`https://${API_HOST}/api/calendar/earnings?date={day}`), values =>
    dateOrNull(values.day) === null ? null : values,
  ),
  source: 'calendar',
  task: 'day',
  states: 'calendar entries: time of results, estimate, result',
  key: ({ day }) => day,
  read: (bytes, { url, values, log }) => ({ calendarEntries: readDay(bytes, { url, day: values.day }, log) }),
  validate: faultOfDay,
  expect: { min: 1, max: MAX_ENTRIES },
  accepts: 'days of the calendar (data.asOf, data.rows)',
  identify: ({ name, bytes }) => {
    const response = readJsonObjectResponse(bytes.toString('utf8'), new AnomalyLog('nasdaq', name));
    const day = dayStated(dataOf(response));
    return day === null ? null : { day };
  },
});

/** A day without results has no rows. Errors have status 200 and a list of messages. */
function faultOfDay(bytes: Buffer, log: AnomalyLog): ResponseFault | null {
  const response = readJsonObjectResponse(bytes.toString('utf8'), log);
  if (response === null) return faultIfUnread(null, log);
  if (!('data' in response)) return failed('unexpected_document', Object.keys(response).join(', ').slice(0, 200));
  const isEmpty = rowsOf(dataOf(response)).length === 0;
  return isEmpty ? { kind: 'no_rows', detail: 'no results on this day', action: 'absent' } : null;
}

function readDay(bytes: Buffer, { url, day }: { url: string; day: IsoDate }, log: AnomalyLog): CalendarEntry[] {
  const data = dataOf(readJsonObjectResponse(bytes.toString('utf8'), log));
  const stated = dayStated(data);
  if (stated !== null && stated !== day) {
    log.add('other_day', 'data.asOf', `requested ${day}, received ${stated}`);
    return [];
  }
  return rowsOf(data).flatMap((row, at) => {
    const fields = isJsonObject(row) ? row : {};
    const ticker = textOf(fields, 'symbol');
    if (ticker === '') {
      log.add('bad_row', `data.rows[${at}]`, JSON.stringify(row).slice(0, 200));
      return [];
    }
    const count = textOf(fields, 'noOfEsts');
    return {
      ...emptyEntry({ ticker, marketId: 'us', documentUrl: url }),
      reportDate: day,
      reportTime: TIMES[textOf(fields, 'time')] ?? 'unknown',
      periodEnd: monthEnd(textOf(fields, 'fiscalQuarterEnding')),
      currency: 'USD',
      epsEstimate: dollars(textOf(fields, 'epsForecast')),
      // Stated for past days.
      epsActual: dollars(textOf(fields, 'eps')),
      estimatesCount: /^\d{1,4}$/.test(count) ? Number(count) : null,
    };
  });
}

/** The member `data`; it or its rows are null on days without results. */
function dataOf(response: JsonObject | null): JsonObject {
  return isJsonObject(response?.data) ? response.data : {};
}

function rowsOf(data: JsonObject): readonly unknown[] {
  return Array.isArray(data.rows) ? data.rows : [];
}

/** `Mon, Aug 3, 2026`; null if the response states no day. */
function dayStated(data: JsonObject): IsoDate | null {
  const [, month = '', day = '', year = ''] = /([A-Z][a-z]{2}) (\d{1,2}), (\d{4})$/.exec(textOf(data, 'asOf')) ?? [];
  const at = MONTHS.indexOf(month) + 1;
  return at === 0 ? null : `${year}-${String(at).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** `Jun/2026` */
function monthEnd(text: string): IsoDate | null {
  const [, name = '', year = ''] = /^([A-Z][a-z]{2})\/(\d{4})$/.exec(text) ?? [];
  const month = MONTHS.indexOf(name) + 1;
  return month === 0 ? null : `${year}-${String(month).padStart(2, '0')}-${daysInMonth(Number(year), month)}`;
}

/** `$1.41`, `($0.08)`; null for `N/A` and empty cells. */
function dollars(text: string): number | null {
  const [, open, digits] = /^(\()?-?\$?(\d[\d,]*(?:\.\d+)?|\.\d+)\)?$/.exec(text) ?? [];
  if (digits === undefined) return null;
  const value = Number(digits.replaceAll(',', ''));
  return open === '(' || text.startsWith('-') ? -value : value;
}

function textOf(fields: JsonObject, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value.trim() : '';
}

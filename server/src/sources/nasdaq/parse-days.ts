import {
  type CalendarEntry,
  emptyEntry,
  type ReportTime,
} from '../../domain/figures/earnings/model/earnings-calendar.ts';
import { isJsonObject, type JsonObject } from '../../formats/json-object.ts';
import type { Anomaly } from '../../kernel/anomaly.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { daysInMonth, type IsoDate } from '../../kernel/dates.ts';
import { readJsonObjectAnswer } from '../kit/http/answer-json.ts';
import type { ParsedDocuments, SourceDocument } from '../kit/source.ts';
import { dayAt } from './addresses.ts';

const TIMES: Readonly<Record<string, ReportTime>> = {
  'time-pre-market': 'before_market',
  'time-after-hours': 'after_market',
};

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The entries of some days. Never throws: what can't be read is an anomaly. */
export async function parseDays(documents: readonly SourceDocument[]): Promise<ParsedDocuments> {
  const anomalies: Anomaly[] = [];
  const calendarEntries: CalendarEntry[] = [];
  for (const { url, bytes } of documents) {
    const log = new AnomalyLog('nasdaq', url);
    calendarEntries.push(...readDay(url, bytes, log));
    anomalies.push(...log.list());
  }
  return { records: [], anomalies, published: { calendarEntries } };
}

function readDay(url: string, bytes: Buffer, log: AnomalyLog): CalendarEntry[] {
  const data = dataOf(readJsonObjectAnswer(bytes.toString('utf8'), log));
  const asked = dayAt(url);
  const stated = dayStated(data);
  if (asked === null || (stated !== null && stated !== asked)) {
    log.add('other_day', 'data.asOf', `asked for ${asked}, told of ${stated}`);
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
      reportDate: asked,
      reportTime: TIMES[textOf(fields, 'time')] ?? 'unknown',
      periodEnd: monthEnd(textOf(fields, 'fiscalQuarterEnding')),
      currency: 'USD',
      epsEstimate: dollars(textOf(fields, 'epsForecast')),
      // Of days that have passed.
      epsActual: dollars(textOf(fields, 'eps')),
      estimatesCount: /^\d{1,4}$/.test(count) ? Number(count) : null,
    };
  });
}

/** The member `data`; it, or its rows, are null on days without results. */
export function dataOf(answer: JsonObject | null): JsonObject {
  return isJsonObject(answer?.data) ? answer.data : {};
}

export function rowsOf(data: JsonObject): readonly unknown[] {
  return Array.isArray(data.rows) ? data.rows : [];
}

/** `Mon, Aug 3, 2026`; null where the answer says none. */
export function dayStated(data: JsonObject): IsoDate | null {
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

/** `$1.41`, `($0.08)`; null for `N/A` and nothing. */
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

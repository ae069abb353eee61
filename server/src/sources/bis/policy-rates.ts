import {
  type MacroRate,
  type RateFrequency,
  type RateSeries,
  rateCountryOf,
} from '../../domain/markets/macro/model/macro-rate.ts';
import { parseDelimited } from '../../formats/delimited.ts';
import { objectsOf } from '../../formats/json-object.ts';
import { parseSdmxCsv } from '../../formats/sdmx-csv.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { addDays, dateOrNull, daysInMonth, type IsoDate } from '../../kernel/dates.ts';
import { matchingUrls } from '../kit/address.ts';
import type { ImportCandidate } from '../kit/document-kind.ts';
import { failed, formOfResponse, startOf } from '../kit/http/response-form.ts';
import { readJsonObjectResponse } from '../kit/http/response-json.ts';
import { publishedKind } from '../kit/published-kind.ts';
import { RateList } from '../kit/rates/rate-list.ts';
import type { ResponseFault } from '../kit/source.ts';

export const BIS_HOST = 'stats.bis.org';

const FLOW = `https://${BIS_HOST}/api/v1/data/BIS,WS_CBPOL,1.0/`;

/** The policy rates of an area (`''` = all), daily or monthly, as a table without labels. */
export function dataUrl(frequency: 'D' | 'M', area: string, since: IsoDate | null): string {
  const from = since === null ? '' : `startPeriod=${since}&`;
  return `${FLOW}${frequency}.${area}/all?${from}detail=dataonly&format=csv`;
}

export const policyRates = publishedKind({
  address: matchingUrls(
    `${FLOW}{frequency}.{area}/all?startPeriod={day?}&detail=dataonly&format=csv`,
    url => url.startsWith(FLOW) || /^https:\/\/stats\.bis\.org\/api\/v2\/data\/dataflow\/BIS\/WS_CBPOL\//.test(url),
  ),
  states: 'rates: policy rates of central banks',
  read: (bytes, { log }) => ({ macroRates: parsePolicyRates(bytes, log) }),
  validate: faultOfTable,
  // One area has some forty rates in two months; extracts compiled by others have a few.
  expect: ({ url }) => ({ min: url.includes('startPeriod=') ? 20 : 1, max: 2_000_000 }),
  accepts: 'tables of WS_CBPOL (CSV), extracts of the newest levels and monthly histories (JSON)',
  identify: file => {
    const url = urlOfFile(file);
    return url === null ? null : { url };
  },
});

/** A period without data is a table without rows, or a response without bytes. */
function faultOfTable(bytes: Buffer): ResponseFault | null {
  const start = startOf(bytes);
  if (start === '') return failed('empty_answer', 'no bytes');
  if (start.startsWith('<')) return failed('html_instead_of_csv', start.slice(0, 200));
  return /^[^\n]*\bREF_AREA\b/.test(start) ? null : failed('unexpected_document', start.slice(0, 200));
}

/** Tables are recognised by their columns, histories by the source that they name. */
function urlOfFile({ bytes }: ImportCandidate): string | null {
  const text = bytes.toString('utf8');
  const start = startOf(bytes);
  const header = start.split('\n')[0] ?? '';
  const isTable = /\bREF_AREA\b/.test(header) && /\bOBS_VALUE\b/.test(header) && text.includes('CBPOL');
  if (isTable) return dataUrl('D', '', null);
  if (header.includes('area_code,') && header.includes('last_change_date')) {
    return `${dataUrl('D', '', null)}&lastNObservations=1`;
  }
  const area = start.startsWith('{') && text.includes('BIS CBPOL') ? /"iso2":"([A-Z]{2})"/.exec(start)?.[1] : undefined;
  return area === undefined ? null : dataUrl('M', area, null);
}

/** Rates are published with four decimals; files saved as doubles have rounding errors beyond. */
const PLACES = 10;
const NOTE_CHARS = 300;

/** What a rate is, for tables without descriptions. */
const NOTES: Readonly<Record<string, string>> = {
  US: 'Mid-point of the target range for the federal funds rate.',
  EA: 'Deposit facility rate since 2024-09-18, rate of the main refinancing operations before.',
};

/** The policy rates of a table of the bank, of an extract of the newest levels, or of a monthly history. */
export function parsePolicyRates(bytes: Buffer, log: AnomalyLog): MacroRate[] {
  const text = bytes.toString('utf8');
  const list = new RateList(log, PLACES);
  const form = formOfResponse(bytes);
  if (form === 'json') readHistory(text, list, log);
  else if (form !== 'text') log.add(form === 'empty' ? 'empty_answer' : 'unexpected_document', '', form);
  else if (/^[^\n]*\blast_change_date\b/.test(text)) readSummary(text, list, log);
  else readTable(text, list, log);
  return list.rates;
}

/** SDMX-CSV, with labels or without. */
function readTable(text: string, list: RateList, log: AnomalyLog): void {
  const { components, rows, cutLines } = parseSdmxCsv(text);
  if (!['FREQ', 'REF_AREA', 'TIME_PERIOD', 'OBS_VALUE'].every(value => components.has(value))) {
    log.add('unexpected_document', 'line 1', text.slice(0, 200));
    return;
  }
  for (const line of cutLines) log.add('cut_row', `line ${line}`, 'another number of cells than the header');
  const known = new Map<string, RateSeries | null>();
  for (const row of rows) {
    const place = `line ${row.line}`;
    const key = `${row.code('FREQ')}.${row.code('REF_AREA')}`;
    let series = known.get(key);
    if (series === undefined) {
      series = seriesOf(row.code('FREQ'), row.code('REF_AREA'), instrumentNow(row.text('COMPILATION')));
      if (series === null) log.add('unknown_series', place, key);
      known.set(key, series);
    }
    if (series === null) continue;
    const date = dayOf(row.code('TIME_PERIOD'));
    if (date === null) log.add('bad_date', place, row.text('TIME_PERIOD'));
    else list.add(series, date, row.code('ACTION') === 'D' ? '' : row.code('OBS_VALUE'));
  }
}

/** `From 19 Dec 1985 onwards: mid-point of …; from 1 Jul 1954 to …`: the first instrument is the current one. */
function instrumentNow(compilation: string): string {
  return /^from [^:;]* onwards:?\s*([^;]+)/i.exec(compilation)?.[1]?.trim() ?? '';
}

/** One line for each area: its newest level, the level before, and the day of the change. */
function readSummary(text: string, list: RateList, log: AnomalyLog): void {
  const [header = [], ...rows] = parseDelimited(text, ',');
  for (const [index, row] of rows.entries()) {
    const place = `line ${index + 2}`;
    const cell = (name: string): string => row[header.indexOf(name)]?.trim() ?? '';
    const series = seriesOf(cell('freq_code'), cell('area_code'), cell('definition'));
    if (series === null || row.length !== header.length) {
      log.add(series === null ? 'unknown_series' : 'cut_row', place, row.join().slice(0, 200));
      continue;
    }
    const date = list.dateOf(cell('date'), place);
    const changed = dateOrNull(cell('last_change_date'));
    if (date === null) continue;
    if (changed !== null) {
      list.add(series, addDays(changed, -1), cell('prev_level'));
      list.add(series, changed, cell('value'));
    }
    if (changed !== date) list.add(series, date, cell('value'));
  }
}

/** A history compiled by others from the bank's monthly rates. Its `latest` is from another publisher, and is not read. */
function readHistory(text: string, list: RateList, log: AnomalyLog): void {
  const response = readJsonObjectResponse(text, log);
  if (response === null) return;
  const series = seriesOf('M', String(response.iso2 ?? ''), '');
  if (series === null || !Array.isArray(response.history)) {
    log.add('unexpected_document', '', 'no history of an area');
    return;
  }
  for (const [at, { d, v }] of objectsOf(response.history).entries()) {
    const date = dayOf(String(d ?? ''));
    if (date === null) log.add('bad_date', `history[${at}]`, String(d));
    else list.add(series, date, typeof v === 'number' || typeof v === 'string' ? String(v) : '');
  }
}

/** A day, or the last day of a month: monthly rates are those of its end. */
function dayOf(period: string): IsoDate | null {
  const [, year, month] = /^(\d{4})-(\d{2})$/.exec(period) ?? [];
  if (year === undefined) return dateOrNull(period);
  return dateOrNull(`${period}-${daysInMonth(Number(year), Number(month))}`);
}

const FREQUENCIES: Readonly<Record<string, RateFrequency>> = { D: 'daily', M: 'monthly' };

function seriesOf(frequency: string, area: string, stated: string): RateSeries | null {
  const named = FREQUENCIES[frequency];
  if (named === undefined || !/^[A-Z][A-Z0-9]$/.test(area)) return null;
  const countryCode = rateCountryOf(area);
  const what = stated === '' ? (NOTES[countryCode] ?? null) : stated.slice(0, NOTE_CHARS);
  const note = named === 'monthly' ? ['Rate at the end of the month.', what].filter(Boolean).join(' ') : what;
  return {
    group: 'policy',
    seriesId: `WS_CBPOL.${frequency}.${area}`,
    countryCode,
    tenor: null,
    frequency: named,
    note,
  };
}

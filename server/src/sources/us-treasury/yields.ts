import type { MacroRate, RateSeries } from '../../domain/markets/macro/model/macro-rate.ts';
import { parseDelimited } from '../../formats/delimited.ts';
import { readXml } from '../../formats/xbrl/xml-reader.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { addDays, type IsoDate } from '../../kernel/dates.ts';
import { matchingUrls } from '../kit/address.ts';
import type { ImportCandidate } from '../kit/document-kind.ts';
import { failed, formOfResponse, startOf, wrongForm } from '../kit/http/response-form.ts';
import { publishedKind } from '../kit/published-kind.ts';
import { RateList } from '../kit/rates/rate-list.ts';
import type { ResponseFault } from '../kit/source.ts';

export const TREASURY_HOST = 'home.treasury.gov';

const RATES = `https://${TREASURY_HOST}/resource-center/data-chart-center/interest-rates/`;
const ARCHIVE = new RegExp(`^https://${TREASURY_HOST}/system/files/\\d+/par-yield-curve-rates-[0-9-]+\\.csv$`);

/** The first year of the curve. */
const FIRST_YEAR = 1990;
/** A year has its first yields by then, so that an empty table is an error. */
const FIRST_DAYS = 4;
/** Corrections of a year may be published in January of the next. */
const CORRECTION_DAYS = 31;

/** The table of a year. */
export function yearUrl(year: number | '{year}'): string {
  return `${RATES}daily-treasury-rates.csv/${year}/all?type=daily_treasury_yield_curve&field_tdr_date_value=${year}&page&_format=csv`;
}

/** The same as a feed. It is not requested; imported files are stored under its URL. */
export function feedUrl(year: number | '{year}'): string {
  return `${RATES}pages/xml?data=daily_treasury_yield_curve&field_tdr_date_value=${year}`;
}

/** The table of the closed years. It is not requested; imported files are stored under its URL. */
export const ARCHIVE_URL = `https://${TREASURY_HOST}/system/files/276/par-yield-curve-rates-1990-2023.csv`;

/** The years whose tables hold what was published since a day; null = all. */
export function yearsSince(since: IsoDate | null, today: IsoDate): number[] {
  const yearOf = (date: IsoDate): number => Number(date.slice(0, 4));
  const last = yearOf(addDays(today, -FIRST_DAYS));
  const first = since === null ? FIRST_YEAR : Math.min(yearOf(since), yearOf(addDays(today, -CORRECTION_DAYS)));
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
}

const COMMON = {
  states: 'rates: par yields by tenor and day',
  read: (bytes: Buffer, { log }: { log: AnomalyLog }) => ({ macroRates: parseYields(bytes, log) }),
  // A day has at least eight tenors.
  expect: { min: 8, max: 400_000 },
};

export const feeds = publishedKind({
  ...COMMON,
  address: matchingUrls(feedUrl('{year}'), isFeed),
  validate: faultOfFeed,
  accepts: 'feeds of par yields (XML)',
  identify: ({ bytes }) => {
    const [, year] = /NEW_DATE[^>]*>(\d{4})-/.exec(bytes.toString('utf8', 0, 20_000)) ?? [];
    return year === undefined ? null : { url: feedUrl(Number(year)) };
  },
});

export const tables = publishedKind({
  ...COMMON,
  address: matchingUrls(yearUrl('{year}'), isTable),
  validate: faultOfTable,
  accepts: 'tables of par yields (CSV)',
  identify: file => {
    const url = urlOfTable(file);
    return url === null ? null : { url };
  },
});

function isFeed(address: string): boolean {
  return /\/interest-rates\/pages\/xml$/.test(pathOfYields(address));
}

function isTable(address: string): boolean {
  return ARCHIVE.test(address) || /\/interest-rates\/daily-treasury-rates\.csv\//.test(pathOfYields(address));
}

/** The path of a URL of par yields; empty for other URLs. */
function pathOfYields(address: string): string {
  const url = URL.parse(address);
  if (url?.host !== TREASURY_HOST) return '';
  const type = url.searchParams.get('data') ?? url.searchParams.get('type');
  return type === 'daily_treasury_yield_curve' ? url.pathname : '';
}

function faultOfFeed(bytes: Buffer): ResponseFault | null {
  const start = startOf(bytes);
  const wrong = wrongForm(bytes, ['markup']);
  if (wrong !== null || /<(?:feed|entry|pre)[\s>]/.test(start)) return wrong;
  return failed('html_instead_of_xml', start.slice(0, 200));
}

function faultOfTable(bytes: Buffer): ResponseFault | null {
  const start = startOf(bytes);
  const wrong = wrongForm(bytes, ['text']);
  if (wrong !== null || /^"?date"?,/i.test(start)) return wrong;
  return failed('unexpected_document', start.slice(0, 200));
}

/** A table states its year only in its days. */
function urlOfTable({ bytes }: ImportCandidate): string | null {
  if (!/^"?date"?,\s*"?\d/i.test(startOf(bytes))) return null;
  const text = bytes.toString('latin1');
  const years = new Set([...text.matchAll(/^"?\d{1,2}\/\d{1,2}\/(\d{2,4})"?,/gm)].map(match => match[1] ?? ''));
  const [year = ''] = years;
  if (years.size > 1) return ARCHIVE_URL;
  return years.size === 0 ? null : yearUrl(Number(year.length === 2 ? `20${year}` : year));
}

/** Yields are published with two decimals; feeds of early years add the rounding errors of 32-bit numbers. */
const PLACES = 2;

/** The par yields of a table or a feed. */
export function parseYields(bytes: Buffer, log: AnomalyLog): MacroRate[] {
  const form = formOfResponse(bytes);
  const list = new RateList(log, PLACES);
  if (form === 'markup') readFeed(bytes.toString('utf8'), list, log);
  else if (form === 'text') readTable(bytes.toString('utf8'), list, log);
  else log.add(form === 'empty' ? 'empty_answer' : 'unexpected_document', '', form);
  return list.rates;
}

/** One row a day, in either order. Tenors differ by year and are named `10 Yr`, `10 yr` or `1.5 Month`. */
function readTable(text: string, list: RateList, log: AnomalyLog): void {
  const [header = [], ...rows] = parseDelimited(text, ',');
  if (header[0]?.trim().toLowerCase() !== 'date') {
    log.add('unexpected_document', 'line 1', header.join().slice(0, 200));
    return;
  }
  const columns = header.map((name, at) => (at === 0 ? null : columnOf(name.trim(), at, log)));
  const days = new Set<string>();
  for (const [at, row] of rows.entries()) {
    const place = `line ${at + 2}`;
    const date = list.dateOf(row[0] ?? '', place);
    if (date === null) continue;
    // The last number of a truncated line may be incomplete.
    if (row.length !== header.length) log.add('cut_row', place, `${row.length} cells of ${header.length}`);
    else if (days.has(date)) log.add('repeated_day', place, date);
    else {
      days.add(date);
      for (const [column, series] of columns.entries()) {
        if (series !== null) list.add(series, date, row[column] ?? '');
      }
    }
  }
}

function columnOf(name: string, at: number, log: AnomalyLog): RateSeries | null {
  const [, count = '', unit = ''] = /^(\d{1,2}(?:\.\d)?)\s*(mo|yr|month|year)s?$/i.exec(name) ?? [];
  if (count !== '') return seriesOf(count, unit.toLowerCase().startsWith('m') ? 'MONTH' : 'YEAR');
  if (name !== '') log.add('unknown_tenor', `column ${at + 1}`, name);
  return null;
}

/** Atom and OData: one entry a day, in any order. `BC_30YEARDISPLAY` is a substitute for years without a bond, and is not read. */
function readFeed(source: string, list: RateList, log: AnomalyLog): void {
  const open: string[] = [];
  const days = new Set<string>();
  let values: Map<string, string> | null = null;
  let text = '';
  let entries = 0;
  const faults = readXml(
    { name: '', source },
    {
      open({ localName }) {
        open.push(localName);
        text = '';
        if (localName !== 'properties') return;
        entries++;
        values = new Map();
      },
      text(part) {
        text += part;
      },
      close() {
        const name = open.pop() ?? '';
        if (name === 'properties') addEntry(values ?? new Map(), entries, days, list, log);
        else if (open.at(-1) === 'properties') values?.set(name, text);
        text = '';
      },
    },
  );
  for (const { kind, detail } of faults) log.add(kind, '', detail);
}

function addEntry(
  values: ReadonlyMap<string, string>,
  entry: number,
  days: Set<string>,
  list: RateList,
  log: AnomalyLog,
): void {
  const place = `entry ${entry}`;
  // A day, written as its midnight without a time zone.
  const date = list.dateOf((values.get('NEW_DATE') ?? '').replace(/T00:00:00(?:\.0+)?$/, ''), place);
  if (date === null) return;
  if (days.has(date)) {
    log.add('repeated_day', place, date);
    return;
  }
  days.add(date);
  for (const [name, text] of values) {
    const [, count, unit] = /^BC_(\d{1,2}(?:_\d)?)(MONTH|YEAR)$/.exec(name) ?? [];
    if (count !== undefined) list.add(seriesOf(count.replace('_', '.'), unit ?? ''), date, text);
    else if (name.startsWith('BC_') && name !== 'BC_30YEARDISPLAY') log.add('unknown_tenor', place, name);
  }
}

const known = new Map<string, RateSeries>();

/** The series of a tenor, with the name of its element in the feed. */
function seriesOf(count: string, unit: string): RateSeries {
  const seriesId = `BC_${count.replace('.', '_')}${unit}`;
  const series = known.get(seriesId) ?? {
    group: 'ust',
    seriesId,
    countryCode: 'US',
    tenor: `${count}${unit.charAt(0)}`,
    frequency: 'daily',
    note: null,
  };
  known.set(seriesId, series);
  return series;
}

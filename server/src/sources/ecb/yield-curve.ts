import { type MacroRate, monthsOfTenor, type RateSeries } from '../../domain/markets/macro/model/macro-rate.ts';
import { parseDelimited } from '../../formats/delimited.ts';
import { parseSdmxCsv } from '../../formats/sdmx-csv.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { addDays, type IsoDate } from '../../kernel/dates.ts';
import { matchingUrls } from '../kit/address.ts';
import { failed, formOfResponse, startOf, wrongForm } from '../kit/http/response-form.ts';
import { publishedKind } from '../kit/published-kind.ts';
import { RateList } from '../kit/rates/rate-list.ts';

/** Host of the bank's data; it needs no key. */
export const DATA_HOST = 'data-api.ecb.europa.eu';

const DATASET = `https://${DATA_HOST}/service/data/YC/`;
/** Spot rates of bonds rated AAA, in euros, of the euro area in its changing composition. */
const SPOT = 'B.U2.EUR.4F.G_N_A.SV_C_YM.';
const TENORS = ['3M', '6M', '9M', '1Y', '2Y', '3Y', '5Y', '7Y', '10Y', '15Y', '20Y', '30Y'];
const KEY = /\bYC\.B\.U2\.EUR\.4F\.(G_N_[AC])\.SV_C_YM\.SR_((?:\d{1,2}Y)?(?:\d{1,2}M)?)\b/;
/** Days before the position that are requested again, for holidays of TARGET and corrections. */
const OVERLAP_DAYS = 21;
/** Rates are published with at most ten decimals. */
const PLACES = 10;

/** The spot rates since a day, null = since the first in 2004; `key` selects one series. */
export function curveUrl(
  since: IsoDate | null,
  key = `${SPOT}${TENORS.map(tenor => `SR_${tenor}`).join('+')}`,
): string {
  const from = since === null ? '' : `&startPeriod=${addDays(since, -OVERLAP_DAYS)}`;
  return `${DATASET}${key}?format=csvdata${from}`;
}

export const curves = publishedKind({
  address: matchingUrls(curveUrl(null), url => url.startsWith(DATASET)),
  source: 'yield-curve',
  task: 'rates',
  states: 'rates: euro-area yield curve by tenor and day',
  read: (bytes, { log }) => ({ macroRates: parseCurve(bytes, log) }),
  validate: bytes => {
    const start = startOf(bytes);
    const wrong = wrongForm(bytes, ['text']);
    if (wrong !== null || /^[^\n]*\b(?:TIME_PERIOD|TIME PERIOD)\b/.test(start)) return wrong;
    return failed('unexpected_document', start.slice(0, 200));
  },
  // A dozen tenors over at least three weeks.
  expect: { min: 50, max: 500_000 },
  accepts: 'tables of spot rates with their series keys',
  identify: ({ bytes }) => {
    const [key] = KEY.exec(startOf(bytes)) ?? [];
    return key === undefined ? null : { url: curveUrl(null, key.replace(/^YC\./, '')) };
  },
});

/** The rates of SDMX-CSV from the API, or of an export of the portal, which has one column a series. */
export function parseCurve(bytes: Buffer, log: AnomalyLog): MacroRate[] {
  const form = formOfResponse(bytes);
  const list = new RateList(log, PLACES);
  const text = bytes.toString('utf8');
  const [header = ''] = text.split('\n');
  if (form !== 'text') log.add(form === 'empty' ? 'empty_answer' : 'unexpected_document', '', form);
  else if (/\bOBS_VALUE\b/.test(header)) readMessage(text, list, log);
  else readExport(text, list, log);
  return list.rates;
}

/** Parts of a key in the order of the dataset. */
const DIMENSIONS = ['FREQ', 'REF_AREA', 'CURRENCY', 'PROVIDER_FM', 'INSTRUMENT_FM', 'PROVIDER_FM_ID', 'DATA_TYPE_FM'];

function readMessage(text: string, list: RateList, log: AnomalyLog): void {
  const { rows, cutLines } = parseSdmxCsv(text);
  for (const line of cutLines) log.add('cut_row', `line ${line}`, 'another number of cells than the header');
  for (const row of rows) {
    const key = row.code('KEY') || ['YC', ...DIMENSIONS.map(dimension => row.code(dimension))].join('.');
    const series = seriesOf(key);
    if (series === null) log.add('unknown_series', `line ${row.line}`, key);
    const date = series && list.dateOf(row.code('TIME_PERIOD'), `line ${row.line}`);
    if (series !== null && date !== null) list.add(series, date, row.code('OBS_VALUE'));
  }
}

function readExport(text: string, list: RateList, log: AnomalyLog): void {
  const firstLine = text.split('\n')[0] ?? '';
  const [header = [], ...rows] = parseDelimited(text, /^\uFEFF?"?DATE"?;/.test(firstLine) ? ';' : ',');
  if (header[0]?.trim() !== 'DATE') {
    log.add('unexpected_document', 'line 1', firstLine.slice(0, 200));
    return;
  }
  const columns = header.map((name, at) => {
    if (at < 2) return null;
    const series = seriesOf(name);
    if (series === null) log.add('unknown_series', `column ${at + 1}`, name);
    return series;
  });
  for (const [at, row] of rows.entries()) {
    const place = `line ${at + 2}`;
    const date = list.dateOf(row[0] ?? '', place);
    if (row.length !== header.length) log.add('cut_row', place, `${row.length} cells of ${header.length}`);
    if (date === null || row.length !== header.length) continue;
    for (const [column, series] of columns.entries()) {
      if (series !== null) list.add(series, date, row[column] ?? '');
    }
  }
}

const known = new Map<string, RateSeries>();

/** The series of the key in a text; null if it is no spot rate. */
function seriesOf(text: string): RateSeries | null {
  const [seriesId, bonds, tenor = ''] = KEY.exec(text) ?? [];
  if (seriesId === undefined || monthsOfTenor(tenor) === null) return null;
  const issuers = bonds === 'G_N_A' ? 'government bonds rated AAA' : 'all government bonds';
  const note = `Spot rate of ${issuers}, continuously compounded.`;
  const series = known.get(seriesId) ?? {
    group: 'ea_curve',
    seriesId,
    countryCode: 'EA',
    tenor,
    frequency: 'daily',
    note,
  };
  known.set(seriesId, series);
  return series;
}

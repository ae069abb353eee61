import { type MacroRate, monthsOfTenor, type RateSeries } from '../../domain/markets/macro/model/macro-rate.ts';
import { parseDelimited } from '../../formats/delimited.ts';
import { parseSdmxCsv } from '../../formats/sdmx-csv.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { addDays, type IsoDate } from '../../kernel/dates.ts';
import { failed, formOfAnswer, startOf, wrongForm } from '../kit/http/answer-form.ts';
import { RateList } from '../kit/rates/rate-list.ts';
import type { ResponseFault } from '../kit/source.ts';

/** Host of the bank's data; it needs no key. */
export const DATA_HOST = 'data-api.ecb.europa.eu';

const DATASET = `https://${DATA_HOST}/service/data/YC/`;
/** Spot rates of bonds of the best rating, in euros, of the euro area as it changes. */
const SPOT = 'B.U2.EUR.4F.G_N_A.SV_C_YM.';
const TENORS = ['3M', '6M', '9M', '1Y', '2Y', '3Y', '5Y', '7Y', '10Y', '15Y', '20Y', '30Y'];
const KEY = /\bYC\.B\.U2\.EUR\.4F\.(G_N_[AC])\.SV_C_YM\.SR_((?:\d{1,2}Y)?(?:\d{1,2}M)?)\b/;
/** Days that are asked for once more: TARGET has holidays, and curves are corrected. */
const OVERLAP_DAYS = 21;
/** Rates are published with ten decimals at the most. */
const PLACES = 10;

/** The spot rates from a day on, null = from the first in 2004 on; `key` = one series alone. */
export function curveUrl(
  since: IsoDate | null,
  key = `${SPOT}${TENORS.map(tenor => `SR_${tenor}`).join('+')}`,
): string {
  const from = since === null ? '' : `&startPeriod=${addDays(since, -OVERLAP_DAYS)}`;
  return `${DATASET}${key}?format=csvdata${from}`;
}

export function isCurve(url: string): boolean {
  return url.startsWith(DATASET);
}

/** The address of a loose table of the curve, whose columns name their series; null where it is none. */
export function curveUrlOfLoose(bytes: Buffer): string | null {
  const [key] = KEY.exec(startOf(bytes)) ?? [];
  return key === undefined ? null : curveUrl(null, key.replace(/^YC\./, ''));
}

/** What is wrong with an answer about the curve. */
export function faultOfCurve(bytes: Buffer): ResponseFault | null {
  const wrong = wrongForm(bytes, ['text']);
  if (wrong !== null) return wrong;
  const start = startOf(bytes);
  return /^[^\n]*\b(?:TIME_PERIOD|TIME PERIOD)\b/.test(start)
    ? null
    : failed('unexpected_document', start.slice(0, 200));
}

/** The rates of a table: SDMX-CSV as the interface gives it, or the portal's, a column a series. */
export function parseCurve(bytes: Buffer, log: AnomalyLog): MacroRate[] {
  const form = formOfAnswer(bytes);
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
    const key = row.code('KEY') || ['YC', ...DIMENSIONS.map(one => row.code(one))].join('.');
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

/** The series whose key stands in a text; null where that is no spot rate. */
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

import type { MacroRate, RateSeries } from '../../domain/markets/macro/model/macro-rate.ts';
import { parseDelimited } from '../../formats/delimited.ts';
import { readXml } from '../../formats/xbrl/xml-reader.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { formOfAnswer } from '../kit/http/answer-form.ts';
import { RateList } from '../kit/rates/rate-list.ts';

/** Yields are published with two decimals; feeds of old years have the noise of their 32-bit numbers behind them. */
const PLACES = 2;

/** The par yields of a file, table or feed. */
export function parseYields(bytes: Buffer, log: AnomalyLog): MacroRate[] {
  const form = formOfAnswer(bytes);
  const list = new RateList(log, PLACES);
  if (form === 'markup') readFeed(bytes.toString('utf8'), list, log);
  else if (form === 'text') readTable(bytes.toString('utf8'), list, log);
  else log.add(form === 'empty' ? 'empty_answer' : 'unexpected_document', '', form);
  return list.rates;
}

/** A day a row, the newest first or last; tenors differ by year and are called `10 Yr`, `10 yr`, `1.5 Month`. */
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
    // A line that was cut says nothing certain: its last number may be a part of one.
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

/** Atom and OData: an entry a day, in no order. `BC_30YEARDISPLAY` is a stand-in for years without a bond, and no yield. */
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
  // A day without a zone, written as its midnight.
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

/** The series of a tenor, under the name that its element has in the feed. */
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

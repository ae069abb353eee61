import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Bars } from '../../server/src/domain/markets/prices/model/price-series.ts';
import { changePct, closeUpTo } from '../../server/src/domain/markets/prices/rules/price-moves.ts';
import { AnomalyLog } from '../../server/src/kernel/anomaly-log.ts';
import { parseDay, toIsoDate } from '../../server/src/kernel/dates.ts';
import { parseIndexGraph } from '../../server/src/sources/fred/series.ts';
import { parsePriceTable } from '../../server/src/sources/kit/rates/price-table.ts';
import { parseHistory } from '../../server/src/sources/stooq/history.ts';
import { HISTORY_COLUMNS } from '../../server/src/sources/yahoo/documents.ts';
import { readChart } from '../../server/src/sources/yahoo/read-chart.ts';
import { readTable } from './companies.ts';
import { type Comparison, newComparison, skip } from './comparison.ts';

const TABLE = 'truth/market_truth.tsv';

export function hasPrices(folder: string): boolean {
  return existsSync(join(folder, TABLE));
}

/**
 * Closes of shares and indexes, and moves of indexes, compared with values that people read or computed from the same files.
 */
export function comparePrices(folder: string): Comparison {
  const comparison = newComparison(
    'market_truth.tsv: closes and indexes',
    'Closes of single days of shares and indexes, bars without prices, and moves of indexes over a week and a month with the days that they lie between, in the files of the publishers.',
  );
  const barsOf = new Map<string, FileOfCloses | null>();
  for (const row of readTable(join(folder, TABLE))) {
    const { kind = '', key = '', date_or_vintage: date = '', value = '', calc = '' } = row;
    if (kind !== 'close' && kind !== 'index') continue;
    const name = row.source_file ?? '';
    if (!barsOf.has(name)) barsOf.set(name, readFile(folder, name));
    const file = barsOf.get(name) ?? null;
    if (file === null) {
      skip(comparison, 'files of a form that is not read');
      continue;
    }
    const expected = calc.startsWith('move:') ? `${round(row.change_pct)} from ${row.start_date}` : round(value);
    const found = calc.startsWith('move:')
      ? moveOf(file, date, Number(calc.split(':')[1]))
      : calc === 'ynull'
        ? String(file.nullBars)
        : closeOn(file, date);
    comparison.compared++;
    if (found === expected) comparison.agreeing++;
    else comparison.wrong.push({ issuer: key, period: date, code: kind, expected, found: found || '–', where: name });
  }
  return comparison;
}

interface FileOfCloses {
  bars: Bars;
  nullBars: number;
}

/** Null for forms that are not read. */
function readFile(folder: string, name: string): FileOfCloses | null {
  const packed = readFileSync(join(folder, name));
  const bytes = name.endsWith('.gz') ? gunzipSync(packed) : packed;
  const log = new AnomalyLog('accuracy', name);
  const whole = (bars: Bars | undefined): FileOfCloses | null => (bars === undefined ? null : { bars, nullBars: 0 });
  if (name.includes('/stooq/')) return whole(parseHistory('^spx', bytes, log).priceSeries?.[0]?.bars);
  if (name.includes('yahoo_json')) return readChart(bytes.toString('utf8'), log);
  if (name.includes('/fred/')) return whole(parseIndexGraph('SP500', bytes.toString('utf8'), log)[0]?.bars);
  if (!/yahoo_csv|yfinance/.test(name)) return null;
  return whole(parsePriceTable(bytes.toString('utf8'), HISTORY_COLUMNS, log)?.bars);
}

function closesOf({ closes }: Bars): readonly number[] {
  return closes.split_adjusted ?? closes.adjusted ?? closes.raw ?? [];
}

/** Empty if there is no close on the date. */
function closeOn({ bars }: FileOfCloses, date: string): string {
  const place = bars.days.indexOf(parseDay(date) ?? Number.NaN);
  return place < 0 ? '' : round(String(closesOf(bars)[place]));
}

function moveOf({ bars }: FileOfCloses, date: string, days: number): string {
  const daily = { days: bars.days, closes: closesOf(bars) };
  const end = parseDay(date) ?? Number.NaN;
  const [start, last] = [closeUpTo(daily, end - days), closeUpTo(daily, end)];
  if (start === null || last === null) return '';
  return `${round(String(changePct(start.close, last.close)))} from ${toIsoDate(start.day)}`;
}

/** Rounded to five decimals, like the table. */
function round(text: string | undefined): string {
  return text === undefined || text === '' ? '' : String(Math.round(Number(text) * 1e5) / 1e5);
}

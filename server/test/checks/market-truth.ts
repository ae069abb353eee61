import { readFileSync } from 'node:fs';
import { splitCells, splitLines } from '../../src/formats/tsv.ts';

const TRUTH = new URL('../../../../shared/data/market/truth/market_truth.tsv', import.meta.url).pathname;

/** A value that another program computed from the same files. */
export interface MarketTruth {
  kind: string;
  key: string;
  date: string;
  /** Null if it has none. */
  value: number | null;
  startDate: string;
  startValue: number | null;
  changePct: number | null;
  usdChangePct: number | null;
  /** The value as written. */
  text: string;
  unit: string;
  /** `true`, `false`, `null` or empty, as in the table. */
  isForecast: string;
  sourceFile: string;
  calculation: string;
}

/** The rows whose calculation matches; requires ../shared. */
export function readMarketTruth(calculation: RegExp): MarketTruth[] {
  const [header = '', ...lines] = splitLines(readFileSync(TRUTH, 'utf8'));
  const columns = splitCells(header);
  return lines
    .map(line => Object.fromEntries(splitCells(line).map((cell, at) => [columns[at] ?? '', cell])))
    .filter(row => calculation.test(row.calc ?? ''))
    .map(row => ({
      kind: row.kind ?? '',
      key: row.key ?? '',
      date: row.date_or_vintage ?? '',
      value: numberOrNull(row.value),
      startDate: row.start_date ?? '',
      startValue: numberOrNull(row.start_value),
      changePct: numberOrNull(row.change_pct),
      usdChangePct: numberOrNull(row.usd_change_pct),
      text: row.value ?? '',
      unit: row.unit ?? '',
      isForecast: row.is_forecast ?? '',
      sourceFile: row.source_file ?? '',
      calculation: row.calc ?? '',
    }));
}

function numberOrNull(text: string | undefined): number | null {
  return text === undefined || text === '' ? null : Number(text);
}

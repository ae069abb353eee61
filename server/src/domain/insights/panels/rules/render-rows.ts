import type { IsoDate } from '../../../../kernel/dates.ts';
import type { MissingReason } from '../../../../kernel/missing-reason.ts';

export const SHAPES = ['long', 'wide'] as const;
export const FORMATS = ['csv', 'ndjson'] as const;
export type PanelShape = (typeof SHAPES)[number];
export type PanelFormat = (typeof FORMATS)[number];

/** A company on a day. */
export interface PanelRow {
  day: IsoDate;
  canonicalKey: string;
  /** Null without a fiscal year that was known on the day. */
  fiscalYear: number | null;
  periodEnd: IsoDate | null;
  currency: string | null;
  /** By measure. */
  values: readonly (number | null)[];
  /** By measure, why a value is null; used by the long form only. */
  reasons: readonly (MissingReason | null)[];
}

/** Columns before the measures (wide), or before `measure`, `value` and `reason` (long). */
export const ROW_COLUMNS = ['as_of', 'canonical_key', 'fiscal_year', 'period_end', 'currency'] as const;
export const LONG_COLUMNS = ['measure', 'value', 'reason'] as const;

export interface RowRenderer {
  /** The text before the first row. */
  header: string;
  /** A company and day: one line, or in the long form one line for each measure. */
  render(row: PanelRow): string;
}

/** Writes rows as CSV (RFC 4180) or as JSON lines. */
export function rowRenderer(shape: PanelShape, format: PanelFormat, measures: readonly string[]): RowRenderer {
  if (format === 'csv') return shape === 'wide' ? wideCsv(measures) : longCsv(measures);
  return { header: '', render: shape === 'wide' ? wideJson(measures) : longJson(measures) };
}

const END_OF_LINE = '\r\n';

function wideCsv(measures: readonly string[]): RowRenderer {
  return {
    header: [...ROW_COLUMNS, ...measures].map(csvText).join() + END_OF_LINE,
    render: row => {
      let line = csvStart(row);
      for (const value of row.values) line += value === null ? ',' : `,${value}`;
      return line + END_OF_LINE;
    },
  };
}

function longCsv(measures: readonly string[]): RowRenderer {
  const names = measures.map(csvText);
  return {
    header: [...ROW_COLUMNS, ...LONG_COLUMNS].join() + END_OF_LINE,
    render: row => {
      const start = csvStart(row);
      let lines = '';
      for (const [at, value] of row.values.entries())
        lines += `${start},${names[at]},${value ?? ''},${row.reasons[at] ?? ''}${END_OF_LINE}`;
      return lines;
    },
  };
}

function csvStart({ day, canonicalKey, fiscalYear, periodEnd, currency }: PanelRow): string {
  return `${day},${csvText(canonicalKey)},${fiscalYear ?? ''},${periodEnd ?? ''},${currency ?? ''}`;
}

function csvText(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function wideJson(measures: readonly string[]): RowRenderer['render'] {
  const names = measures.map(name => JSON.stringify(name));
  return row => {
    const values = row.values.map((value, at) => `${names[at]}:${value}`);
    return `{${jsonStart(row)},"values":{${values.join()}}}\n`;
  };
}

function longJson(measures: readonly string[]): RowRenderer['render'] {
  const names = measures.map(name => JSON.stringify(name));
  return row => {
    const start = jsonStart(row);
    let lines = '';
    for (const [at, value] of row.values.entries())
      lines += `{${start},"measure":${names[at]},"value":${value},"reason":${jsonText(row.reasons[at] ?? null)}}\n`;
    return lines;
  };
}

function jsonStart({ day, canonicalKey, fiscalYear, periodEnd, currency }: PanelRow): string {
  return `"as_of":"${day}","canonical_key":${JSON.stringify(canonicalKey)},"fiscal_year":${fiscalYear},"period_end":${jsonText(periodEnd)},"currency":${jsonText(currency)}`;
}

function jsonText(text: string | null): string {
  return text === null ? 'null' : `"${text}"`;
}

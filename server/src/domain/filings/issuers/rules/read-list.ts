import { parse } from 'csv-parse/sync';
import { AsfiledError, messageOf } from '../../../../kernel/errors.ts';

/** Columns of lists by the names that people give them; other columns are ignored. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  id: ['id', 'row_id', 'key'],
  canonical_key: ['canonical_key', 'asfiled_key'],
  lei: ['lei'],
  isin: ['isin', 'isin_code'],
  cusip: ['cusip'],
  figi: ['figi', 'composite_figi', 'share_class_figi'],
  cik: ['cik', 'cik_number'],
  identifier: ['identifier', 'registration_number', 'company_number', 'national_id'],
  ticker: ['ticker', 'symbol', 'ticker_symbol', 'ric', 'bloomberg_ticker'],
  name: ['name', 'company', 'company_name', 'issuer', 'issuer_name', 'security_name'],
  query: ['query', 'q'],
  market_id: ['market_id', 'market'],
  country_code: ['country_code', 'country'],
};

const NAME_OF_HEADER: ReadonlyMap<string, string> = new Map(
  Object.entries(COLUMNS).flatMap(([column, headers]) => headers.map(header => [header, column] as const)),
);

/** A list as read from CSV. */
export interface ListFile {
  /** Cells by column; empty ones are absent. */
  rows: Record<string, string>[];
  ignoredColumns: string[];
}

/** Reads CSV (RFC 4180) with a header, separated by commas, semicolons or tabs. Throws `bad_request` for an invalid file. */
export function readList(text: string): ListFile {
  const records = parsed(text);
  const [header = [], ...lines] = records;
  const names = header.map(name => NAME_OF_HEADER.get(folded(name)) ?? null);
  const known = names.filter(name => name !== null);
  if (known.every(name => ['id', 'market_id', 'country_code'].includes(name))) {
    const columns = Object.keys(COLUMNS).join(', ');
    throw new AsfiledError('bad_request', `The header names no column with companies. Known columns: ${columns}.`);
  }
  const twice = known.find((name, at) => known.indexOf(name) !== at);
  if (twice !== undefined) throw new AsfiledError('bad_request', `Two columns of the header are ${twice}. Rename one.`);
  return {
    rows: lines.map(line => rowOf(names, line)),
    ignoredColumns: header.filter((_, at) => names[at] === null),
  };
}

function rowOf(names: readonly (string | null)[], line: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name, at) => {
      const cell = (line[at] ?? '').trim();
      return name === null || cell === '' ? [] : [[name, cell]];
    }),
  );
}

function folded(header: string): string {
  return header
    .trim()
    .toLowerCase()
    .replace(/[ .-]+/g, '_');
}

function parsed(text: string): string[][] {
  try {
    return parse(text, {
      bom: true,
      delimiter: separatorOf(text),
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: MAX_RECORD_CHARS,
    });
  } catch (error) {
    throw new AsfiledError('bad_request', `Invalid CSV: ${messageOf(error)}`);
  }
}

const MAX_RECORD_CHARS = 65_536;

/** The one of the known separators that is most frequent in the header. */
function separatorOf(text: string): string {
  const [header = ''] = text.split('\n', 1);
  const counts = [',', ';', '\t'].map(separator => ({ separator, count: header.split(separator).length }));
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).separator;
}

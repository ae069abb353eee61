import { bareIssuer, type Issuer, type Listing, sizeAtPlace } from '../../../domain/filings/issuers/model/issuer.ts';
import { isJsonObject, type JsonObject, listOf, trimmedText } from '../../../formats/json-object.ts';
import { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import type { Parsed } from '../../kit/source.ts';
import { canonicalKeyOfCik, cik10, plainCik } from '../identifiers.ts';
import { toListing } from './map-listing.ts';
import { readJsonObject } from './read-json.ts';
import type { NamedBytes } from './submissions.ts';

/** One ticker of one company; `exchange` is undefined in the file without exchanges. */
interface TickerRow {
  cik: string;
  ticker: string;
  name: string;
  exchange: string | null | undefined;
}

/**
 * All companies with a ticker, from `company_tickers.json` and `company_tickers_exchange.json`, either or both, in any
 * order: issuers with no more than name, CIK and listings, in the files' order (the registry sorts by market value, so a
 * company's first ticker is its main one). Where both name a ticker, the one with an exchange counts.
 */
export function parseCompanyTickers(documents: readonly NamedBytes[]): Parsed<Issuer[]> {
  const issuers = new Map<string, Issuer>();
  const anomalies = documents.flatMap(({ source, bytes }) => {
    const log = new AnomalyLog('sec-edgar', source);
    let rowCount = 0;
    for (const row of readTickerRows(readJsonObject(bytes, log), log)) {
      rowCount++;
      addTicker(issuers, row, log);
    }
    if (rowCount === 0) log.add('empty_answer', '', 'no tickers in this file');
    return log.list();
  });
  return { records: [...issuers.values()], anomalies };
}

function addTicker(issuers: Map<string, Issuer>, row: TickerRow, log: AnomalyLog): void {
  const issuer = issuers.get(row.cik) ?? newIssuer(row, sizeAtPlace(issuers.size));
  issuers.set(row.cik, issuer);
  const at = issuer.listings.findIndex(({ ticker }) => ticker === row.ticker);
  const isHome = at < 0 ? issuer.listings.length === 0 : at === 0;
  const listing: Listing = toListing(row.ticker, row.exchange ?? null, isHome, `${row.cik} ${row.ticker}`, log);
  if (at < 0) issuer.listings.push(listing);
  else if (row.exchange !== undefined) issuer.listings[at] = listing;
}

function newIssuer({ cik, name }: TickerRow, size: number): Issuer {
  return {
    ...bareIssuer(canonicalKeyOfCik(cik), name, [{ scheme: 'cik', identifier: plainCik(cik) }]),
    size,
  };
}

function* readTickerRows(root: JsonObject, log: AnomalyLog): Generator<TickerRow> {
  if (Array.isArray(root.data)) yield* readTable(root, ['cik', 'name', 'ticker'], toTickerRow, log);
  else yield* readObjects(root, log);
}

/** `{ "0": { "cik_str": 320193, "ticker": "AAPL", "title": "Apple Inc." } }`; the CIK may be text with zeros. */
function* readObjects(root: JsonObject, log: AnomalyLog): Generator<TickerRow> {
  for (const [key, value] of Object.entries(root)) {
    const cells = isJsonObject(value) ? value : {};
    const row = toTickerRow({ cik: cells.cik_str, name: cells.title, ticker: cells.ticker });
    if (row === null) log.add('bad_row', key, JSON.stringify(value) ?? '');
    else yield row;
  }
}

function toTickerRow(cells: JsonObject): TickerRow | null {
  const cik = cik10(cells.cik);
  const ticker = trimmedText(cells.ticker);
  const name = trimmedText(cells.name);
  if (cik === null || ticker === null || name === null) return null;
  return { cik, ticker, name, exchange: 'exchange' in cells ? trimmedText(cells.exchange) : undefined };
}

/** `{ "fields": ["cik", …], "data": [[320193, …], …] }`: cells by field name. */
function* readTable<R>(
  root: JsonObject,
  required: readonly string[],
  toRow: (cells: JsonObject) => R | null,
  log: AnomalyLog,
): Generator<R> {
  const fields = listOf(root.fields).map(String);
  const missing = required.filter(field => !fields.includes(field));
  if (missing.length > 0) {
    log.add('missing_column', 'fields', missing.join(', '));
    return;
  }
  for (const [at, cells] of listOf(root.data).entries()) {
    const values = listOf(cells);
    const row =
      values.length === fields.length ? toRow(Object.fromEntries(fields.map((name, n) => [name, values[n]]))) : null;
    if (row === null) log.add('bad_row', `data[${at}]`, JSON.stringify(cells) ?? '');
    else yield row;
  }
}

import { FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import type { FilingStanding } from '../../domain/filings/filings/model/filing-standing.ts';
import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import type { Anomaly } from '../../kernel/anomaly.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { emptyRecords } from '../kit/empty-records.ts';
import { withTextOfPdfs } from '../kit/pdf/pdf-text.ts';
import type { ParsedDocuments, SourceDocument } from '../kit/source.ts';
import { toIssuer } from './map-issuer.ts';
import { mapTitles } from './map-titles.ts';
import { openFiling } from './open-filing.ts';
import { parseClearingHoldings } from './parse-clearing-holdings.ts';
import { type ListedStock, parseClearingStocks, parsePrefix, parseStockList } from './parse-stocks.ts';
import { isTitleLines, parseTitleLines, parseTitleSearch, type TitleRow } from './parse-titles.ts';
import { languageOfSearch, sourceNameOf } from './source-names.ts';
import { canonicalKeyOfStock, foldCounters } from './stock-codes.ts';

/** Reads documents of the registry, each by what its address says it is. Never throws: damage is an anomaly. */
export async function parseDocuments(documents: readonly SourceDocument[]): Promise<ParsedDocuments> {
  const records: IssuerRecords[] = [];
  const standings: FilingStanding[] = [];
  const anomalies: Anomaly[] = [];
  for (const [name, some] of Map.groupBy(documents, one => sourceNameOf(one.url) ?? '')) {
    const parsed = await parseSource(name, some);
    records.push(...parsed.records);
    standings.push(...(parsed.standings ?? []));
    anomalies.push(...parsed.anomalies);
  }
  return { records, standings, anomalies };
}

async function parseSource(name: string, documents: readonly SourceDocument[]): Promise<ParsedDocuments> {
  const last = documents.at(-1);
  if (last === undefined) return { records: [], anomalies: [] };
  if (name.startsWith(FILING_SOURCE)) {
    return withTextOfPdfs(openFiling(documents), { registry: 'hkexnews', url: documents[0]?.url ?? last.url });
  }
  const log = new AnomalyLog('hkexnews', last.url);
  const rows = readRows(name, last, log);
  if (rows === null) return { records: parseShared(name, last, log), anomalies: log.list() };
  const records = mapTitles(rows, name, languageOfRows(name, last, rows));
  // The mark does not say when the headline was cancelled.
  const standings = rows
    .filter(row => row.isCancelled)
    .map(({ document }): FilingStanding => ({ nativeId: document.nativeId, status: 'withdrawn', since: null }));
  return { records, standings, anomalies: log.list() };
}

const LINE_LOOKED_AT_BYTES = 1 << 16;

/** The headlines of a search or of loose rows; null where a document is neither. */
function readRows(name: string, { bytes }: SourceDocument, log: AnomalyLog): TitleRow[] | null {
  if (!name.startsWith('titles/') && !name.startsWith('rows/')) return null;
  const areLines = name.startsWith('rows/') && isTitleLines(bytes.toString('utf8', 0, LINE_LOOKED_AT_BYTES));
  return areLines ? parseTitleLines(bytes, log) : (parseTitleSearch(bytes, log)?.rows ?? []);
}

function languageOfRows(name: string, { url }: SourceDocument, rows: readonly TitleRow[]): 'en' | 'zh' {
  if (name.startsWith('titles/')) return languageOfSearch(url);
  return rows.some(row => row.document.language === 'zh') ? 'zh' : 'en';
}

/** A list or a search speaks of many issuers; of several answers of one source the last is the newest. */
function parseShared(name: string, { url, bytes }: SourceDocument, log: AnomalyLog): IssuerRecords[] {
  if (name === 'stocks/clearing')
    return toRecords(parseClearingStocks(bytes, log), name, 'en').flatMap(apartFromListings);
  if (name.startsWith('stocks/'))
    return toRecords(parseStockList(bytes, log), name, name.endsWith('-zh') ? 'zh' : 'en');
  if (name.startsWith('holdings/')) return readHoldings(bytes, name, log);
  if (name.startsWith('prefix/')) return toRecords(parsePrefix(bytes, log), name, languageOfSearch(url));
  log.add('unknown_document', '', 'no document of this registry');
  return [];
}

/** Holdings in the clearing system are read for what is wrong with them: the model has no place for them yet. */
function readHoldings(bytes: Buffer, source: string, log: AnomalyLog): IssuerRecords[] {
  const holdings = parseClearingHoldings(bytes, log);
  if (holdings === null) return [];
  const canonicalKey = canonicalKeyOfStock(holdings.code);
  return [emptyRecords(canonicalKey, source)];
}

/** The source name of the listings of the clearing system's list. */
export const CLEARING_LISTINGS = 'listings/clearing';

function toRecords(stocks: readonly ListedStock[], source: string, language: 'en' | 'zh'): IssuerRecords[] {
  const status = source.startsWith('stocks/inactive') ? 'inactive' : 'active';
  const ids = new Map(stocks.map(one => [one.code, one.stockId]));
  return foldCounters(stocks).map(security => ({
    canonicalKey: canonicalKeyOfStock(security.code),
    source,
    issuer: toIssuer({ security, language, stockId: ids.get(security.code) ?? null, status }),
    filings: [],
    facts: [],
    contents: null,
    damage: null,
  }));
}

/**
 * The clearing system's list has the best names and is slow to know new counters: its listings are a source of their own,
 * the least trusted.
 */
function apartFromListings(records: IssuerRecords): IssuerRecords[] {
  if (records.issuer === null) return [records];
  return [
    { ...records, issuer: { ...records.issuer, listings: [] } },
    { ...records, source: CLEARING_LISTINGS },
  ];
}

import type { Anomaly } from '../../model/anomaly.ts';
import { AnomalyLog } from '../../model/anomaly-log.ts';
import { FILING_SOURCE } from '../../model/facts.ts';
import type { IssuerRecords, Parsed, SourceDocument } from '../source.ts';
import { toIssuer } from './map-issuer.ts';
import { mapTitles } from './map-titles.ts';
import { openFiling } from './open-filing.ts';
import { parseClearingHoldings } from './parse-clearing-holdings.ts';
import { type ListedStock, parseClearingStocks, parsePrefix, parseStockList } from './parse-stocks.ts';
import { isTitleLines, parseTitleLines, parseTitleSearch } from './parse-titles.ts';
import { languageOfSearch, sourceNameOf } from './source-names.ts';
import { canonicalKeyOfStock, foldCounters } from './stock-codes.ts';

/** Reads documents of the registry, each by what its address says it is. Never throws: damage is an anomaly. */
export async function parseDocuments(documents: readonly SourceDocument[]): Promise<Parsed<IssuerRecords[]>> {
  const records: IssuerRecords[] = [];
  const anomalies: Anomaly[] = [];
  for (const [name, some] of Map.groupBy(documents, one => sourceNameOf(one.url) ?? '')) {
    const parsed = parseSource(name, some);
    records.push(...parsed.records);
    anomalies.push(...parsed.anomalies);
  }
  return { records, anomalies };
}

function parseSource(name: string, documents: readonly SourceDocument[]): Parsed<IssuerRecords[]> {
  if (name.startsWith(FILING_SOURCE)) return openFiling(documents);
  const last = documents.at(-1);
  if (last === undefined) return { records: [], anomalies: [] };
  const log = new AnomalyLog('hkexnews', last.url);
  const records = parseShared(name, last, log);
  return { records, anomalies: log.list() };
}

/** A list or a search speaks of many issuers; of several answers of one source the last is the newest. */
function parseShared(name: string, { url, bytes }: SourceDocument, log: AnomalyLog): IssuerRecords[] {
  if (name === 'stocks/clearing')
    return toRecords(parseClearingStocks(bytes, log), name, 'en').flatMap(apartFromListings);
  if (name.startsWith('stocks/'))
    return toRecords(parseStockList(bytes, log), name, name.endsWith('-zh') ? 'zh' : 'en');
  if (name.startsWith('holdings/')) return readHoldings(bytes, name, log);
  if (name.startsWith('prefix/')) return toRecords(parsePrefix(bytes, log), name, languageOfSearch(url));
  if (name.startsWith('rows/')) return mapLoose(bytes, name, log);
  if (name.startsWith('titles/')) {
    return mapTitles(parseTitleSearch(bytes, log)?.rows ?? [], name, languageOfSearch(url));
  }
  log.add('unknown_document', '', 'no document of this registry');
  return [];
}

/** Holdings in the clearing system are read for what is wrong with them: the model has no place for them yet. */
function readHoldings(bytes: Buffer, source: string, log: AnomalyLog): IssuerRecords[] {
  const holdings = parseClearingHoldings(bytes, log);
  if (holdings === null) return [];
  const canonicalKey = canonicalKeyOfStock(holdings.code);
  return [{ canonicalKey, source, issuer: null, filings: [], facts: [], contents: null, damage: null }];
}

/** The source name of the listings of the clearing system's list. */
export const CLEARING_LISTINGS = 'listings/clearing';

const LINE_LOOKED_AT_BYTES = 1 << 16;

function mapLoose(bytes: Buffer, name: string, log: AnomalyLog): IssuerRecords[] {
  const areLines = isTitleLines(bytes.toString('utf8', 0, LINE_LOOKED_AT_BYTES));
  const rows = areLines ? parseTitleLines(bytes, log) : (parseTitleSearch(bytes, log)?.rows ?? []);
  const isChinese = rows.some(row => row.document.language === 'zh');
  return mapTitles(rows, name, isChinese ? 'zh' : 'en');
}

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

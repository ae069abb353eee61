import { decodeHTML } from 'entities';
import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import type { Filing } from '../../domain/filings/issuers/model/issuer.ts';
import { foldedText, isJsonObject, type JsonObject } from '../../formats/json-object.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import type { Instant, IsoDate } from '../../kernel/dates.ts';
import { address } from '../kit/address.ts';
import { documentKind, type Mapped } from '../kit/document-kind.ts';
import { emptyRecords } from '../kit/empty-records.ts';
import { readJsonResponse } from '../kit/http/response-json.ts';
import { documentFiling } from '../kit/pdf/published-filing.ts';
import { documentOfLink, hongKongClock, type StockDocument } from './filings.ts';
import { type Headline, headlineMarks, readHeadline, readTiers } from './headlines.ts';
import { periodOfTitle } from './period-of-title.ts';
import { canonicalKeyOfStock, foldCounters, type Security, stockCode } from './stock-codes.ts';
import { toIssuer } from './stocks.ts';

const SEARCH = 'https://www1.hkexnews.hk/search/titleSearchServlet.do';
/** A day has some thousand headlines, the greatest issuer some ten thousand over all years. Empty responses have no task. */
const EXPECTED = { filings: { min: 1, max: 200_000 } };

/** Headlines that were imported: `digest` is 16 digits of the SHA-256 of the bytes. */
export const importedTitles = documentKind({
  address: address(`${SEARCH}?rows={digest}`),
  source: 'rows/{digest}',
  states: 'filings, and which of them were cancelled',
  isOnlyImported: true,
  read: readImported,
  map(rows, { source }) {
    const language = rows.some(row => row.document.language === 'zh') ? 'zh' : 'en';
    return mapRows(rows, source, language);
  },
  repeats: 'newest',
  expect: EXPECTED,
  accepts: 'responses of titleSearchServlet.do, headline rows as JSON lines',
  identify: ({ start, digest }) =>
    (/"result"\s*:/.test(start) && /"hasNextRow"\s*:/.test(start)) || isTitleLines(start)
      ? { digest: digest().slice(0, 16) }
      : null,
});

/**
 * Headlines of a stock, or of all (`-1`), newest first: the first `rowRange` of them. The last day of a window moves on
 * while it is the present one: the first day names the source.
 */
export const titles = documentKind({
  address: address(
    `${SEARCH}?sortDir=0&sortByOptions=DateTime&category=0&market={market?}&stockId={stockId?}&documentType=-1&fromDate={from?}&toDate={to?}&title=&searchType=0&t1code=-2&t2Gcode=-2&t2code=-2&rowRange={rowRange?}&lang={lang?}`,
  ),
  source: 'titles/{language}/{market}-{stockId}/{from}',
  named: ({ market, lang }) => ({ language: languageOf(lang), market: market.toLowerCase() }),
  states: 'filings, and which of them were cancelled',
  task: 'titles',
  read: (bytes, log) => parseTitleSearch(bytes, log)?.rows ?? null,
  map: (rows, { source, values }) => mapRows(rows, source, languageOf(values.lang)),
  repeats: 'newest',
  expect: EXPECTED,
});

function languageOf(lang: string): 'en' | 'zh' {
  return /^(?:zh|c)\b/i.test(lang) ? 'zh' : 'en';
}

const LOOKED_AT_BYTES = 1 << 16;

function readImported(bytes: Buffer, log: AnomalyLog): TitleRow[] | null {
  if (isTitleLines(bytes.toString('utf8', 0, LOOKED_AT_BYTES))) return parseTitleLines(bytes, log);
  return parseTitleSearch(bytes, log)?.rows ?? null;
}

function mapRows(rows: readonly TitleRow[], source: string, language: 'en' | 'zh'): Mapped {
  // The mark does not state when the headline was cancelled.
  const standings = rows
    .filter(row => row.isCancelled)
    .map(({ document }) => ({ nativeId: document.nativeId, status: 'withdrawn' as const, since: null }));
  return { records: mapTitles(rows, source, language), standings };
}

/** One headline of the registry. */
export interface TitleRow {
  /** The stocks of the filing: counters of one share line, or several issuers that announce together. */
  securities: Security[];
  title: string;
  headline: Headline;
  released: { date: IsoDate; instant: Instant };
  document: StockDocument;
  /** True if the registry marks the headline as cancelled after release. */
  isCancelled: boolean;
}

/** A response of the title search. */
export interface TitleResponse {
  rows: TitleRow[];
  hasMore: boolean;
  /** The number in all; null if the response does not state it. */
  total: number | null;
}

/**
 * A response of `titleSearchServlet.do`: `result` is a JSON text inside the JSON, `"null"` if nothing was found. Null, with
 * an anomaly, for anything else. Counts that disagree are the anomaly `count_mismatch`.
 */
export function parseTitleSearch(bytes: Buffer, log: AnomalyLog): TitleResponse | null {
  const response = readJsonResponse(bytes.toString('utf8'), log);
  if (response === undefined) return null;
  if (!isJsonObject(response) || !('result' in response) || typeof response.hasNextRow !== 'boolean') {
    log.add('unexpected_document', '', 'expected result and hasNextRow');
    return null;
  }
  const result = typeof response.result === 'string' ? readJsonResponse(response.result, log) : response.result;
  if (result === undefined) return null;
  if (result !== null && !Array.isArray(result)) {
    log.add('unexpected_document', 'result', 'expected a list of headlines');
    return null;
  }
  const items: unknown[] = result ?? [];
  const total = typeof response.recordCnt === 'number' ? response.recordCnt : null;
  if (typeof response.loadedRecord === 'number' && response.loadedRecord !== items.length) {
    log.add('count_mismatch', 'loadedRecord', `${items.length} headlines, announced ${response.loadedRecord}`);
  }
  const rows = items.flatMap((item, at) => toRow(item, `result/${at}`, log));
  return { rows, hasMore: response.hasNextRow, total };
}

function toRow(item: unknown, locator: string, log: AnomalyLog): TitleRow[] {
  if (!isJsonObject(item)) return complain('unreadable_row', locator, item, log);
  const codes = splitCells(textOf(item, 'STOCK_CODE'));
  const names = splitCells(textOf(item, 'STOCK_NAME'));
  const heading = decodeHTML(textOf(item, 'LONG_TEXT') || textOf(item, 'SHORT_TEXT'));
  return assemble(
    {
      codes,
      names,
      time: textOf(item, 'DATE_TIME'),
      link: textOf(item, 'FILE_LINK'),
      title: textOf(item, 'TITLE'),
      headline: readHeadline(heading),
      marks: headlineMarks(heading),
    },
    item,
    locator,
    log,
  );
}

/** Fields of headline rows in JSON lines with Chinese keys, a form in which collections keep them. */
const LINE_FIELDS = {
  time: '公告时间',
  code: '代码',
  name: '简称',
  title: '公告标题',
  link: '文件链接',
  tierOne: '公告类型',
  tierTwo: '公告小类',
};

/** True if a text begins with such a row. */
function isTitleLines(start: string): boolean {
  const first =
    start
      .replace(/^\uFEFF/, '')
      .trimStart()
      .split('\n', 1)[0] ?? '';
  if (!first.startsWith('{')) return false;
  try {
    const row: unknown = JSON.parse(first);
    return isJsonObject(row) && LINE_FIELDS.link in row && LINE_FIELDS.tierOne in row;
  } catch {
    return false;
  }
}

/** Headline rows as JSON lines, one stock a line. */
function parseTitleLines(bytes: Buffer, log: AnomalyLog): TitleRow[] {
  const lines = bytes
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split('\n');
  return lines.flatMap((line, at) => {
    if (line.trim() === '') return [];
    const locator = `line ${at + 1}`;
    const row = readJsonResponse(line, log);
    if (!isJsonObject(row)) return row === undefined ? [] : complain('unreadable_row', locator, row, log);
    const tierOne = textOf(row, LINE_FIELDS.tierOne);
    return assemble(
      {
        codes: [textOf(row, LINE_FIELDS.code)],
        names: [textOf(row, LINE_FIELDS.name)],
        time: textOf(row, LINE_FIELDS.time),
        link: textOf(row, LINE_FIELDS.link),
        title: textOf(row, LINE_FIELDS.title),
        headline: readTiers(tierOne, textOf(row, LINE_FIELDS.tierTwo)),
        marks: headlineMarks(tierOne),
      },
      row,
      locator,
      log,
    );
  });
}

interface Cells {
  codes: string[];
  names: string[];
  time: string;
  link: string;
  title: string;
  headline: Headline;
  marks: string;
}

function assemble(cells: Cells, item: JsonObject, locator: string, log: AnomalyLog): TitleRow[] {
  const { codes, names, headline, marks } = cells;
  const document = documentOfLink(cells.link);
  const released = parseReleaseTime(cells.time);
  const securities = codes.flatMap((text, at) => {
    const code = stockCode(text);
    return code === null ? [] : [{ code, name: decodeHTML(names[at] ?? '') }];
  });
  if (document === null) return complain('unknown_link', locator, item, log);
  if (released === null || securities.length === 0 || securities.length < codes.length) {
    return complain('unreadable_row', locator, item, log);
  }
  if (!headline.isKnown) log.add('unknown_headline', locator, headline.formType);
  const title = decodeHTML(cells.title).replace(/\s+/g, ' ').trim();
  const isCancelled = /取消|撤[回銷]|\b(?:cancell?ed|withdrawn)\b/i.test(marks);
  return [{ securities, title: marks === '' ? title : `${marks} ${title}`, headline, released, document, isCancelled }];
}

function complain(kind: string, locator: string, item: unknown, log: AnomalyLog): TitleRow[] {
  log.add(kind, locator, JSON.stringify(item));
  return [];
}

/** Several stocks of one row share one cell. */
function splitCells(text: string): string[] {
  return text
    .split(/<br\s*\/?>/i)
    .map(part => part.trim())
    .filter(part => part !== '');
}

/** Text with its white space folded; `''` if there is none. */
function textOf(row: JsonObject, field: string): string {
  return foldedText(row[field]) ?? '';
}

/** A time in the registry's format, `20/08/2026 17:35`; null for other text. */
export function parseReleaseTime(text: string): { date: IsoDate; instant: Instant } | null {
  const match = /^\s*(\d{2})\/(\d{2})\/(\d{4}) (\d{2}:\d{2})\s*$/.exec(text);
  if (match === null) return null;
  const date = `${match[3]}-${match[2]}-${match[1]}`;
  const instant = hongKongClock.parse(date, match[4] ?? '');
  return instant === null ? null : { date, instant };
}

/** Filings of headlines, by issuer: a headline of several issuers is a filing of each. */
function mapTitles(rows: readonly TitleRow[], source: string, language: 'en' | 'zh'): IssuerRecords[] {
  const filings = new Map<string, Map<string, Filing>>();
  const newest = new Map<string, Security>();
  for (const row of [...rows].sort((a, b) => (a.released.instant < b.released.instant ? -1 : 1))) {
    const filing = toFiling(row);
    for (const security of foldCounters(row.securities)) {
      const own = filings.get(security.code) ?? new Map<string, Filing>();
      filings.set(security.code, own.set(filing.nativeId, filing));
      for (const one of [security, ...security.counters]) newest.set(one.code, one);
    }
  }
  return foldCounters([...newest.values()]).map(security => {
    const own = [security, ...security.counters].flatMap(({ code }) => [...(filings.get(code) ?? [])]);
    return {
      ...emptyRecords(canonicalKeyOfStock(security.code), source),
      issuer: toIssuer({ security, language, stockId: null, status: 'active' }),
      filings: [...new Map(own).values()],
    };
  });
}

/** Issuers mark a corrected document so. */
const REVISED_TITLE = /^[(（]\s*(?:經修訂|revised)\s*[)）]/i;

function toFiling({ title, headline, released, document }: TitleRow): Filing {
  const isAmendment = headline.isRevised || REVISED_TITLE.test(title);
  return {
    ...documentFiling('hkexnews', document, { ...headline, isAmendment }),
    filingDate: released.date,
    acceptedAt: released.instant,
    knownAt: released.instant,
    periodEnd: periodOfTitle(title),
    title: title === '' ? null : title,
    language: document.language,
  };
}

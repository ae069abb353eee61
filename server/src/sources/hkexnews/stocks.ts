import { Parser } from 'htmlparser2';
import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import type { Issuer, Listing } from '../../domain/filings/issuers/model/issuer.ts';
import { foldedText, isJsonObject } from '../../formats/json-object.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { address, fixedAddresses } from '../kit/address.ts';
import { documentKind, faultIfUnread } from '../kit/document-kind.ts';
import { emptyRecords } from '../kit/empty-records.ts';
import { failed, startOf, wrongForm } from '../kit/http/response-form.ts';
import { readJsonResponse } from '../kit/http/response-json.ts';
import type { ResponseFault } from '../kit/source.ts';
import {
  boardOf,
  type CounteredSecurity,
  canonicalKeyOfStock,
  foldCounters,
  isIssuersCode,
  type Security,
  stockCode,
} from './stock-codes.ts';

const SCRIPTS = 'https://www1.hkexnews.hk/ncms/script/eds';
const STOCK_FILES = {
  'active-en': `${SCRIPTS}/activestock_sehk_e.json`,
  'active-zh': `${SCRIPTS}/activestock_sehk_c.json`,
  'inactive-en': `${SCRIPTS}/inactivestock_sehk_e.json`,
  'inactive-zh': `${SCRIPTS}/inactivestock_sehk_c.json`,
} as const;

export const STOCK_LISTS = Object.keys(STOCK_FILES) as (keyof typeof STOCK_FILES)[];

/** The exchange has some 2,600 issuers; a list with far fewer is not the whole list. */
const WHOLE_LIST = { issuers: { min: 2_000, recordedMin: 1, max: 50_000 } };

/** The lists of securities. */
export const stocks = documentKind({
  address: fixedAddresses(STOCK_FILES),
  source: 'stocks/{name}',
  states: 'issuers: code, short name, number of the search (`hkex_stock_id`), listings',
  read: parseStockList,
  map: (listed, { source, values: { name } }) =>
    toRecords(listed, source, {
      language: name.endsWith('-zh') ? 'zh' : 'en',
      status: name.startsWith('inactive') ? 'inactive' : 'active',
    }),
  repeats: 'newest',
  expect: WHOLE_LIST,
  accepts: 'activestock_sehk_e.json and the like',
  identify(file) {
    const name = STOCK_LISTS.find(list => STOCK_FILES[list].endsWith(`/${file.name}`));
    return name === undefined ? null : { name };
  },
});

/** The stock of a code or the beginning of one, with the number that the title search takes. */
export const prefixes = documentKind({
  address: address(
    'https://www1.hkexnews.hk/search/prefix.do?callback=callback&lang={lang?}&type=A&name={code?}&market=SEHK',
  ),
  source: 'prefix/{lang}/{code}',
  named: ({ lang }) => ({ lang: lang.toLowerCase() }),
  states: 'issuers: code, short name, number of the search',
  task: 'stock',
  key: ({ code }) => code,
  read: parsePrefix,
  map: (listed, { source, values: { lang } }) =>
    toRecords(listed, source, { language: /^(?:zh|c)\b/i.test(lang) ? 'zh' : 'en', status: 'active' }),
  repeats: 'newest',
  validate(bytes, log) {
    const found = parsePrefix(bytes, log);
    const isEmpty = found !== null && found.length === 0 && log.list().length > 0;
    return wrongForm(bytes, ['json', 'text']) ?? faultIfUnread(isEmpty ? null : found, log);
  },
  expect: { issuers: { min: 1, max: 50_000 } },
  accepts: 'responses of prefix.do',
  identify({ start }) {
    const code = /"stockInfo"\s*:\s*\[[^\]]*?"code"\s*:\s*"(\d{5})"/.exec(start)?.[1];
    return code === undefined ? null : { lang: 'EN', code };
  },
});

/** The source of the listings in the clearing system's list. */
export const CLEARING_LISTINGS = 'listings/clearing';

/** Full names of all stocks in the clearing system on a day, `YYYYMMDD`. */
export const clearingStocks = documentKind({
  address: address('https://www3.hkexnews.hk/sdw/search/stocklist.aspx?sortby=stockcode&shareholdingdate={day?}'),
  source: 'stocks/clearing',
  states: 'issuers: code, full name',
  read: parseClearingStocks,
  map: (listed, { source }) =>
    toRecords(listed, source, { language: 'en', status: 'active' }).flatMap(apartFromListings),
  repeats: 'newest',
  validate: bytes => pageFault(bytes, /<table/i),
  expect: WHOLE_LIST,
  accepts: 'stocklist.aspx',
  identify({ start }) {
    const day = /stocklist\.aspx\?[^"]*shareholdingdate=(\d{8})/i.exec(start)?.[1];
    return day === undefined ? null : { day };
  },
});

/** A task for the clearing system's list of a day. */
export function clearingStocksTask(day: IsoDate): ReturnType<typeof clearingStocks.task> {
  return clearingStocks.task({ day: day.replaceAll('-', '') });
}

/** The fault of a response that is not a page with a date line. */
export function pageFault(bytes: Buffer, mark: RegExp): ResponseFault | null {
  const form = wrongForm(bytes, ['markup']);
  if (form !== null) return form;
  return mark.test(bytes.toString('latin1')) ? null : failed('unexpected_document', startOf(bytes).slice(0, 200));
}

function toRecords(
  listed: readonly ListedStock[],
  source: string,
  of: Pick<StatedIssuer, 'language' | 'status'>,
): IssuerRecords[] {
  const ids = new Map(listed.map(stock => [stock.code, stock.stockId]));
  return foldCounters(listed).map(security => ({
    ...emptyRecords(canonicalKeyOfStock(security.code), source),
    issuer: toIssuer({ security, stockId: ids.get(security.code) ?? null, ...of }),
  }));
}

/**
 * The clearing system's list has the best names and is slow to list new counters: its listings are a source of their own,
 * the least trusted.
 */
function apartFromListings(records: IssuerRecords): IssuerRecords[] {
  if (records.issuer === null) return [records];
  return [
    { ...records, issuer: { ...records.issuer, listings: [] } },
    { ...records, source: CLEARING_LISTINGS },
  ];
}

/** A security of a list, with its number in the title search; null if the list has none. */
interface ListedStock extends Security {
  stockId: string | null;
}

/**
 * Rows of a stock list (`activestock_sehk_e.json`): `i` is the number that searches take, `c` the code, `n` the short name.
 * Codes of products (warrants, debt …) are left out; unreadable rows are anomalies. Null if the response is no list.
 */
function parseStockList(bytes: Buffer, log: AnomalyLog): ListedStock[] | null {
  const rows = readJsonResponse(bytes.toString('utf8'), log);
  if (rows === undefined) return null;
  if (!Array.isArray(rows)) {
    log.add('unexpected_document', '', 'expected a list of stocks');
    return null;
  }
  return rows.flatMap((row: unknown, at) => toStock(row, { code: 'c', name: 'n', stockId: 'i' }, String(at), log));
}

/** Stocks of `prefix.do`: a call of `callback` with `{ more, stockInfo: [{ stockId, code, name }] }`. Null for other texts. */
function parsePrefix(bytes: Buffer, log: AnomalyLog): ListedStock[] | null {
  const response = readJsonResponse(withoutCallback(bytes.toString('utf8')), log);
  if (response === undefined) return null;
  const rows = isJsonObject(response) ? response.stockInfo : undefined;
  if (!Array.isArray(rows)) {
    log.add('unexpected_document', '', 'expected stockInfo');
    return null;
  }
  const fields = { code: 'code', name: 'name', stockId: 'stockId' };
  return rows.flatMap((row: unknown, at) => toStock(row, fields, `stockInfo/${at}`, log));
}

function toStock(
  row: unknown,
  fields: { code: string; name: string; stockId: string },
  locator: string,
  log: AnomalyLog,
): ListedStock[] {
  const code = isJsonObject(row) ? stockCode(foldedText(row[fields.code]) ?? '') : null;
  const name = isJsonObject(row) ? (foldedText(row[fields.name]) ?? '') : '';
  const stockId = isJsonObject(row) ? (foldedText(row[fields.stockId]) ?? '') : '';
  if (code === null || name === '' || !/^\d+$/.test(stockId)) {
    log.add('unreadable_row', locator, JSON.stringify(row));
    return [];
  }
  return isIssuersCode(code) ? [{ code, name, stockId }] : [];
}

/**
 * Code and full name of every stock in the clearing system's list (`stocklist.aspx`), a page with one table. Codes of
 * products and of mainland shares are left out.
 */
function parseClearingStocks(bytes: Buffer, log: AnomalyLog): ListedStock[] {
  const rows = tableRows(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  const stocks: ListedStock[] = [];
  for (const [at, cells] of rows.entries()) {
    const code = cells.length === 2 ? stockCode(cells[0] ?? '') : null;
    const name = cells[1] ?? '';
    if (code === null || name === '') log.add('unreadable_row', `row ${at + 1}`, cells.join(' | '));
    else if (isIssuersCode(code)) stocks.push({ code, name, stockId: null });
  }
  if (rows.length === 0) log.add('unexpected_document', '', 'a page without rows of stocks');
  return stocks;
}

/** The cells of each row of data, their white space folded. */
function tableRows(html: string): string[][] {
  const rows: string[][] = [];
  let cells: string[] | null = null;
  let text: string | null = null;
  const parser = new Parser(
    {
      onopentag(name) {
        if (name === 'tr') cells = [];
        if (name === 'td') text = '';
      },
      ontext(part) {
        if (text !== null) text += part;
      },
      onclosetag(name) {
        if (name === 'td' && text !== null) {
          cells?.push(text.replace(/\s+/g, ' ').trim());
          text = null;
        }
        if (name !== 'tr' || cells === null) return;
        if (cells.length > 0) rows.push(cells);
        cells = null;
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return rows;
}

/** The argument of `callback(…)`; the text itself if it is not a call. */
function withoutCallback(text: string): string {
  const [open, close] = [text.indexOf('('), text.lastIndexOf(')')];
  const isCall = open > 0 && close > open && /^\s*[A-Za-z_$][\w$.]*$/.test(text.slice(0, open).trimEnd());
  return isCall ? text.slice(open + 1, close) : text;
}

/** An issuer in a list or a headline. */
interface StatedIssuer {
  security: CounteredSecurity;
  language: 'en' | 'zh';
  /** The registry's own number of the stock, that its searches take. */
  stockId: string | null;
  status: 'active' | 'inactive';
}

/** An issuer with its listing, and one for each further counter of the same shares. */
export function toIssuer({ security, language, stockId, status }: StatedIssuer): Issuer {
  const name = security.name === '' ? security.code : security.name;
  const isNamed = security.name !== '';
  return {
    canonicalKey: canonicalKeyOfStock(security.code),
    companyName: name,
    // Most are incorporated elsewhere; the registry's lists do not state where.
    countryCode: null,
    legalForm: null,
    status,
    industry: null,
    fiscalYearEnd: null,
    identifiers: [
      { scheme: 'hkex', identifier: security.code },
      ...(stockId === null ? [] : [{ scheme: 'hkex_stock_id', identifier: stockId }]),
    ],
    alternateNames: isNamed ? [{ kind: language === 'zh' ? 'local' : 'english', name }] : [],
    formerNames: [],
    listings: status === 'inactive' ? [] : listingsOf(security),
  };
}

function listingsOf(security: CounteredSecurity): Listing[] {
  return [listing(security.code, null, true), ...security.counters.map(counter => listing(counter.code, 'CNY', false))];
}

/** Only the mark of renminbi counters states a currency. */
function listing(ticker: string, currency: string | null, isHome: boolean): Listing {
  return { ticker, marketId: 'hk', mic: 'XHKG', exchange: boardOf(ticker), currency, isHome };
}

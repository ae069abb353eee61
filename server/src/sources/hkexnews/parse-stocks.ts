import { Parser } from 'htmlparser2';
import { isJsonObject } from '../../formats/json-object.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { readJsonAnswer } from '../kit/http/answer-json.ts';
import { textOf, withoutCallback } from './read-json.ts';
import { isIssuersCode, type Security, stockCode } from './stock-codes.ts';

/** A security of a list, with the number by which the title search asks; null where the list has none. */
export interface ListedStock extends Security {
  stockId: string | null;
}

/**
 * Rows of a stock list (`activestock_sehk_e.json`): `i` is the number that searches ask by, `c` the code, `n` the short
 * name. Codes of products (warrants, debt …) are left out; rows that are none of that are anomalies.
 */
export function parseStockList(bytes: Buffer, log: AnomalyLog): ListedStock[] {
  const rows = readJsonAnswer(bytes.toString('utf8'), log);
  if (rows === undefined) return [];
  if (!Array.isArray(rows)) {
    log.add('unexpected_document', '', 'expected a list of stocks');
    return [];
  }
  return rows.flatMap((row: unknown, at) => toStock(row, { code: 'c', name: 'n', stockId: 'i' }, String(at), log));
}

/** Stocks of an answer of `prefix.do`: a call of `callback` with `{ more, stockInfo: [{ stockId, code, name }] }`. */
export function parsePrefix(bytes: Buffer, log: AnomalyLog): ListedStock[] {
  const answer = readJsonAnswer(withoutCallback(bytes.toString('utf8')), log);
  if (answer === undefined) return [];
  const rows = isJsonObject(answer) ? answer.stockInfo : undefined;
  if (!Array.isArray(rows)) {
    log.add('unexpected_document', '', 'expected stockInfo');
    return [];
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
  const code = isJsonObject(row) ? stockCode(textOf(row, fields.code)) : null;
  const name = isJsonObject(row) ? textOf(row, fields.name) : '';
  const stockId = isJsonObject(row) ? textOf(row, fields.stockId) : '';
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
export function parseClearingStocks(bytes: Buffer, log: AnomalyLog): ListedStock[] {
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

import { createHash } from 'node:crypto';
import { AsfiledError } from '../../kernel/errors.ts';
import { unfiled } from '../kit/manifest.ts';
import { statedDate } from '../kit/pdf/published-documents.ts';
import type { ImportFile } from '../kit/source.ts';
import { type DocumentAddress, documentAddressOf, filedUrl, statedUrl } from './document-address.ts';
import { clearingStocksUrl, looseTitlesUrl, prefixUrl, STOCK_LISTS } from './endpoints.ts';
import { isTitleLines } from './parse-titles.ts';
import { stockCode } from './stock-codes.ts';

const LOOKED_AT_BYTES = 1 << 16;

/**
 * The address of a loose answer of the registry, told by what it says: stock lists (by their file names), answers of
 * `prefix.do` and of the title search, headline rows as JSON lines, the clearing system's list of stocks. Throws
 * AsfiledError `bad_request` for anything else.
 */
export function identifyImport(name: string, bytes: Buffer): string {
  const start = bytes.toString('utf8', 0, LOOKED_AT_BYTES).replace(/^\uFEFF/, '');
  const list = Object.values(STOCK_LISTS).find(url => url.endsWith(`/${name}`));
  if (list !== undefined) return list;
  const prefixed = /"stockInfo"\s*:\s*\[[^\]]*?"code"\s*:\s*"(\d{5})"/.exec(start)?.[1];
  if (prefixed !== undefined) return prefixUrl(prefixed);
  const digest = createHash('sha256').update(bytes).digest('hex');
  if (/"result"\s*:/.test(start) && /"hasNextRow"\s*:/.test(start)) return looseTitlesUrl(digest);
  if (isTitleLines(start)) return looseTitlesUrl(digest);
  const day = /stocklist\.aspx\?[^"]*shareholdingdate=(\d{4})(\d{2})(\d{2})/i.exec(start);
  if (day !== null) return clearingStocksUrl(`${day[1]}-${day[2]}-${day[3]}`);
  throw new AsfiledError(
    'bad_request',
    `${name} is no document that hkexnews knows: activestock_sehk_e.json and its like, answers of prefix.do and titleSearchServlet.do, headline rows as JSON lines, stocklist.aspx; documents of filings need a --manifest.`,
  );
}

/**
 * Loose documents of one filing under the address at which the registry publishes them. The row must say whose filing it
 * is (`cik` holds the stock code), when it was `filed`, and its number (`accession`, or the document's link there).
 * Throws AsfiledError `bad_request` where one is missing: nothing is filed under a guess.
 */
export function placeImport(files: readonly ImportFile[]): { url: string; bytes: Buffer }[] {
  return files.flatMap(({ row, bytes }) => {
    const code = stockCode(row.cik);
    if (code === null) throw unfiled(row.path, 'no stock code (column cik)');
    const address = addressOf(row.accession, row.path, code);
    if (address === null) throw unfiled(row.path, 'no document number (column accession, such as 2026082000673)');
    const filed = statedDate(row.filed);
    if (filed === null) throw unfiled(row.path, 'no day of release (column filed)');
    const stated = { form: row.form, filed, period: statedDate(row.period) ?? '' };
    return [
      { url: filedUrl(address, code), bytes },
      { url: statedUrl(address, code), bytes: Buffer.from(JSON.stringify(stated)) },
    ];
  });
}

function addressOf(accession: string, path: string, code: string): DocumentAddress | null {
  const linked = documentAddressOf(accession);
  if (linked !== null) return linked;
  const stem = accession.trim().toLowerCase();
  const digits = /^(?:ltn|gln)?(\d{4})(\d{4})\d+(?:_c)?$/.exec(stem);
  const extension = /\.([a-z]{3,4})$/i.exec(path.replace(/\.gz$/i, ''))?.[1];
  if (digits === null || extension === undefined) return null;
  const board = /^gln/.test(stem) || /^08/.test(code) ? 'gem' : 'sehk';
  return documentAddressOf(`/listedco/listconews/${board}/${digits[1]}/${digits[2]}/${stem}.${extension}`);
}

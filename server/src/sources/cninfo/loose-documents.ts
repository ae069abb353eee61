import { createHash } from 'node:crypto';
import { AsfiledError } from '../../kernel/errors.ts';
import { unfiled } from '../kit/manifest.ts';
import { statedDate } from '../kit/pdf/published-documents.ts';
import type { ImportFile } from '../kit/source.ts';
import { type DocumentAddress, documentAddressOf, filedUrl, statedUrl } from './document-address.ts';
import { executivesUrl, introductionUrl, looseAnnouncementsUrl, STOCK_LISTS } from './endpoints.ts';
import { securityCode } from './security-codes.ts';

const LOOKED_AT_BYTES = 1 << 16;

/**
 * The address of a loose answer of the registry, told by what it says: a list of codes, a company's introduction or
 * executives (which repeat the code they were asked for), announcements. Throws AsfiledError `bad_request` for anything
 * else.
 */
export function identifyImport(name: string, bytes: Buffer): string {
  const start = bytes.toString('utf8', 0, LOOKED_AT_BYTES);
  if (/"stockList"\s*:/.test(start)) return /^bj_/.test(name) ? STOCK_LISTS.bj : STOCK_LISTS.szse;
  const code = /"scode"\s*:\s*"(\d{6})"/.exec(bytes.toString('utf8', Math.max(0, bytes.length - LOOKED_AT_BYTES)))?.[1];
  if (code !== undefined && /"path"\s*:\s*"[^"]*getCompanyIntroduction"/.test(start)) return introductionUrl(code);
  if (code !== undefined && /"path"\s*:\s*"[^"]*getCompanyExecutives"/.test(start)) return executivesUrl(code);
  if (/"announcements"\s*:|"announcementId"\s*:|"ranges"\s*:[\s\S]*"pdf_url"\s*:/.test(start)) {
    return looseAnnouncementsUrl(createHash('sha256').update(bytes).digest('hex'));
  }
  throw new AsfiledError(
    'bad_request',
    `${name} is no document that cninfo knows: szse_stock.json, bj_stock.json, getCompanyIntroduction, getCompanyExecutives, answers of hisAnnouncement/query; documents of announcements need a --manifest.`,
  );
}

/**
 * Loose documents of one announcement under the address at which the registry publishes them. The row must say whose it
 * is (`cik` holds the code), when it was `filed`, and its number (`accession`, or its link). Throws AsfiledError
 * `bad_request` where one is missing: nothing is filed under a guess.
 */
export function placeImport(files: readonly ImportFile[]): { url: string; bytes: Buffer }[] {
  return files.flatMap(({ row, bytes }) => {
    const code = securityCode(row.cik);
    if (code === null) throw unfiled(row.path, 'no code of a share (column cik)');
    const filed = statedDate(row.filed);
    if (filed === null) throw unfiled(row.path, 'no day of publication (column filed)');
    const address = addressOf(row.accession, row.path, filed);
    if (address === null) throw unfiled(row.path, 'no number of the announcement (column accession)');
    const stated = { form: row.form, filed, period: statedDate(row.period) ?? '' };
    return [
      { url: filedUrl(address, code), bytes },
      { url: statedUrl(address, code), bytes: Buffer.from(JSON.stringify(stated)) },
    ];
  });
}

function addressOf(accession: string, path: string, filed: string): DocumentAddress | null {
  const linked = documentAddressOf(accession);
  if (linked !== null) return linked;
  const extension = /\.([a-z]{3,5})$/i.exec(path.replace(/\.gz$/i, ''))?.[1];
  if (!/^\d{6,}$/.test(accession.trim()) || extension === undefined) return null;
  return documentAddressOf(`finalpage/${filed}/${accession.trim()}.${extension.toUpperCase()}`);
}

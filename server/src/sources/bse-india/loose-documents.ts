import { createHash } from 'node:crypto';
import { AsfiledError } from '../../kernel/errors.ts';
import { unfiled, unpackedName } from '../kit/manifest.ts';
import { statedDate } from '../kit/pdf/published-documents.ts';
import type { ImportFile } from '../kit/source.ts';
import { announcementId, documentAddressOf, filedUrl, statedUrl } from './document-address.ts';
import { looseAnnouncementsUrl, SECURITY_STATUSES, securitiesUrl } from './endpoints.ts';
import { scripCode } from './scrip-codes.ts';

const LOOKED_AT_BYTES = 1 << 16;

/** The address of a loose answer, told by what it says. Throws AsfiledError `bad_request` for anything else. */
export function identifyImport(name: string, bytes: Buffer): string {
  const start = bytes.toString('utf8', 0, LOOKED_AT_BYTES);
  if (/"Table"\s*:/.test(start) && /"NEWSID"\s*:/.test(start)) {
    return looseAnnouncementsUrl(createHash('sha256').update(bytes).digest('hex'));
  }
  const stated = /"Status"\s*:\s*"(\w+)"/.exec(start)?.[1];
  const status = SECURITY_STATUSES.find(one => one === stated);
  if (status !== undefined && /"ISIN_NUMBER"\s*:/.test(start)) return securitiesUrl(status);
  throw new AsfiledError(
    'bad_request',
    `${name} is no document that bse-india knows: answers of AnnSubCategoryGetData and ListofScripData; documents of announcements need a --manifest.`,
  );
}

/**
 * Loose documents under the address at which the exchange publishes them. The row must say whose one is (`cik` holds the code), when it
 * was `filed`, and the announcement's number (`accession`, its `NEWSID`). Throws AsfiledError `bad_request` where one is missing:
 * nothing is filed under a guess.
 */
export function placeImport(files: readonly ImportFile[]): { url: string; bytes: Buffer }[] {
  return files.flatMap(({ row, bytes }) => {
    const code = scripCode(row.cik);
    if (code === null) throw unfiled(row.path, 'no code of a share (column cik)');
    const filed = statedDate(row.filed);
    if (filed === null) throw unfiled(row.path, 'no day of publication (column filed)');
    const nativeId = announcementId(row.accession);
    if (nativeId === null) throw unfiled(row.path, 'no number of the announcement (column accession)');
    const fileName = unpackedName(row.path);
    const address = documentAddressOf(nativeId, fileName);
    if (address === null)
      throw unfiled(row.path, 'no document (its name has other characters than the exchange gives)');
    const stated = { form: row.form, filed, period: statedDate(row.period) ?? '' };
    return [
      { url: filedUrl(address, code), bytes },
      { url: statedUrl(address, code), bytes: Buffer.from(JSON.stringify(stated)) },
    ];
  });
}

import { createHash } from 'node:crypto';
import { decodeDocument } from '../../formats/ixbrl/encoding.ts';
import { xbrlFormOf } from '../../formats/xbrl/xbrl-form.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { compareText } from '../../kernel/compare-text.ts';
import { unfiled, unpackedName } from '../kit/manifest.ts';
import type { ImportFile, ParsedDocuments, SourceDocument } from '../kit/source.ts';
import { filingKind } from '../kit/source-kind.ts';
import { accountsAddressOf } from './accounts-address.ts';
import { DOWNLOAD_HOST } from './company-data.ts';
import { canonicalKeyOfNumber, companyNumber } from './company-number.ts';
import { SEARCHED_BYTES } from './company-pages.ts';
import { openAccounts } from './open-accounts.ts';

const FOLDER = 'accounts-bulk-data/';
/** Digits of a digest in the id of accounts that lack the product's name. */
const DIGEST_CHARS = 12;
const ELSEWHERE = new RegExp(`^https?://(?!${DOWNLOAD_HOST}/)`);

/** Accounts that were filed electronically: members of bulk files, and imported documents. */
export const accounts = filingKind({
  shown: `https://${DOWNLOAD_HOST}/Accounts_Bulk_Data-{day}.zip/{number}.html, ${FOLDER}{number}.html`,
  states: 'a filing `AA`: facts, statements, text, officers',
  read(url) {
    const address = ELSEWHERE.test(url) ? null : accountsAddressOf(url);
    return address && { filing: address.nativeId, issuer: canonicalKeyOfNumber(address.companyNumber) };
  },
  open: openCopies,
  // The largest groups tag some 3,000 facts; accounts without any are damaged.
  expect: { facts: { min: 1, max: 100_000 } },
  accepts: 'accounts (inline or plain XBRL)',
  identify: ({ name, bytes, digest }) => accountsUrl(name, { bytes, digest: digest() }, ''),
  place: placeFile,
});

/** Reads one of the copies that arrived of a set of accounts; those with other bytes are an anomaly `other_copy`. */
function openCopies(documents: readonly SourceDocument[]): ParsedDocuments {
  const [best, ...others] = [...documents].sort((a, b) => compareText(trustOf(a), trustOf(b)));
  if (best === undefined) return { records: [], anomalies: [] };
  const log = new AnomalyLog('companies-house', best.url);
  for (const { url, sha256 } of others) if (sha256 !== best.sha256) log.add('other_copy', url, 'has other bytes');
  const { records, anomalies } = openAccounts(best);
  return { records, anomalies: [...anomalies, ...log.list()] };
}

/** Copies by the day of a bulk file go before those by the day of a manifest, and those before copies without a day. */
function trustOf({ url, sha256 }: SourceDocument): string {
  const day = accountsAddressOf(url)?.publishedOn ?? null;
  const rank = day === null ? 2 : url.startsWith(FOLDER) ? 1 : 0;
  return [rank, day, sha256, url].join(' ');
}

/**
 * Accounts with their row of a manifest: `cik` is the company number, `filed` the day of publication, `period` the date that
 * they are made up to.
 */
function placeFile({ row, bytes }: ImportFile): { url: string; bytes: Buffer }[] {
  const day = isDay(row.filed) ? `filed-${row.filed}/` : '';
  const digest = createHash('sha256').update(bytes).digest('hex');
  const url = accountsUrl(unpackedName(row.path), { bytes, digest }, day, { number: row.cik, madeUpTo: row.period });
  if (url === null) throw unfiled(row.path, 'no company number and period, or is not accounts');
  return [{ url, bytes }];
}

/**
 * The URL of accounts by the name of the bulk product, else by what is stated of them, else by the company number and balance
 * sheet date that they are named after or tag, with their digest; null if the file is not accounts, or if number or date are
 * unknown.
 */
function accountsUrl(
  name: string,
  { bytes, digest }: { bytes: Buffer; digest: string },
  day: string,
  stated: { number: string; madeUpTo: string } = { number: '', madeUpTo: '' },
): string | null {
  const named = accountsAddressOf(name);
  if (named?.isNumbered === true) return FOLDER + day + name;
  const form = xbrlFormOf(bytes);
  if (form !== 'inline' && form !== 'instance') return named === null ? null : FOLDER + day + name;
  // The cover of accounts is in their hidden facts, near the beginning.
  const start = decodeDocument(bytes.subarray(0, SEARCHED_BYTES));
  const number = companyNumber(stated.number) ?? named?.companyNumber ?? companyNumber(identifierOf(start));
  const madeUpTo = isDay(stated.madeUpTo) ? stated.madeUpTo : (named?.madeUpTo ?? newestInstant(start));
  if (number === null || madeUpTo === null) return null;
  const id = `${number}_${madeUpTo.replaceAll('-', '')}_${digest.slice(0, DIGEST_CHARS)}`;
  return `${FOLDER}${day}${id}.${form === 'inline' ? 'html' : 'xml'}`;
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text);
}

/** The company in a context, by the registry's scheme; null if no context has one. */
function identifierOf(text: string): string | null {
  const scheme = /scheme=["']https?:\/\/www\.companieshouse\.gov\.uk\/?["'][^>]*>\s*([A-Za-z0-9]{1,8})\s*</;
  return scheme.exec(text)?.[1] ?? null;
}

/** The balance sheet date: the newest instant of a context; null if there is none. */
function newestInstant(text: string): string | null {
  const instants = [...text.matchAll(/<(?:\w+:)?instant>\s*(\d{4}-\d{2}-\d{2})/g)].map(match => match[1] ?? '');
  return instants.sort().at(-1) ?? null;
}

import { decodeDocument } from '../../formats/ixbrl/encoding.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { unpackedName } from '../kit/manifest.ts';
import type { ImportFile } from '../kit/source.ts';
import { companyNumber } from './company-number.ts';
import { API_HOST, companyListUrl, filingHistoryUrl, profileUrl, STREAM_HOST } from './endpoints.ts';
import { accountsAddressOf } from './source-names.ts';

/** Where a document says what it is and whose: the cover of accounts stands in their hidden facts, near the beginning. */
const LOOKED_AT_BYTES = 1 << 20;

/**
 * The address of a loose document: accounts under the bulk product's names or any other, told by the company number and
 * balance sheet date that they tag; answers of the API, told by what they hold; tables of companies. Throws AsfiledError
 * `bad_request` for anything else.
 */
export function identifyImport(name: string, bytes: Buffer): string {
  const url = accountsUrl(name, bytes, '') ?? answerUrl(name, bytes.toString('utf8', 0, LOOKED_AT_BYTES));
  if (url !== null) return url;
  throw new AsfiledError(
    'bad_request',
    `${name} is no document that companies-house knows: accounts (inline or plain XBRL), answers of the API, tables of BasicCompanyData, or a bulk .zip.`,
  );
}

/**
 * Accounts by the rows of a manifest: `cik` is the company number, `filed` the day on which they were published, `period`
 * the date that they are made up to. Throws AsfiledError `bad_request` where row and file leave number or period open.
 */
export function placeImport(files: readonly ImportFile[]): { url: string; bytes: Buffer }[] {
  return files.map(({ row, bytes }) => {
    const name = unpackedName(row.path);
    const day = /^\d{4}-\d{2}-\d{2}$/.test(row.filed) ? `filed-${row.filed}/` : '';
    const url = accountsUrl(name, bytes, day, { number: row.cik, madeUpTo: row.period });
    if (url !== null) return { url, bytes };
    throw new AsfiledError('bad_request', `${row.path} names no company number and period, and is no accounts`);
  });
}

const ACCOUNTS_FOLDER = 'accounts-bulk-data/';
const MARKUP = /^\s*(?:\uFEFF)?</;

/** Null where the file is no accounts, or nobody says whose and of which period. */
function accountsUrl(
  name: string,
  bytes: Buffer,
  day: string,
  stated: { number: string; madeUpTo: string } = { number: '', madeUpTo: '' },
): string | null {
  if (accountsAddressOf(name) !== null) return `${ACCOUNTS_FOLDER}${day}${name}`;
  const start = decodeDocument(bytes.subarray(0, LOOKED_AT_BYTES));
  if (!MARKUP.test(start) || !/inlineXBRL|<(?:\w+:)?xbrl[\s>]/.test(start)) return null;
  const number = companyNumber(stated.number) ?? companyNumber(identifierOf(start));
  const madeUpTo = /^\d{4}-\d{2}-\d{2}$/.test(stated.madeUpTo) ? stated.madeUpTo : newestInstant(start);
  if (number === null || madeUpTo === null) return null;
  const ending = /inlineXBRL/.test(start) ? 'html' : 'xml';
  return `${ACCOUNTS_FOLDER}${day}${number}_${madeUpTo.replaceAll('-', '')}.${ending}`;
}

/** Contexts name the company by the registry's scheme. */
function identifierOf(text: string): string | null {
  return (
    /scheme=["']https?:\/\/www\.companieshouse\.gov\.uk\/?["'][^>]*>\s*([A-Za-z0-9]{1,8})\s*</.exec(text)?.[1] ?? null
  );
}

/** The balance sheet date: the newest instant that a context has. */
function newestInstant(text: string): string | null {
  const instants = [...text.matchAll(/<(?:\w+:)?instant>\s*(\d{4}-\d{2}-\d{2})/g)].map(match => match[1] ?? '');
  return instants.sort().at(-1) ?? null;
}

function answerUrl(name: string, start: string): string | null {
  if (/^"?\s*CompanyName"?,\s*"?\s*CompanyNumber"?,/.test(start.replace(/^\uFEFF/, ''))) return `company-data/${name}`;
  if (/"resource_kind"\s*:\s*"company-profile"/.test(start)) return `https://${STREAM_HOST}/companies`;
  if (/"resource_kind"\s*:\s*"filing-history"/.test(start)) return `https://${STREAM_HOST}/filings`;
  if (/"kind"\s*:\s*"search#companies"/.test(start)) {
    return `https://${API_HOST}/search/companies?file=${encodeURIComponent(name)}`;
  }
  const linked = /"\/company\/([A-Z0-9]{8})\/(filing-history|officers|charges|persons-with-significant-control)\b/.exec(
    start,
  );
  const number = companyNumber(/"company_number"\s*:\s*"([A-Za-z0-9]{1,8})"/.exec(start)?.[1] ?? linked?.[1]);
  if (number === null) return null;
  if (/"company_name"\s*:/.test(start) && /"(?:company_status|date_of_creation|type)"\s*:/.test(start))
    return profileUrl(number);
  if (linked === null || !/"items"\s*:/.test(start)) return null;
  // Charges link to the filings that created them before they name themselves.
  const list = /"charge_(?:code|number)"\s*:/.test(start) ? 'charges' : linked[2];
  if (list === 'filing-history') return filingHistoryUrl(number, 0);
  return list === 'officers' || list === 'charges' || list === 'persons-with-significant-control'
    ? companyListUrl(number, list, 0)
    : null;
}

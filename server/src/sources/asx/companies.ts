import { bareIssuer, type Issuer } from '../../domain/filings/issuers/model/issuer.ts';
import { parseDelimited } from '../../formats/delimited.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { documentKind } from '../kit/document-kind.ts';
import { recordsOfIssuers } from '../kit/empty-records.ts';
import { failed, startOf, wrongForm } from '../kit/http/response-form.ts';
import type { ResponseFault } from '../kit/source.ts';

export const LIST_URL = 'https://www.asx.com.au/asx/research/ASXListedCompanies.csv';

const COLUMNS = ['Company name', 'ASX code', 'GICS industry group'] as const;
/** Funds and newly listed companies have no industry. */
const NO_INDUSTRY = new Set(['', 'Not Applic', 'Class Pend']);
/** Three characters, of which one may be a digit (`1PG`); share classes that trade beside it have longer codes. */
const CODE = /^[A-Z0-9]{3,6}$/;

/** The list of all listed companies, which is replaced each day. */
export const companies = documentKind({
  address: { template: LIST_URL, url: () => LIST_URL, read: url => (url === LIST_URL ? {} : null) },
  source: 'companies',
  states: 'issuers: name, code, industry group',
  read: parseCompanies,
  map: (issuers, { source }) => recordsOfIssuers(issuers, source),
  validate: bytes => wrongForm(bytes, ['text']) ?? validateStart(startOf(bytes)),
  // About 2,000 companies are listed.
  expect: { issuers: { min: 1_500, recordedMin: 1, max: 10_000 } },
  accepts: 'ASXListedCompanies.csv',
  identify: ({ start }) => (headerRow(parseDelimited(start, ',')) === -1 ? null : {}),
});

/** `asx:BHP`, the canonical key of an issuer by its code. */
export function canonicalKeyOfCode(code: string): string {
  return `asx:${code}`;
}

function validateStart(start: string): ResponseFault | null {
  const isList = headerRow(parseDelimited(start, ',')) !== -1;
  return isList ? null : failed('unexpected_document', start.slice(0, 200));
}

/** The position of the row with the names of the columns: a line with the time of the list precedes it. */
function headerRow(rows: readonly (readonly string[])[]): number {
  return rows.slice(0, 5).findIndex(row => COLUMNS.every((column, at) => row[at]?.trim() === column));
}

/** The companies of the list. Null, with an anomaly, if the text is no such list. */
function parseCompanies(bytes: Buffer, log: AnomalyLog): Issuer[] | null {
  const rows = parseDelimited(bytes.toString('utf8').replace(/^\uFEFF/, ''), ',');
  const header = headerRow(rows);
  if (header === -1) {
    log.add('unexpected_document', '', `expected the columns ${COLUMNS.join(', ')}`);
    return null;
  }
  const issuers = new Map<string, Issuer>();
  for (const [at, row] of rows.entries()) {
    if (at <= header || row.every(cell => cell.trim() === '')) continue;
    const [name = '', code = '', industry = ''] = row.map(cell => cell.trim());
    if (row.length !== COLUMNS.length || name === '' || !CODE.test(code))
      log.add('bad_row', String(at + 1), row.join());
    else if (issuers.has(code)) log.add('repeated_code', String(at + 1), code);
    else issuers.set(code, toIssuer(name, code, industry));
  }
  return [...issuers.values()];
}

function toIssuer(name: string, code: string, industry: string): Issuer {
  return {
    // Foreign companies are listed too; the list does not state where a company is registered.
    ...bareIssuer(canonicalKeyOfCode(code), name, [{ scheme: 'asx', identifier: code }]),
    industry: NO_INDUSTRY.has(industry) ? null : { scheme: 'gics', code: industry, label: industry },
    listings: [
      { ticker: code, marketId: 'au', mic: 'XASX', exchange: 'ASX', currency: 'AUD', isHome: false, isin: null },
    ],
  };
}

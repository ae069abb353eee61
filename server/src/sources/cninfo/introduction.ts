import type { AlternateName, Issuer } from '../../domain/filings/issuers/model/issuer.ts';
import { isJsonObject, type JsonObject } from '../../formats/json-object.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { address } from '../kit/address.ts';
import { documentKind, faultIfUnread, type ImportCandidate } from '../kit/document-kind.ts';
import { recordsOfIssuers } from '../kit/empty-records.ts';
import { readRecords, textOf } from './read-response.ts';
import { canonicalKeyOfCode, listingOf, securityCode } from './stocks.ts';

/** Who a company is. */
export const introduction = documentKind({
  address: address('https://www.cninfo.com.cn/data20/companyOverview/getCompanyIntroduction?scode={code}', {
    code: /\d{6}/,
  }),
  source: 'introduction',
  states: 'one issuer: full and English name, industry, other share lines',
  issuer: ({ code }) => canonicalKeyOfCode(code),
  task: 'company',
  key: ({ code }) => code,
  read: (bytes, log, { code }) => parseIntroduction(bytes, code, log),
  map: (issuer, { source }) => recordsOfIssuers([issuer], source),
  validate: (bytes, log) => faultIfUnread(readRecords(bytes, log), log),
  expect: { issuers: { min: 1, max: 1 } },
  accepts: 'getCompanyIntroduction',
  identify: file => companyOfFile('getCompanyIntroduction', file),
});

const LOOKED_AT_BYTES = 1 << 16;

/** The code in a response of `data20`, which repeats the request: its path first, its code last. */
export function companyOfFile(path: string, { start, bytes }: ImportCandidate): { code: string } | null {
  const end = bytes.toString('utf8', Math.max(0, bytes.length - LOOKED_AT_BYTES));
  const code = /"scode"\s*:\s*"(\d{6})"/.exec(end)?.[1];
  return code !== undefined && new RegExp(`"path"\\s*:\\s*"[^"]*${path}"`).test(start) ? { code } : null;
}

/**
 * Who a company is (`getCompanyIntroduction`): its full name, its name in English, its industry and the codes of its other
 * share lines. Null, with an anomaly, if the response is invalid or about another code.
 */
function parseIntroduction(bytes: Buffer, code: string, log: AnomalyLog): Issuer | null {
  const records = readRecords(bytes, log);
  if (records === null) return null;
  const basics = records.flatMap(record => rowsOf(record, 'basicInformation'));
  const listing = records.flatMap(record => rowsOf(record, 'listingInformation'));
  const [basic] = basics;
  const fullName = basic === undefined ? null : textOf(basic, 'ORGNAME');
  if (basic === undefined || fullName === null) {
    log.add('unexpected_document', 'basicInformation', 'expected ORGNAME');
    return null;
  }
  const own = ['ASECCODE', 'BSECCODE'].map(field => textOf(basic, field));
  const listed = listing.map(row => textOf(row, 'SECCODE'));
  if (![...own, ...listed].includes(code)) {
    log.add(
      'issuer_mismatch',
      'basicInformation',
      `requested ${code}, response states ${[...own, ...listed].join(', ')}`,
    );
    return null;
  }
  const industry = textOf(basic, 'F032V');
  return {
    canonicalKey: canonicalKeyOfCode(code),
    companyName: fullName,
    countryCode: null,
    legalForm: null,
    status: 'active',
    // The registry states the words of the securities commission's classification, not its code.
    industry: industry === null ? null : { scheme: 'csrc', code: industry, label: industry },
    fiscalYearEnd: '12-31',
    identifiers: [
      { scheme: 'cninfo', identifier: code },
      ...['ASECCODE', 'BSECCODE'].flatMap(field => otherCode(basic, field, code)),
      ...hongKongCode(basic),
    ],
    alternateNames: namesOf(basic, { ORGNAME: 'local', ASECNAME: 'short', F001V: 'english' }),
    formerNames: [],
    listings: [listingOf(code)],
  };
}

function rowsOf(record: JsonObject, field: string): JsonObject[] {
  const rows = record[field];
  return Array.isArray(rows) ? rows.filter(isJsonObject) : [];
}

/** The code of another share line of the company. */
function otherCode(row: JsonObject, field: string, code: string): Issuer['identifiers'] {
  const other = securityCode(textOf(row, field) ?? '');
  return other === null || other === code ? [] : [{ scheme: 'cninfo', identifier: other }];
}

function namesOf(row: JsonObject, kinds: Readonly<Record<string, AlternateName['kind']>>): AlternateName[] {
  return Object.entries(kinds).flatMap(([field, kind]) => {
    const name = textOf(row, field);
    return name === null ? [] : [{ kind, name }];
  });
}

/** The code of its shares in Hong Kong, five digits as published there. */
function hongKongCode(basic: JsonObject): Issuer['identifiers'] {
  const digits = /^\d{1,5}$/.exec(textOf(basic, 'HSECCODE') ?? '')?.[0];
  return digits === undefined ? [] : [{ scheme: 'hkex', identifier: digits.padStart(5, '0') }];
}

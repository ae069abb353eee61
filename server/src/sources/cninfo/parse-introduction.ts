import type { AlternateName, Issuer } from '../../domain/filings/issuers/model/issuer.ts';
import { isJsonObject, type JsonObject } from '../../formats/json-object.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { readRecords, textOf } from './read-answer.ts';
import { canonicalKeyOfCode, listingOf, securityCode } from './security-codes.ts';

/**
 * Who a company is (`getCompanyIntroduction`): its full name, its name in English, its industry and the codes of its other
 * share lines. Null, with an anomaly, where the answer is none or speaks of another code.
 */
export function parseIntroduction(bytes: Buffer, code: string, log: AnomalyLog): Issuer | null {
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
  const told = listing.map(row => textOf(row, 'SECCODE'));
  if (![...own, ...told].includes(code)) {
    log.add('issuer_mismatch', 'basicInformation', `asked for ${code}, speaks of ${[...own, ...told].join(', ')}`);
    return null;
  }
  const industry = textOf(basic, 'F032V');
  return {
    canonicalKey: canonicalKeyOfCode(code),
    companyName: fullName,
    countryCode: null,
    legalForm: null,
    status: 'active',
    // The registry gives the words of the securities commission's classification, not its code.
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

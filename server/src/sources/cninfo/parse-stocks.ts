import type { Issuer } from '../../domain/filings/issuers/model/issuer.ts';
import { isJsonObject } from '../../formats/json-object.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { readObject, textOf } from './read-answer.ts';
import { canonicalKeyOfCode, listingOf, securityCode } from './security-codes.ts';

/**
 * Issuers of a list of codes, `{ stockList: [{ code, orgId, zwjc, pinyin, category }] }`, one for each share line. Lines of
 * one company share its `orgId`, which can't be told from the code: it is kept as an identifier, by which they are joined.
 */
export function parseStocks(bytes: Buffer, log: AnomalyLog): Issuer[] {
  const root = readObject(bytes, log);
  if (root === null) return [];
  if (!Array.isArray(root.stockList)) {
    log.add('unexpected_document', '', 'expected stockList');
    return [];
  }
  const issuers = new Map<string, Issuer>();
  for (const [at, row] of root.stockList.entries()) {
    const issuer = isJsonObject(row) ? toIssuer(row) : null;
    if (issuer === null) log.add('unreadable_row', `stockList/${at}`, JSON.stringify(row));
    else if (issuers.has(issuer.canonicalKey)) log.add('repeated_code', `stockList/${at}`, issuer.canonicalKey);
    else issuers.set(issuer.canonicalKey, issuer);
  }
  return [...issuers.values()];
}

function toIssuer(row: Readonly<Record<string, unknown>>): Issuer | null {
  const code = securityCode(textOf(row, 'code') ?? '');
  const name = textOf(row, 'zwjc');
  const orgId = textOf(row, 'orgId');
  if (code === null || name === null || orgId === null) return null;
  return shareIssuer(code, name, orgId, textOf(row, 'pinyin'));
}

/** An issuer by one of its share lines, as far as lists and announcements tell. `name` is the short one. */
export function shareIssuer(code: string, name: string, orgId: string | null, initials: string | null): Issuer {
  return {
    canonicalKey: canonicalKeyOfCode(code),
    companyName: name,
    // Some are incorporated elsewhere (the Cayman Islands), and the lists do not say where.
    countryCode: null,
    legalForm: null,
    status: 'active',
    industry: null,
    fiscalYearEnd: '12-31',
    identifiers: [
      { scheme: 'cninfo', identifier: code },
      ...(orgId === null ? [] : [{ scheme: 'cninfo_org_id', identifier: orgId }]),
    ],
    // Lists have the name that the exchange gives the shares, and its initials in pinyin, by which it is asked for.
    alternateNames: [
      { kind: 'short', name },
      ...(initials === null ? [] : [{ kind: 'short' as const, name: initials }]),
    ],
    formerNames: [],
    listings: [listingOf(code)],
  };
}

import { bareIssuer, type Issuer } from '../../domain/filings/issuers/model/issuer.ts';
import { foldedText, isJsonObject, type JsonObject } from '../../formats/json-object.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { isIsin } from '../../kernel/identifiers/check-digits.ts';
import { address } from '../kit/address.ts';
import { documentKind } from '../kit/document-kind.ts';
import { recordsOfIssuers } from '../kit/empty-records.ts';
import { readJsonResponse } from '../kit/http/response-json.ts';

/** The statuses of shares, one list each, with the least number that a whole list has. */
const MIN_LISTED: ReadonlyMap<string, number> = new Map([
  ['Active', 3_500],
  ['Suspended', 20],
  ['Delisted', 500],
]);

export const STATUSES: readonly string[] = [...MIN_LISTED.keys()];

/** The shares of a status. */
export const securities = documentKind({
  address: address(
    'https://api.bseindia.com/BseIndiaAPI/api/ListofScripData/w?Group=&Scripcode=&industry=&segment=Equity&status={status}',
  ),
  source: 'securities/{status}',
  named: ({ status }) => ({ status: status.toLowerCase() }),
  states: 'issuers: name, symbol, ISIN, industry',
  read: parseSecurities,
  map: (issuers, { source }) => recordsOfIssuers(issuers, source),
  expect: ({ status }) => ({ issuers: { min: MIN_LISTED.get(status) ?? 1, recordedMin: 1, max: 20_000 } }),
  accepts: 'responses of ListofScripData',
  identify: ({ start }) => {
    const status = /"Status"\s*:\s*"(\w+)"/.exec(start)?.[1] ?? '';
    return MIN_LISTED.has(status) && /"ISIN_NUMBER"\s*:/.test(start) ? { status } : null;
  },
});

/** The exchange's six-digit code of a security; null if the text is no such code. */
export function scripCode(text: string): string | null {
  return /^\s*(\d{6})\s*$/.exec(text)?.[1] ?? null;
}

/** `bse:500002`, the canonical key of an issuer by the code of its shares. */
export function canonicalKeyOfScrip(code: string): string {
  return `bse:${code}`;
}

/**
 * Issuers of a list of shares, `[{ SCRIP_CD, scrip_id, ISIN_NUMBER, Issuer_Name, Status, … }]`. Null, with an anomaly, if the
 * response is no list. Rows of other segments than equity are the anomaly `unexpected_segment`.
 */
function parseSecurities(bytes: Buffer, log: AnomalyLog): Issuer[] | null {
  const root = readJsonResponse(bytes.toString('utf8'), log);
  if (root === undefined) return null;
  if (!Array.isArray(root)) {
    log.add('unexpected_document', '', `expected a list: ${JSON.stringify(root).slice(0, 200)}`);
    return null;
  }
  const issuers = new Map<string, Issuer>();
  for (const [at, row] of root.entries()) {
    const issuer = isJsonObject(row) ? toIssuer(row, String(at), log) : null;
    if (issuer === null) log.add('unreadable_row', String(at), JSON.stringify(row));
    else if (issuers.has(issuer.canonicalKey)) log.add('repeated_code', String(at), issuer.canonicalKey);
    else if (foldedText(row.Segment) !== 'Equity') log.add('unexpected_segment', String(at), JSON.stringify(row));
    else issuers.set(issuer.canonicalKey, issuer);
  }
  return [...issuers.values()];
}

function toIssuer(row: JsonObject, place: string, log: AnomalyLog): Issuer | null {
  const code = scripCode(foldedText(row.SCRIP_CD) ?? '');
  const name = foldedText(row.Issuer_Name) ?? foldedText(row.Scrip_Name);
  if (code === null || name === null) return null;
  const isin = isinOf(row, place, log);
  const industry = foldedText(row.INDUSTRY);
  const isListed = isListedBy(foldedText(row.Status) ?? '', place, log);
  return {
    ...shareIssuer(code, name),
    // The first letters of a share's ISIN are the country of the issuer's legal address (ISO 6166).
    countryCode: isin?.slice(0, 2) ?? null,
    status: isListed ? 'active' : 'inactive',
    industry: industry === null ? null : { scheme: 'bse', code: industry, label: industry },
    listings: isListed
      ? [
          {
            ticker: foldedText(row.scrip_id) ?? code,
            marketId: 'in',
            mic: 'XBOM',
            exchange: 'BSE',
            currency: 'INR',
            isHome: true,
            isin,
          },
        ]
      : [],
    // A delisted share keeps its ISIN.
    ...(isListed || isin === null ? {} : { isins: [isin] }),
  };
}

/** An issuer by the code of its shares. Announcements state no more: their symbol is not among them. */
export function shareIssuer(code: string, name: string): Issuer {
  return bareIssuer(canonicalKeyOfScrip(code), name, [{ scheme: 'bse', identifier: code }]);
}

function isinOf(row: JsonObject, place: string, log: AnomalyLog): string | null {
  const isin = foldedText(row.ISIN_NUMBER);
  if (isin === null || isIsin(isin)) return isin;
  log.add('bad_isin', place, isin);
  return null;
}

/** A share that is suspended from trading is still listed. */
function isListedBy(status: string, place: string, log: AnomalyLog): boolean {
  if (!/^(?:Active|Suspended|Delisted)$/.test(status)) log.add('unknown_status', place, status);
  return status !== 'Delisted';
}

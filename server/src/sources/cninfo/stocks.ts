import type { Issuer, Listing } from '../../domain/filings/issuers/model/issuer.ts';
import { isJsonObject } from '../../formats/json-object.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { fixedAddresses } from '../kit/address.ts';
import { documentKind } from '../kit/document-kind.ts';
import { recordsOfIssuers } from '../kit/empty-records.ts';
import { readObject, textOf } from './read-response.ts';

/** The lists of codes, with the least number of share lines that a whole list has. `szse` has both mainland exchanges. */
const MIN_LISTED = { szse: 4_000, bj: 150 } as const;

/** Every share line of a list of codes. */
export const stocks = documentKind({
  address: fixedAddresses({
    szse: 'https://www.cninfo.com.cn/new/data/szse_stock.json',
    bj: 'https://www.cninfo.com.cn/new/data/bj_stock.json',
  }),
  source: 'stocks/{name}',
  states: 'issuers: code, short name, initials, organisation number (`cninfo_org_id`)',
  read: parseStocks,
  map: (issuers, { source }) => recordsOfIssuers(issuers, source),
  expect: ({ name }) => ({ issuers: { min: MIN_LISTED[name], recordedMin: 1, max: 20_000 } }),
  accepts: 'szse_stock.json, bj_stock.json',
  identify(file) {
    const name: keyof typeof MIN_LISTED = file.name.startsWith('bj_') ? 'bj' : 'szse';
    return /"stockList"\s*:/.test(file.start) ? { name } : null;
  },
});

export const STOCK_LISTS = ['szse', 'bj'] as const;

/** The six-digit code of a mainland security; null for others (a fund's `163118.fund`, `03331.HK`). */
export function securityCode(text: string): string | null {
  return /^\s*(\d{6})\s*$/.exec(text)?.[1] ?? null;
}

/** `cninfo:600519`, the canonical key of an issuer by the code of a share line. */
export function canonicalKeyOfCode(code: string): string {
  return `cninfo:${code}`;
}

interface CodeRange {
  prefix: RegExp;
  mic: 'XSHG' | 'XSHE' | 'BJSE';
  exchange: string;
  currency: string;
}

const SHANGHAI = 'Shanghai Stock Exchange';
const SHENZHEN = 'Shenzhen Stock Exchange';

/** The exchange of a share by the beginning of its code (securities code rules of the three exchanges). */
const RANGES: readonly CodeRange[] = [
  { prefix: /^60/, mic: 'XSHG', exchange: SHANGHAI, currency: 'CNY' },
  { prefix: /^68[89]/, mic: 'XSHG', exchange: `${SHANGHAI}, STAR Market`, currency: 'CNY' },
  { prefix: /^900/, mic: 'XSHG', exchange: `${SHANGHAI}, B shares`, currency: 'USD' },
  { prefix: /^00[0-4]/, mic: 'XSHE', exchange: SHENZHEN, currency: 'CNY' },
  { prefix: /^30[0-9]/, mic: 'XSHE', exchange: `${SHENZHEN}, ChiNext`, currency: 'CNY' },
  { prefix: /^20[01]/, mic: 'XSHE', exchange: `${SHENZHEN}, B shares`, currency: 'HKD' },
  { prefix: /^(?:43|8[378]|92)/, mic: 'BJSE', exchange: 'Beijing Stock Exchange', currency: 'CNY' },
];

/** The listing of a code; its exchange is null if the beginning of the code belongs to no exchange. */
export function listingOf(code: string): Listing {
  const range = RANGES.find(({ prefix }) => prefix.test(code));
  return {
    ticker: code,
    marketId: 'cn',
    mic: range?.mic ?? null,
    exchange: range?.exchange ?? null,
    currency: range?.currency ?? null,
    isHome: true,
  };
}

/**
 * Issuers of a list of codes, `{ stockList: [{ code, orgId, zwjc, pinyin, category }] }`, one for each share line. Lines of
 * one company share its `orgId`, an identifier by which they are joined. Null, with an anomaly, if there is no list.
 */
function parseStocks(bytes: Buffer, log: AnomalyLog): Issuer[] | null {
  const root = readObject(bytes, log);
  if (root === null) return null;
  if (!Array.isArray(root.stockList)) {
    log.add('unexpected_document', '', 'expected stockList');
    return null;
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

/** An issuer by one of its share lines, as far as lists and announcements state it. `name` is the short name. */
export function shareIssuer(code: string, name: string, orgId: string | null, initials: string | null): Issuer {
  return {
    canonicalKey: canonicalKeyOfCode(code),
    companyName: name,
    // Some are incorporated abroad (the Cayman Islands); the lists do not state where.
    countryCode: null,
    legalForm: null,
    status: 'active',
    industry: null,
    fiscalYearEnd: '12-31',
    identifiers: [
      { scheme: 'cninfo', identifier: code },
      ...(orgId === null ? [] : [{ scheme: 'cninfo_org_id', identifier: orgId }]),
    ],
    // Lists have the exchange's name of the shares, and its initials in pinyin, which people search by.
    alternateNames: [
      { kind: 'short', name },
      ...(initials === null ? [] : [{ kind: 'short' as const, name: initials }]),
    ],
    formerNames: [],
    listings: [listingOf(code)],
  };
}

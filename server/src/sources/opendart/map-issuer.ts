import {
  type AlternateName,
  bareIssuer,
  type Issuer,
  type Listing,
} from '../../domain/filings/issuers/model/issuer.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { dateOrNull } from '../../kernel/dates.ts';
import { canonicalKeyOfCorp, corpCode, stockCode } from './identifiers.ts';
import { type Row, textOf } from './read-response.ts';

/** `corp_cls` of companies without a listing, or no longer listed. */
const UNLISTED = 'E';

/** Markets of the Korea Exchange by `corp_cls`. */
const MARKETS: ReadonlyMap<string, { mic: string; exchange: string }> = new Map([
  ['Y', { mic: 'XKRX', exchange: 'KOSPI' }],
  ['K', { mic: 'XKOS', exchange: 'KOSDAQ' }],
  ['N', { mic: 'XKON', exchange: 'KONEX' }],
]);

/**
 * The company of a row: code and name, and its listing if the row states class (`corp_cls`) and
 * stock code. Null if it names no company.
 */
export function toIssuer(row: Row): Issuer | null {
  const code = corpCode(row.corp_code);
  const companyName = textOf(row, 'corp_name');
  if (code === null || companyName === null) return null;
  const isUnlisted = textOf(row, 'corp_cls') === UNLISTED;
  return { ...emptyIssuer(code, companyName), listings: listingsOf(row), ...(isUnlisted ? { isUnlisted } : {}) };
}

/**
 * A company's profile (`company.json`). `status` follows from the market class: the registry has no end of a company.
 */
export function toProfiledIssuer(row: Row, log: AnomalyLog): Issuer | null {
  const issuer = toIssuer(row);
  if (issuer === null) return null;
  const industry = textOf(row, 'induty_code');
  return {
    ...issuer,
    countryCode: textOf(row, 'jurir_no') === null ? null : 'KR',
    industry: industry === null ? null : { scheme: 'ksic', code: industry, label: '' },
    fiscalYearEnd: yearEndOf(row, log),
    identifiers: [...issuer.identifiers, ...identifiersOf(row, ['stock_code', 'jurir_no', 'bizr_no'])],
    alternateNames: namesOf(row, [
      ['corp_name_eng', 'english'],
      ['stock_name', 'short'],
    ]),
  };
}

/** A row of the code list. Its stock code, if any, states neither the market nor whether the stock is still listed. */
export function toCodedIssuer(row: Row): Issuer | null {
  const issuer = toIssuer(row);
  if (issuer === null) return null;
  const ticker = stockCode(row.stock_code);
  const listing = { marketId: 'kr', mic: null, exchange: null, currency: 'KRW', isHome: true };
  return {
    ...issuer,
    identifiers: [...issuer.identifiers, ...identifiersOf(row, ['stock_code'])],
    alternateNames: namesOf(row, [['corp_eng_name', 'english']]),
    listings: ticker === null ? [] : [{ ticker, ...listing }],
    statedOn: dateOrNull(textOf(row, 'modify_date')?.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')),
  };
}

/** A company of which only code and name are known. */
export function emptyIssuer(code: string, companyName: string): Issuer {
  return bareIssuer(canonicalKeyOfCorp(code), companyName, [{ scheme: 'dart', identifier: code }]);
}

/** Numbers under their names at the registry, which writes some with hyphens here and without there. */
function identifiersOf(row: Row, schemes: readonly string[]): Issuer['identifiers'] {
  return schemes.flatMap(scheme => {
    const identifier = textOf(row, scheme)?.replace(/[\s-]+/g, '') ?? '';
    return identifier === '' ? [] : [{ scheme, identifier }];
  });
}

/** The name of a stock at the exchange, which is shorter than the company's name. */
function namesOf(row: Row, fields: readonly [string, AlternateName['kind']][]): AlternateName[] {
  return fields.flatMap(([field, kind]) => {
    const name = textOf(row, field)?.replace(/\s+/g, ' ') ?? '';
    return name === '' ? [] : [{ kind, name }];
  });
}

function listingsOf(row: Row): Listing[] {
  const ticker = stockCode(row.stock_code);
  const market = MARKETS.get(textOf(row, 'corp_cls') ?? '');
  return ticker === null || market === undefined
    ? []
    : [{ ticker, marketId: 'kr', ...market, currency: 'KRW', isHome: true }];
}

const LAST_DAYS = ['31', '28', '31', '30', '31', '30', '31', '31', '30', '31', '30', '31'];

/** `acc_mt`, the month in which the year closes. */
function yearEndOf(row: Row, log: AnomalyLog): string | null {
  const month = textOf(row, 'acc_mt');
  if (month === null) return null;
  const last = LAST_DAYS[Number(month) - 1];
  if (last !== undefined) return `${month.padStart(2, '0')}-${last}`;
  log.add('bad_value', 'acc_mt', month);
  return null;
}

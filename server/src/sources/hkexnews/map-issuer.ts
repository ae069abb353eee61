import type { Issuer, Listing } from '../../domain/filings/issuers/model/issuer.ts';
import { boardOf, type CounteredSecurity, canonicalKeyOfStock } from './stock-codes.ts';

/** What a list or a headline says of an issuer. */
export interface StatedIssuer {
  security: CounteredSecurity;
  language: 'en' | 'zh';
  /** The registry's own number of the stock, by which its search asks. */
  stockId: string | null;
  status: 'active' | 'inactive';
}

/** An issuer with its listing, and one for each further counter of the same shares. */
export function toIssuer({ security, language, stockId, status }: StatedIssuer): Issuer {
  const name = security.name === '' ? security.code : security.name;
  const isNamed = security.name !== '';
  return {
    canonicalKey: canonicalKeyOfStock(security.code),
    companyName: name,
    // Most are incorporated elsewhere, and the registry's lists do not say where.
    countryCode: null,
    legalForm: null,
    status,
    industry: null,
    fiscalYearEnd: null,
    identifiers: [
      { scheme: 'hkex', identifier: security.code },
      ...(stockId === null ? [] : [{ scheme: 'hkex_stock_id', identifier: stockId }]),
    ],
    alternateNames: isNamed ? [{ kind: language === 'zh' ? 'local' : 'english', name }] : [],
    formerNames: [],
    listings: status === 'inactive' ? [] : listingsOf(security),
  };
}

function listingsOf(security: CounteredSecurity): Listing[] {
  return [listing(security.code, null, true), ...security.counters.map(counter => listing(counter.code, 'CNY', false))];
}

/** The currency of a counter is stated nowhere but in the mark of the renminbi counters. */
function listing(ticker: string, currency: string | null, isHome: boolean): Listing {
  return { ticker, marketId: 'hk', mic: 'XHKG', exchange: boardOf(ticker), currency, isHome };
}

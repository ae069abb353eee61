import type { Filing, Issuer, Listing } from '../../../domain/filings/issuers/model/issuer.ts';
import { DEMO_MARKET } from '../../../domain/filings/markets/model/markets.ts';
import { isJsonObject, type JsonObject, listOf, trimmedText } from '../../../formats/json-object.ts';
import type { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { dateOrNull, type IsoDate } from '../../../kernel/dates.ts';
import { isLei } from '../../../kernel/identifiers/check-digits.ts';
import { canonicalKeyOfCik, plainCik } from '../identifiers.ts';
import { countryOf } from './country-of.ts';
import { toListing } from './map-listing.ts';

/** The issuer of a submissions response. Null if it has no name or CIK. */
export function toSubmissionsIssuer(
  root: JsonObject,
  cik: string,
  filings: readonly Filing[],
  log: AnomalyLog,
): Issuer | null {
  const companyName = trimmedText(root.name);
  if (companyName === null || cik === '') {
    log.add('wrong_type', 'name', 'no name or no CIK');
    return null;
  }
  const listings = listingsOf(root, log);
  const sic = trimmedText(root.sic);
  return {
    canonicalKey: canonicalKeyOfCik(cik),
    companyName,
    countryCode: countryOfIssuer(root),
    legalForm: null,
    status: listings.length > 0 || !isTerminated(filings) ? 'active' : 'inactive',
    industry:
      sic === null
        ? null
        : { scheme: 'sic', code: sic.padStart(4, '0'), label: trimmedText(root.sicDescription) ?? '' },
    fiscalYearEnd: monthDay(root.fiscalYearEnd, log),
    identifiers: identifiersOf(root, cik, log),
    formerNames: formerNamesOf(root, companyName),
    listings,
    // The type of the sample's fictional managers, which no other filer has.
    ...(trimmedText(root.entityType) === 'fictional' ? { marketId: DEMO_MARKET } : {}),
    postalCode: trimmedText(businessAddress(root).zipCode),
  };
}

function listingsOf(root: JsonObject, log: AnomalyLog): Listing[] {
  const tickers = listOf(root.tickers);
  const exchanges = listOf(root.exchanges);
  if (exchanges.length !== tickers.length) {
    log.add('column_length', 'exchanges', `${exchanges.length} exchanges for ${tickers.length} tickers`);
  }
  const listings: Listing[] = [];
  for (const [at, ticker] of tickers.entries()) {
    const symbol = trimmedText(ticker);
    const exchange = exchanges.length === tickers.length ? trimmedText(exchanges[at]) : null;
    if (symbol === null || listings.some(listing => listing.ticker === symbol)) continue;
    listings.push(toListing(symbol, exchange, listings.length === 0, `exchanges[${at}]`, log));
  }
  return listings;
}

function countryOfIssuer(root: JsonObject): string | null {
  const incorporated = countryOf(
    trimmedText(root.stateOfIncorporation),
    trimmedText(root.stateOfIncorporationDescription),
  );
  if (incorporated !== null) return incorporated;
  const business = businessAddress(root);
  return (
    countryOf(trimmedText(business.stateOrCountry), trimmedText(business.stateOrCountryDescription)) ??
    countryOf(trimmedText(business.countryCode), trimmedText(business.country))
  );
}

function businessAddress(root: JsonObject): JsonObject {
  const addresses = isJsonObject(root.addresses) ? root.addresses : {};
  return isJsonObject(addresses.business) ? addresses.business : {};
}

const TERMINATION = /^(?:15-12[BG]|15-15D|15F-.*|REVOKED)$/;

/** True if the newest filing of a filer is the notice that ends its reporting. */
function isTerminated(newestFirst: readonly Filing[]): boolean {
  const last = newestFirst.find(
    ({ formType, category }) =>
      TERMINATION.test(formType) || category === 'annual_report' || category === 'interim_report',
  );
  return last !== undefined && TERMINATION.test(last.formType);
}

function identifiersOf(root: JsonObject, cik: string, log: AnomalyLog): Issuer['identifiers'] {
  const identifiers = [{ scheme: 'cik', identifier: plainCik(cik) }];
  const ein = trimmedText(root.ein)?.replace('-', '');
  if (ein !== undefined && /^\d{9}$/.test(ein) && !/^(\d)\1*$/.test(ein))
    identifiers.push({ scheme: 'ein', identifier: ein });
  const lei = trimmedText(root.lei)?.toUpperCase();
  if (lei === undefined) return identifiers;
  if (isLei(lei)) identifiers.push({ scheme: 'lei', identifier: lei });
  else log.add('bad_identifier', 'lei', lei);
  return identifiers;
}

function formerNamesOf(root: JsonObject, companyName: string): Issuer['formerNames'] {
  const names = new Map<string, IsoDate | null>();
  for (const former of listOf(root.formerNames)) {
    const name = isJsonObject(former) ? trimmedText(former.name) : null;
    if (!isJsonObject(former) || name === null || name === companyName) continue;
    const date = dateOrNull(trimmedText(former.to)?.slice(0, 10));
    const known = names.get(name) ?? null;
    names.set(name, known !== null && (date === null || known > date) ? known : date);
  }
  return [...names].map(([former, untilDate]) => ({ companyName: former, untilDate }));
}

/** `0926` → `09-26`. */
function monthDay(value: unknown, log: AnomalyLog): string | null {
  const text = trimmedText(value);
  if (text === null) return null;
  const match = /^(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/.exec(text);
  if (match) return `${match[1]}-${match[2]}`;
  log.add('impossible_date', 'fiscalYearEnd', text);
  return null;
}

import type { Filing, Issuer, Listing } from '../../../domain/filings/issuers/model/issuer.ts';
import { DEMO_MARKET } from '../../../domain/filings/markets/model/markets.ts';
import { isJsonObject, type JsonObject, listOf, trimmedText } from '../../../formats/json-object.ts';
import type { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { dateOrNull, type IsoDate } from '../../../kernel/dates.ts';
import { isLei } from '../../../kernel/identifiers/check-digits.ts';
import { canonicalKeyOfCik, plainCik } from '../identifiers.ts';
import { toListing } from './map-listing.ts';

/** States and territories of the USA among EDGAR's state and country codes (https://www.sec.gov/submit-filings/filer-support-resources/edgar-state-country-codes); X1 is the USA itself. */
const US_CODES = new Set(
  (
    'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR ' +
    'PA RI SC SD TN TX UT VT VA WA WV WI WY X1'
  ).split(' '),
);

/** EDGAR's own names that differ from the usual English ones. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'KOREA, REPUBLIC OF': 'KR',
  'VIRGIN ISLANDS, BRITISH': 'VG',
  'VIRGIN ISLANDS, U.S.': 'VI',
  'RUSSIAN FEDERATION': 'RU',
  'TAIWAN, PROVINCE OF CHINA': 'TW',
  'VIET NAM': 'VN',
  'IRAN, ISLAMIC REPUBLIC OF': 'IR',
  'CZECH REPUBLIC': 'CZ',
  TURKEY: 'TR',
  'HONG KONG': 'HK',
  MACAU: 'MO',
  'CANADA (FEDERAL LEVEL)': 'CA',
  'MARSHALL ISLANDS': 'MH',
  "COTE D'IVOIRE ": 'CI',
  'MACEDONIA, THE FORMER YUGOSLAV REPUBLIC OF': 'MK',
  'MOLDOVA, REPUBLIC OF': 'MD',
  'TANZANIA, UNITED REPUBLIC OF': 'TZ',
  'VENEZUELA, BOLIVARIAN REPUBLIC OF': 'VE',
  'BOLIVIA, PLURINATIONAL STATE OF': 'BO',
  'UNITED STATES': 'US',
};

const CODE_OF_NAME = new Map<string, string>(Object.entries(OTHER_NAMES));
const regionNames = new Intl.DisplayNames('en', { type: 'region' });

for (let first = 65; first <= 90; first++) {
  for (let second = 65; second <= 90; second++) {
    const code = String.fromCharCode(first, second);
    // Codes of former states (DD) become the code of their successor.
    if (new Intl.Locale(`und-${code}`).region !== code) continue;
    const name = regionNames.of(code)?.toUpperCase();
    if (name !== undefined && name !== code && !CODE_OF_NAME.has(name)) CODE_OF_NAME.set(name, code);
  }
}

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

/**
 * ISO 3166-1 code of a place in EDGAR: its own code and the name of the place (`2M`, `Germany`; `CA`, `CA` is California;
 * `A6`, `Ontario, Canada`). Null if both are unknown.
 */
function countryOf(code: string | null, description: string | null): string | null {
  if (code !== null && US_CODES.has(code)) return 'US';
  if (description === null) return null;
  const name = description.toUpperCase();
  return CODE_OF_NAME.get(name) ?? CODE_OF_NAME.get(name.slice(name.lastIndexOf(',') + 1).trim()) ?? null;
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

/** Codes of securities and numbers of registries in queries. */

/** ISINs that national numbering agencies make from the code of a share at the exchange: `KR7005930003`, `AU000000BHP4`. */
export const CODES_IN_ISIN: readonly [pattern: RegExp, marketId: string, endings: readonly string[]][] = [
  [/^KR7([0-9A-Z]{6})00\d$/, 'kr', ['']],
  [/^TW000(\d{4})00\d$/, 'tw', ['']],
  [/^AU000000([0-9A-Z]{3})\d$/, 'au', ['']],
  [/^HK(?!0000)(\d{4})\d{6}$/, 'hk', ['']],
  // Common and preferred shares and units of one company.
  [/^BR([A-Z]{4})(?:ACN|CDA)[0-9A-Z]{2}\d$/, 'br', ['3', '4', '5', '6', '11']],
];

/** A possible registry number: `0000320193`, `E02144`, `SC095000`, `HRB 92450`, `34-1312571`. */
export const NUMBER = /^(?=(?:.*\d){3})[A-Za-z0-9 ./-]{3,24}$/;

/** Countries whose ISINs contain the national number of a security, by the scheme of the number. */
export const COUNTRIES_OF_SCHEME: Readonly<Record<string, readonly string[]>> = {
  cusip: ['US', 'CA'],
  sedol: ['GB', 'IE'],
  wkn: ['DE'],
  valor: ['CH', 'LI'],
};

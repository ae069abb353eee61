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

/**
 * ISO 3166-1 code of a place in EDGAR: its own code and the name of the place (`2M`, `Germany`; `CA`, `CA` is California;
 * `A6`, `Ontario, Canada`). Null if both are unknown.
 */
export function countryOf(code: string | null, description: string | null): string | null {
  if (code !== null && US_CODES.has(code)) return 'US';
  if (description === null) return null;
  const name = description.toUpperCase();
  return CODE_OF_NAME.get(name) ?? CODE_OF_NAME.get(name.slice(name.lastIndexOf(',') + 1).trim()) ?? null;
}

import { readFileSync } from 'node:fs';

/**
 * places.tsv: `code` is ISO 3166-1 alpha-2 for a country and the postal code for a province or state; `edgar` is the code in
 * EDGAR's list of states and countries ('-' if it has none); `names` are in English, the usual one first, separated by `|`.
 * EDGAR's list: https://www.sec.gov/submit-filings/filer-support-resources/edgar-state-country-codes.
 */
interface Place {
  kind: string;
  code: string;
  edgar: string;
  names: readonly string[];
}

const PLACES = readPlaces(readFileSync(new URL('./places.tsv', import.meta.url), 'utf8'));
const COUNTRIES = PLACES.filter(({ kind }) => kind === 'country');
const PROVINCES = PLACES.filter(({ kind }) => kind === 'province');
const STATES = PLACES.filter(({ kind }) => kind === 'state');

/** ISO 3166-1 alpha-2 code by {@link placeKey}. */
export const COUNTRY_CODES: ReadonlyMap<string, string> = byName(COUNTRIES, place => place.code);
/** Code in EDGAR's list of states and countries by {@link placeKey}, for countries and the provinces of Canada. */
export const EDGAR_CODES: ReadonlyMap<string, string> = new Map([
  ...byName(COUNTRIES, place => place.edgar),
  ...byName(PROVINCES, place => place.edgar),
  ...byName(PROVINCES, place => place.edgar, ', Canada'),
]);
/** Postal code of states and provinces by {@link placeKey}. */
export const STATE_CODES: ReadonlyMap<string, string> = new Map([
  ...byName(STATES, place => place.code),
  ...byName(PROVINCES, place => place.code),
]);

/** A place name with the first letter of each word in lower case. Other capitals stay: the registry distinguishes them. */
export function placeKey(name: string): string {
  return name
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(/’/g, "'")
    .replace(/,(?= )/g, '')
    .replace(/(?<![\p{L}'.])\p{Lu}/gu, initial => initial.toLowerCase());
}

function byName(places: readonly Place[], codeOf: (place: Place) => string, suffix = ''): Map<string, string> {
  const codes = new Map<string, string>();
  for (const place of places) {
    const code = codeOf(place);
    if (code === '-') continue;
    for (const name of place.names) codes.set(placeKey(name + suffix), code);
  }
  return codes;
}

function readPlaces(text: string): Place[] {
  const [, ...lines] = text.trimEnd().split('\n');
  return lines.map(line => {
    const [kind = '', code = '', edgar = '', names = ''] = line.split('\t');
    return { kind, code, edgar, names: names.split('|') };
  });
}

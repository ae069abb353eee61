import { isCountry } from '../../kernel/codes/countries.ts';
import { readTable } from '../kit/read-table.ts';

/** Names in the list, of now or earlier, that differ from the English names of Unicode. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map(
  readTable(new URL('country-names.tsv', import.meta.url)).map(([name = '', country = '']) => [name, country]),
);

let names: ReadonlyMap<string, string> | null = null;

/** ISO 3166-1 alpha-2 of a country by its English name; null if unknown. */
export function countryOfName(name: string): string | null {
  names ??= readNames();
  const key = folded(name);
  // ISO 3166 writes `Korea, Republic of`.
  const turned = key.replace(/^([^,]+), (.+ of)$/, '$2 $1');
  return [key, turned].map(one => OTHER_NAMES.get(one) ?? names?.get(one)).find(code => code !== undefined) ?? null;
}

/** The names of Unicode (CLDR), which the runtime includes. */
function readNames(): ReadonlyMap<string, string> {
  const display = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap(first => letters.map(second => first + second)).filter(isCountry);
  return new Map(codes.map(code => [folded(display.of(code) ?? code), code]));
}

function folded(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\u0300-\u036F]/g, '')
    .replaceAll('’', "'")
    .replaceAll('&', 'and')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

import { isCountry } from '../../kernel/codes/countries.ts';

/** Names that the list uses or used and Unicode's English ones are not. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'bolivia (plurinational state of)': 'BO',
  'bosnia-herzegovina': 'BA',
  'brunei darussalam': 'BN',
  'china, hong kong special administrative region': 'HK',
  'china, macao special administrative region': 'MO',
  'congo, democratic republic of the': 'CD',
  "cote d'ivoire": 'CI',
  'czech republic': 'CZ',
  'democratic republic of the congo': 'CD',
  'hong kong': 'HK',
  'hong kong, china': 'HK',
  'iran (islamic republic of)': 'IR',
  "lao people's democratic republic": 'LA',
  macao: 'MO',
  'macau, china': 'MO',
  macau: 'MO',
  'macau, province of china': 'MO',
  myanmar: 'MM',
  'netherlands (kingdom of the)': 'NL',
  palestine: 'PS',
  'republic of korea': 'KR',
  'republic of moldova': 'MD',
  'russian federation': 'RU',
  'south korea': 'KR',
  'state of palestine': 'PS',
  'syrian arab republic': 'SY',
  'taiwan, province of china': 'TW',
  'the netherlands': 'NL',
  turkey: 'TR',
  'united arab emirates (uae)': 'AE',
  'united kingdom (uk)': 'GB',
  'united kingdom of great britain and northern ireland': 'GB',
  'united republic of tanzania': 'TZ',
  'united states of america': 'US',
  'united states of america (usa)': 'US',
  'venezuela (bolivarian republic of)': 'VE',
  'viet nam': 'VN',
};

let names: ReadonlyMap<string, string> | null = null;

/** ISO 3166-1 alpha-2 of a country by its English name; null where it is none that is known. */
export function countryOfName(name: string): string | null {
  names ??= readNames();
  const key = folded(name);
  // `Korea, Republic of` is how ISO 3166 sorts it.
  const turned = key.replace(/^([^,]+), (.+ of)$/, '$2 $1');
  return [key, turned].map(one => OTHER_NAMES[one] ?? names?.get(one)).find(code => code !== undefined) ?? null;
}

/** Unicode's names (CLDR) come with the runtime. */
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

import { readFileSync } from 'node:fs';
import { maxOf } from '../lists.ts';

/**
 * Legal forms (ISO 20275) by language, folded, dropped from the end of a name. Those of several words are dropped as a whole.
 */
const LEGAL_FORMS = new Set(
  readLines(readFileSync(new URL('./legal-forms.tsv', import.meta.url), 'utf8')).flatMap(line =>
    (line.split('\t')[1] ?? '').split('; '),
  ),
);
const MOST_WORDS_OF_FORM = maxOf([...LEGAL_FORMS].map(form => form.split(' ').length)) ?? 1;
/** Words that a form leaves behind at the end of a name. */
const LEFT_BEHIND = new Set(['the', 'and']);

/** Legal forms in Chinese, Japanese and Korean, which are written without a space before or after the name. */
const WIDE_FORMS =
  '株式会社|有限会社|合同会社|合资会社|合名会社|カブシキ[カガ]イシャ|ユウゲン[カガ]イシャ|ゴウドウ[カガ]イシャ|주식회사|유한회사|유한책임회사|' +
  '股份有限公司|有限责任公司|股份公司|有限公司';
const WIDE_FORM_FIRST = new RegExp(`^(?:${WIDE_FORMS}) ?(?=.)`, 'u');
const WIDE_FORM_LAST = new RegExp(`(?<=.) ?(?:${WIDE_FORMS})$`, 'u');
/** What remains of bracketed legal forms: (株), ㈱, (주); of (股)公司 two words remain. */
const SHORT_WIDE_FORMS = new Set(['株', '有', '주', '유']);

const WIDE = '\\p{Script=Han}\\p{Script=Katakana}\\p{Script=Hangul}ー';
const BLANK_BETWEEN_WIDE = new RegExp(`(?<=[${WIDE}]) (?=[${WIDE}])`, 'gu');
const HAS_WIDE = new RegExp(`[${WIDE}\\p{Script=Hiragana}]`, 'u');

/** Letters that Unicode does not decompose into a base letter and an accent. */
const LETTERS_NOT_DECOMPOSED: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  þ: 'th',
  ð: 'd',
  ı: 'i',
};

/**
 * Folds a name for search, for stored names and queries alike: lower case, accents and full-width forms folded (kana
 * keep their marks), `&` as "and", punctuation, trailing legal forms and a leading "the" dropped. In Chinese, Japanese
 * and Korean: hiragana as katakana, traditional and Japanese characters as simplified ones, no spaces between characters, legal
 * forms dropped at either end. Empty if the name has no letter or digit.
 */
export function nameKey(name: string): string {
  const isWide = HAS_WIDE.test(name.normalize('NFKC'));
  const words = isWide ? wideWords(foldedWords(name)) : foldedWords(name);
  const key = splitForms(words).name.join(' ');
  if (!isWide) return key;
  return key.replace(BLANK_BETWEEN_WIDE, '').replace(WIDE_FORM_FIRST, '').replace(WIDE_FORM_LAST, '');
}

/** The folded words of a name and those of the legal forms behind it; at least one word is the name. */
export function nameWords(name: string): { name: string[]; forms: string[] } {
  return splitForms(foldedWords(name));
}

/** A folded name whose legal form comes first (`pt`, `ab`, `пао`) without it; null if none does. */
export function withoutFormFirst(key: string): string | null {
  const words = key.split(' ');
  for (let count = Math.min(MOST_WORDS_OF_FORM, words.length - 1); count > 0; count--) {
    if (LEGAL_FORMS.has(words.slice(0, count).join(' '))) return words.slice(count).join(' ');
  }
  return null;
}

/** Words for a group of companies at the end of a name, which people leave out. */
const GROUP_WORDS = ['group', 'groupe', 'gruppe', 'grupo', 'gruppo', 'holding', 'holdings', 'international'];
const WIDE_GROUP_WORDS = [
  '集团',
  '控股',
  '国际',
  'グループ',
  'ホールディング',
  'ホールディングス',
  'hd',
  '홀딩스',
  '그룹',
  '지주',
];
const WITH_GROUP_WORD = new RegExp(`^(.*[^ ]) (?:${GROUP_WORDS.join('|')})$`);
const WITH_WIDE_GROUP_WORD = new RegExp(`^(.{2,}?) ?(?:${WIDE_GROUP_WORDS.join('|')})$`);

/** A folded name with each of the words for a group at its end that people leave out: `kainos group`, `kainos holdings`. */
export function withGroupWords(key: string): string[] {
  return HAS_WIDE.test(key) ? WIDE_GROUP_WORDS.map(word => key + word) : GROUP_WORDS.map(word => `${key} ${word}`);
}

/** A folded name without the words for a group at its end (`alibaba group holding`, `腾讯控股`); null if it has none. */
export function withoutGroupWords(key: string): string | null {
  let stem = key;
  for (let shorter: string | undefined = key; shorter !== undefined; ) {
    stem = shorter;
    shorter = (HAS_WIDE.test(stem) ? WITH_WIDE_GROUP_WORD : WITH_GROUP_WORD).exec(stem)?.[1];
  }
  return stem === key ? null : stem;
}

/** Words for a group at the end of a Japanese name as lists and newspapers abbreviate them. */
const ABBREVIATED_GROUPS: readonly [abbreviation: RegExp, words: string][] = [
  [/(?<=.)ghd$/, 'グループホールディングス'],
  [/(?<=.)(?:hd|hldgs?|h)$/, 'ホールディングス'],
  [/(?<=.)fg$/, 'フィナンシャルグループ'],
  [/(?<=.)g(?=本社$|$)/, 'グループ'],
];

/** A folded Japanese name with the words for a group spelt out: `クワザワhd`; null if it abbreviates none. */
export function withGroupSpeltOut(key: string): string | null {
  if (!HAS_WIDE.test(key)) return null;
  const known = ABBREVIATED_GROUPS.find(([abbreviation]) => abbreviation.test(key));
  return known === undefined ? null : key.replace(known[0], known[1]).replace(BLANK_BETWEEN_WIDE, '');
}

function splitForms(words: readonly string[]): { name: string[]; forms: string[] } {
  const start = words[0] === 'the' && words.length > 1 ? 1 : 0;
  let end = words.length;
  for (let dropped = -1; dropped !== 0; end -= dropped) dropped = wordsOfForm(words.slice(start, end));
  return { name: words.slice(start, end), forms: words.slice(end) };
}

/** How many words at the end are a legal form or left behind by one; the first word always stays. */
function wordsOfForm(words: readonly string[]): number {
  for (let count = Math.min(MOST_WORDS_OF_FORM, words.length - 1); count > 0; count--) {
    if (LEGAL_FORMS.has(words.slice(-count).join(' '))) return count;
  }
  return words.length > 1 && LEFT_BEHIND.has(words.at(-1) ?? '') ? 1 : 0;
}

function wideWords(words: readonly string[]): string[] {
  const folded = words.map(word => toSimplifiedHan(word.replace(/[\u3041-\u3096]/g, toKatakana)));
  if (folded.length > 2 && folded.at(-2) === '股' && folded.at(-1) === '公司') folded.splice(-2);
  const last = folded.length - 1;
  const named = folded.filter((word, place) => !(SHORT_WIDE_FORMS.has(word) && (place === 0 || place === last)));
  return named.length > 0 ? named : folded;
}

/**
 * Han characters and the simplified ones that they are written as in mainland China. simplified-han.tsv was generated with the
 * transform Traditional-Simplified of Unicode CLDR (Unicode License V3). han-variants.tsv adds variants, forms of Hong Kong and
 * Taiwan, and Japanese forms, from the dictionaries TSCharacters, HKVariants, TWVariants and JPShinjitaiCharacters of OpenCC
 * (Apache License 2.0). Both hold only characters that map to exactly one other character; Japanese forms that are other
 * characters in GB 2312 (予, 芸) are left out.
 */
const SIMPLIFIED_OF: ReadonlyMap<string, string> = new Map(
  ['./simplified-han.tsv', './han-variants.tsv'].flatMap(file =>
    readPairs(readFileSync(new URL(file, import.meta.url), 'utf8')),
  ),
);

/** Replaces every traditional or Japanese Han character with its simplified form; leaves all other characters unchanged. */
function toSimplifiedHan(text: string): string {
  return text.replace(/[\u3400-\u9fff]/g, character => SIMPLIFIED_OF.get(character) ?? character);
}

function readPairs(text: string): [character: string, simplified: string][] {
  return readLines(text).map(line => [line.charAt(0), line.charAt(2)]);
}

function readLines(table: string): string[] {
  return table.trimEnd().split('\n').slice(1);
}

const FROM_HIRAGANA_TO_KATAKANA = 0x60;

function toKatakana(letter: string): string {
  return String.fromCharCode(letter.charCodeAt(0) + FROM_HIRAGANA_TO_KATAKANA);
}

function foldedWords(name: string): string[] {
  return (
    name
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]+/g, '')
      .normalize('NFC')
      .toLowerCase()
      .replace(/[ßæœøđłþðı]/g, letter => LETTERS_NOT_DECOMPOSED[letter] ?? letter)
      // SEC EDGAR appends the state of incorporation: "BANK OF AMERICA CORP /DE/".
      .replace(/[/\\]\s?[a-z]{2,3}[/\\]?\s*$/, ' ')
      .replace(/['’`´.]/g, '')
      .replace(/&/g, ' and ')
      .split(/[^\p{L}\p{N}]+/u)
      .filter(word => word !== '')
  );
}

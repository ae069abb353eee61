import { readingOfAlphabet } from '../../../../kernel/identifiers/alphabet-reading.ts';
import { readingsOfHangul, spellOutLetters } from '../../../../kernel/identifiers/hangul-reading.ts';
import { readingOfKana, soundsOf } from '../../../../kernel/identifiers/kana-reading.ts';
import { initialsOf } from '../../../../kernel/identifiers/name-initials.ts';
import { nameKey, nameWords, withoutFormFirst, withoutGroupWords } from '../../../../kernel/identifiers/name-key.ts';
import { pinyinOf } from '../../../../kernel/identifiers/pinyin-reading.ts';
import type { Issuer } from '../model/issuer.ts';

/** How a reading is worked out of a name. Queries are folded for each kind (search/match-readings.ts). */
export type ReadingKind =
  | 'japanese'
  | 'chinese'
  /** The consonants of a name in katakana, as of the loan word that it renders. */
  | 'loanword'
  | 'korean'
  /** A Korean name whose Latin letters are spelt out. */
  | 'letters'
  /** From Cyrillic or Greek letters. */
  | 'alphabet'
  /** Without a legal form that comes first. */
  | 'bare'
  /** Without words for a group of companies at the end: `tencent`, `腾讯`. */
  | 'stem'
  | 'initials'
  | 'chinese_initials';

/** A spelling by which people may search an issuer and that no source states. */
export interface NameReading {
  kind: ReadingKind;
  reading: string;
}

/** What readings are worked out of. */
export type NamesOfIssuer = Pick<Issuer, 'companyName' | 'alternateNames' | 'formerNames'> & { isListed: boolean };

/** Markets where names in Han characters are read in Chinese. */
const CHINESE_MARKETS = new Set(['cn', 'hk', 'tw']);
const LONGEST_CHINESE_INITIALS = 6;

/** The readings of the current names of an issuer, each once. `marketId` says how Han characters are read. */
export function readingsOf(issuer: NamesOfIssuer, marketId: string): NameReading[] {
  const found: NameReading[] = [];
  const add = (kind: ReadingKind, reading: string | null): void => {
    if (reading === null || reading === '') return;
    if (!found.some(nameReading => nameReading.kind === kind && nameReading.reading === reading))
      found.push({ kind, reading });
  };
  const names = [{ kind: null, name: issuer.companyName }, ...(issuer.alternateNames ?? [])];
  for (const { kind, name } of names) {
    const key = nameKey(name);
    if (kind === 'kana') add('japanese', readingOfKana(key));
    const katakana = kind === 'kana' ? null : readingOfKana(key);
    if (katakana !== null) add('loanword', soundsOf(katakana));
    for (const reading of readingsOfHangul(key)) add('korean', reading);
    add('letters', spellOutLetters(key));
    add('alphabet', readingOfAlphabet(key));
    add('bare', withoutFormFirst(key));
    const syllables = CHINESE_MARKETS.has(marketId) ? pinyinOf(key) : null;
    if (syllables !== null) {
      add('chinese', syllables.join(''));
      const isShort = syllables.length > 2 && syllables.length <= LONGEST_CHINESE_INITIALS;
      if (marketId === 'cn' && isShort) add('chinese_initials', syllables.map(syllable => syllable.charAt(0)).join(''));
    }
    if (issuer.isListed) add('stem', withoutGroupWords(key));
    // Only of listed companies: people know no others by their initials.
    if (issuer.isListed) for (const initials of initialsOfName(name)) add('initials', initials);
  }
  return found;
}

function initialsOfName(written: string): string[] {
  const { name, forms } = nameWords(written);
  const hasLowerCase = /\p{Lowercase}/u.test(written);
  const capitals = hasLowerCase ? (written.match(/(?<![\p{L}\p{N}])[A-Z]{2,5}(?![\p{L}\p{N}])/gu) ?? []) : [];
  return initialsOf(name, forms, new Set(capitals.map(word => word.toLowerCase())));
}

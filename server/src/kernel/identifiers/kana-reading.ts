import { readFileSync } from 'node:fs';

/** Hepburn spelling of each kana. */
const LATIN_OF = new Map(
  readFileSync(new URL('./kana-reading.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map(line => [line.charAt(0), line.slice(2)] as const),
);

const SMALL_GLIDES: Readonly<Record<string, string>> = { ャ: 'a', ュ: 'u', ョ: 'o' };
const SMALL_VOWELS: Readonly<Record<string, string>> = { ァ: 'a', ィ: 'i', ゥ: 'u', ェ: 'e', ォ: 'o' };

/** The folded reading of a name in katakana (nameKey); null if it has other letters. */
export function readingOfKana(key: string): string | null {
  let latin = '';
  let isDoubled = false;
  for (const kana of key.replaceAll(' ', '')) {
    const glide = SMALL_GLIDES[kana];
    const vowel = SMALL_VOWELS[kana];
    const syllable = LATIN_OF.get(kana);
    if (kana === 'ッ') isDoubled = true;
    else if (glide !== undefined) latin = latin.replace(/(sh|ch|j)?i$/, (_, soft?: string) => soft ?? 'y') + glide;
    else if (vowel !== undefined) latin = latin.replace(/[aiueo]$/, '') + vowel;
    else if (syllable !== undefined) {
      latin += isDoubled ? syllable.charAt(0) + syllable : syllable;
      isDoubled = false;
    } else if (kana !== 'ー') return null;
  }
  return latin === '' ? null : foldReading(latin);
}

/** One spelling of the romanisations of a reading: no spaces, long vowels or doubled consonants, Hepburn consonants. */
export function foldReading(key: string): string {
  return key
    .replace(/[ ]/g, '')
    .replace(/(?<![sc])h(?=u)/g, 'f')
    .replace(/sy(?=[auo])|s(?=i)/g, 'sh')
    .replace(/ty(?=[auo])|t(?=i)/g, 'ch')
    .replace(/zy(?=[auo])|z(?=i)/g, 'j')
    .replace(/t(?=u)/g, 'ts')
    .replace(/ou|oo|oh(?![aiueo])/g, 'o')
    .replace(/uu/g, 'u')
    .replace(/([bcdfgkpstz])\1/g, '$1')
    .replace(/tch/g, 'ch')
    .replace(/m(?=[bmp])/g, 'n');
}

/** Fewer sounds are those of too many words. */
const FEWEST_SOUNDS = 4;

/**
 * The consonants of a loan word, the same for a reading of katakana and for the word that it renders: `sofutobanku` and
 * `softbank`, `fasutoriteiringu` and `fast retailing`. Null if there are too few to distinguish words.
 */
export function soundsOf(latin: string): string | null {
  const sounds = latin
    .replaceAll(' ', '')
    .replace(/x/g, 'ks')
    .replace(/ck|qu?/g, 'k')
    .replace(/dge?|g(?=[eiy])/g, 'j')
    .replace(/c(?=[eiy])|th/g, 's')
    .replace(/sh|tion/g, sound => (sound === 'sh' ? 's' : 'sn'))
    .replace(/ch|ts/g, 't')
    .replace(/c/g, 'k')
    .replace(/ph|h(?=u)/g, 'f')
    .replace(/v/g, 'b')
    .replace(/l/g, 'r')
    .replace(/z/g, 'j')
    .replace(/m(?=[bp])/g, 'n')
    .replace(/[^bdfghjkmnprst]/g, '')
    .replace(/(.)\1/g, '$1');
  return sounds.length < FEWEST_SOUNDS ? null : sounds;
}

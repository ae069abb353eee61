import { readFileSync } from 'node:fs';

/** Latin spelling of Cyrillic (BGN/PCGN, Ukraine's resolution 55 of 2010) and Greek letters (ELOT 743). */
const LATIN_OF = new Map(
  readFileSync(new URL('./alphabet-reading.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map(line => {
      const [letter = '', latin = '', ukrainian = ''] = line.split('\t');
      return [letter, { latin, ukrainian }] as const;
    }),
);

const HAS_LETTERS = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;
/** Letters that only Ukrainian has. */
const UKRAINIAN = /[іїєґ]/;
/** Two Greek vowels or consonants that are one sound. */
const GREEK_PAIRS: Readonly<Record<string, string>> = {
  ου: 'ou',
  αυ: 'av',
  ευ: 'ev',
  μπ: 'mp',
  ντ: 'nt',
  γγ: 'ng',
  γκ: 'gk',
};

/** The Latin spelling of a folded name (nameKey) in Cyrillic or Greek letters; null if it has none. */
export function readingOfAlphabet(key: string): string | null {
  if (!HAS_LETTERS.test(key)) return null;
  const isUkrainian = UKRAINIAN.test(key);
  return key
    .replace(/ου|αυ|ευ|μπ|ντ|γγ|γκ/g, pair => GREEK_PAIRS[pair] ?? pair)
    .replace(/./gu, letter => {
      const known = LATIN_OF.get(letter);
      if (known === undefined) return letter;
      return isUkrainian ? known.ukrainian : known.latin;
    });
}

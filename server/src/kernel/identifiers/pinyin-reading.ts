import { readFileSync } from 'node:fs';

/**
 * Readings of simplified characters without tones, from the library pypinyin (MIT license, see NOTICE); of characters with
 * several readings the one usual in names of companies. Rows of several syllables are words that read otherwise.
 */
const [SYLLABLES, WORDS] = readReadings(readFileSync(new URL('./pinyin.tsv', import.meta.url), 'utf8'));

const HAN = /\p{Script=Han}/u;
const WORD = new RegExp([...WORDS.keys()].join('|'), 'gu');

/** The syllables of a folded name (nameKey); Latin letters and digits stay as they are. Null if a character has no reading. */
export function pinyinOf(key: string): string[] | null {
  if (!HAN.test(key)) return null;
  const read = key.replace(WORD, word => ` ${WORDS.get(word)} `);
  const syllables: string[] = [];
  for (const part of read.match(/[a-z\d]+|[^a-z\d ]/gu) ?? []) {
    const syllable = /^[a-z\d]+$/.test(part) ? part : SYLLABLES.get(part);
    if (syllable === undefined) return null;
    syllables.push(syllable);
  }
  return syllables;
}

function readReadings(text: string): [ReadonlyMap<string, string>, ReadonlyMap<string, string>] {
  const [, ...lines] = text.trimEnd().split('\n');
  const rows = lines.map(line => line.split('\t') as [string, string]);
  const words = rows.filter(([reading]) => reading.includes(' '));
  const syllables = rows.filter(([reading]) => !reading.includes(' '));
  return [
    new Map(
      syllables.flatMap(([reading, characters]) => [...characters].map(character => [character, reading] as const)),
    ),
    new Map(words.map(([reading, word]) => [word, reading])),
  ];
}

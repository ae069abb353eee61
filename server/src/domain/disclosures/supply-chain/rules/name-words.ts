import { readFileSync } from 'node:fs';
import { addToList } from '../../../../kernel/lists.ts';

/** Legal forms at the end of a company name. */
export const LEGAL_FORM =
  /^(?:Inc|Incorporated|Corp|Corporation|Co|Company|Companies|Ltd|Limited|LLC|L\.L\.C\.?|LP|L\.P\.?|LLP|plc|PLC|N\.A\.?|NA|N\.V\.?|NV|S\.A\.?|SA|S\.A\.S\.?|SAS|S\.p\.A\.?|SpA|AG|SE|GmbH|KGaA|A\/S|AB|ASA|Oyj|B\.V\.?|BV|K\.K\.?)\.?$/;

const WORDS = readWords(readFileSync(new URL('./name-words.tsv', import.meta.url), 'utf8'));

/** Capitalised words that can start a sentence and are not part of the name that follows. */
export const OPENING_WORDS = wordsOf('opening');

/** Generic words: a name that consists of nothing else denotes no company. */
export const GENERIC_WORDS = wordsOf('generic');

/** Words for kinds of bodies, things and arrangements: a name without a legal form that ends in one denotes no company. */
export const NOT_LAST_WORDS = wordsOf('not_last');

/** Places: sales to them and supplies from them are geographic. */
export const PLACES = wordsOf('place');

function wordsOf(list: string): ReadonlySet<string> {
  return new Set(WORDS.get(list));
}

function readWords(text: string): ReadonlyMap<string, string[]> {
  const lists = new Map<string, string[]>();
  for (const line of text.trimEnd().split('\n').slice(1)) {
    const [list = '', words = ''] = line.split('\t');
    for (const word of words.split(' ')) addToList(lists, list, word);
  }
  return lists;
}

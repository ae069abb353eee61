/** How well a text begins with a title. */
export interface TitleMatch {
  /** The catalogue's wording that fits best. */
  title: string;
  /** Share of the title's words that the text has in order, 0 to 1. */
  similarity: number;
  /** Index in the text after the last word that matched. */
  end: number;
}

const MAX_WORDS = 60;
/** Words that a text may put between two of a title's. */
const MAX_STRAY_WORDS = 4;

interface Word {
  text: string;
  end: number;
}

/** The best match of several titles with the beginning of a text; null if no words match. */
export function matchTitle(text: string, titles: readonly string[]): TitleMatch | null {
  const words = wordsOf(text, MAX_WORDS);
  let best: TitleMatch | null = null;
  for (const title of titles) {
    const match = matchWords(words, title);
    if (match !== null && (best === null || isBetter(match, best))) best = match;
  }
  return best;
}

/** Of two that fit equally well, the longer. */
function isBetter(match: TitleMatch, best: TitleMatch): boolean {
  const [value, bestValue] = [match.similarity, best.similarity];
  return value > bestValue + 1e-9 || (value > bestValue - 1e-9 && match.end > best.end);
}

function matchWords(words: Word[], title: string): TitleMatch | null {
  const wanted = titleWords(title);
  let matched = 0;
  let at = 0;
  let end = 0;
  for (const word of wanted) {
    const index = findWord(words, word, at);
    if (index < 0) continue;
    matched += 1;
    at = index + 1;
    end = words[index]?.end ?? end;
  }
  if (matched === 0) return null;
  return { title, similarity: matched / wanted.length, end };
}

function findWord(words: Word[], wanted: string, from: number): number {
  const to = Math.min(words.length, from + MAX_STRAY_WORDS + 1);
  for (let index = from; index < to; index += 1) {
    if (words[index]?.text === wanted) return index;
  }
  return -1;
}

const WORDS = new Map<string, string[]>();

function titleWords(title: string): string[] {
  const known = WORDS.get(title);
  if (known !== undefined) return known;
  const words = wordsOf(title, MAX_WORDS).map(word => word.text);
  WORDS.set(title, words);
  return words;
}

/** Words in lower case, possessives and plurals without their endings. */
function wordsOf(text: string, most: number): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(/[\p{L}\p{N}]+(?:['’‘`]\p{L}+)?/gu)) {
    if (words.length === most) break;
    words.push({ text: stem(match[0]), end: match.index + match[0].length });
  }
  return words;
}

/** Most words need no pattern: an apostrophe and a final `s` are sought first. */
function stem(word: string): string {
  const lower = word.toLowerCase();
  const plain = APOSTROPHE.test(lower) ? lower.replace(/['’‘`]s?$/, '').replace(/['’‘`]/g, '') : lower;
  return plain.endsWith('s') && PLURAL.test(plain) ? plain.slice(0, -1) : plain;
}

const APOSTROPHE = /['’‘`]/;
const PLURAL = /\p{L}{3}s$/u;

/** A title as it is looked up: stems joined by blanks. */
export function titleKey(text: string): string {
  return wordsOf(text, MAX_WORDS)
    .map(word => word.text)
    .join(' ');
}

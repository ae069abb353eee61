import type { PersonKind } from '../../../domain/ownership/people/model/person.ts';

/** Words that no name of a human has. */
const OF_INSTITUTIONS =
  /\b(?:l\.?l\.?c|l\.?l?\.?l\.?p|inc|incorporated|corp|corporation|company|ltd|limited|plc|gmbh|trust|trustees?|funds?|partners|partnership|capital|holdings?|group|management|advis[eo]rs?|foundation|associates|investments?|investors?|ventures?|enterprises?|bank|estate|s\.?a\.?r\.?l|master|offshore|international|securities|insurance|university|association|equity|opportunit(?:y|ies))\b\.?|[&\d]/i;
/** Forms of companies that are names of humans elsewhere in a name. */
const AT_THE_END = /\s(?:co|sa|s\.a\.?|ag|nv|n\.v\.?|bv|b\.v\.?|ab|as|asa|se|spa|s\.p\.a\.?)\.?$/i;

/** True if an owner is a human: only humans are officers, and humans are not incorporated. */
export function kindOfOwner(name: string, isOfficer: boolean, isIncorporated: boolean): PersonKind {
  if (isOfficer) return 'person';
  if (isIncorporated) return 'institution';
  return OF_INSTITUTIONS.test(name) || AT_THE_END.test(name) ? 'institution' : 'person';
}

/** First words of surnames of unknown length. */
const PARTICLES = new Set(
  'van von de del della der den di da do dos du la le los las st saint san ter ten el al bin ibn abu mac o'.split(' '),
);
const SUFFIX = /^(?:jr|sr|ii|iii|iv|esq|md|phd)$/;

/**
 * A human's name in reading order. The registry writes surnames first ("LEVINSON ARTHUR D"). A signature in reading order
 * shows which words are the surname. Without one, the first word is the surname if only one other word is not an initial.
 * Otherwise the name stays as filed.
 */
export function readingOrder(filed: string, signatures: readonly string[]): string {
  const words = wordsAndSuffixes(filed);
  const surnameWords = signedSurname(words.named, signatures) ?? (isPlain(words.named) ? 1 : null);
  return reordered(filed, words, surnameWords);
}

/** The same for names that filers type themselves, in either order: only a signature turns one round. */
export function signedOrder(filed: string, signatures: readonly string[]): string {
  const words = wordsAndSuffixes(filed);
  return reordered(filed, words, signedSurname(words.named, signatures));
}

function reordered(
  filed: string,
  { named, suffixes }: { named: readonly string[]; suffixes: readonly string[] },
  surnameWords: number | null,
): string {
  if (surnameWords === null) return filed;
  const read = [...named.slice(surnameWords), ...named.slice(0, surnameWords), ...suffixes].join(' ');
  return read === read.toUpperCase() ? read.replace(/\S+/g, inMixedCase) : read;
}

function wordsAndSuffixes(filed: string): { named: string[]; suffixes: string[] } {
  const words = filed.split(/[\s,]+/).filter(word => word !== '');
  return {
    suffixes: words.filter((word, at) => at > 0 && SUFFIX.test(folded(word))),
    named: words.filter((word, at) => at === 0 || !SUFFIX.test(folded(word))),
  };
}

/**
 * How many of the first words are the surname in a signature: they follow the given name, with at most two words in between.
 */
function signedSurname(words: readonly string[], signatures: readonly string[]): number | null {
  for (let count = words.length - 1; count >= 1; count--) {
    const surname = words.slice(0, count).map(folded);
    const given = folded(words[count] ?? '');
    if (given.length > 1 && signatures.some(signature => isSignedAs(wordsOf(signature), given, surname))) return count;
  }
  return null;
}

function isSignedAs(signed: readonly string[], given: string, surname: readonly string[]): boolean {
  return signed.some((word, at) => {
    if (word !== given) return false;
    return [1, 2, 3].some(skip => surname.every((part, place) => signed[at + skip + place] === part));
  });
}

function isPlain(words: readonly string[]): boolean {
  const [first = '', ...others] = words.map(folded);
  return first.length > 1 && !PARTICLES.has(first) && others.filter(word => word.length > 1).length === 1;
}

function wordsOf(text: string): string[] {
  return text
    .split(/[\s,/]+/)
    .map(folded)
    .filter(word => word !== '');
}

function folded(word: string): string {
  return word
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}-]/gu, '')
    .toLowerCase();
}

/** `MCDONALD-O'BRIEN` → `McDonald-O'Brien`; numerals stay. */
function inMixedCase(word: string): string {
  if (/^(?:II|III|IV)$/.test(word)) return word;
  return word
    .toLowerCase()
    .replace(/(^|[-'’.])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
    .replace(/^(Mc)(\p{L})/u, (_, mc: string, letter: string) => mc + letter.toUpperCase());
}

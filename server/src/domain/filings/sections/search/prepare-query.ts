import { foldText, hasUnspaced, isUnspacedAt, toSearchText } from '../model/search-text.ts';

/** What a reader typed, in the form in which text is searched. */
export interface PreparedQuery {
  /** For `websearch_to_tsquery`. */
  websearch: string;
  /** What is looked for in Chinese, Japanese or Korean characters, as it stands in folded text. */
  terms: RegExp[];
  hasUnspaced: boolean;
}

/** Quotation marks that phones and word processors make of `"`. */
const QUOTES = /[\u201c\u201d\u201e\u201f\u00ab\u00bb\uff02]/g;
/** A phrase in quotes, or what stands between blanks; with the sign that excludes it. */
const PARTS = /(-?)"([^"]*)(?:"|$)|(-?)([^\s"]+)/g;

/**
 * Signs that exclude what is excluded already, with what PostgreSQL passes over between them: a rule, a dash between
 * words. Of more than thirty in a row it says that its stack is too small.
 */
const SIGNS = /(?<![^\s"!&|()<>])-(?:[\s!&|()<>]*-)+/g;

/**
 * Puts the words of a query into the form of {@link toSearchText}. What has Chinese, Japanese or Korean characters
 * becomes a phrase of their pairs; a Korean word outside of quotes is looked for without its particle.
 */
export function prepareQuery(q: string): PreparedQuery {
  const terms: RegExp[] = [];
  const parts = [...foldText(q.replace(QUOTES, '"')).replace(SIGNS, ' ').matchAll(PARTS)].map(
    ([, phraseSign, phrase, wordSign, word = '']) => {
      const sign = phraseSign ?? wordSign ?? '';
      const words = phrase ?? withoutParticle(word);
      if (!hasUnspaced(words))
        return phrase === undefined ? sign + toSearchText(word) : `${sign}"${toSearchText(phrase)}"`;
      if (sign === '') terms.push(termOf(words));
      return `${sign}"${phraseOf(words)}"`;
    },
  );
  return { websearch: parts.join(' '), terms, hasUnspaced: hasUnspaced(foldText(q)) };
}

/** The character that a stretch ends with stands alone behind its pairs; in a text the stretch may go on. */
function phraseOf(words: string): string {
  const pairs = toSearchText(words)
    .split(/\s+/)
    .filter(piece => /[\p{L}\p{N}]/u.test(piece));
  const [before, last] = [pairs.at(-2) ?? '', pairs.at(-1) ?? ''];
  const isEnd = isUnspacedAt(last, 0) && isUnspacedAt(before, 0) && before !== last && before.endsWith(last);
  return (isEnd ? pairs.slice(0, -1) : pairs).join(' ');
}

const BETWEEN = '[^\\p{L}\\p{N}]{0,4}';

function termOf(words: string): RegExp {
  const characters = words.match(/[\p{L}\p{M}\p{N}]/gu) ?? [];
  return new RegExp(characters.join(BETWEEN), 'gu');
}

/** Particles that follow a final consonant, and those that follow a vowel; the longest first. */
const PARTICLES = {
  afterConsonant: ['으로', '이나', '이며', '은', '이', '을', '과'],
  afterVowel: ['로', '나', '며', '는', '가', '를', '와'],
  afterAny: ['에서', '에게', '까지', '부터', '보다', '에는', '의', '에', '도', '만'],
};

/** `매출액은` as `매출액`: of a word of Korean syllables that leaves at least two of them. */
function withoutParticle(word: string): string {
  if (!/[\uac00-\ud7a3]{3}$/.test(word)) return word;
  const found = [...PARTICLES.afterAny, ...PARTICLES.afterConsonant, ...PARTICLES.afterVowel]
    .filter(particle => word.endsWith(particle))
    .sort((a, b) => b.length - a.length)
    .find(particle => {
      const stem = word.slice(0, -particle.length);
      if (!/[\uac00-\ud7a3]{2}$/.test(stem)) return false;
      const ending = (stem.charCodeAt(stem.length - 1) - 0xac00) % 28;
      if (PARTICLES.afterConsonant.includes(particle)) return ending > 0;
      // ㄹ takes 로 as a vowel does.
      return PARTICLES.afterAny.includes(particle) || ending === 0 || (particle === '로' && ending === 8);
    });
  return found === undefined ? word : word.slice(0, -found.length);
}

import { foldText, hasUnspaced, isUnspacedAt, toSearchText } from '../model/search-text.ts';

/** A query in the normalised form of the search index. */
export interface PreparedQuery {
  /** Input of `websearch_to_tsquery`. */
  websearch: string;
  /** Terms in Chinese, Japanese or Korean characters, as they appear in folded text. */
  terms: RegExp[];
  hasUnspaced: boolean;
}

/** Quotation marks that phones and word processors substitute for `"`. */
const QUOTES = /[\u201c\u201d\u201e\u201f\u00ab\u00bb\uff02]/g;
/** A phrase in quotes or a word, with its exclusion sign. */
const PARTS = /(-?)"([^"]*)(?:"|$)|(-?)([^\s"]+)/g;

/**
 * Repeated exclusion signs, with the characters that PostgreSQL ignores between them, as in a rule or a dash between
 * words. More than thirty in a row exceed PostgreSQL's stack limit.
 */
const SIGNS = /(?<![^\s"!&|()<>])-(?:[\s!&|()<>]*-)+/g;

/**
 * Normalises the words of a query as {@link toSearchText} does. Chinese, Japanese or Korean terms become phrases of
 * their pairs; an unquoted Korean word loses its particle.
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

/** Omits the single last character of a run after its pairs, because the run may continue in a text. */
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

/** Particles that follow a final consonant, and those that follow a vowel; longest first. */
const PARTICLES = {
  afterConsonant: ['으로', '이나', '이며', '은', '이', '을', '과'],
  afterVowel: ['로', '나', '며', '는', '가', '를', '와'],
  afterAny: ['에서', '에게', '까지', '부터', '보다', '에는', '의', '에', '도', '만'],
};

/** Removes the particle of a Korean word if at least two syllables remain: `매출액은` becomes `매출액`. */
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
      // ㄹ takes 로, as a vowel does.
      return PARTICLES.afterAny.includes(particle) || ending === 0 || (particle === '로' && ending === 8);
    });
  return found === undefined ? word : word.slice(0, -found.length);
}

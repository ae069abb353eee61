import type { Chunk, NounPhrase } from '../../../../formats/prose/phrases.ts';
import { numberOf } from './counterparties.ts';

/** A percentage, or a share in words (`substantially all`), with the chunks that state it. */
export interface Quantity {
  /** Null for words. */
  pct: number | null;
  /** `more than 10 %` is `least`, `less than 10 %` is `most`. */
  bound: 'exact' | 'least' | 'most';
}

/** Quantities that one predicate and one base share: `15%, 12% and 10%`. */
export interface QuantityList {
  quantities: Quantity[];
  /** The places of its first and last chunk, qualifiers excluded. */
  first: number;
  last: number;
}

const LEAST_BEFORE =
  /(?:\b(?:more|greater|higher|larger) than|\bover|\babove|\bexceed(?:s|ed|ing)?|\bin excess of|\bat least|\bupwards of)(?: (?:approximately|about|an aggregate of))? $/i;
const LEAST_AFTER = /^,? ?or (?:more|greater|higher|above|over)\b/i;
const MOST_BEFORE =
  /(?:\b(?:less|fewer|lower|smaller) than|\bunder|\bbelow|\bup to|\bno more than|\bat most|\bnot (?:more|greater) than)(?: (?:approximately|about))? $/i;
const MOST_AFTER = /^,? ?or (?:less|fewer)\b/i;

/** Reads the quantities of a sentence. Ranges (`10% to 15%`) and changes (`a 10% increase`) do not count. */
export function readQuantities(chunks: readonly Chunk[], quote: string): QuantityList[] {
  const lists: QuantityList[] = [];
  for (const [at, chunk] of chunks.entries()) {
    const quantity =
      chunk.kind === 'noun'
        ? (quantityOf(chunk, quote) ?? wordsOf(chunk, chunks, at, quote))
        : chunk.kind === 'adjective' && SHARE_WORD.test(chunk.words) && isOf(chunks[at + 1])
          ? WORDS
          : null;
    if (quantity === null) continue;
    const last = lists.at(-1);
    if (last !== undefined && isContinued(chunks, last.last, at) && quantity.pct !== null) {
      last.quantities.push(quantity);
      last.last = at;
    } else lists.push({ quantities: [quantity], first: at, last: at });
  }
  return lists.filter(list => !isRange(chunks, list, lists));
}

export function isPercent({ head }: NounPhrase): boolean {
  return head.text === '%' || /^per ?cent$/.test(head.lower) || head.lower === 'cent';
}

function quantityOf(phrase: NounPhrase, quote: string): Quantity | null {
  if (!isPercent(phrase)) return null;
  const number = phrase.tokens.filter(token => token.pos === 'NUM' || /^\d/.test(token.text)).at(-1);
  const pct = number === undefined ? Number.NaN : numberOf(number.lower.replace(/%$/, ''));
  if (number === undefined || !(pct > 0 && pct <= 100)) return null;
  const before = quote.slice(0, number.start).replace(/\s+/g, ' ');
  const after = quote
    .slice(phrase.end)
    .replace(/\s+/g, ' ')
    .replace(/^ ?\([^()]*\)/, '')
    .trimStart();
  const isMost = MOST_BEFORE.test(before) || MOST_AFTER.test(after);
  const isLeast = !isMost && (LEAST_BEFORE.test(before) || LEAST_AFTER.test(after));
  return { pct, bound: isMost ? 'most' : isLeast ? 'least' : 'exact' };
}

const ALL: Quantity = { pct: 100, bound: 'exact' };
const WORDS: Quantity = { pct: null, bound: 'exact' };

function isOf(chunk: Chunk | undefined): boolean {
  return chunk?.kind === 'preposition' && chunk.words === 'of';
}

/** Words that the tagger takes for adjectives. */
const SHARE_WORD = /^(?:much|most|(?:one|two|three)-(?:half|thirds?|quarters?|fourths?))$/;
/** Nouns that state a share without a number; the second class needs an adjective. */
const SHARES = new Set(['majority', 'all', 'most', 'bulk', 'half', 'third', 'quarter']);
const SIZED_SHARES = new Set(['portion', 'percentage', 'part', 'proportion', 'share', 'amount']);
const SIZES =
  /^(?:significant|substantial|large|larger|largest|major|material|considerable|meaningful|high|sizable|sizeable|disproportionate|great|greater|vast|predominant)$/;

/** `substantially all of`, `a significant portion of` */
function wordsOf(phrase: NounPhrase, chunks: readonly Chunk[], at: number, quote: string): Quantity | null {
  if (!isOf(chunks[at + 1])) return null;
  // `all of our wafers`, not `substantially all of`.
  if (phrase.head.lower === 'all' && phrase.tokens.length === 1 && chunks[at - 1]?.kind !== 'adverb') return ALL;
  const isShare =
    SHARES.has(phrase.head.lemma) ||
    /-(?:half|thirds?|quarters?|fourths?)$/.test(phrase.head.lower) ||
    (SIZED_SHARES.has(phrase.head.lemma) && phrase.tokens.some(token => SIZES.test(token.lower)));
  return isShare ? { pct: fractionOf(phrase.head.lower, phrase.tokens.length), bound: boundOf(phrase, quote) } : null;
}

/** `half`, `one-quarter`, `three-quarters`; thirds are no exact percentage. */
function fractionOf(word: string, length: number): number | null {
  if (/^(?:one-)?half$/.test(word)) return length === 1 ? 50 : null;
  return { 'one-quarter': 25, 'one-fourth': 25, 'three-quarters': 75, 'three-fourths': 75 }[word] ?? null;
}

function boundOf({ start }: NounPhrase, quote: string): Quantity['bound'] {
  const before = quote.slice(0, start).replace(/\s+/g, ' ');
  return MOST_BEFORE.test(before) ? 'most' : LEAST_BEFORE.test(before) ? 'least' : 'exact';
}

/** Commas, `and`, qualifiers: what may be between the items of one list. */
function isContinued(chunks: readonly Chunk[], from: number, to: number): boolean {
  const between = chunks.slice(from + 1, to);
  return (
    between.some(chunk => chunk.kind === 'comma' || chunk.kind === 'coordinator') &&
    between.every(
      chunk =>
        chunk.kind === 'comma' ||
        chunk.kind === 'adverb' ||
        chunk.kind === 'adjective' ||
        (chunk.kind === 'coordinator' && /^(?:and|or)$/.test(chunk.words)) ||
        (chunk.kind === 'preposition' && /^(?:than|over|under|above|below)$/.test(chunk.words)),
    )
  );
}

/** `from 10% to 15%`, `between 10% and 15%` */
function isRange(chunks: readonly Chunk[], list: QuantityList, lists: readonly QuantityList[]): boolean {
  const wordAt = (at: number) => {
    const chunk = chunks[at];
    return chunk?.kind === 'preposition' ? chunk.words : '';
  };
  if (wordAt(list.first - 1) === 'between') return true;
  const isEnd = wordAt(list.first - 1) === 'to' && lists.some(other => other.last === list.first - 2);
  const isStart = wordAt(list.last + 1) === 'to' && lists.some(other => other.first === list.last + 2);
  return isEnd || isStart;
}

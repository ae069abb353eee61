import type { Chunk, NounPhrase } from '../../../../formats/prose/phrases.ts';
import type { ConcentrationOf } from '../model.ts';
import { isParty } from './nouns.ts';
import { isTemporal } from './periods.ts';
import { isPercent } from './quantities.ts';

/** The base of a percentage. */
export interface Base {
  of: ConcentrationOf;
  /** The words as written if they narrow the base to a part of the company; else null. */
  narrowed: string | null;
  /** True if the words refer to suppliers. */
  isOfSuppliers: boolean;
}

/** Head words of a base, in matching order. */
const HEADS: readonly [RegExp, ConcentrationOf][] = [
  [
    /\b(?:(?:inventory |raw materials? |product |merchandise |material )?purchases|(?:merchandise|products|goods|materials|inventory)(?: that)?(?: we| the company)? (?:purchased?|bought)|merchandise|cost of (?:goods sold|products sold|sales|revenues?|materials)|raw materials?|supply|supplies|production|inventory|requirements|materials|procurement|purchasing)\b/i,
    'purchases',
  ],
  [/\b(?:receivables?|recoverables?|amounts? due)\b/i, 'receivables'],
  [
    /\b(?:revenues?|sales|turnover|net sales|billings|(?:written |earned |ceded )?premiums?|rents?|rental income|royalties|shipments)\b/i,
    'revenue',
  ],
];

/** Words that do not narrow the base. */
const WHOLE =
  /^(?:the|our|its|their|this|company|company['’]?s?|registrant['’]?s?|total|net|consolidated|gross|worldwide|annual|overall|aggregate|accounts?|trade|customer|outstanding|balances?|combined|operating|product|products|inventory|group['’]?s?|firm['’]?s?|all|reported|recognized|year-end|quarterly|fiscal|(?:19|20)\d\d|,|of|and|us|['’]s?)$/i;
/** Phrases with the words of a base that are not one. */
const OTHER_BASE =
  /\b(?:employees|growth|increases?|decreases?|decline|margins?|profits?|income(?! from rent)|tax|taxes|industry|market|volumes?|orders|backlog|expenses?|headcount|force|representatives|personnel|team|price|returns?)\b/i;

/** Reads `total net sales in the United States`; null if the words name no revenue, receivables or purchases. */
export function readBase(words: string): Base | null {
  const text = words.replace(/\s+/g, ' ').trim();
  const found = HEADS.find(([head]) => head.test(text));
  if (found === undefined || OTHER_BASE.test(text)) return null;
  const [head, of] = found;
  const rest = text
    .replace(head, ' ')
    .replace(head, ' ')
    .replace(/(?<=\p{L})(?=['’]s?\b)/gu, ' ')
    .split(/\s+/);
  const isWhole = rest.filter(word => word !== '').every(word => WHOLE.test(word));
  return {
    of,
    narrowed: isWhole ? null : text.replace(/^(?:the|our|its|their) /i, ''),
    isOfSuppliers: of === 'purchases' || /\b(?:vendors?|recoverables?)\b/i.test(text),
  };
}

/** The words of a base, and the place of the chunk after it. */
export interface BaseWords {
  words: string;
  next: number;
}

const NARROWS = /^(?:of|from|in|to|for|by|within|at|outside|on|under|outside of)$/;
const TO_PARTY = /^(?:from|to|by)$/;

/**
 * Collects the words of a base from its noun phrase over the phrases that narrow it: `net sales of the Consumer segment`. Stops at
 * periods, and before a party if `stopsAtParty`.
 */
export function baseWordsAt(chunks: readonly Chunk[], at: number, quote: string, stopsAtParty: boolean): BaseWords {
  const first = chunks[at];
  let next = at + 1;
  let end = first?.end ?? 0;
  for (;;) {
    const word = chunks[next];
    const phrase = chunks[next + 1];
    // `the merchandise we purchased`, `total merchandise purchased`
    const isOurs = word?.kind === 'noun' && word.head.lower === 'we';
    const bought = isOurs ? phrase : word;
    if (bought?.kind === 'verb' && /^(?:purchase|buy)$/.test(bought.main.lemma) && bought.tokens.length === 1) {
      end = bought.end;
      next += isOurs ? 2 : 1;
      continue;
    }
    if (
      word?.kind === 'verb' &&
      /^(?:sold|used)$/.test(word.main.lower) &&
      /(?:goods|products) $/i.test(`${quote.slice(first?.start, end)} `)
    ) {
      end = word.end;
      next += 1;
      continue;
    }
    if (word?.kind !== 'preposition' || phrase?.kind !== 'noun' || !NARROWS.test(word.words)) break;
    if (isTemporal(phrase, chunks[next + 2], chunks[next + 3]) || isPercent(phrase) || isManner(phrase)) break;
    if (stopsAtParty && TO_PARTY.test(word.words)) break;
    if (
      !stopsAtParty &&
      /^(?:to|from)$/.test(word.words) &&
      isParty(phrase) &&
      /^(?:a|an|one|two|three)$/i.test(phrase.tokens[0]?.lower ?? '')
    )
      break;
    end = phrase.end;
    next += 2;
  }
  const words = quote.slice(first?.start, end);
  const joined = readBase(words) === null ? joinedBase(chunks, at, quote) : null;
  return joined ?? { words, next };
}

const MOST_JOINED = 4;

/** `our oil, natural gas and NGL revenues`: the head is behind the last conjunction. */
function joinedBase(chunks: readonly Chunk[], at: number, quote: string): BaseWords | null {
  for (let count = 1, next = at + 1; count <= MOST_JOINED; count++) {
    while (chunks[next]?.kind === 'comma' || chunks[next]?.kind === 'coordinator') next++;
    const noun = chunks[next];
    if (noun?.kind !== 'noun' || isPercent(noun) || next === at + 1) return null;
    next++;
    const words = quote.slice(chunks[at]?.start, noun.end);
    if (readBase(words) !== null && chunks[next - 2]?.kind === 'coordinator') return { words, next };
    if (chunks[next]?.kind !== 'comma' && chunks[next]?.kind !== 'coordinator') return null;
  }
  return null;
}

/** `in the aggregate`, `in total` */
function isManner({ head }: NounPhrase): boolean {
  return /^(?:aggregate|total|combination|addition|part|whole|basis|balance|sheet|end)$/.test(head.lower);
}

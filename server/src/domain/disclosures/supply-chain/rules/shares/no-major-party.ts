import type { NounPhrase } from '../../../../../formats/prose/phrases.ts';
import { isParty, kindOfNoun } from '../nouns.ts';
import { readPeriods, statesPeriod } from '../periods.ts';
import type { Quantity, QuantityList } from '../quantities.ts';
import { anyBase, baseAfter, frontedBase } from './share-bases.ts';
import { type ShareSentence, type StatedShare, textOf } from './share-sentence.ts';

/** `No customer accounted for 10 % or more of net sales`, `each customer is below 10 %`. */
export function readNoMajorParty(sentence: ShareSentence): StatedShare[] {
  if (EXCEPTED.test(sentence.quote)) return [];
  const lists = sentence.lists.filter(list => list.quantities.every(({ pct }) => pct !== null));
  return lists.flatMap((list, place) => {
    const [quantity, ...more] = list.quantities;
    // `all of`: no threshold.
    if (quantity?.pct == null || quantity.pct >= 100 || more.length > 0) return [];
    const noun = nobodyBefore(sentence, list, quantity);
    const own = baseAfter(sentence, list, false).base;
    const base = own ?? (lists.length === 1 ? (frontedBase(sentence) ?? anyBase(sentence)) : null);
    if (noun === null || base === null) return [];
    const after = textOf(sentence, { from: list.last + 1, to: lists[place + 1]?.first ?? sentence.chunks.length });
    const words = lists.length > 1 && statesPeriod(after) ? after : sentence.quote.replace(/\s+/g, ' ');
    return (readPeriods(words, sentence.context.calendar) ?? []).map(span => ({
      concentrationType:
        kindOfNoun(noun) === 'supplier' || base.isOfSuppliers ? ('supplier' as const) : ('customer' as const),
      name: null,
      label: `no ${noun.head.lemma}`,
      groupSize: null,
      pct: null,
      thresholdPct: quantity.pct,
      isAtLeast: false,
      of: base.of,
      narrowed: base.narrowed,
      span,
    }));
  });
}

function nobodyBefore(sentence: ShareSentence, list: QuantityList, { bound }: Quantity): NounPhrase | null {
  let denied: NounPhrase | null = null;
  let isDenied = false;
  for (let at = list.first - 1; at >= 0; at--) {
    const chunk = sentence.chunks[at];
    if (chunk === undefined || chunk.kind === 'stop') return null;
    if (chunk.kind === 'subordinator' && chunk.words !== 'that') return null;
    if (chunk.kind === 'verb') {
      if (chunk.modal !== null) return null;
      if (chunk.isNegated && denied !== null) return denied;
      isDenied ||= chunk.isNegated;
    }
    if (chunk.kind !== 'noun') continue;
    const first = chunk.tokens[0]?.lower ?? '';
    const next = sentence.chunks[at + 2];
    const partitive =
      sentence.chunks[at + 1]?.kind === 'preposition' && next?.kind === 'noun' && isParty(next) ? next : null;
    if (/^(?:no|none|neither|not)$/.test(first)) {
      const noun = isParty(chunk) ? chunk : partitive;
      return noun ?? denied;
    }
    if (bound === 'most' && /^(?:each|every|all)$/.test(first) && (isParty(chunk) || partitive !== null))
      return isParty(chunk) ? chunk : partitive;
    // `sales to any one customer did not exceed 10%`
    if (isDenied && first === 'any' && isParty(chunk)) return chunk;
    const isAny =
      /^(?:any|a|an|one|single|individual)$/.test(first) || !chunk.tokens.some(token => token.pos === 'DET');
    if (isParty(chunk) && isAny) denied ??= chunk;
  }
  return null;
}

/** Exceptions that turn `no customer` into `no other customer`. */
const EXCEPTED = /\b(?:no other|other than|except|aside from|apart from|besides|but for|all other|others?)\b/i;

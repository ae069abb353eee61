import { parseSentence } from '../../../../../formats/prose/grammar/parse-sentence.ts';
import type { NounPhrase, VerbGroup } from '../../../../../formats/prose/phrases.ts';
import { readAntecedentGroup } from '../counterparties.ts';
import { isParty, kindOfNoun } from '../nouns.ts';
import { clusterAround, type Party, readParty } from '../parties.ts';
import { isTemporal } from '../periods.ts';
import type { QuantityList } from '../quantities.ts';
import { baseAfter } from './share-bases.ts';
import { canBeParty, clauseOf, governingOf, isAmount, type ShareSentence, type Statement } from './share-sentence.ts';
import { BUYS, SUPPLIES } from './share-verbs.ts';

/** The party that is the subject of a verb. */
export function partyBefore(
  sentence: ShareSentence,
  verbAt: number,
  cut: number,
  previous: Statement | null,
): { party: Party; from: number } | null {
  const anchor = anchorBefore(sentence, verbAt, cut);
  if (anchor === null) return null;
  const { lemma } = (sentence.chunks[verbAt] as VerbGroup).main;
  const owner = ownerOfBalance(sentence, anchor);
  if (owner !== null) return partyAt(sentence, owner, Math.min(cut, owner), anchor, previous);
  const found = partyAt(sentence, anchor, cut, verbAt, previous, SUPPLIES.has(lemma) || BUYS.has(lemma));
  // `Brook and Delta, who each accounted for`
  const each = sentence.chunks[verbAt - 1];
  if (found !== null && each?.kind === 'noun' && each.head.lower === 'each') found.party.isEach = true;
  return found;
}

/** `two customers had balances that represented 24% and 15%`: those who have the balance. */
function ownerOfBalance({ chunks, parsed }: ShareSentence, at: number): number | null {
  const balance = chunks[at];
  if (balance?.kind !== 'noun' || kindOfNoun(balance) !== 'deal') return null;
  const having = parsed.clauses.find(({ verb, objects }) => verb.main.lemma === 'have' && objects.includes(balance));
  const owner = having?.subjects.find(isParty);
  return owner === undefined ? null : chunks.indexOf(owner);
}

/** `receivables were 21 % of our balance from one customer`: the party may follow if the subject names none. */
export function partyOfSubject(
  sentence: ShareSentence,
  verbAt: number,
  list: QuantityList,
  cut: number,
  previous: Statement | null,
): { party: Party; from: number } | null {
  const found = partyBefore(sentence, verbAt, cut, previous);
  if (
    found !== null &&
    (found.party.owners.length > 0 || found.party.group?.size != null || found.party.nobody !== null)
  )
    return found;
  const { next } = baseAfter(sentence, list, true);
  const word = sentence.chunks[next];
  const isDeal = clauseOf(sentence, sentence.chunks[verbAt] as VerbGroup)?.subjects.some(
    subject => kindOfNoun(subject) === 'deal',
  );
  const follows = isDeal === true && word?.kind === 'preposition' && /^(?:from|to|by|with)$/.test(word.words);
  return (follows ? partyAfter(sentence, next) : null) ?? found;
}

function anchorBefore(sentence: ShareSentence, verbAt: number, cut: number): number | null {
  const chunks = sentence.chunks;
  const verb = chunks[verbAt] as VerbGroup;
  let before = verbAt - 1;
  while (before >= cut && (chunks[before]?.kind === 'adverb' || chunks[before]?.kind === 'adjective')) before--;
  const left = chunks[before];
  if (left?.kind === 'noun' && !isAmount(left) && verb.form !== 'finite' && canBeParty(left)) return before;
  const clause = clauseOf(sentence, verb);
  const subject = clause?.subjects.find(phrase => canBeParty(phrase));
  const at = subject === undefined ? -1 : chunks.indexOf(subject);
  if (at >= 0 && at < verbAt) return antecedentOf(sentence, at) ?? at;
  for (let place = verbAt - 1; place >= cut; place--) {
    const chunk = chunks[place];
    if (chunk?.kind === 'stop') break;
    if (chunk?.kind === 'verb' && chunk.form === 'finite') {
      // `distributors, each of which sells our products, accounted for`: the relative clause is passed over.
      const relative = relativeOf(sentence, place);
      if (relative === null) break;
      place = relative;
    } else if (
      chunk?.kind === 'noun' &&
      canBeParty(chunk) &&
      !/^(?:in|for|at|on|of)$/.test(governingOf(sentence, place) ?? '')
    )
      return place;
  }
  return null;
}

/** `Brook and Delta, who each accounted for`: the nouns before the relative pronoun. */
function antecedentOf({ chunks }: ShareSentence, at: number): number | null {
  const each = chunks[at];
  const relative = chunks[at - 1];
  if (each?.kind !== 'noun' || !/^(?:each|both|all)$/.test(each.head.lower) || relative?.kind !== 'relative')
    return null;
  const before = chunks[at - 2]?.kind === 'comma' ? at - 3 : at - 2;
  const noun = chunks[before];
  return noun?.kind === 'noun' && canBeParty(noun) ? before : null;
}

/** The place of the relative pronoun of a verb; null if it is in no relative clause. */
function relativeOf(sentence: ShareSentence, verbAt: number): number | null {
  for (let at = verbAt - 1; at >= 0; at--) {
    const chunk = sentence.chunks[at];
    if (chunk?.kind === 'relative') return at;
    if (chunk === undefined || chunk.kind === 'stop' || (chunk.kind === 'verb' && chunk.form === 'finite')) return null;
  }
  return null;
}

/** `isMarked`: the verb says that its subject is a counterparty. */
export function partyAt(
  sentence: ShareSentence,
  anchor: number,
  cut: number,
  to: number,
  previous: Statement | null,
  isMarked = false,
): { party: Party; from: number } | null {
  const phrase = sentence.chunks[anchor] as NounPhrase;
  if (previous !== null && /^(?:another|other)$/.test(phrase.head.lower)) {
    const label = `another ${previous.party.role ?? 'customer'}`;
    return { party: { ...previous.party, owners: [], group: { label, size: 1 } }, from: anchor };
  }
  const range = clusterAround(sentence.chunks, anchor, { from: Math.min(cut, anchor), to });
  const party = readParty(
    sentence.chunks,
    range,
    sentence.quote,
    sentence.context,
    isMarked ? 'by' : governingOf(sentence, range.from),
  );
  return party === null ? null : { party: withGroup(sentence, party), from: range.from };
}

/** `and 12% came from another` */
export function anotherAfter(
  sentence: ShareSentence,
  from: number,
  previous: Statement | null,
): { party: Party; from: number } | null {
  const [word, noun] = sentence.chunks.slice(from, from + 2);
  const isAnother =
    word?.kind === 'preposition' && noun?.kind === 'noun' && /^(?:another|other)$/.test(noun.head.lower);
  return isAnother && previous !== null ? partyAt(sentence, from + 1, from, from + 2, previous) : null;
}

/** The party after a verb or a base: `from X`, `from sales to X`. */
export function partyAfter(sentence: ShareSentence, from: number): { party: Party; from: number } | null {
  for (let at = from; at < sentence.chunks.length; at++) {
    const chunk = sentence.chunks[at];
    if (chunk === undefined || chunk.kind === 'stop' || chunk.kind === 'subordinator') return null;
    if (chunk.kind === 'verb' && chunk.form === 'finite') return null;
    if (chunk.kind !== 'noun') continue;
    if (isTemporal(chunk, sentence.chunks[at + 1], sentence.chunks[at + 2])) continue;
    const governing = governingOf(sentence, at);
    const isDeal = kindOfNoun(chunk) === 'deal';
    if (governing !== null && !/^(?:from|to|by|with|through|among|of)$/.test(governing)) continue;
    const range = clusterAround(sentence.chunks, at, { from: at, to: endOfSegment(sentence, at) });
    const party = readParty(
      sentence.chunks,
      range,
      sentence.quote,
      sentence.context,
      governing ?? (isDeal ? null : 'to'),
    );
    if (party !== null) return { party: withGroup(sentence, party), from };
    // `from sales of goods and services to X`
    const dealt = governing === 'of' ? sentence.chunks[at - 2] : undefined;
    if (governing !== null && !isDeal && !(dealt?.kind === 'noun' && kindOfNoun(dealt) === 'deal')) return null;
  }
  return null;
}

function endOfSegment(sentence: ShareSentence, from: number): number {
  const end = sentence.chunks.findIndex(
    (chunk, at) =>
      at > from &&
      (chunk.kind === 'stop' ||
        chunk.kind === 'subordinator' ||
        chunk.kind === 'relative' ||
        (chunk.kind === 'verb' && chunk.form === 'finite')),
  );
  return end < 0 ? sentence.chunks.length : end;
}

/** Resolves `these customers` to the group of the sentence before. */
function withGroup(sentence: ShareSentence, party: Party): Party {
  if (!party.isMeant || party.owners.length > 0 || (party.group !== null && party.group.size !== null)) return party;
  const before = sentence.source.previous;
  const group = before === null ? null : readAntecedentGroup(parseSentence(before).phrases, before.quote);
  return { ...party, group };
}

/** A party without those it is joined with. In a sentence about customers or suppliers, a name is one of them. */
export function partyOfOne(
  sentence: ShareSentence,
  phrase: NounPhrase,
  from: number,
  last: number,
): { party: Party; from: number } | null {
  const isMarked = sentence.parsed.phrases.some(nounPhrase => isParty(nounPhrase));
  const governing = governingOf(sentence, from) ?? (isMarked ? 'by' : null);
  if (!canBeParty(phrase)) return null;
  const party = readParty(sentence.chunks, { from, to: last + 1 }, sentence.quote, sentence.context, governing);
  return party === null ? null : { party, from };
}

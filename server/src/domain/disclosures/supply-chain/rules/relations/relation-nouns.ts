import type { Clause } from '../../../../../formats/prose/clauses.ts';
import { isOfClass } from '../../../../../formats/prose/lexicon.ts';
import type { NounPhrase } from '../../../../../formats/prose/phrases.ts';
import { isParty, kindOfNoun } from '../nouns.ts';
import { readParty } from '../parties.ts';
import { isTemporal } from '../periods.ts';
import { isOurs } from './relation-owners.ts';
import {
  add,
  addNamed,
  behind,
  clauseHolding,
  ENDED,
  firstAfter,
  hasOwnSubject,
  isOwnAction,
  isOwnedBy,
  isProper,
  isSingular,
  isStatedIn,
  partyAt,
  type Relation,
  type RelationSentence,
  SCARCE,
  textOf,
} from './relation-sentence.ts';
import { WORDS } from './relation-words.ts';

/** Nouns for customers and suppliers, and the names that stand with them. */
export function readNouns(sentence: RelationSentence): void {
  for (const phrase of sentence.parsed.phrases) {
    readOwnNamed(sentence, phrase);
    readWins(sentence, phrase);
    const stated = kindOfNoun(phrase);
    if ((stated !== 'customer' && stated !== 'supplier') || isOtherSource(phrase)) continue;
    const at = sentence.chunks.indexOf(phrase);
    if (at < 0) continue;
    const kind = isServed(sentence, phrase) ? 'customer' : stated;
    readList(sentence, phrase, at, kind);
    readCopula(sentence, phrase, kind);
    readApposition(sentence, phrase, at, kind);
    readAs(sentence, phrase, at, kind);
    readScarce(sentence, phrase, kind);
  }
}

/** `our customers such as X`, `distributors, including X and Y` */
function readList(sentence: RelationSentence, phrase: NounPhrase, at: number, kind: Relation['role']): void {
  if (!isOurs(sentence, phrase, at)) return;
  let next = at + 1;
  const colon = sentence.chunks[next];
  if (at === 0 && colon?.kind === 'stop' && colon.words === ':') {
    const listed = partyAt(sentence, next + 1, 'such as');
    if (listed !== null) addNamed(sentence, kind, listed);
    return;
  }
  if (sentence.chunks[next]?.kind === 'coordinator' && isCounterparty(sentence, next + 1)) next += 2;
  while (next < at + 8) {
    const [word, noun] = [sentence.chunks[next], sentence.chunks[next + 1]];
    if (word?.kind === 'preposition' && noun?.kind === 'noun' && !/^(?:including|such as|like)$/.test(word.words))
      next += 2;
    else if (word?.kind === 'comma') next++;
    else break;
  }
  const word = sentence.chunks[next];
  if (word?.kind !== 'preposition' || !/^(?:including|such as|like)$/.test(word.words)) return;
  // `resellers for our programs, such as X`: examples of the noun before.
  const last = sentence.chunks.slice(at + 1, next).findLast(chunk => chunk.kind === 'noun');
  const isOfLast = last !== undefined && !isParty(last) && !isSingular(last) && !isTemporal(last);
  if (isOfLast && (word.words !== 'including' || !isOwnedBy(sentence, last))) return;
  if (!isInStatement(sentence, phrase)) return;
  const party = partyAt(sentence, next + 1, word.words);
  if (party === null) return;
  addNamed(sentence, isUsed(sentence, phrase) ? 'supplier' : kind, party);
  // `our suppliers, including single-source suppliers`
  if (party.group !== null && SCARCE.test(party.group.label) && party.role === kind) add(sentence, kind, party, false);
}

/** `a relationship with our supplier Brook, Inc.`: the noun says what the company in the same phrase is to the filer. */
function readOwnNamed(sentence: RelationSentence, phrase: NounPhrase): void {
  if (!isProper(phrase) || phrase.tokens.length < 3 || !isOwnedBy(sentence, phrase)) return;
  const role = phrase.tokens.find(
    ({ text }, at) => OWN_ROLE.test(text) && /^\p{Lu}\p{L}/u.test(phrase.tokens[at + 1]?.text ?? ''),
  );
  if (role === undefined || phrase.tokens.some(({ lower }) => /^(?:former|potential|prospective)$/.test(lower))) return;
  const at = sentence.chunks.indexOf(phrase);
  const party = partyAt(sentence, at, 'by');
  if (party !== null)
    addNamed(sentence, /^(?:supplier|vendor|manufacturer)$/.test(role.lower) ? 'supplier' : 'customer', party);
}

/** `key wins including X and Y`, `retentions including Z`: of clients, unless somebody else is said to win. */
function readWins(sentence: RelationSentence, phrase: NounPhrase): void {
  if (!/^(?:wins|retentions)$/.test(phrase.head.lower) || sentence.quote.includes('election')) return;
  const at = sentence.chunks.indexOf(phrase);
  const word = sentence.chunks[at + 1];
  if (word?.kind !== 'preposition' || !/^(?:including|such as)$/.test(word.words)) return;
  const party = partyAt(sentence, at + 2, 'such as');
  if (party !== null) addNamed(sentence, 'customer', party);
}

const OWN_ROLE = /^(?:customer|client|supplier|vendor|distributor|licensee|tenant|manufacturer)$/;

const SERVES = /^(?:sell|ship|supply|market|deliver|license|provide|serve|offer|distribute)$/;

/** `we sell sensors to vehicle manufacturers`, `our parts are sold to manufacturers`: makers of other goods are customers. */
function isServed(sentence: RelationSentence, phrase: NounPhrase): boolean {
  const clause = sentence.parsed.clauses.find(candidate =>
    candidate.preps.some(
      prep => prep.phrase === phrase && prep.preposition === 'to' && phrase.start > candidate.verb.start,
    ),
  );
  if (clause === undefined || !SERVES.test(clause.verb.main.lemma)) return false;
  return clause.voice === 'active'
    ? isOwnAction(sentence, clause)
    : clause.subjects.some(subject => isOwnedBy(sentence, subject));
}

function isCounterparty(sentence: RelationSentence, at: number): boolean {
  const chunk = sentence.chunks[at];
  return chunk?.kind === 'noun' && isParty(chunk);
}

/** `we utilize ODMs`: whom the company uses or depends on supplies it. */
function isUsed(sentence: RelationSentence, phrase: NounPhrase): boolean {
  const clause = sentence.parsed.clauses.find(
    candidate =>
      candidate.objects.includes(phrase) ||
      candidate.preps.some(prep => prep.phrase === phrase && phrase.start > candidate.verb.start),
  );
  return clause !== undefined && WORDS.uses.has(clause.verb.main.lemma) && hasOwnSubject(sentence, clause);
}

/** `our largest customers are X and Y`, `customers include X`, `X is our sole supplier of lenses` */
function readCopula(sentence: RelationSentence, phrase: NounPhrase, kind: Relation['role']): void {
  for (const clause of sentence.parsed.clauses) {
    const { lemma } = clause.verb.main;
    if (!/^(?:be|include|comprise|consist|become|remain|serve|act)$/.test(lemma) || clause.voice === 'passive')
      continue;
    if (!isStatedIn(sentence, clause) && !isPlainList(clause, phrase)) continue;
    const at = sentence.chunks.indexOf(phrase);
    const isAmong = lemma === 'be' && clause.preps.some(prep => prep.preposition === 'among' && prep.phrase === phrase);
    if (
      (clause.subjects.includes(phrase) || isAmong || isBeforeRelative(sentence, at, clause)) &&
      isOurs(sentence, phrase, at)
    ) {
      const object = lemma === 'consist' ? behind(sentence, clause, 'of')[0] : firstAfter(sentence, clause);
      const party = object === undefined ? null : partyAt(sentence, sentence.chunks.indexOf(object), 'by');
      if (party !== null && party.owners.length > 0) addNamed(sentence, kind, party);
      else readExamples(sentence, clause, kind);
    }
    const isPredicate =
      clause.objects.includes(phrase) ||
      clause.objects.some(object => isOneOf(object, phrase)) ||
      behind(sentence, clause, 'as').includes(phrase);
    if (!isPredicate || lemma === 'include' || !isOurs(sentence, phrase, at)) continue;
    const [subject] = clause.subjects;
    const party = subject === undefined ? null : partyAt(sentence, sentence.chunks.indexOf(subject), 'by');
    if (party !== null) addNamed(sentence, roleOfDistributor(phrase, kind), party);
  }
}

/** `one of our largest customers` */
function isOneOf({ head, preps }: NounPhrase, phrase: NounPhrase): boolean {
  return head.lower === 'one' && preps.some(prep => prep.preposition === 'of' && prep.phrase === phrase);
}

/** `we rely on Brook as a sole source of lenses and on Elm as our supplier of flour`, `we count Brook among our customers` */
function readAs(sentence: RelationSentence, phrase: NounPhrase, at: number, kind: Relation['role']): void {
  const [word, noun] = [sentence.chunks[at - 1], sentence.chunks[at - 2]];
  if (word?.kind !== 'preposition' || noun?.kind !== 'noun' || !isProper(noun)) return;
  const clause = sentence.parsed.clauses.findLast(({ verb, form }) => verb.end <= noun.start && form === 'finite');
  if (clause === undefined || !isOwnAction(sentence, clause) || !isStatedIn(sentence, clause)) return;
  const isAs = word.words === 'as' && (isOurs(sentence, phrase, at) || SCARCE.test(textOf(sentence, phrase)));
  const isAmong = word.words === 'among' && /^(?:count|number|have)$/.test(clause.verb.main.lemma);
  if (!isAs && !(isAmong && isOurs(sentence, phrase, at))) return;
  let from = at - 2;
  while (isAmong && from > 0 && isListed(sentence, from - 1)) from--;
  const party = readParty(sentence.chunks, { from, to: at - 1 }, sentence.quote, sentence.context, 'by');
  if (party !== null) addNamed(sentence, kind, party);
}

function isListed({ chunks }: RelationSentence, at: number): boolean {
  const chunk = chunks[at];
  return chunk?.kind === 'comma' || chunk?.kind === 'coordinator' || (chunk?.kind === 'noun' && isProper(chunk));
}

/** `certain of our suppliers are sole-source suppliers` */
function readScarce(sentence: RelationSentence, phrase: NounPhrase, kind: Relation['role']): void {
  const words = textOf(sentence, phrase).replace(/^an? /i, '').replace(/\s+/g, ' ').toLowerCase();
  if (kind !== 'supplier' || !SCARCE.test(words)) return;
  const clause = sentence.parsed.clauses.find(
    ({ verb, objects }) => verb.main.lemma === 'be' && objects.includes(phrase),
  );
  if (clause === undefined || !isStatedIn(sentence, clause)) return;
  const inner = clause.preps.filter(
    ({ preposition, phrase: of }) => preposition === 'of' && of.end <= clause.verb.start,
  );
  const isOfSuppliers = [...clause.subjects, ...inner.map(prep => prep.phrase)].some(
    subject => kindOfNoun(subject) === 'supplier' && isOwnedBy(sentence, subject),
  );
  if (isOfSuppliers) sentence.found.set(`supplier ${words}`, { role: 'supplier', name: null, label: words });
}

/** `customers include the largest wholesalers, such as X` */
function readExamples(sentence: RelationSentence, clause: Clause, kind: Relation['role']): void {
  const at = sentence.chunks.findIndex(
    chunk =>
      chunk.start >= clause.verb.end && chunk.kind === 'preposition' && /^(?:such as|including)$/.test(chunk.words),
  );
  const isInside = at >= 0 && at < endOfStatement(sentence, clause.verb.end);
  const party = isInside ? partyAt(sentence, at + 1, 'such as') : null;
  if (party !== null) addNamed(sentence, kind, party);
}

function endOfStatement(sentence: RelationSentence, from: number): number {
  const end = sentence.chunks.findIndex(
    chunk =>
      chunk.start >= from &&
      (chunk.kind === 'stop' || chunk.kind === 'subordinator' || (chunk.kind === 'verb' && chunk.form === 'finite')),
  );
  return end < 0 ? sentence.chunks.length : end;
}

/** `Distributors include X`: not the definition of a term. */
function isPlainList({ verb, subjects, relation }: Clause, phrase: NounPhrase): boolean {
  return (
    verb.main.lemma === 'include' &&
    subjects.includes(phrase) &&
    relation === 'main' &&
    verb.modal === null &&
    verb.tense !== 'future' &&
    !verb.isNegated
  );
}

/** `suppliers whose loss could harm us include X`: the only finite verb between is that of the relative clause. */
function isBeforeRelative(sentence: RelationSentence, at: number, { verb, form }: Clause): boolean {
  const next = sentence.chunks[at + 1];
  const isRelative = next?.kind === 'relative' || (next?.kind === 'noun' && next.tokens[0]?.lower === 'whose');
  if (!isRelative || form !== 'finite' || at > 1) return false;
  const until = sentence.chunks.findIndex(chunk => chunk.start === verb.start);
  return (
    sentence.chunks.slice(at + 1, until).filter(chunk => chunk.kind === 'verb' && chunk.form === 'finite').length === 1
  );
}

/** `Brook, our largest customer,`, `our largest customer, Brook,` */
function readApposition(sentence: RelationSentence, phrase: NounPhrase, at: number, kind: Relation['role']): void {
  if (!isOurs(sentence, phrase, at)) return;
  if (!isSingular(phrase)) {
    readApposedList(sentence, at, kind);
    return;
  }
  const [comma, noun] = [sentence.chunks[at - 1], sentence.chunks[at - 2]];
  if (comma?.kind === 'comma' && noun?.kind === 'noun' && isProper(noun)) {
    const party = readParty(sentence.chunks, { from: at - 2, to: at - 1 }, sentence.quote, sentence.context, 'by');
    if (party !== null) addNamed(sentence, kind, party);
  }
  const [next, after] = [sentence.chunks[at + 1], sentence.chunks[at + 2]];
  if (next?.kind === 'comma' && after?.kind === 'noun' && isProper(after) && closes(sentence, at + 3)) {
    const party = readParty(sentence.chunks, { from: at + 2, to: at + 3 }, sentence.quote, sentence.context, 'by');
    if (party !== null) addNamed(sentence, kind, party);
  }
  // `our customer Brook`
  const party = readParty(sentence.chunks, { from: at, to: at + 1 }, sentence.quote, sentence.context, 'by');
  if (party !== null) addNamed(sentence, kind, party);
}

/** `our suppliers, Brook, Inc. and Elm LLC, are` */
function readApposedList(sentence: RelationSentence, at: number, kind: Relation['role']): void {
  const [comma, first] = sentence.chunks.slice(at + 1, at + 3);
  if (comma?.kind !== 'comma' || first?.kind !== 'noun' || !isProper(first)) return;
  const party = partyAt(sentence, at + 2, 'by');
  if (party !== null && party.owners.length > 1) addNamed(sentence, kind, party);
}

function closes(sentence: RelationSentence, at: number): boolean {
  const chunk = sentence.chunks[at];
  return chunk === undefined || chunk.kind === 'comma' || chunk.kind === 'stop' || chunk.kind === 'other';
}

/** A distributor of our products is a customer; a distributor for our restaurants is a supplier. */
function roleOfDistributor(phrase: NounPhrase, kind: Relation['role']): Relation['role'] {
  if (phrase.head.lemma !== 'distributor') return kind;
  const isForUs = phrase.preps.some(
    prep => /^(?:for|to)$/.test(prep.preposition) && !isOfClass(prep.phrase, WORDS.goods),
  );
  return isForUs ? 'supplier' : kind;
}

/** A list hangs on a clause: a denied or supposed one states nothing. */
function isInStatement(sentence: RelationSentence, phrase: NounPhrase): boolean {
  const clause = clauseHolding(sentence, phrase);
  if (clause === null) return true;
  if (ENDED.test(textOf(sentence, clause))) return false;
  return clause.relation === 'adverbial'
    ? !/^(?:if|unless|whether)$/.test(clause.marker ?? '')
    : !clause.verb.isNegated;
}

/** Sources of liquidity or revenue supply nothing. */
function isOtherSource({ head, tokens, preps }: NounPhrase): boolean {
  if (head.lemma !== 'source') return false;
  const isOfSupply = tokens.some(token => /^(?:supply|sole|single|only|limited|alternate|second)/.test(token.lower));
  return (
    !isOfSupply && !preps.some(({ preposition, phrase }) => preposition === 'of' && isOfClass(phrase, WORDS.goods))
  );
}

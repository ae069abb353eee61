import type { Clause } from '../../../../../formats/prose/clauses.ts';
import type { NounPhrase } from '../../../../../formats/prose/phrases.ts';
import {
  addNamed,
  behind,
  clauseHolding,
  hasOwnSubject,
  isNotGoods,
  isOwn,
  isOwnAction,
  isOwnedBy,
  isStatedIn,
  partyAt,
  type Relation,
  type RelationSentence,
  textOf,
} from './relation-sentence.ts';

const SALES = /^(?:sale|shipment|delivery)$/;
const PURCHASES = /^(?:purchase|procurement)$/;
/** What a sale is of that makes no customer. */
const OF_NO_GOODS =
  /\b(?:stock|shares?|securities|assets?|business(?:es)?|notes?|loans?|propert(?:y|ies)|tax|units|interests?)\b/i;
/** Verbs of which sales are the subject, or that one does with sales. */
const MEASURES =
  /^(?:be|total|amount|increase|decrease|grow|decline|rise|fall|make|have|record|report|realize|recognize|generate|include|continue)$/;

/** `our sales to X were $5 million`, `we make substantial sales of parts to X`, `purchases from X totaled $5 million` */
export function readDeals(sentence: RelationSentence): void {
  for (const [at, phrase] of sentence.chunks.entries()) {
    if (phrase.kind !== 'noun') continue;
    const role: Relation['role'] | null = SALES.test(phrase.head.lemma)
      ? 'customer'
      : PURCHASES.test(phrase.head.lemma)
        ? 'supplier'
        : null;
    if (role === null || OF_NO_GOODS.test(textOf(sentence, phrase))) continue;
    const clause = clauseHolding(sentence, phrase);
    if (clause === null || !MEASURES.test(clause.verb.main.lemma) || !isStatedIn(sentence, clause)) continue;
    const isMade = clause.objects.includes(phrase) && isOwnAction(sentence, clause);
    const isMeasured = clause.subjects.includes(phrase) && (isOwnedBy(sentence, phrase) || isPlain(phrase));
    if (!isMade && !isMeasured) continue;
    const place = partyPlace(sentence, at + 1, role === 'customer' ? 'to' : 'from');
    const party = place === null ? null : partyAt(sentence, place, role === 'customer' ? 'to' : 'from');
    if (party !== null) addNamed(sentence, role, party);
  }
}

/** `Net sales`, `Total purchases`: of a report those of its company. */
function isPlain({ tokens }: NounPhrase): boolean {
  return tokens.every(token =>
    /^(?:net|total|gross|consolidated|combined|aggregate|sales|shipments|deliveries|purchases)$/.test(token.lower),
  );
}

/** The place of the noun behind a preposition, over `of parts and services`. */
function partyPlace({ chunks, quote }: RelationSentence, from: number, preposition: string): number | null {
  for (let at = from; at < chunks.length; at++) {
    const chunk = chunks[at];
    if (chunk?.kind === 'preposition') {
      if (chunk.words === preposition) return at + 1;
      if (!/^(?:of|in|for)$/.test(chunk.words)) return null;
    } else if (chunk?.kind === 'noun') {
      if (OF_NO_GOODS.test(quote.slice(chunk.start, chunk.end))) return null;
    } else if (chunk?.kind !== 'coordinator' && chunk?.kind !== 'comma') return null;
  }
  return null;
}

/** What a customer gives; not an order of a court or a contract of employment. */
const ORDERS = /^(?:contract|award|order|subcontract)$/;
const NO_ORDERS = /\b(?:court|consent|employment|restraining|insurance|forward|derivative|swap|option|lease)\b/i;

/** `we received an order from X`, `we were awarded a contract by X`, `X awarded us a contract` */
export function readOrders(sentence: RelationSentence, clause: Clause): void {
  const { lemma } = clause.verb.main;
  if (/^(?:close|win)$/.test(lemma)) readWon(sentence, clause);
  const isGiven = lemma === 'award' || lemma === 'grant' || lemma === 'place';
  if (!isGiven && !/^(?:receive|win|obtain|secure|book|get)$/.test(lemma)) return;
  const order = clause.objects.find(object => ORDERS.test(object.head.lemma));
  if (order === undefined || NO_ORDERS.test(textOf(sentence, clause))) return;
  // Courts, too, give orders.
  const isOfGoods =
    order.head.lemma !== 'order' ||
    /\b(?:purchase|sales|firm|initial|production|development)\b/i.test(textOf(sentence, order));
  if (!isOfGoods || !isStatedIn(sentence, clause)) return;
  const [giver] = isGiven
    ? clause.voice === 'passive'
      ? hasOwnSubject(sentence, clause)
        ? behind(sentence, clause, 'by')
        : []
      : clause.objects.some(object => isOwn(sentence, object)) && /^(?:award|grant)$/.test(lemma)
        ? clause.subjects
        : []
    : hasOwnSubject(sentence, clause)
      ? behind(sentence, clause, 'from')
      : [];
  const party = giver === undefined ? null : partyAt(sentence, sentence.chunks.indexOf(giver), 'by');
  if (party !== null) addNamed(sentence, 'customer', party);
}

/** `we closed several deals, including X and Y`. One deal that is closed may be an acquisition. */
function readWon(sentence: RelationSentence, clause: Clause): void {
  const areDeals = clause.objects.some(({ head }) => /^(?:deals|contracts|orders|awards)$/.test(head.lower));
  if (!areDeals || !isStatedIn(sentence, clause)) return;
  for (const word of ['including', 'with', 'from']) {
    const [first] = behind(sentence, clause, word);
    const party = first === undefined ? null : partyAt(sentence, sentence.chunks.indexOf(first), 'by');
    if (party !== null) addNamed(sentence, 'customer', party);
  }
}

/** `we granted X the exclusive right to distribute our lenses`, `we appointed X as our distributor` */
export function readGrants(sentence: RelationSentence, clause: Clause): void {
  if (!/^(?:grant|give|license|authorize|appoint)$/.test(clause.verb.main.lemma) || !hasOwnSubject(sentence, clause))
    return;
  if (clause.voice === 'passive' || !isStatedIn(sentence, clause)) return;
  const [grantee] = clause.objects;
  const isOfGoods = sentence.parsed.clauses.some(
    other =>
      other.form === 'infinitive' &&
      other.start > clause.verb.start &&
      /^(?:distribute|market|sell|commercialize|promote|resell)$/.test(other.verb.main.lemma) &&
      other.objects.some(object => isOwnedBy(sentence, object) || /^(?:product|good)$/.test(object.head.lemma)),
  );
  if (grantee === undefined || !isOfGoods) return;
  const party = partyAt(sentence, sentence.chunks.indexOf(grantee), 'to');
  if (party !== null) addNamed(sentence, 'customer', party);
}

/** `a supply agreement with X under which it supplies flour to us`, `under which we purchase flour` */
export function readAgreedSupply(sentence: RelationSentence): void {
  for (const [at, phrase] of sentence.chunks.entries()) {
    if (phrase.kind !== 'noun' || !/^(?:agreement|contract|arrangement|alliance)$/.test(phrase.head.lemma)) continue;
    const clause = clauseHolding(sentence, phrase);
    if (clause === null || !isOwnAction(sentence, clause) || !isStatedIn(sentence, clause)) continue;
    // `had an agreement`: before the period.
    if (clause.verb.tense === 'past' && clause.verb.main.lemma === 'have') continue;
    const place = partyPlace(sentence, at + 1, 'with');
    if (place === null) continue;
    const terms = sentence.parsed.clauses.find(
      ({ relation, form, start }) => relation === 'relative' && form === 'finite' && start > phrase.end,
    );
    const role = terms === undefined ? null : roleInTerms(sentence, terms);
    const party = role === null ? null : partyAt(sentence, place, 'with');
    if (party !== null && role !== null) addNamed(sentence, role, party);
  }
}

/** Who sells to whom by the terms of an agreement. */
function roleInTerms(sentence: RelationSentence, clause: Clause): Relation['role'] | null {
  const { lemma } = clause.verb.main;
  const dealt = [...clause.objects, ...clause.preps.map(prep => prep.phrase)];
  if (dealt.some(isNotGoods)) return null;
  const isOurs = clause.subjects.some(subject => /^(?:we|company|registrant)$/.test(subject.head.lower));
  const isUs = behind(sentence, clause, 'to').some(phrase => /^(?:us|company|registrant)$/.test(phrase.head.lower));
  if (/^(?:purchase|buy|obtain|source|procure)$/.test(lemma)) return isOurs ? 'supplier' : 'customer';
  if (!/^(?:supply|manufacture|produce|sell|provide|deliver)$/.test(lemma)) return null;
  if (isOurs) return 'customer';
  return isUs ||
    clause.objects.some(object => isOwnedBy(sentence, object) || /^(?:us|company)$/.test(object.head.lower))
    ? 'supplier'
    : null;
}

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
  OF_NO_GOODS,
  partyAt,
  partyPlace,
  type Relation,
  type RelationSentence,
  textOf,
} from './relation-sentence.ts';

/** Deals by noun: who is behind which word, and as what. */
const DEALS: readonly { noun: RegExp; role: Relation['role']; word: string }[] = [
  { noun: /^(?:sale|shipment|delivery)$/, role: 'customer', word: 'to' },
  { noun: /^(?:purchase|procurement)$/, role: 'supplier', word: 'from' },
  { noun: /^(?:revenue|sale|royalty|turnover|billing|rent|fee|income|receivable)$/, role: 'customer', word: 'from' },
];
/** Incomes that customers pay; others come from loans, taxes and shares. */
const PAID_INCOME =
  /\b(?:rental|royalty|fee|licens(?:e|ing)|service|lease|product|contract|collaboration|subscription) income$/i;
const PAID_FEES =
  /\b(?:licens(?:e|ing)|service|subscription|maintenance|hosting|processing|tuition|usage|program|milestone|collaboration|management) fees?$/i;
/** Verbs of which sales are the subject, or that one does with sales. */
const MEASURES =
  /^(?:be|total|amount|increase|decrease|grow|decline|rise|fall|make|have|record|report|realize|recognize|generate|include|continue|receive|earn|derive|collect|comprise|consist|exceed|reach)$/;
/** What only the company itself does with its revenue. */
const RECORDS = /^(?:record|report|realize|recognize|generate|receive|earn|derive|collect|have)$/;

/** `our sales to X were $5 million`, `we make substantial sales of parts to X`, `purchases from X totaled $5 million`, `we recognized revenue from X` */
export function readDeals(sentence: RelationSentence): void {
  for (const [at, phrase] of sentence.chunks.entries()) {
    if (phrase.kind !== 'noun') continue;
    const words = textOf(sentence, phrase);
    if (OF_NO_GOODS.test(words) || /\b(?:notes?|loans?|tax|interest|insurance) receivable/i.test(words)) continue;
    for (const { noun, role, word } of DEALS) {
      if (!noun.test(phrase.head.lemma)) continue;
      if (phrase.head.lemma === 'income' && !PAID_INCOME.test(words)) continue;
      if (phrase.head.lemma === 'fee' && !PAID_FEES.test(words)) continue;
      const clause = clauseHolding(sentence, phrase);
      if (clause === null || !MEASURES.test(clause.verb.main.lemma) || !isStatedIn(sentence, clause)) continue;
      const isMade =
        clause.objects.includes(phrase) &&
        isOwnAction(sentence, clause) &&
        (word === 'to' || role === 'supplier' || RECORDS.test(clause.verb.main.lemma));
      const isMeasured = clause.subjects.includes(phrase) && (isOwnedBy(sentence, phrase) || isPlain(phrase));
      if (!isMade && !isMeasured) continue;
      // `these sales were primarily to X`
      const [behindVerb] = isMeasured && clause.verb.main.lemma === 'be' ? behind(sentence, clause, word) : [];
      const place =
        partyPlace(sentence, at + 1, word) ?? (behindVerb === undefined ? null : sentence.chunks.indexOf(behindVerb));
      // `revenue from Flour Systems` may be that of a product: only a company by its name.
      const isVague = word === 'from' && role === 'customer';
      const party = place === null ? null : partyAt(sentence, place, isVague ? null : word);
      if (party !== null && !(isVague && isOwnVerbBehind(sentence, place ?? 0))) addNamed(sentence, role, party);
    }
  }
}

/** `revenue from X sold by us`: what follows the name says that it is a product. */
function isOwnVerbBehind({ chunks }: RelationSentence, at: number): boolean {
  const next = chunks[at + 1];
  return next?.kind === 'verb' && next.form === 'participle';
}

/** `Net sales`, `Total purchases`: of a report those of its company. */
function isPlain({ tokens }: NounPhrase): boolean {
  return tokens.every(token =>
    /^(?:these|such|all|most|net|total|gross|consolidated|combined|aggregate|annual|rental|royalty|licens(?:e|ing)|lease|service|product|contract|collaboration|subscription|operating|trade|accounts|income|rent|fees?|royalt(?:y|ies)|revenues?|receivables?|billings|turnover|sales|shipments|deliveries|purchases)$/.test(
      token.lower,
    ),
  );
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
    /\b(?:purchase|sales|firm|initial|production|development|task|delivery|work|repeat|follow-on)\b/i.test(
      textOf(sentence, order),
    );
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

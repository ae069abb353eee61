import type { Clause } from '../../../../../formats/prose/clauses.ts';
import { isOfClass } from '../../../../../formats/prose/lexicon.ts';
import { type NounPhrase, possessorOf } from '../../../../../formats/prose/phrases.ts';
import { hasLegalForm } from '../names.ts';
import { isStatedOrAgreed } from '../statements.ts';
import { hasPublicBody } from './public-parties.ts';
import {
  addNamed,
  behind,
  clauseHolding,
  ENDED,
  hasOwnSubject,
  isNotGoods,
  isOwn,
  isOwnAction,
  isOwnedBy,
  isProper,
  isStatedIn,
  partyAt,
  partyPlace,
  type Relation,
  type RelationSentence,
  textOf,
} from './relation-sentence.ts';
import { WORDS } from './relation-words.ts';

/** Agreements by which nobody supplies anything. */
const OTHER_AGREEMENTS =
  /\b(?:credit|loan|financing|facility|merger|stock|share|securities|equity|asset|unit|note|warrant|settlement|employment|severance|consulting|confidentiality|disclosure|registration|rights|voting|support|underwriting|indemni\w+|forbearance|security|pledge|guarant\w+|subscription|investment|escrow|lock-?up|standstill|cooperation|separation|shareholders?|stockholders?|operating|partnership|venture|contribution|exchange|sales? and purchase|purchase and sale|swap|derivative|hedg\w+|insurance|lease|tolling|plea|consent|deferred|compliance|court|restraining|grant|non-?compet\w+|transition|placement|agency|letter|trust|tax|option|collaborat\w+|strategic|joint|development|teaming|framework|alliance|memorandum)\b/i;
/** The first infinitive behind an agreement is its matter, unless a finite verb is between them. */
const BUYS = /^(?:purchase|buy|procure|source|obtain|order)$/;
const GIVES = /^(?:for|to)$/;
/** Who sells what its mine or plant gives, and who sells another's goods. */
const OF_CUSTOMER = /\b(?:off-?take|concentrate sales?|gas sales?|product sales?|distribution|reseller)\b/i;
const OF_PUBLIC_BODY =
  /^(?:contracts?|subcontracts?|awards?|task orders?|delivery orders?|orders?|bpa|.* (?:contract|contracts|order|orders|award|awards)|.*\b(?:purchase|supply|procurement|services?|delivery|production) (?:agreement|agreements|arrangement))$/i;
const GOVERNMENT_LAND = /\b(?:lease|grant|loan|royalty|concession|license|mining|insurance|employment|labor|union)\b/i;

/** Contracts and orders with what they oblige to: `an agreement with X to supply wafers`, `contracts with the U.S. Navy`. */
export function readContracts(sentence: RelationSentence): void {
  for (const [at, phrase] of sentence.chunks.entries()) {
    if (phrase.kind !== 'noun' || !WORDS.agreements.has(phrase.head.lemma)) continue;
    const words = textOf(sentence, phrase);
    const clause = holderOf(sentence, phrase);
    if (clause === null || !isOwnAction(sentence, clause) || !isStatedOrAgreed(clause, sentence.parsed)) continue;
    if (
      ENDED.test(textOf(sentence, clause)) ||
      /^(?:terminate|end|cancel|settle|exit|breach)$/.test(clause.verb.main.lemma)
    )
      continue;
    if (!OTHER_AGREEMENTS.test(words)) readMatter(sentence, phrase, at);
    const place = partyPlace(sentence, at + 1, 'with') ?? partyPlace(sentence, at + 1, 'from');
    const party = place === null ? null : partyAt(sentence, place, 'with');
    if (party === null) continue;
    const isOfDistributor = /\bwhich\b/.test(textOf(sentence, { start: phrase.end, end: sentence.quote.length }));
    if (
      OF_CUSTOMER.test(words) &&
      !isOfDistributor &&
      isOwn(sentence, clause.subjects[0] ?? phrase) &&
      !isOfOthersGoods(sentence, phrase)
    )
      addNamed(sentence, 'customer', party);
    const bare = words.toLowerCase().replace(/^(?:an?|the|our|its|several|various|certain|two|three|new|\S*year) /, '');
    const isPublicOrder = OF_PUBLIC_BODY.test(bare) && !GOVERNMENT_LAND.test(words);
    if (isPublicOrder && hasPublicBody(party)) addNamed(sentence, 'customer', party);
    // `a purchase agreement with X for 40 aircraft`, `placed orders with X`
    const isPlaced = clause.verb.main.lemma === 'place' && phrase.head.lemma === 'order';
    const isOfPurchase =
      /\bpurchase (?:agreement|order|contract)s?$/i.test(words) &&
      isForGoods(phrase) &&
      !/^(?:receive|win|get|obtain|secure|book|award)$/.test(clause.verb.main.lemma);
    if ((isPlaced || isOfPurchase) && hasOwnSubject(sentence, clause)) addNamed(sentence, 'supplier', party);
  }
}

/** `for 40 aircraft`, `for the supply of resin` */
function isForGoods({ preps }: NounPhrase): boolean {
  return preps.some(
    ({ preposition, phrase }) =>
      preposition === 'for' &&
      (isOfClass(phrase, WORDS.goods) ||
        /^(?:aircraft|vessel|ship|rig|locomotive|railcar|truck|bus)$/.test(phrase.head.lemma)),
  );
}

/** `a distribution agreement with X for X’s products` */
function isOfOthersGoods(sentence: RelationSentence, { preps }: NounPhrase): boolean {
  return preps.some(({ phrase }) => {
    const owner = possessorOf(phrase);
    return /^(?:their|its)$/.test(phrase.tokens[0]?.lower ?? '') || (owner !== null && !isOwnedBy(sentence, phrase));
  });
}

/** What an agreement obliges to: `to supply X with wafers`, `with X to provide capacity`, `to purchase resin from X`. */
function readMatter(sentence: RelationSentence, phrase: NounPhrase, at: number): void {
  const matter = sentence.parsed.clauses.find(({ start, verb }) => start >= phrase.end || verb.start >= phrase.end);
  if (matter === undefined || matter.form !== 'infinitive') return;
  const { lemma } = matter.verb.main;
  if (
    matter.objects.some(isNotGoods) ||
    matter.preps.some(({ phrase: noun }) => /^(?:share|stock|interest)$/.test(noun.head.lemma))
  )
    return;
  const withPlace = partyPlace(sentence, at + 1, 'with') ?? partyPlace(sentence, at + 1, 'from');
  const isToUs = isRecipient(sentence, matter);
  if (WORDS.serves.has(lemma)) {
    if (isToUs) {
      addAt(sentence, 'supplier', withPlace, 'with');
      return;
    }
    const [object] = matter.objects;
    const isDirect = object !== undefined && isProper(object) && behind(sentence, matter, 'with').length > 0;
    const [receiver] = [...behind(sentence, matter, 'to'), ...behind(sentence, matter, 'for')].filter(isProper);
    const served = isDirect ? object : (ofAgency(sentence, object) ?? receiver);
    const place = served === undefined ? withPlace : sentence.chunks.indexOf(served);
    addAt(sentence, 'customer', place, 'with');
  } else if (BUYS.test(lemma)) {
    const [seller] = behind(sentence, matter, 'from').filter(isProper);
    const isFromUs = behind(sentence, matter, 'from').some(source => isUs(source));
    if (isFromUs) addAt(sentence, 'customer', withPlace, 'with');
    else if (matter.objects.some(object => isOfClass(object, WORDS.goods)))
      addAt(sentence, 'supplier', seller === undefined ? withPlace : sentence.chunks.indexOf(seller), 'from');
  }
}

/** `to supply agencies of the U.S. Government with radios` */
function ofAgency(sentence: RelationSentence, object: NounPhrase | undefined): NounPhrase | undefined {
  if (object === undefined || !/^(?:agency|department|branch|unit|office)$/.test(object.head.lemma)) return undefined;
  return object.preps.find(({ preposition, phrase }) => preposition === 'of' && isProper(phrase)) === undefined
    ? undefined
    : sentence.chunks.includes(object)
      ? object
      : undefined;
}

function addAt(
  sentence: RelationSentence,
  role: Relation['role'],
  place: number | null,
  governing: string | null,
): void {
  const party = place === null || place < 0 ? null : partyAt(sentence, place, governing);
  if (party !== null) addNamed(sentence, role, party);
}

/** The clause of an agreement: its own, or that of the last finite verb before it. */
function holderOf(sentence: RelationSentence, phrase: NounPhrase): Clause | null {
  return (
    clauseHolding(sentence, phrase) ??
    sentence.parsed.clauses.findLast(({ verb, form }) => form === 'finite' && verb.end <= phrase.start) ??
    null
  );
}

function isUs({ head }: NounPhrase): boolean {
  return /^(?:us|company|registrant)$/.test(head.lower);
}

/** `to supply us with`, `to provide services to the Company`, `for us` */
function isRecipient(sentence: RelationSentence, clause: Clause): boolean {
  return (
    clause.objects.some(isUs) ||
    clause.preps.some(({ preposition, phrase }) => GIVES.test(preposition) && isUs(phrase)) ||
    behind(sentence, clause, 'to').some(isUs)
  );
}

/** `securities`, `private placement`: what is sold is no product. */
const OF_SECURITIES =
  /\b(?:private placement|offering|subscri\w+|securit(?:y|ies)|warrants?|shares?|stock|units|notes|debentures|preferred|interests?|merger|business(?:es)?|plant|facility|land)\b/i;

/** `X agreed to purchase flour from us`, `X will supply us with resin`, `X selected us to supply seats`, `X committed to pay us` */
export function readCommitments(sentence: RelationSentence, clause: Clause): void {
  const { lemma, lower } = clause.verb.main;
  const [subject] = clause.subjects;
  if (subject === undefined || !isProper(subject) || isOwn(sentence, subject) || clause.voice === 'passive') return;
  const isPromise = clause.verb.tense === 'future' && !clause.verb.isNegated && isAgreed(sentence);
  const isBound = clause.form === 'infinitive' && isObliged(clause);
  if (!isPromise && !isBound && !isStatedOrAgreed(clause, sentence.parsed)) return;
  if (OF_SECURITIES.test(textOf(sentence, clause)) || ENDED.test(textOf(sentence, clause))) return;
  const at = sentence.chunks.indexOf(subject);
  if (/^(?:purchase|buy|order|lease|rent|charter|source|procure|license)$/.test(lemma)) {
    const isFromUs = behind(sentence, clause, 'from').some(isUs);
    const isOurs = clause.objects.some(object => isOwnedBy(sentence, object) && object.tokens[0]?.lower !== 'its');
    if (isFromUs || (isOurs && (isPromise || isBound))) addAt(sentence, 'customer', at, 'by');
  } else if (lemma === 'pay' && isBound && clause.objects.some(isUs) && /\bcommit/.test(sentence.quote)) {
    addAt(sentence, 'customer', at, 'by');
  } else if (WORDS.serves.has(lemma) || WORDS.makes.has(lemma)) {
    readOwnSupplier(sentence, clause, at);
  } else if (/^(?:select|choose|chose|chosen)$/.test(lemma) || /^chosen?$/.test(lower)) {
    const isUsChosen = clause.objects.some(isUs);
    const isOurs = clause.objects.some(
      object => isOwnedBy(sentence, object) && (isOfClass(object, WORDS.goods) || isOfClass(object, WORDS.offerings)),
    );
    if ((isUsChosen && !isChosenToSell(sentence)) || isOurs) addAt(sentence, 'customer', at, 'by');
  }
}

/** What a supplier does for the filer, whatever the goods. */
const SUPPLYING = /^(?:supply|manufacture|produce|fabricate|assemble|host|package|process|transport)$/;
/** What a supplier does for the filer with goods and services. */
const SERVING = /^(?:provide|furnish|build|construct|install|support|operate|maintain|perform|ship)$/;

/** `X will supply us with resin`, `X provides warehousing services to us`, `X will manufacture our product` */
function readOwnSupplier(sentence: RelationSentence, clause: Clause, at: number): void {
  const { lemma } = clause.verb.main;
  const isSupplying = SUPPLYING.test(lemma);
  if (!isSupplying && !SERVING.test(lemma)) return;
  const given = [...clause.objects, ...behind(sentence, clause, 'with'), ...behind(sentence, clause, 'of')];
  if (given.some(isNotGoods)) return;
  const isOurs = clause.objects.some(object => isOwnedBy(sentence, object) && object.tokens[0]?.lower !== 'its');
  const isForUs = isRecipient(sentence, clause) || behind(sentence, clause, 'for').some(isUs);
  const isOfUse = given.some(
    phrase =>
      isOfClass(phrase, WORDS.goods) ||
      isOfClass(phrase, WORDS.offerings) ||
      /^(?:vessel|ship|aircraft|plant)$/.test(phrase.head.lemma),
  );
  if (!(isForUs && (isSupplying || isOfUse)) && !(isOurs && WORDS.makes.has(lemma))) return;
  addAt(sentence, 'supplier', at, isSupplying ? 'by' : null);
}

/** `as its distributor`: a company supplies the distributor that it chooses. */
function isChosenToSell({ quote }: RelationSentence): boolean {
  return /\b(?:distribut|resell|dealer|agent|licensee|franchisee|underwriter|trustee|audit|inspection|custodian)/i.test(
    quote,
  );
}

/** An agreement in the sentence or in the one before. */
function isAgreed({ source, quote }: RelationSentence): boolean {
  return AGREEMENT.test(quote) || AGREEMENT.test(source.previous?.text ?? '');
}

const AGREEMENT = /\b(?:agreements?|contracts?|arrangement|orders?)\b/i;

/** `is obligated to purchase`, `has committed to pay` */
function isObliged({ parent, governor }: Clause): boolean {
  return (
    parent !== null &&
    !parent.verb.isNegated &&
    (parent.verb.modal === null || parent.verb.modal === 'will') &&
    /^(?:agree|commit|contract|oblige|obligate|require)(?:d|ted)?$/.test(governor?.lemma ?? '')
  );
}

/** `we were selected by X to supply seats`, `we were named as a contractor under an agreement from X` */
export function readSelections(sentence: RelationSentence, clause: Clause): void {
  const { lemma } = clause.verb.main;
  if (clause.voice !== 'passive' || !hasOwnSubject(sentence, clause) || !isStatedIn(sentence, clause)) return;
  if (!/^(?:select|choose|name|engage|retain|hire|contract|award|designate)$/.test(lemma) || isChosenToSell(sentence))
    return;
  const [chooser] = behind(sentence, clause, 'by');
  if (chooser !== undefined && isProper(chooser) && /^(?:select|choose|engage|retain|hire|contract)$/.test(lemma)) {
    addAt(sentence, 'customer', sentence.chunks.indexOf(chooser), 'by');
    return;
  }
  // `awarded a contract by the Navy`, whose verb is passive and whose object the tagger leaves without a clause
  const isServing = behind(sentence, clause, 'as').some(({ head }) => WORDS.servingRoles.has(head.lemma));
  const [giver] = [...behind(sentence, clause, 'by'), ...behind(sentence, clause, 'from')];
  const isContract = sentence.chunks.some(
    chunk =>
      chunk.kind === 'noun' &&
      chunk.start > clause.verb.end &&
      /^(?:contract|subcontract|order|award)$/.test(chunk.head.lemma),
  );
  if ((isServing || (lemma === 'award' && isContract)) && giver !== undefined && isProper(giver))
    addAt(sentence, 'customer', sentence.chunks.indexOf(giver), 'by');
}

/** `we are a subcontractor to X`, `we became the exclusive provider of radios to X`, `we are an authorized distributor of X` */
export function readOwnRole(sentence: RelationSentence, clause: Clause): void {
  const { lemma } = clause.verb.main;
  if (!/^(?:be|become|remain|act|serve|appoint|name|select|designate)$/.test(lemma)) return;
  if (!hasOwnSubject(sentence, clause) || !isStatedIn(sentence, clause)) return;
  const roles = [...clause.objects, ...behind(sentence, clause, 'as')];
  for (const role of roles) {
    const isServing = WORDS.servingRoles.has(role.head.lemma);
    if (!isServing && !WORDS.servedRoles.has(role.head.lemma)) continue;
    if (/\b(?:not|former|potential|service mark)\b/i.test(textOf(sentence, role))) continue;
    const at = sentence.chunks.indexOf(role);
    const words = isServing ? ['to', 'for'] : ['of', 'for', 'from'];
    const place = words.flatMap(word => partyPlace(sentence, at + 1, word) ?? [])[0];
    const phrase = place === undefined ? undefined : sentence.chunks[place];
    if (place === undefined || phrase?.kind !== 'noun' || !isProper(phrase)) continue;
    const isOfGoods = isOfClass(phrase, WORDS.goods) || isOfClass(phrase, WORDS.offerings);
    if (!isServing && isOfGoods && !hasLegalForm(textOf(sentence, phrase))) continue;
    addAt(sentence, isServing ? 'customer' : 'supplier', place, 'with');
  }
}

/** `our dependence on X to fabricate our wafers`, `the loss of X as a customer`: what a noun of the filer presupposes. */
export function readPresupposed(sentence: RelationSentence): void {
  for (const [at, phrase] of sentence.chunks.entries()) {
    // What was lost is no customer any more.
    if (phrase.kind === 'verb' && phrase.main.lemma === 'lose' && phrase.tense !== 'past') readLoss(sentence, at + 1);
    if (phrase.kind !== 'noun') continue;
    const next = sentence.chunks[at + 1];
    if (phrase.head.lemma === 'loss' && next?.kind === 'preposition' && next.words === 'of') readLoss(sentence, at + 2);
    if (!/^(?:dependence|dependency|reliance)$/.test(phrase.head.lemma) || !isOwnedBy(sentence, phrase)) continue;
    if (next?.kind !== 'preposition' || !/^(?:on|upon)$/.test(next.words)) continue;
    const party = partyAt(sentence, at + 2, 'on');
    if (party === null || party.nobody !== null) continue;
    const purpose = sentence.parsed.clauses.find(({ start }) => start >= next.end);
    const isMade = purpose?.form === 'infinitive' && WORDS.purposes.has(purpose.verb.main.lemma);
    if (isMade || party.role === 'supplier') addNamed(sentence, 'supplier', party);
    else if (party.role === 'customer') addNamed(sentence, 'customer', party);
    if (party.role === 'supplier' && party.owners.length === 0 && party.group?.label.includes(' '))
      sentence.found.set(`supplier ${party.group.label}`, { role: 'supplier', name: null, label: party.group.label });
  }
}

/** `the loss of X as a customer`, `if we lose X as a customer` */
function readLoss(sentence: RelationSentence, at: number): void {
  const [noun, as, role] = sentence.chunks.slice(at, at + 3);
  if (noun?.kind !== 'noun' || !isProper(noun)) return;
  if (as?.kind !== 'preposition' || as.words !== 'as' || role?.kind !== 'noun') return;
  const lemma = role.head.lemma;
  if (!/^(?:customer|client|supplier|vendor|tenant|distributor|manufacturer)$/.test(lemma)) return;
  addAt(sentence, /^(?:supplier|vendor|manufacturer)$/.test(lemma) ? 'supplier' : 'customer', at, 'of');
}

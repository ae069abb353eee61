import type { Clause } from '../../../../../formats/prose/clauses.ts';
import type { Role } from '../../../../../formats/prose/frames.ts';
import type { NounPhrase } from '../../../../../formats/prose/phrases.ts';
import { readStatedDates } from '../../../../../formats/prose/stated-dates.ts';
import type { EventFieldsByFamily } from '../../model.ts';
import { agreedBy, type Stage, stageOfNoun, stageOfVerb } from './deal-stages.ts';
import type { EventDocument } from './event-document.ts';
import type { EventAssertion } from './event-frames.ts';
import {
  amountIn,
  attachedTo,
  type Context,
  isHeadline,
  isOwn,
  nameInPhrase,
  nameInRole,
  namesBeside,
  nounsBefore,
  type Reading,
} from './reading.ts';
import { LEGAL_FORM } from './stated-names.ts';

type Side = EventFieldsByFamily['none']['dealSide'];

/** Own securities and goods: what a company buys without a deal. */
const NO_DEAL_OBJECT =
  /\b(?:common stock|(?:common|ordinary|preferred|preference) shares|treasury|notes?|bonds?|debentures?|inventor(?:y|ies)|equipment|insurance|options?|warrants?|services?|products?|shares? of (?:our|its|the company)|units of|securities|receivables?|materials?|electricity|gas|energy|power|loans?|property and|land|certificates?|goodwill|intangibles?|IPR&D)\b/i;
const BUSINESS =
  /\b(?:business(?:es)?|compan(?:y|ies)|distributors|dealerships?|banks|agenc(?:y|ies)|practices|subsidiar(?:y|ies)|divisions?|segments?|operations|stake|(?:\d[\d.]*%|controlling|majority|minority|remaining|equity|membership|ownership|working|operated) (?:\w+ ){0,2}interests?|interests? in|all (?:of )?(?:the )?(?:issued and )?outstanding|(?:substantially )?all (?:of )?(?:the |its |their )?(?:\w+ )?assets|substantially all|control of)\b/i;
/** `shares of the Company’s common stock`: what the filer issues. */
const OWN_SHARES =
  /\b(?:shares|units|ADSs) of (?:our|its|the company[’']s) (?:[\w$.,-]+ ){0,4}(?:common|preferred|ordinary|capital|stock)\b/i;
/** Fields, not fuel. */
const OIL_AND_GAS =
  /\b(?:crude )?oil(?:,| and) (?:natural )?gas (?=(?:\w+ )?(?:propert|assets|leases|interests|fields|wells|business|company|operations))|\bpower (?=plants?|stations?)|\bgas (?=stations?|fields?|plants?|pipelines?|storage)/gi;
/** Things that change hands for a stated price. */
const PROPERTY =
  /\b(?:assets|properties|hotels?|vessels?|ships?|mines?|mills?|plants?|refiner(?:y|ies)|stores|restaurants|buildings?|facilit(?:y|ies)|hospitals?|stations?|portfolio|brands?|licenses?|fields?|product lines?|acres|acreage|communities|centers?|interests?|warehouses?|towers?|headquarters|branches|wells|casinos?|theat(?:er|re)s|clinics|apartments|schools|terminals?|pipelines?|vineyards?|farms?|ranch(?:es)?|real estate|leases|parks?)\b/i;
const SOLD =
  /^(?:sale|divestiture|divestment|disposition|disposal|spin-off|separation|split-off|sell|divest|dispose|spin|distribute|transfer|contribute|refranchise?|offload)$/;
const SPUN = /^(?:spin-off|spinoff|split-off|separation|spin|distribute)$/;
const MERGED = /^(?:merger|combination|merge|combine|exchange|amalgamation|arrangement)$/;
/** What is bought of a company besides a business. */
const RIGHTS = /\b(?:rights?|assets|patents?|licen[cs]es?|franchises?|trademarks?)\b/i;
/** What a participle adds to the things that change hands. */
const BELONGING = /^ (?:associated with|related to|relating to|comprising|used in)(?: [\w’'&-]+){1,8}/;
/** What a name is: `Example Services, the payments business of Newco`. */
const APPOSITION = /^(?: \([^()]*\))?, (?:an?|the|our|its) [^,;.()]{3,120}/;
/** Shares that the filer sells to investors. */
const SALE_OF_OWN_SECURITIES = /\bsecurities purchase agreements?\b/i;
/** Claims on customers that are sold to raise money. */
const SALE_OF_RECEIVABLES =
  /\b(?:receivables (?:financing|purchase|sale|facility|loan)|securiti[sz]ation|a\/r facility|factoring|repurchase facility)\b/i;
/** Purchases by accounting words only. */
const BOOKKEEPING = /\b(?:purchase accounting|purchase price allocation|pro forma|valuation|integration)\b/i;

/** Reads a deal, and remembers it for the sentences that refer to it. */
export function readDeal(assertion: EventAssertion, context: Context): Reading | null {
  const reading = readStatedDeal(assertion, context);
  const counterparty = reading?.counterparty ?? null;
  if (reading !== null && counterparty !== null) {
    const fields = reading.fields as EventFieldsByFamily['none'] | undefined;
    context.lastDeal = { counterparty, side: fields?.dealSide ?? 'unknown', sentence: assertion.sentence };
  }
  return reading;
}

/** Reads a deal from a verb (`acquired`), a noun (`the acquisition of`) or an agreement (`a merger agreement with`). */
function readStatedDeal(assertion: EventAssertion, context: Context): Reading | null {
  const { frame, form, roles } = assertion;
  const { quote } = assertion.sentence;
  if (BOOKKEEPING.test(quote) || SALE_OF_OWN_SECURITIES.test(quote) || SALE_OF_RECEIVABLES.test(quote)) return null;
  const agreement = roles.into ?? roles.patient;
  if (frame.needs.has('agreement'))
    return agreement === undefined ? null : readAgreement(assertion, agreement.phrase, context);
  if (frame.needs.has('subsidiary')) return readSubsidiary(assertion, context);
  if (frame.needs.has('earlier_deal')) return readEarlierDeal(assertion, context);
  if (frame.needs.has('listed_deals')) return readListedDeals(assertion, context);
  const stage = form === 'noun' ? stageOfNoun(assertion) : stageOfVerb(assertion);
  return stage === null ? null : (readSeveral(assertion, stage) ?? readObject(assertion, stage, context));
}

/** `Example Inc. became a wholly owned subsidiary of the Company` */
function readSubsidiary(assertion: EventAssertion, { document }: Context): Reading | null {
  const counterparty = nameInRole(assertion, 'agent', document);
  if (counterparty === null || assertion.status !== 'asserted' || assertion.tense !== 'past') return null;
  return { variant: 'completed', counterparty, fields: { counterparty, dealSide: 'bought', stage: 'completed' } };
}

/** A deal is described in consecutive sentences: how many characters may lie between. */
const MAX_DEAL_CHARS = 1_500;
/** Words of a phrase that only refers to a deal: `the previously announced sale`, `this transaction`. */
const REFERENCE =
  /^(?:(?:the|this|such|its|our|that|closing|completion|consummation|of|previously|announced|proposed|pending) )*(?:transactions?|acquisition|sale|merger|purchase|divestiture|disposition|deal|closing|asset sale|combination)$/i;

/** `The transaction closed on June 3, 2024`: the deal of the sentences before. */
function readEarlierDeal({ roles, status, tense, sentence, clause }: EventAssertion, context: Context): Reading | null {
  const known = context.lastDeal;
  const stated = roles.patient ?? roles.agent;
  if (known === null || stated === undefined || status !== 'asserted' || tense !== 'past' || clause === null)
    return null;
  if (clause.form !== 'finite' || sentence.start - known.sentence.end > MAX_DEAL_CHARS) return null;
  const words = sentence.quote
    .slice(stated.start, attachedTo(stated.phrase).find(prep => prep.preposition === 'of')?.phrase.end ?? stated.end)
    .replace(/\s*\([^()]*\)/g, '');
  if (!REFERENCE.test(words)) return null;
  const stage: Stage = /^(?:terminate|cancel|abandon)$/.test(clause.verb.main.lemma) ? 'terminated' : 'completed';
  const { counterparty, side } = known;
  return { variant: stage, counterparty, fields: { counterparty, dealSide: side, stage } };
}

/** `The 2024 acquisitions included Example Inc., a supplier; and Fictional LLC`: each is a deal of its own. */
function readListedDeals(assertion: EventAssertion, { document }: Context): Reading | null {
  const { status, clause, roles, sentence } = assertion;
  const agent = roles.agent;
  if (status !== 'asserted' || clause === null || agent === undefined || !/s$/.test(agent.phrase.head.lower))
    return null;
  const [year] = readStatedDates(agent.text);
  const listed = sentence.quote.includes(';') ? firstOfItems(assertion) : clause.objects;
  const [counterparty, ...others] = listed.flatMap(phrase => {
    const name = nameInPhrase(phrase, sentence.quote, document);
    const isNamed = isCompany(name, document) || /^, (?:an?|the) /.test(sentence.quote.slice(phrase.end));
    return name !== null && isNamed ? [name] : [];
  });
  if (counterparty === undefined) return null;
  const dealSide: Side = agent.phrase.head.lemma === 'acquisition' ? 'bought' : 'sold';
  const fields = (name: string) => ({ counterparty: name, dealSide, stage: 'completed' as const });
  return {
    ...{ variant: 'completed', counterparty, fields: fields(counterparty) },
    ...(year === undefined ? {} : { date: year }),
    others: others.map(name => ({ counterparty: name, fields: fields(name) })),
  };
}

/** Words between the start of an item and its noun: `and`. */
const MAX_BEFORE_ITEM = 8;

/** The first phrase of each item after the verb; items end with semicolons. */
function firstOfItems({ parsed, sentence, trigger }: EventAssertion): NounPhrase[] {
  const starts = [...sentence.quote.matchAll(/[:;]/g)].map(({ index }) => index + 1).filter(at => at > trigger.end);
  return [trigger.end, ...starts].flatMap(start => {
    const first = parsed.phrases.find(phrase => phrase.start >= start);
    return first !== undefined && first.start - start <= MAX_BEFORE_ITEM ? [first] : [];
  });
}

/** `completed two acquisitions for a total of $14 million`: several deals without names. */
function readSeveral({ form, phrase, clause, roles, sentence }: EventAssertion, stage: Stage): Reading | null {
  if (form !== 'noun' || phrase === null || stage !== 'completed' || !isOwn(roles.agent?.party)) return null;
  if (!/^(?:acquisitions|divestitures|dispositions|disposals)$/.test(phrase.head.lower)) return null;
  if (!/^(?:complete|close|make|consummate|conclude)$/.test(clause?.verb.main.lemma ?? '')) return null;
  const amount = amountIn({ sentence, clause });
  const isCounted = phrase.tokens.some(
    ({ lower, pos }) => pos === 'NUM' || /^(?:two|three|four|five|six|several|additional|other)$/.test(lower),
  );
  if (amount === null && !isCounted) return null;
  const dealSide: Side = phrase.head.lemma === 'acquisition' ? 'bought' : 'sold';
  return { variant: stage, fields: { dealSide, ...(amount ?? {}), stage } };
}

function readObject(assertion: EventAssertion, stage: Stage, context: Context): Reading | null {
  const { roles, sentence, clause, form } = assertion;
  const { document, sectionKey } = context;
  const agent = roles.agent;
  const patient = roles.patient ?? roles.of ?? roles.into ?? roles.with ?? (form === 'noun' ? roles.to : undefined);
  const word = form === 'noun' ? (assertion.phrase?.head.lemma ?? '') : (clause?.verb.main.lemma ?? '');
  if (patient === undefined) return null;
  const isSale = SOLD.test(word);
  const isMerger = MERGED.test(word);
  const end = attachedTo(patient.phrase).at(-1)?.phrase.end ?? patient.end;
  // `assets associated with the valve business`
  const behind = sentence.quote.slice(end);
  const whole =
    sentence.quote.slice(patient.start, end) +
    (BELONGING.exec(behind)?.[0] ?? '') +
    (APPOSITION.exec(behind)?.[0] ?? '');
  // What is paid is no part of what is bought.
  const bought = whole.replace(/,? (?:in exchange for|in consideration|for) .*$/s, '');
  const targets = [
    patient.phrase,
    ...attachedTo(patient.phrase)
      .filter(phrase => /^(?:of|in|from|by|with|into|to)$/.test(phrase.preposition))
      .map(phrase => phrase.phrase),
  ];
  const named = targets.flatMap(phrase => {
    const name = document.partyOf(phrase) === 'registrant' ? null : nameInPhrase(phrase, sentence.quote, document);
    return name === null ? [] : [{ name, words: sentence.quote.slice(phrase.start, phrase.end) }];
  })[0];
  const target = named?.name ?? null;
  const isOutstanding = /\boutstanding\b/i.test(bought);
  if (isSale && OWN_SHARES.test(bought) && !isOutstanding) return null;
  // `Example Energy Services, Inc.` is a company, not a service.
  const things = named !== undefined && isCompany(target, document) ? bought.replace(named.words, ' ') : bought;
  const goods = things.replace(OIL_AND_GAS, 'fields');
  if (NO_DEAL_OBJECT.test(goods) && !isOutstanding && !BUSINESS.test(bought)) return null;
  const amount = amountIn(assertion);
  const seller = nameInRole(assertion, 'from', document);
  const ownPatient = roles.patient ?? (form === 'noun' && isNamed(roles.of) ? roles.of : undefined);
  const isOwnPatient = ownPatient?.party === 'registrant' && !/^(?:we|us|our)$/i.test(patient.text);
  const isBusiness =
    isOwnPatient ||
    // `Fictional Services, a subsidiary of the Company, was sold`
    (roles.patient?.party === 'subsidiary' && isNamed(roles.patient)) ||
    BUSINESS.test(whole) ||
    isCompany(target, document) ||
    isMerger ||
    (amount !== null && PROPERTY.test(whole)) ||
    // What the filer itself acquires under a name is a company or a product line.
    (word === 'acquire' && target !== null && isOwn(roles.agent?.party)) ||
    (/^(?:purchase|buy)$/.test(word) &&
      stage === 'announced' &&
      target !== null &&
      amount !== null &&
      isOwn(agent?.party)) ||
    (form === 'noun' && target !== null) ||
    (RIGHTS.test(whole) && seller !== null && isCompany(seller, document));
  if (!isBusiness) return null;
  // An item of a release without a subject: `Completed the sale of the unit.`
  const isOwnItem =
    sectionKey === null &&
    clause !== null &&
    clause.subjects.length === 0 &&
    clause.form === 'finite' &&
    clause.start < 4;
  const isOwnMaking = isOwn(agent?.party) || isOwnItem || ownActs(clause, document) || isGain(assertion);
  const isOwnTarget =
    (isOwnPatient && !isSale) ||
    (!isSale &&
      targets.some(
        phrase => document.partyOf(phrase) === 'registrant' && !/^(?:we|us|our|its)$/i.test(phrase.head.text),
      ));
  const isOwnBought = isOwnTarget && (agent === undefined || !isOwn(agent.party));
  const isUnattributed = form === 'noun' && (agent === undefined || agent.party === 'unknown') && target !== null;
  if (!isOwnMaking && !isOwnBought && !isUnattributed) return null;
  const beside = namesBeside(assertion, document);
  const buyer =
    nameInRole(assertion, 'to', document) ??
    nameInRole(assertion, 'by', document) ??
    (isSale ? buyerBehind(patient.phrase, assertion, document) : null);
  const partner = stage === 'completed' && form === 'verb' ? null : beside;
  const counterparty = isOwnBought
    ? (nameInRole(assertion, 'agent', document) ?? buyer ?? partner)
    : isSale
      ? (buyer ?? partner ?? target)
      : (target ?? seller ?? partner);
  // A person who buys the filer's shares takes control of it: no deal of the filer.
  const isBoughtByPerson = counterparty !== null && !isMerger && !isCompany(counterparty, document);
  if (isOwnBought && stage === 'completed' && form === 'verb' && isBoughtByPerson) return null;
  const side: Side = isSale || isOwnBought ? 'sold' : isMerger && stage !== 'completed' ? 'unknown' : 'bought';
  const isSpun = SPUN.test(word);
  const isSpinOff = isSpun && stage !== 'terminated';
  return {
    variant: isSpinOff ? 'spin_off' : stage,
    counterparty: isSpun ? (target ?? null) : counterparty,
    // Results state their gains without a day.
    ...(isGain(assertion) && document.isCurrent && amount !== null ? { needsNoDate: true } : {}),
    fields: {
      ...(counterparty === null ? {} : { counterparty }),
      dealSide: side,
      ...(amount ?? {}),
      stage,
    },
  };
}

/** `results included a gain on the sale of the business`: gains are the filer's. */
function isGain({ phrase, parsed }: EventAssertion): boolean {
  return (
    phrase !== null &&
    nounsBefore(phrase, parsed).some(({ phrase: before }) => /^(?:gain|loss)$/.test(before.head.lemma))
  );
}

/** `sold assets related to its valve business to Example LLC`: the participle is between the assets and the buyer. */
function buyerBehind(assets: NounPhrase, { parsed, sentence }: EventAssertion, document: EventDocument): string | null {
  const modifier = parsed.clauses.find(({ form, start }) => form === 'participle' && start >= assets.end);
  if (
    modifier === undefined ||
    !/^(?:associate|relate|use|comprise|locate|own|operate)$/.test(modifier.verb.main.lemma)
  )
    return null;
  const last = [...modifier.preps.map(prep => prep.phrase), ...modifier.objects]
    .flatMap(phrase => [
      phrase,
      ...attachedTo(phrase).flatMap(prep => (prep.preposition === 'to' ? [prep.phrase] : [])),
    ])
    .findLast(phrase => sentence.quote.slice(0, phrase.start).endsWith(' to ') && !isOwn(document.partyOf(phrase)));
  return last === undefined ? null : nameInPhrase(last, sentence.quote, document);
}

function isNamed(role: Role | undefined): boolean {
  return role?.phrase.head.pos === 'PROPN';
}

/** Whether the filer is among those who act, in the clause or the ones that govern it. */
function ownActs(clause: Clause | null, document: EventDocument): boolean {
  for (let at = clause, depth = 0; at !== null && depth < 4; at = at.parent, depth++) {
    if (at.subjects.some(subject => isOwn(document.partyOf(subject)))) return true;
  }
  return false;
}

const MERGER_AGREEMENT =
  /\b(?:plan of (?:merger|reorgani[sz]ation|arrangement|amalgamation|share exchange)|(?:merger|business combination|arrangement|amalgamation|combination|share exchange|transaction|acquisition) agreement)\b/i;
const OF_COMPANY = /\b(?:acquir\w+|purchase|buy|s(?:ell|ale)|dispos\w+|divest\w*|transfer)\b/i;
const ABOUT_AGREEMENT =
  /\b(?:(?:voting|support|rollover|lock-?up|tender|stockholders?|shareholders?|registration rights|standstill|confidentiality|non-?disclosure|transition services|escrow|limited guarantee|exchange agent|commitment)(?: and \w+)? agreements?|amend\w*)\b/i;

/** `entered into`, `terminated` or `amended an Agreement and Plan of Merger with X`. */
function readAgreement(assertion: EventAssertion, agreement: NounPhrase, context: Context): Reading | null {
  const { status, tense, sentence, clause } = assertion;
  const { document } = context;
  if (clause === null) return null;
  const isEnding = /^(?:terminate|cancel|rescind)$/.test(clause.verb.main.lemma);
  // `mutually agreed to terminate the Merger Agreement`
  const isAgreedEnd = isEnding && status === 'planned' && agreedBy(clause, assertion.parsed) === 'announced';
  if (status !== 'asserted' && !isAgreedEnd) return null;
  if (tense !== 'past' && clause.form === 'finite' && !isHeadline(clause)) return null;
  const end = attachedTo(agreement).at(-1)?.phrase.end ?? agreement.end;
  const words = sentence.quote.slice(agreement.start, Math.max(end, agreement.end + 30));
  const isMerger = MERGER_AGREEMENT.test(words);
  const lemma = clause.verb.main.lemma;
  const isAmendment = lemma === 'amend' || /\b(?:amendment|amendment no)\b/i.test(words);
  const stage: Stage = isEnding ? 'terminated' : isAmendment ? 'amended' : 'announced';
  if (stage === 'announced' && ABOUT_AGREEMENT.test(words)) return null;
  const rest = sentence.quote.slice(agreement.start);
  const isPurchase =
    OF_COMPANY.test(rest) &&
    (BUSINESS.test(rest) || PROPERTY.test(rest) || /\bacquire\b/i.test(rest)) &&
    !isOwnIssue(sentence.quote);
  if (!isMerger && !isPurchase) return null;
  const counterparty = nameInRole(assertion, 'with', document) ?? namesBeside(assertion, document);
  if (counterparty === null && stage === 'announced') return null;
  const side = sideOf(assertion, document);
  const amount = stage === 'announced' ? amountIn(assertion) : null;
  return {
    variant: stage,
    counterparty,
    fields: { ...(counterparty === null ? {} : { counterparty }), dealSide: side, ...(amount ?? {}), stage },
  };
}

/** Agreements on securities that the filer issues. */
function isOwnIssue(quote: string): boolean {
  return OWN_ISSUE.test(quote.replace(/\s*\([^()]*\)/g, ''));
}

const OWN_ISSUE =
  /\b(?:securities purchase agreements?|(?:accredited|institutional) investors?|warrants to (?:purchase|acquire)|underwriters?|initial purchasers?|private placement|aggregate principal amount|investors|newly issued|issu(?:e|ance) and s(?:ell|ale)|shares of (?:its|our|the company[’']s)|credit agreement|lease)\b/i;

/** Who buys, by the clauses about the deal: `will acquire`, `merge into the Company`. */
function sideOf({ parsed }: EventAssertion, document: EventDocument): Side {
  for (const { verb, subjects, voice, objects } of parsed.clauses) {
    const isOwnSubject = subjects.some(subject => isOwn(document.partyOf(subject)));
    const isOwnObject = objects.some(object => document.partyOf(object) === 'registrant');
    const isBuying = /^(?:acquire|purchase|buy)$/.test(verb.main.lemma);
    const isSelling = /^(?:sell|divest|transfer)$/.test(verb.main.lemma);
    if (isBuying && isOwnSubject) return voice === 'passive' ? 'sold' : 'bought';
    if (isSelling && isOwnSubject) return voice === 'passive' ? 'bought' : 'sold';
    if (isBuying && isOwnObject) return 'sold';
  }
  return 'unknown';
}

/** A name with a legal form, or one that the document defines. */
function isCompany(name: string | null, { fullNames }: EventDocument): boolean {
  return name !== null && (LEGAL_FORM.test(name) || [...fullNames.values()].includes(name));
}

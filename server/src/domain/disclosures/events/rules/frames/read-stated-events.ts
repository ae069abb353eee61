import type { Clause } from '../../../../../formats/prose/clauses.ts';
import { plainName } from '../../../../../formats/prose/names.ts';
import type { NounPhrase, PrepositionalPhrase } from '../../../../../formats/prose/phrases.ts';
import type { Sentence } from '../../../../../formats/prose/sentences.ts';
import { readStatedDates, type StatedSpan } from '../../../../../formats/prose/stated-dates.ts';
import { statusOfClause } from '../../../../../formats/prose/status.ts';
import { nameKey } from '../../../../../kernel/identifiers/name-key.ts';
import { appendAll } from '../../../../../kernel/lists.ts';
import type { FilingContents } from '../../../../filings/filings/model/filing-contents.ts';
import { readAuthorities } from '../../../prose/rules/authorities.ts';
import type { EventEvidence, EventFields, EventKind } from '../../model.ts';
import { readMoney } from '../current-report/money.ts';
import type { FoundEvent } from '../event-kinds.ts';
import { type EventDocument, readEventDocument } from './event-document.ts';
import { EVENT_FRAMES, type EventAssertion, kindOf } from './event-frames.ts';
import { dateOf, isOfPeriod, precisionOf } from './stated-date.ts';
import { fullNameOf, nameOf } from './stated-names.ts';

/** What a frame makes of an assertion: null if the assertion is no event of the filer. */
type Reader = (assertion: EventAssertion, context: Context) => Reading | null;

interface Reading {
  variant?: string;
  counterparty?: string | null;
  fields?: EventFields;
  isResolving?: boolean;
}

interface Context {
  document: EventDocument;
  sectionKey: string | null;
  /** The last case that the sentences before describe. */
  lastCase: Case | null;
  /** The date at the head of a release, for `today`. */
  dateline: StatedSpan | null;
}

interface Case {
  counterparty: string | null;
  side: 'plaintiff' | 'defendant' | null;
  sentence: Sentence;
}

const READERS: Partial<Record<EventKind, Reader>> = {
  litigation: readLitigation,
  regulatory_action: readRegulatoryAction,
  acquisition_or_disposal: readDeal,
  buyback: readBuyback,
  restructuring: readRestructuring,
};

/** Reports of a period state events with a year; cases without one are the context of others. */
const MAY_STATE =
  /\b(?:19|20)\d\d\b|\b(?:law)?suits?\b|\bcomplaints?\b|\bactions?\b|\blitigation\b|\barbitration\b|\bvs?\.\s/;

/** A case is described in consecutive sentences: how many characters may lie between. */
const MAX_CASE_CHARS = 2_500;

/** Reads the events that the sentences of a filing state, in any section and exhibit. */
export function readStatedEvents(contents: FilingContents): StatedEvent[] {
  const document = readEventDocument(contents);
  const found: Stated[] = [];
  for (const { sectionKey, sentences } of document.texts) {
    const context: Context = { document, sectionKey, lastCase: null, dateline: datelineOf(sentences) };
    for (const sentence of sentences) {
      if (document.isPeriodic && !MAY_STATE.test(sentence.quote)) continue;
      const inSentence: Stated[] = [];
      for (const assertion of EVENT_FRAMES.read(sentence, { names: document.names, periodEnd: null })) {
        const stated = readAssertion(assertion, context);
        if (stated !== null && !inSentence.some(one => isSameMatter(one, stated))) inSentence.push(stated);
      }
      appendAll(found, inSentence);
      rememberCase(sentence, context);
    }
  }
  return merge(found).map(one => one.event);
}

/** An event with the code of the item that states it; null outside of items. */
export type StatedEvent = FoundEvent & { itemCode: string | null };

interface Stated {
  event: StatedEvent;
  date: StatedSpan | null;
  counterparty: string | null;
}

function readAssertion(assertion: EventAssertion, context: Context): Stated | null {
  const { kind, variant } = kindOf(assertion);
  const reading = READERS[kind]?.(assertion, context) ?? null;
  if (reading === null) return null;
  const { document, sectionKey } = context;
  const { sentence } = assertion;
  const date = dateOf(assertion) ?? (/\btoday\b/i.test(sentence.quote) ? context.dateline : null);
  if (date === null ? document.isPeriodic || !isToldAsNews(assertion, reading) : !isOfPeriod(date, document))
    return null;
  const counterparty = reading.counterparty ?? null;
  return {
    date,
    counterparty,
    event: {
      itemCode: /^item_([\d.]+)$/.exec(sectionKey ?? '')?.[1] ?? null,
      kind,
      variant: reading.variant ?? (variant === '' ? null : variant),
      isResolving: reading.isResolving ?? false,
      eventDate: date?.first ?? null,
      ...(date === null || precisionOf(date) === 'day' ? {} : { datePrecision: precisionOf(date) }),
      subject: counterparty ?? '',
      fields: reading.fields ?? {},
      evidence: [evidenceOf(sentence, sectionKey)],
    },
  };
}

/** A deal without a date is news only in the simple past and with a named party: `has acquired companies` is a recital. */
function isToldAsNews({ clause }: EventAssertion, { counterparty = null }: Reading): boolean {
  return (
    counterparty !== null &&
    clause !== null &&
    clause.form === 'finite' &&
    !clause.verb.tokens.some(token => token.lemma === 'have')
  );
}

function evidenceOf({ quote, start, end }: Sentence, sectionKey: string | null): EventEvidence {
  return sectionKey === null
    ? { sectionKey, quote, charStart: null, charEnd: null }
    : { sectionKey, quote, charStart: start, charEnd: end };
}

const isOwn = (party: string | undefined) => party === 'registrant' || party === 'subsidiary';

function nameInRole({ roles, sentence }: EventAssertion, role: string, document: EventDocument): string | null {
  const stated = roles[role];
  if (stated === undefined || isOwn(stated.party)) return null;
  return nameInPhrase(stated.phrase, sentence.quote, document);
}

function nameInPhrase(phrase: NounPhrase, quote: string, document: EventDocument): string | null {
  const named = nameOf(phrase, quote);
  return named === null ? null : fullNameOf(named.name, document);
}

/** The phrases that prepositions attach to a phrase, the attached ones included. */
function attachedTo(phrase: NounPhrase, depth = 0): PrepositionalPhrase[] {
  return depth > 4 ? [] : phrase.preps.flatMap(prep => [prep, ...attachedTo(prep.phrase, depth + 1)]);
}

function amountIn({ sentence, clause }: EventAssertion): { amount: number; currency: string } | null {
  const money = readMoney(sentence.quote).filter(one => one.amount >= 10_000);
  const own = clause === null ? [] : money.filter(one => one.start >= clause.start && one.end <= clause.end);
  const [first] = own.length > 0 ? own : money;
  return first === undefined ? null : { amount: first.amount, currency: first.currency };
}

const CASE_WORD = "[\\p{Lu}\\d][\\p{L}\\p{N}.&'’-]*";
const NAME_IN_CASE = `${CASE_WORD}(?:,? (?:Inc|LLC|Corp|Co|Ltd|L\\.P|et al)\\b\\.?| (?:(?:of|and|&|the|ex|rel\\.) ){0,3}${CASE_WORD}){0,7}`;
/** `Fictional Mills, Inc. v. Example Corp.`: the parties of a case. */
const CASE_NAME = new RegExp(`(${NAME_IN_CASE}),? vs?\\. (${NAME_IN_CASE})`, 'u');

/** Number of leading sentences that may hold the date of a release. */
const HEAD_SENTENCES = 6;

function datelineOf(sentences: readonly Sentence[]): StatedSpan | null {
  const dates = sentences.slice(0, HEAD_SENTENCES).flatMap(one => readStatedDates(one.text));
  return dates.find(one => one.first === one.last) ?? null;
}

function rememberCase(sentence: Sentence, context: Context): void {
  if (!/ vs?\.\s/.test(sentence.quote)) return;
  const named = partiesOfCase(sentence, context.document);
  if (named !== null && named.side !== null) context.lastCase = { ...named, sentence };
}

/** The parties that the name of a case states, and the side of the filer. */
function partiesOfCase({ quote }: Sentence, { names }: EventDocument): Omit<Case, 'sentence'> | null {
  const [, left = '', right = ''] = CASE_NAME.exec(quote.replace(/\s/g, ' ')) ?? [];
  if (left === '') return null;
  const [plaintiff, defendant] = [left, right].map(name =>
    name.replace(/^(?:In|The|styled|captioned)\s+(?=\p{Lu})/u, '').replace(/,?\s*(?:et al\.?,?)?\s*$/, ''),
  );
  if (plaintiff === undefined || defendant === undefined) return null;
  const isOwnName = (name: string) => {
    const plain = plainName(name);
    return (
      names.own.some(own => own === plain || plain.startsWith(`${own} `)) || names.terms.get(plain) === 'subsidiary'
    );
  };
  if (isOwnName(plaintiff)) return { counterparty: defendant, side: 'plaintiff' };
  return { counterparty: plaintiff, side: isOwnName(defendant) ? 'defendant' : null };
}

/** Orders of bankruptcy courts belong to the kind `bankruptcy`. */
const OF_BANKRUPTCY = /\b(?:bankruptcy|chapter (?:7|11)|plan of reorgani[sz]ation)\b/i;

function readLitigation(assertion: EventAssertion, context: Context): Reading | null {
  const { variant } = kindOf(assertion);
  if (variant === 'filed') return readFiling(assertion, context);
  const { status, sentence, roles, clause } = assertion;
  const { document } = context;
  const known = caseBefore(sentence, context);
  const mentionsOwn = assertion.parsed.phrases.some(phrase => isOwn(document.partyOf(phrase)));
  if (known === null && !mentionsOwn) return null;
  if (OF_BANKRUPTCY.test(sentence.quote)) return null;
  if (variant === 'settled') {
    const isTold = status === 'asserted' || (status === 'planned' && /^agree/.test(clause?.governor?.lemma ?? ''));
    const isPaid =
      status === 'hypothetical' && clause?.form === 'infinitive' && clause.parent?.verb.main.lemma === 'pay';
    if (!isTold && !isPaid) return null;
  } else {
    if (status !== 'asserted') return null;
    // A ruling that no court makes: `we dismissed the claim`.
    if (clause?.voice === 'active' && clause.form !== 'participle' && !isCourt(roles.agent?.text)) return null;
  }
  const stated =
    nameInRole(assertion, 'agent', document) ??
    nameInRole(assertion, 'with', document) ??
    nameInRole(assertion, 'against', document);
  const named = partiesOfCase(sentence, document);
  const counterparty = named?.counterparty ?? stated ?? known?.counterparty ?? null;
  const side = named?.side ?? known?.side ?? null;
  const amount = amountIn(assertion);
  return {
    counterparty,
    isResolving: variant === 'settled',
    fields: {
      ...(counterparty === null ? {} : { counterparty }),
      ...(side === null ? {} : { side }),
      ...(amount ?? {}),
    },
  };
}

function caseBefore(sentence: Sentence, { lastCase }: Context): Case | null {
  return lastCase !== null && sentence.start - lastCase.sentence.end < MAX_CASE_CHARS ? lastCase : null;
}

function isCourt(agent: string | undefined): boolean {
  return agent !== undefined && /\b(?:court|judge|jury|tribunal|arbitrators?|circuit)\b/i.test(agent);
}

function readFiling(assertion: EventAssertion, context: Context): Reading | null {
  const { roles, status, sentence } = assertion;
  const { document } = context;
  if (status !== 'asserted' && status !== 'resolved') return null;
  // A step of a pending case.
  if (/\b(?:amended|answer|this|these|such|that)\b/i.test(roles.patient?.text ?? '')) return null;
  const isSuing = assertion.frame.verbs === 'sue';
  const defendant = isSuing ? roles.patient : roles.against;
  const plaintiff = nameInRole(assertion, 'agent', document);
  const target = nameInRole(assertion, isSuing ? 'patient' : 'against', document);
  const known = caseBefore(sentence, context);
  const named = partiesOfCase(sentence, document);
  const stated = isOwn(roles.agent?.party) ? 'plaintiff' : isOwn(defendant?.party) ? 'defendant' : null;
  const side = named?.side ?? stated;
  const counterparty =
    named?.counterparty ?? (side === 'plaintiff' ? target : (plaintiff ?? (side === null ? target : null)));
  if (counterparty !== null || side !== null || known === null) context.lastCase = { counterparty, side, sentence };
  if (isSuing && side === null) return null;
  if (side === null && (!document.isPeriodic || (counterparty === null && known === null))) return null;
  return {
    counterparty: counterparty ?? (side === null ? (known?.counterparty ?? null) : null),
    fields: { ...(counterparty === null ? {} : { counterparty }), ...(side === null ? {} : { side }) },
  };
}

function readRegulatoryAction(assertion: EventAssertion, { document }: Context): Reading | null {
  const { roles, status, sentence } = assertion;
  if (status !== 'asserted') return null;
  const { variant } = kindOf(assertion);
  const isReceived = /^(?:receive|enter|settle)/.test(assertion.frame.verbs ?? '');
  const concerned = isReceived ? roles.agent : (roles.on ?? roles.to ?? roles.into ?? roles.against ?? roles.patient);
  const mentionsOwn = assertion.parsed.phrases.some(phrase => isOwn(document.partyOf(phrase)));
  if (isReceived && !isOwn(concerned?.party) && !(document.isPeriodic && concerned?.party === 'other')) return null;
  if (!isReceived && !mentionsOwn && !document.isPeriodic) return null;
  const role = isReceived ? (variant === 'settled' ? 'with' : 'from') : 'agent';
  const counterparty = nameInRole(assertion, role, document);
  const [authority] = readAuthorities(sentence.quote);
  const amount = variant === 'ordered' ? amountIn(assertion) : null;
  return {
    counterparty,
    isResolving: variant === 'closed',
    fields: {
      ...(authority === undefined ? {} : { authority }),
      ...(counterparty === null ? {} : { counterparty }),
      ...(amount ?? {}),
    },
  };
}

/** Own securities and goods: what a company buys without a deal. */
const NO_DEAL_OBJECT =
  /\b(?:common stock|treasury|notes?|bonds?|debentures?|inventor(?:y|ies)|equipment|insurance|options?|warrants?|services?|products?|shares? of (?:our|its|the company)|units of|securities|receivables?|materials?|electricity|gas|energy|power|loans?|property and|land)\b/i;
const STRICT_BUSINESS =
  /\b(?:business(?:es)?|compan(?:y|ies)|subsidiar(?:y|ies)|divisions?|operations|stake|interests?|all (?:of )?(?:the )?(?:issued and )?outstanding|substantially all)\b/i;
const DEAL =
  /^(?:acquisition|purchase|merger|sale|divestiture|disposition|disposal|combination|spin-off|exchange|transaction)$/;
const SOLD = /^(?:sale|divestiture|disposition|disposal)$/;

function readDeal(assertion: EventAssertion, { document, sectionKey }: Context): Reading | null {
  const { roles, status, sentence, clause, frame } = assertion;
  const { patient, agent } = roles;
  if (frame.family.endsWith('announced')) return readMergerAgreement(assertion, document);
  if (patient === undefined) return null;
  const isCompletion = frame.verbs?.startsWith('complete') === true;
  if (isCompletion && !DEAL.test(patient.phrase.head.lemma)) return null;
  const isSale = isCompletion ? SOLD.test(patient.phrase.head.lemma) : frame.verbs?.startsWith('sell') === true;
  const isAgreed = clause !== null && isAgreedTo(clause, assertion);
  if (status !== 'asserted' && !isAgreed) return null;
  if (clause?.verb.tokens.some(token => token.pos === 'VERB' && token !== clause.verb.main) === true) return null;
  const whole = sentence.quote.slice(patient.start, attachedTo(patient.phrase).at(-1)?.phrase.end ?? patient.end);
  const targets = [patient.phrase, ...attachedTo(patient.phrase).map(one => one.phrase)];
  const target =
    targets
      .map(phrase =>
        document.partyOf(phrase) === 'registrant' ? null : nameInPhrase(phrase, sentence.quote, document),
      )
      .find(one => one !== null) ?? null;
  if (NO_DEAL_OBJECT.test(whole) && !/\boutstanding\b/i.test(whole)) return null;
  if (!isCompletion && !STRICT_BUSINESS.test(whole) && !isCompany(target, document)) return null;
  // An item of a release without a subject: `Completed the sale of the unit.`
  const isOwnItem =
    sectionKey === null && clause?.subjects.length === 0 && clause.form === 'finite' && clause.start < 4;
  const isOwnBuying = isOwn(agent?.party) || isOwnItem;
  const isOwnBought =
    !isSale &&
    targets.some(
      phrase => document.partyOf(phrase) === 'registrant' && !/^(?:we|us|our|its)$/i.test(phrase.head.text),
    ) &&
    agent?.party === 'other';
  const isUnattributed = isCompletion && clause?.voice === 'passive' && clause.form === 'finite' && target !== null;
  if (!isOwnBuying && !isOwnBought && !isUnattributed) return null;
  const agreedWith = isAgreed ? partnerOf(clause?.parent ?? null, assertion, document) : null;
  const buyer = nameInRole(assertion, 'to', document) ?? agreedWith;
  const seller = nameInRole(assertion, 'from', document) ?? agreedWith;
  const counterparty = isOwnBought
    ? nameInRole(assertion, 'agent', document)
    : isSale
      ? (buyer ?? target)
      : (target ?? seller);
  const amount = amountIn(assertion);
  return {
    variant: isAgreed ? 'announced' : 'completed',
    counterparty,
    fields: {
      ...(counterparty === null ? {} : { counterparty }),
      dealSide: isSale || isOwnBought ? 'sold' : 'bought',
      ...(amount ?? {}),
      stage: isAgreed ? 'announced' : 'completed',
    },
  };
}

const MERGER_AGREEMENT =
  /\b(?:plan of (?:merger|reorgani[sz]ation|arrangement)|(?:merger|business combination|arrangement) agreement)\b/i;

/** `entered into an Agreement and Plan of Merger with X` */
function readMergerAgreement(assertion: EventAssertion, document: EventDocument): Reading | null {
  const { status, tense, roles, sentence } = assertion;
  const agreement = roles.into ?? roles.patient;
  if (status !== 'asserted' || tense !== 'past' || agreement === undefined) return null;
  if (!MERGER_AGREEMENT.test(sentence.quote.slice(agreement.start, agreement.end + 40))) return null;
  if (/\b(?:amend\w*|terminat\w*|support agreement|voting agreement)\b/i.test(sentence.quote)) return null;
  const counterparty = nameInRole(assertion, 'with', document);
  if (counterparty === null) return null;
  return { variant: 'announced', counterparty, fields: { counterparty, dealSide: 'unknown', stage: 'announced' } };
}

const LEGAL_FORM =
  /\b(?:Inc|Corp|Corporation|Company|Co|Ltd|Limited|LLC|L\.L\.C|plc|PLC|L\.?P|AG|GmbH|S\.A|N\.V|B\.V|Holdings?|Group|Bank|Bancorp)\b\.?$/;

/** A name with a legal form, or one that the document defines. */
function isCompany(name: string | null, { fullNames }: EventDocument): boolean {
  return name !== null && (LEGAL_FORM.test(name) || [...fullNames.values()].includes(name));
}

/** With whom a clause says that something is agreed. */
function partnerOf(clause: Clause | null, { sentence }: EventAssertion, document: EventDocument): string | null {
  const partners = clause?.preps.filter(prep => prep.preposition === 'with') ?? [];
  return partners.map(prep => nameInPhrase(prep.phrase, sentence.quote, document)).find(name => name !== null) ?? null;
}

const AGREEMENTS = new Set(['agreement', 'contract']);

/** `agreed to acquire`, `entered into an agreement with X to sell`: agreed by what the clause before states. */
function isAgreedTo({ form, parent }: Clause, { parsed }: EventAssertion): boolean {
  if (form !== 'infinitive' || parent === null || parent.verb.tense !== 'past') return false;
  if (statusOfClause(parent, parsed) !== 'asserted') return false;
  if (parent.verb.main.lemma === 'agree') return true;
  const isSigned = /^(?:enter|sign|execute|reach|announce)$/.test(parent.verb.main.lemma);
  return (
    isSigned &&
    [...parent.objects, ...parent.preps.map(prep => prep.phrase)].some(one => AGREEMENTS.has(one.head.lemma))
  );
}

const REPURCHASE_OF_SHARES = /\b(?:shares?|stock|common|repurchase (?:program|plan|authori[sz]ation))\b/i;

function readBuyback(assertion: EventAssertion): Reading | null {
  const { status, sentence, clause, frame } = assertion;
  if (
    !REPURCHASE_OF_SHARES.test(sentence.quote) ||
    !/\b(?:repurchas\w+|buy-?backs?|purchase)\b/i.test(sentence.quote) ||
    /\b(?:notes|debentures)\b/i.test(sentence.quote)
  )
    return null;
  if (frame.verbs?.startsWith('repurchase') === true) {
    const governor = clause?.governor?.lemma ?? '';
    if (!/^(?:authorize|authority|approve|authorization)$/.test(governor)) return null;
    const parent = clause?.parent;
    // `we are authorised to repurchase` is a state.
    if (parent?.form === 'finite' && parent.voice === 'passive') return null;
    if (parent?.verb.tense !== 'past' && parent?.form !== 'gerund' && parent?.form !== 'participle') return null;
    if (!/\b(?:repurchase|additional)\b/i.test(sentence.quote)) return null;
  } else if (status !== 'asserted' || assertion.tense !== 'past' || clause?.form === 'participle') return null;
  // `bought shares under the programme that the board authorised`
  if (assertion.parsed.clauses.some(one => one.verb.main.lemma === 'repurchase' && one.form !== 'infinitive'))
    return null;
  const amount = amountIn(assertion);
  const isIncrease = /\b(?:additional|increas\w+|expan\w+)\b/i.test(sentence.quote);
  return {
    variant: isIncrease ? 'increased' : 'authorised',
    fields: { ...(amount ?? {}), returnMethod: 'repurchase' },
  };
}

/** Impairments of financial assets are changes of value. */
const OF_INVESTMENTS = /\b(?:investments?|securities|receivables?|loans?)\b/i;
const OF_WORKFORCE = /\b(?:workforce|headcount|employees|positions|jobs|layoffs?|severance)\b/i;

function readRestructuring(assertion: EventAssertion): Reading | null {
  const { status, roles, sentence, clause, frame } = assertion;
  const { variant } = kindOf(assertion);
  const isOfOther = roles.agent !== undefined && !isOwn(roles.agent.party) && roles.agent.party !== 'unknown';
  if (isOfOther) return null;
  const amount = amountIn(assertion);
  if (variant === 'impairment' && (amount === null || OF_INVESTMENTS.test(sentence.quote))) return null;
  if (frame.verbs?.startsWith('restructure') === true) {
    const isPlanned =
      status === 'planned' && /^(?:plan|intention|decision|decide)$/.test(clause?.governor?.lemma ?? '');
    if (!isPlanned || clause?.parent?.verb.tense !== 'past') return null;
  } else if (status !== 'asserted') return null;
  return {
    variant: variant === 'exit_plan' && OF_WORKFORCE.test(sentence.quote) ? 'layoffs' : variant,
    fields: amount ?? {},
  };
}

function isSameMatter(a: Stated, b: Stated): boolean {
  return a.event.kind === b.event.kind && a.event.variant === b.event.variant;
}

/** Drops statements of the same matter: same kind, variant, party and day, or one of them unstated. */
function merge(found: readonly Stated[]): Stated[] {
  const kept: Stated[] = [];
  for (const one of found) {
    const same = kept.find(other => isSameMatter(other, one) && isSameParty(other, one) && isSameDay(other, one));
    if (same === undefined) kept.push(one);
    else addTo(same, one);
  }
  return kept;
}

const MAX_EVIDENCE = 5;

/** Adds what another statement of the same matter says: evidence, unstated fields, and the exact day. */
function addTo(kept: Stated, { event, date, counterparty }: Stated): void {
  const known = kept.event;
  known.evidence = [...(known.evidence ?? []), ...(event.evidence ?? [])].slice(0, MAX_EVIDENCE);
  known.fields = { ...event.fields, ...known.fields };
  if (kept.counterparty === null && counterparty !== null) {
    kept.counterparty = counterparty;
    known.subject = counterparty;
  }
  if (date !== null && event.datePrecision === undefined && known.datePrecision !== undefined) {
    kept.date = date;
    known.eventDate = date.first;
    delete known.datePrecision;
  }
}

const WITHOUT_PARTY: ReadonlySet<EventKind> = new Set(['restructuring', 'buyback']);

function isSameAmount(a: EventFields = {}, b: EventFields = {}): boolean {
  const [x, y] = [a, b].map(fields => ('amount' in fields ? fields.amount : undefined));
  return x === undefined || y === undefined || x === y;
}

function isSameParty(a: Stated, b: Stated): boolean {
  const [x, y] = [nameKey(a.counterparty ?? ''), nameKey(b.counterparty ?? '')];
  if (WITHOUT_PARTY.has(a.event.kind)) return isSameAmount(a.event.fields, b.event.fields);
  if (x === '' || y === '') return a.date?.first === b.date?.first && a.date?.last === b.date?.last;
  return x === y || x.startsWith(`${y} `) || y.startsWith(`${x} `);
}

/** A deal is done once: of two days, one is of its agreement or its accounting. */
function isSameDay(a: Stated, b: Stated): boolean {
  if (a.event.kind === 'acquisition_or_disposal' && a.counterparty !== null && b.counterparty !== null) return true;
  if (a.date === null || b.date === null) return true;
  return a.date.first <= b.date.last && b.date.first <= a.date.last;
}

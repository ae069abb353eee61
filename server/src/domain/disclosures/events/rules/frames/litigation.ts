import type { Role } from '../../../../../formats/prose/frames.ts';
import { plainName } from '../../../../../formats/prose/names.ts';
import type { Sentence } from '../../../../../formats/prose/sentences.ts';
import { readStatedDates } from '../../../../../formats/prose/stated-dates.ts';
import { readAuthorities } from '../../../prose/rules/authorities.ts';
import type { EventDocument } from './event-document.ts';
import { type EventAssertion, kindOf } from './event-frames.ts';
import {
  amountIn,
  attachedTo,
  type Case,
  type Context,
  isOwn,
  mentionsOwn,
  nameInPhrase,
  nameInRole,
  namesBeside,
  type Reading,
} from './reading.ts';
import { LEGAL_FORM } from './stated-names.ts';

/** A case is described in consecutive sentences: how many characters may lie between. */
const MAX_CASE_CHARS = 2_500;

const CASE_WORD = "[\\p{Lu}\\d][\\p{L}\\p{N}.&'’-]*";
const NAME_IN_CASE = `${CASE_WORD}(?:,? (?:Inc|LLC|Corp|Co|Ltd|L\\.P|et al)\\b\\.?| (?:(?:of|and|&|the|ex|rel\\.) ){0,3}${CASE_WORD}){0,7}`;
/** `Fictional Mills, Inc. v. Example Corp.`: the parties of a case. */
const CASE_NAME = new RegExp(`(${NAME_IN_CASE}),? vs?\\. (${NAME_IN_CASE})`, 'u');

/** `In the action against Example Corp. regarding`: a case that a paragraph begins with. */
const NAMED_CASE = new RegExp(
  `^(?:\\W*(?:[Cc]ontinued\\W+)?)In (?:the|our|its) (?:\\p{Ll}+ ){0,3}(?:action|lawsuit|suit|case|litigation|arbitration|matter) (?:\\p{Ll}+ ){0,2}(?:against|with|by) (${NAME_IN_CASE})`,
  'u',
);

export function rememberCase(sentence: Sentence, context: Context): void {
  const [, opponent] = NAMED_CASE.exec(sentence.quote) ?? [];
  if (opponent !== undefined) {
    const counterparty = opponent.replace(/,$/, '');
    if (!isOwnName(counterparty, context.document)) context.lastCase = { counterparty, side: null, sentence };
    return;
  }
  if (!/ vs?\.\s/.test(sentence.quote)) return;
  const named = partiesOfCase(sentence, context.document);
  if (named !== null && named.side !== null) context.lastCase = { ...named, sentence };
}

/** The parties that the name of a case states, and the side of the filer. */
function partiesOfCase({ quote }: Sentence, document: EventDocument): Omit<Case, 'sentence'> | null {
  const [, left = '', right = ''] = CASE_NAME.exec(quote.replace(/\s/g, ' ')) ?? [];
  if (left === '') return null;
  const [plaintiff, defendant] = [left, right].map(name =>
    name.replace(/^(?:In|The|styled|captioned)\s+(?=\p{Lu})/u, '').replace(/,?\s*(?:et al\.?,?)?\s*$/, ''),
  );
  if (plaintiff === undefined || defendant === undefined) return null;
  if (isOwnName(plaintiff, document)) return { counterparty: defendant, side: 'plaintiff' };
  // Suits in the name of others, such as officers, count as the filer's if it reports them.
  const isOfOfficers = OF_HOLDERS.test(quote) && !LEGAL_FORM.test(defendant);
  return { counterparty: plaintiff, side: isOwnName(defendant, document) || isOfOfficers ? 'defendant' : null };
}

function isOwnName(name: string, { names }: EventDocument): boolean {
  const plain = plainName(name);
  return names.own.some(own => own === plain || plain.startsWith(`${own} `)) || names.terms.get(plain) === 'subsidiary';
}

const OF_HOLDERS = /\b(?:class[- ]actions?|derivative|(?:stock|share)holders?)\b/i;

/** Orders of bankruptcy courts belong to the kind `bankruptcy`. */
const OF_BANKRUPTCY = /\b(?:bankruptcy|chapter (?:7|11)|plan of reorgani[sz]ation)\b/i;

export function readLitigation(assertion: EventAssertion, context: Context): Reading | null {
  const { variant } = kindOf(assertion);
  if (variant === 'filed') return readFiling(assertion, context);
  const reading = readOutcome(assertion, context);
  // `was dismissed pursuant to a settlement`
  const isOfSettlement =
    variant === 'judgment' && BY_SETTLEMENT.test(assertion.sentence.quote.slice(assertion.trigger.start));
  return reading !== null && isOfSettlement ? { ...reading, variant: 'settled', isResolving: true } : reading;
}

const BY_SETTLEMENT =
  /^[Dd]ismiss\w*\b[^,;.]{0,60}\b(?:pursuant to|under|as part of|as a result of|in connection with|following|upon) (?:an?|the|this|that|our|its|their) (?:[a-z-]+ ){0,2}settlement\b(?! described)/;

function readOutcome(assertion: EventAssertion, context: Context): Reading | null {
  const { variant } = kindOf(assertion);
  const { status, sentence, roles, clause, form, tense } = assertion;
  const { document } = context;
  // `In re Example Litigation` is a case of its own, whose parties it does not name.
  const known =
    / vs?\.\s/.test(sentence.quote) || !/\bIn re\b/i.test(sentence.quote) ? caseBefore(sentence, context) : null;
  const isOfOwn = mentionsOwn(assertion, document);
  if (known === null && !isOfOwn && !isOfCases(context)) return null;
  if (GRANTS_LEAVE.test(sentence.quote) && !RULES_BESIDE.test(sentence.quote)) return null;
  if (OF_BANKRUPTCY.test(sentence.quote) || PROCEDURE.test(sentence.quote) || OF_PAY.test(sentence.quote)) return null;
  if (variant === 'settled') {
    if (TENTATIVE.test(sentence.quote) || (known === null && !OF_CASE.test(sentence.quote))) return null;
    const isReported =
      status === 'asserted' ||
      status === 'resolved' ||
      (status === 'planned' && /^agree/.test(clause?.governor?.lemma ?? ''));
    // `a gain from the settlement of a lawsuit`; `the settlement of claims may` supposes one.
    if (form === 'noun' && tense !== 'past') return null;
    const isPaid =
      status === 'hypothetical' && clause?.form === 'infinitive' && clause.parent?.verb.main.lemma === 'pay';
    if (!isReported && !isPaid) return null;
  } else {
    if (status !== 'asserted') return null;
    // An indictment opens a case.
    if (/^(?:indictment|charge)$/.test(roles.patient?.phrase.head.lemma ?? '')) return null;
    // The approval of a settlement is read as such.
    if (roles.patient?.phrase.head.lemma === 'approval') return null;
    // A ruling that no court makes: `we dismissed the claim`.
    const isWon = /^(?:win|obtain|secure|lose)$/.test(clause?.verb.main.lemma ?? '');
    if (clause?.voice === 'active' && clause.form !== 'participle' && !isWon && !isCourt(roles.agent?.text))
      return null;
  }
  const isByCourt = isCourt(roles.agent?.text);
  const stated =
    (isByCourt ? null : nameInRole(assertion, 'agent', document)) ??
    nameInRole(assertion, 'with', document) ??
    partnerOfParent(assertion, document) ??
    nameInRole(assertion, 'against', document);
  const named = partiesOfCase(sentence, document);
  // `a ruling in Doe v. Roe`: a case of others that the filer follows.
  if (named !== null && named.side === null && known === null && !isOfOwn) return null;
  const beside = variant === 'settled' || known !== null ? null : namesBeside(assertion, document);
  const counterparty =
    named?.counterparty ??
    stated ??
    companyIn(assertion, context) ??
    known?.counterparty ??
    (beside !== null && !isCourt(beside) ? beside : null);
  if (variant === 'settled' && counterparty === null && readAuthorities(sentence.quote).length > 0) return null;
  // Settlements with regulators belong to the kind `regulatory_action`.
  const [authority] = variant === 'settled' && counterparty !== null ? readAuthorities(counterparty) : [];
  const amount = amountIn(assertion);
  if (authority !== undefined && counterparty !== null) {
    const isOfCase = counterparty === known?.counterparty && stated === null && isOfOwn;
    return isOfCase
      ? { kind: 'regulatory_action', counterparty, fields: { authority, counterparty, ...(amount ?? {}) } }
      : null;
  }
  const side = named?.side ?? known?.side ?? sideIn(assertion, document);
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

/** `entered into an agreement with Example Corp., settling all claims`: the party is in the clause before. */
function partnerOfParent({ clause, sentence }: EventAssertion, document: EventDocument): string | null {
  if (clause?.form !== 'participle' && clause?.form !== 'gerund') return null;
  const partner = clause.parent?.preps.find(prep => prep.preposition === 'with')?.phrase;
  const inObject = clause.parent?.objects
    .flatMap(object => attachedTo(object))
    .find(prep => prep.preposition === 'with');
  const phrase = partner ?? inObject?.phrase;
  return phrase === undefined || isOwn(document.partyOf(phrase))
    ? null
    : nameInPhrase(phrase, sentence.quote, document);
}

/** The company that a ruling names, if it is not the one of the case before: `in the suit against Example Corp.` */
function companyIn({ parsed, sentence }: EventAssertion, { document }: Context): string | null {
  const names = parsed.phrases
    .filter(phrase => !isOwn(document.partyOf(phrase)))
    .flatMap(phrase => nameInPhrase(phrase, sentence.quote, document) ?? [])
    .filter(name => LEGAL_FORM.test(name) && !isCourt(name) && readAuthorities(name).length === 0);
  return names[0] ?? null;
}

/** Orders on the course of a case rather than on its matter. */
const PROCEDURE =
  /\bmotions? (?:for leave )?to (?:amend|compel|stay|strike|transfer|seal|continue|intervene|consolidate|extend|appoint|quash|remand|withdraw|substitute)\b|\b(?:discovery|lead plaintiff|hearing date|extension of time|scheduling)\b|\b(?:held|heard|conducted|scheduled) (?:(?:an?|the|oral|its) )*(?:arguments?|hearings?|conference|mediation)\b/i;
/** `granted the defendants leave to reply`, and nothing else. */
const GRANTS_LEAVE = /\bgrant(?:ed|ing) (?:[\w’']+ ){0,4}leave\b/i;
const RULES_BESIDE = /\b(?:sustain|dismiss|den(?:y|ied)|affirm|revers|with(?:out)? prejudice)/i;
/** Grants of shares to employees. */
const OF_PAY =
  /\b(?:PSUs?|RSUs?|vest(?:s|ed|ing)?|(?:stock|share|equity|incentive|performance|option)[- ](?:based )?awards?|awards? granted)\b/i;
/** Steps before a higher court or an office. */
const OF_REVIEW =
  /\bpetitions? for (?:(?:a|an|the|writ|of|panel|inter|partes|en|banc) )*(?:certiorari|rehearing|review|reconsideration)\b/i;
/** A settlement that is not concluded yet. */
const TENTATIVE = /\b(?:tentative(?:ly)?|in principle|proposed settlement)\b/i;
const OF_CASE =
  /\b(?:law)?suits?\b|\b(?:litigations?|arbitrations?|complaints?|claims?|actions?|cases?|disputes?|proceedings?|plaintiffs?|settlement)\b/i;

/** The side of the filer that the sentence itself shows. */
function sideIn({ sentence, parsed }: EventAssertion, document: EventDocument): Case['side'] {
  const against = parsed.phrases.flatMap(({ preps }) => preps).filter(({ preposition }) => preposition === 'against');
  const ofClauses = parsed.clauses.flatMap(({ preps }) => preps).filter(({ preposition }) => preposition === 'against');
  const targets = [...against, ...ofClauses].map(({ phrase }) => document.partyOf(phrase));
  if (targets.some(isOwn)) return 'defendant';
  if (targets.includes('other') && (document.isPeriodic || mentionsOwn({ parsed }, document))) return 'plaintiff';
  const payer = parsed.clauses.find(({ verb }) => verb.main.lemma === 'pay')?.subjects[0];
  if (payer !== undefined) return isOwn(document.partyOf(payer)) ? 'defendant' : 'plaintiff';
  if (/\bmotions? to dismiss\b/i.test(sentence.quote)) return 'defendant';
  return OF_HOLDERS.test(sentence.quote) || /\bplaintiffs?\b/i.test(sentence.quote) ? 'defendant' : null;
}

function caseBefore(sentence: Sentence, { lastCase }: Context): Case | null {
  return lastCase !== null && sentence.start - lastCase.sentence.end < MAX_CASE_CHARS ? lastCase : null;
}

function isCourt(agent: string | undefined): boolean {
  return agent !== undefined && /\b(?:court|judge|jury|tribunal|arbitration panel|arbitrators?|circuit)\b/i.test(agent);
}

/** Verbs whose object is the one who is sued. */
const SUES = /^(?:sue|name|serve)/;
/** Verbs whose subject is the one who is sued: `received a complaint`, `is a defendant`. */
const RECEIVES = /^(?:receive|be)\b/;

/** What makes pending lawsuits definite: their number, or what they allege. */
const STATES_CLAIM =
  /\balleg\w+|\b(?:brought|filed|commenced|initiated) by\b|\bfor (?:unpaid|breach|(?:patent )?infringement|damages|violations?|negligence|wrongful|fraud)\b|\bapproximately \d+|\b(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|several) (?:[\w-]+ ){0,5}(?:(?:law)?suits?|cases?|actions?|complaints?|proceedings?)\b| vs?\.\s/i;
const IN_GENERAL =
  /\b(?:various|from time to time|ordinary course|normal course|routine|incidental|similar (?:\w+ )?(?:litigation|(?:law)?suits?|cases?|actions?|claims?))\b/i;
/** The parts of a report that describe its cases: legal proceedings and the notes to the statements. */
const OF_CASES =
  /^(?:part_i\.)?item_3$|^part_ii\.item_1$|^part_i\.item_1$|^(?:part_ii\.)?item_8(?:\.a)?$|item_18$|financial_statements|notes|legal/;

function isOfCases({ document, sectionKey }: Context): boolean {
  return document.isPeriodic && OF_CASES.test(sectionKey ?? '');
}

const CASES = new RegExp(`${CASE_NAME.source}[^;]{0,120}?\\b(?:filed |commenced |brought )?(?:on|in) `, 'gu');

/** `(1) Doe v. Example Corp. filed on May 2, 2022; (2) Roe v. Example Corp. filed on …`: each is a case of its own. */
function casesIn({ quote }: Sentence): Pick<Reading, 'counterparty' | 'date'>[] {
  const dates = readStatedDates(quote);
  return [...quote.matchAll(CASES)].flatMap(({ index, 0: found, 1: plaintiff = '' }) => {
    const end = index + found.length;
    const date = dates.find(stated => stated.start === end);
    return date === undefined ? [] : [{ counterparty: plaintiff, date }];
  });
}

function readFiling(assertion: EventAssertion, context: Context): Reading | null {
  const { roles, status, sentence, frame } = assertion;
  const { document } = context;
  if (status !== 'asserted' && status !== 'resolved') return null;
  if (OF_BANKRUPTCY.test(sentence.quote) || OF_REVIEW.test(sentence.quote)) return null;
  const isPending = frame.needs.has('pending');
  const isDatedNews = document.isCurrent && assertion.dates.length > 0;
  if (isPending && !document.isPeriodic && !isDatedNews) return null;
  const isParticipant = /^(?:participant|plaintiff|claimant)$/.test(roles.patient?.phrase.head.lemma ?? '');
  if (
    isPending &&
    ((!isDatedNews && !isParticipant && !STATES_CLAIM.test(sentence.quote)) || IN_GENERAL.test(sentence.quote))
  )
    return null;
  // A step of a pending case, or one that an earlier report described.
  if (isPending && /\bas (?:previously|earlier) (?:reported|disclosed|described)\b/i.test(sentence.quote)) return null;
  if (/\b(?:amended|answer|this|these|such|that)\b/i.test(roles.patient?.text ?? '')) return null;
  const isSuing = SUES.test(frame.verbs ?? '');
  const isReceiving = RECEIVES.test(frame.verbs ?? '');
  const defendant = roles['on/upon'] ?? (isSuing ? roles.patient : isReceiving ? roles.agent : roles.against);
  const plaintiffRole = isReceiving
    ? roles.by === undefined
      ? 'from'
      : 'by'
    : frame.verbs === 'sue'
      ? 'agent'
      : isSuing
        ? 'by'
        : 'agent';
  const plaintiff = nameInRole(assertion, plaintiffRole, document) ?? filerOfSuit(assertion, document);
  const target = nameInRole(assertion, isSuing ? 'patient' : 'against', document);
  const known = caseBefore(sentence, context);
  const named = partiesOfCase(sentence, document);
  const isOwnPlaintiff = isOwn(roles.agent?.party) && !isReceiving && !(isSuing && frame.verbs !== 'sue');
  const isDefendant = isOwn(defendant?.party) || (defendant !== undefined && isOfOwnBody(defendant, document));
  const stated = isOwnPlaintiff
    ? 'plaintiff'
    : isDefendant || namesOwnAsDefendant(assertion, document) || isOfOwnHolder(roles.agent)
      ? 'defendant'
      : null;
  const side = named?.side ?? stated;
  const counterparty =
    named?.counterparty ?? (side === 'plaintiff' ? target : (plaintiff ?? (side === null ? target : null)));
  if (counterparty !== null || side !== null || known === null) context.lastCase = { counterparty, side, sentence };
  const [first, ...others] = casesIn(sentence);
  if (first !== undefined && others.length > 0 && document.isPeriodic) {
    const fields = (name: string | null | undefined) => ({
      ...(name == null ? {} : { counterparty: name }),
      side: side ?? ('defendant' as const),
    });
    const toReading = (item: typeof first) => ({ ...item, fields: fields(item.counterparty) });
    return { ...toReading(first), others: others.map(toReading), mayBeOlder: isOfCases(context) };
  }
  if (isSuing && side === null) return null;
  // `the licensor filed suit against Example Corp.`: a case of others.
  const isOfOthers = roles.agent?.party === 'other' && roles.against?.party === 'other';
  if (side === null && isOfOthers && !mentionsOwn(assertion, document)) return null;
  // `a verdict in the suit brought by Example Corp.`: the sentence is about the ruling.
  if (assertion.clause?.form === 'participle' && OF_RULING.test(sentence.quote)) return null;
  const isOfOwnCases = isOfCases(context);
  const isUnnamed =
    counterparty === null && known === null && (isPending || !isOfOwnCases || roles.against !== undefined);
  if (side === null && (!document.isPeriodic || isUnnamed)) return null;
  // `Lawsuits were filed against Example LLC alleging`: an annual report describes its cases without a day as well.
  const isDescribed =
    document.isAnnual &&
    isOfOwnCases &&
    counterparty !== null &&
    STATES_CLAIM.test(sentence.quote) &&
    !/\b(?:has|have|had|previously)\b/i.test(sentence.quote.slice(0, assertion.trigger.start));
  return {
    counterparty: counterparty ?? (side === null ? (known?.counterparty ?? null) : null),
    fields: { ...(counterparty === null ? {} : { counterparty }), ...(side === null ? {} : { side }) },
    mayBeOlder: isOfOwnCases && side !== null,
    needsNoDate:
      (isPending && !isDatedNews) ||
      isDescribed ||
      (document.isCurrent && counterparty !== null && !/\bhave been\b/.test(sentence.text)),
    ...(isPending && !isDatedNews ? { date: null } : {}),
  };
}

/** `two purported stockholders of the Company filed lawsuits`: those who own the filer sue it. */
function isOfOwnHolder(agent: Role | undefined): boolean {
  return agent !== undefined && /^(?:stockholder|shareholder|unitholder)$/.test(agent.phrase.head.lemma);
}

/** `alleging claims against the Company`, `naming as defendants the Company and its directors` */
function namesOwnAsDefendant({ parsed, trigger }: EventAssertion, { partyOf }: EventDocument): boolean {
  return parsed.clauses.some(({ form, verb, preps, objects }) => {
    if (form !== 'participle' && form !== 'gerund') return false;
    if (verb.start < trigger.end) return false;
    if (/^(?:allege|assert|seek|claim)$/.test(verb.main.lemma))
      return preps.some(({ preposition, phrase }) => preposition === 'against' && isOwn(partyOf(phrase)));
    return (
      verb.main.lemma === 'name' &&
      [...objects, ...preps.map(prep => prep.phrase)].some(phrase => isOwn(partyOf(phrase)))
    );
  });
}

/** Whether a sentence says how a case ended. */
export function endsCase(assertion: EventAssertion): boolean {
  const { kind, variant } = kindOf(assertion);
  const { status, sentence } = assertion;
  return (
    kind === 'litigation' &&
    variant !== 'filed' &&
    (status === 'asserted' || status === 'resolved') &&
    ENDS_CASE.test(sentence.quote) &&
    !GOES_ON.test(sentence.quote)
  );
}

const ENDS_CASE = /\b(?:dismiss|settle|resolv|conclud|terminat|withdr[ae]w|affirm|final judgment)/i;
/** What the end of a case is not: a motion that is denied, the end of a part, an appeal. */
const GOES_ON = /\b(?:den(?:y|ied)|without prejudice|in part|certain|some|remaining|appeal(?:ed|s|ing)?\b(?! court))/i;

/** Whether a case that was dismissed goes on: `plaintiffs appealed`, `the order was reversed`. */
export function reopensCase({ quote }: Sentence): boolean {
  return REOPENS.test(quote) && !/\baffirm/i.test(quote);
}

const REOPENS =
  /\b(?:revers(?:ed|ing)|vacat(?:ed|ing)|remand(?:ed|ing)|reinstat\w+|appeal(?:ed|ing)|notice of appeal|amended complaint)\b/i;

const OF_RULING = /\b(?:verdicts?|judgments?|rul(?:ed|ings?)|dismiss(?:ed|al)|settle(?:d|ments?))\b/i;

/** `a lawsuit filed by Example Corp.` */
function filerOfSuit({ parsed, sentence }: EventAssertion, document: EventDocument): string | null {
  const by = parsed.clauses
    .filter(({ verb, form }) => form === 'participle' && /^(?:file|bring|commence|initiate)$/.test(verb.main.lemma))
    .flatMap(({ preps }) => preps.filter(({ preposition }) => preposition === 'by'));
  return by.map(({ phrase }) => nameInPhrase(phrase, sentence.quote, document)).find(name => name !== null) ?? null;
}

/** `certain officers of the Company`, `our directors` */
function isOfOwnBody({ phrase }: Role, document: EventDocument): boolean {
  return (
    /^(?:officer|director|executive|board|subsidiary|affiliate)$/.test(phrase.head.lemma) &&
    (phrase.tokens[0]?.lower === 'our' ||
      /^(?:its|certain)$/.test(phrase.tokens[0]?.lower ?? '') ||
      phrase.preps.some(prep => isOwn(document.partyOf(prep.phrase))))
  );
}

import type { Clause } from '../../../../formats/prose/clauses.ts';
import type { Assertion } from '../../../../formats/prose/frames.ts';
import type { NounPhrase } from '../../../../formats/prose/phrases.ts';
import { readSplitRatio } from './split-ratio.ts';

type Requirement = (assertion: Assertion) => boolean;

const MONEY =
  /(?:[$€£¥₹]|\b(?:US|C|A|HK|R|S)\$|\b(?:USD|EUR|GBP|JPY|CNY|RMB|CHF|CAD|AUD|INR|BRL|KRW|HKD|NIS|NOK|SEK|DKK|PLN|MXN|ZAR|Rs\.?)) ?\d/;
const IMMEDIATE =
  /\beffective (?:immediately|today)\b(?! (?:upon|following|after|prior|before|at))|\b(?:effective|as of) (?:as of )?(?:the same|such|that|the same) (?:date|day)\b|\bimmediate effect\b|\bimmediately effective\b/i;
/** An auditor’s opinion with an exception. */
const EXCEPTION = /\bin our opinion\b.*\bexcept for\b/i;
const DEPARTURE = /\b(?:resign|step(?:ped|s)? down|re-?election)/i;
const GOING_CONCERN = /\bgoing[- ]concern\b/i;
const INVESTIGATES = /\b(?:investigat|inquir|forensic|irregularit|allegation)/i;
const STATEMENTS =
  /\b(?:financial (?:statements|information|results)|audit report|report of independent|balance sheet|10-[KQ]|20-F|year|quarter|period)/i;
/** `should not be relied upon as an indication` */
const RELIED_ON_AS = /\brel(?:y|ied)\b (?:up)?on[^.;]{0,120}? as (?:an?|being|indicat|represent|necessar|predict)/i;
/** `the class of purchasers`, but not `Class A common stock` */
const CLASS = /\bclass(?:es)?\b(?! (?:[A-Z]|of (?:common|preferred|stock|shares|securities))\b)/;
const FLOATING_SHARE =
  /(?:\d ?%|\bper ?cent|\bdiscount)[^.;]{0,60}\b(?:of|to|from)\b[^.;]{0,90}\b(?:lowest|average|VWAP|volume[- ]weighted|market price|trading prices?|closing (?:bid )?prices?|bid prices?|lower of)\b/i;
const CONVERTS = /\bconver(?:t|sion)/i;
/** Other uses of a share of a price: triggers, employee plans, repurchases. */
const OTHER_SHARE =
  /\b(?:exceed(?:s|ed|ing)?|premium|product of|employees?|purchase plan|greater than|at least|less than|redemption|redeem|repurchase|fair value)\b/i;
const WRITTEN_DOWN = /\bwr(?:ote|itten|iting|ite)[- ](?:down|off)\b/i;
const LISTING = /\b(?:de)?list(?:ed|ing)?\b|\bbid price\b/i;
const EFFECTIVELY = /\beffectively\b/i;
const BELOW = /\b(?:below|less than|under|not meet|fails?|failed|deficien)/i;

const INSIDER =
  /\b(?:officers?|directors?|chairman|chair|president|ceo|cfo|(?:stock|share)holders?|Mr\.|Ms\.|Mrs\.|Dr\.)/i;

/** `any payments`, `significant amounts`: no payment that was due. */
const NO_PAYMENT_DUE = /^(?:any|significant|material|substantial)\b/i;
/** Verbs by which a contract states its terms. */
const STATES_TERMS = /^(?:contain|include|exclude|provide|define|specify|require|impose|describe|cover|amend|modify)$/;
/** `covenants and events of default`: the terms of a contract. */
const BESIDE_COVENANTS = /\bcovenants,?\s+(?:and|or)\s+events\s+of\s+$/i;
/** `an increase in attacks`, `the number of attacks` */
const COUNTED = /\b(?:increases?|rise|number|risks?|threats?) (?:in|of)(?: \p{L}+)?\s*$/iu;
const ORDINARY = /\b(?:ordinary course|regulatory limit|same terms|comparable (?:loans|transactions))/i;
/** `is the subject of investigations`, not `is subject to investigations` */
const SUBJECT_OF = /\b(?:subjects? of|target of|named in)\b/i;
const NAMED_AUTHORITY =
  /\b(?:SEC|DOJ|FTC|CFPB|CFTC|EPA|FDA|OSHA|NHTSA|OFAC|IRS|FBI|EEOC|OCC|FDIC|FINRA|PCAOB|FCA|BaFin|CID|Attorneys? General|Attorney['’]s Office|Department of(?: the)? \p{Lu}\p{L}+|\p{Lu}\p{L}+ (?:Commission|Division|Bureau|Ministry|Authority|Agency|Administration|Office))\b/u;
/** What happens again and again is no particular matter. */
const HABITUAL =
  /\b(?:ordinary course|normal course|from time to time|routinely|regularly|periodic(?:ally)?|practice|growing|increasing)\b/i;

const isPast: Requirement = ({ clause, tense }) => tense === 'past' || tenseOf(clause) === 'past';
const hasMoney: Requirement = ({ sentence }) => MONEY.test(sentence.text);
const says =
  (words: RegExp): Requirement =>
  ({ sentence }) =>
    words.test(sentence.text);

/** What an assertion must state besides the words and roles of its frame, by the name in frames.tsv. */
export const REQUIREMENTS = {
  past: isPast,
  dated: assertion => isPast(assertion) && assertion.dates.length > 0,
  /** Not a habit: in the past, in progress, or described as such. */
  happening: assertion => isPast(assertion) || isInProgress(assertion.clause),
  ongoing: ({ clause }) => clause !== null && isInProgress(clause),
  passive: ({ clause }) => clause?.voice === 'passive',
  money: hasMoney,
  amount_of: assertion => hasMoney(assertion) && isAmountOf(assertion),
  immediate: ({ sentence, clause, tense }) =>
    IMMEDIATE.test(sentence.text) && !(clause?.relation === 'relative' && tense === 'present'),
  about_listing: says(LISTING),
  departure: says(DEPARTURE),
  going_concern: says(GOING_CONCERN),
  material_uncertainty: ({ sentence: { text } }) => GOING_CONCERN.test(text) && /\bmaterial uncertaint/i.test(text),
  exception: says(EXCEPTION),
  of_statements: ({ sentence: { text } }) => STATEMENTS.test(text) && !RELIED_ON_AS.test(text),
  effectively: says(EFFECTIVELY),
  reappointment: says(/\bre-?(?:appoint|elect|engage)|\bstand for\b/i),
  between_auditor: says(/\b(?:between|had|have|was|were|one|over|about|concerning)\b/i),
  /** No payment that was due: `did not make any payments` says nothing of one. */
  missed: assertion => isPast(assertion) && !NO_PAYMENT_DUE.test(assertion.roles.patient?.text ?? ''),
  own_debt: assertion =>
    isOccurring(assertion) &&
    Object.values(assertion.roles).some(
      ({ party, text }) => party === 'registrant' || /^(?:the|our|its|these)\b/i.test(text),
    ),
  occurring: isOccurring,
  /** `their respective cases` are not the registrant's alone. */
  own_case: ({ roles }) => !/^their\b/i.test(roles.agent?.text ?? ''),
  /** Not the duty to look for one. */
  found: ({ sentence }) => !/\bresponsib/i.test(sentence.text),
  particular: isParticular,
  suffered: assertion =>
    isPast(assertion) && assertion.dates.length > 0 && !COUNTED.test(textBefore(assertion.phrase, assertion)),
  /** Not what a bank lends its insiders in the ordinary course of business. */
  lent: assertion => hasMoney(assertion) && !ORDINARY.test(assertion.sentence.text),
  delists: assertion => assertion.status === 'planned' || isPast(assertion),
  below: says(BELOW),
  /** `the SEC’s investigation`, but not `SEC investigations` in general */
  of_one: ({ clause, trigger, tense }) => !/s$/.test(trigger.text) || tense === 'past' || isInProgress(clause),
  to_investigate: assertion => isPast(assertion) && INVESTIGATES.test(assertion.sentence.text),
  class: assertion => isPast(assertion) && CLASS.test(assertion.sentence.text),
  not_member: ({ sentence }) => !/\bmembers? of (?:the|a) class\b/i.test(sentence.text),
  guilty: assertion => isPast(assertion) && /\bguilty\b/i.test(assertion.sentence.text),
  owned_by_insider: assertion => hasMoney(assertion) && assertion.parsed.clauses.some(isOfInsider),
  written_down: assertion => hasMoney(assertion) && WRITTEN_DOWN.test(assertion.sentence.text),
  floating: ({ sentence: { text } }) => FLOATING_SHARE.test(text) && CONVERTS.test(text) && !OTHER_SHARE.test(text),
  stated_ratio: ({ sentence }) => (readSplitRatio(sentence.text) ?? 0) >= LARGE_RATIO,
  ratio: assertion => isPast(assertion) && (readSplitRatio(assertion.sentence.text) ?? LARGE_RATIO) >= LARGE_RATIO,
} as const satisfies Record<string, Requirement>;

export type Need = keyof typeof REQUIREMENTS;

/** Words without which a sentence says nothing of the matter: it is not parsed. */
export const PATTERNS: Partial<Record<Need, RegExp>> = {
  going_concern: GOING_CONCERN,
  material_uncertainty: GOING_CONCERN,
  immediate: IMMEDIATE,
  departure: DEPARTURE,
  about_listing: LISTING,
  effectively: EFFECTIVELY,
  owned_by_insider: INSIDER,
  written_down: WRITTEN_DOWN,
  floating: FLOATING_SHARE,
};

/** A smaller reverse split is no flag. */
const LARGE_RATIO = 10;

/** Whether the sentence states what the rule needs besides its words. */
export function isComplete(assertion: Assertion, need: Need | undefined): boolean {
  return need === undefined || REQUIREMENTS[need](assertion);
}

/** An infinitive has the tense of what governs it: `failed to pay`. */
function tenseOf(clause: Clause | null): string | null {
  let at = clause;
  for (let depth = 0; depth < 4 && at !== null && at.form !== 'finite'; depth++) at = at.parent;
  return at?.verb.tense ?? null;
}

/** A contract contains events of default; none of them has happened. */
function isOccurring({ clause, trigger, sentence: { quote } }: Assertion): boolean {
  if (BESIDE_COVENANTS.test(quote.slice(0, trigger.start))) return false;
  return clause === null || !STATES_TERMS.test(clause.verb.main.lemma);
}

/** An investigation of somebody, by a named authority, on a day: not investigations in general. */
function isParticular(assertion: Assertion): boolean {
  const { trigger, phrase, dates, clause, roles } = assertion;
  const { text } = assertion.sentence;
  if (/\blaw enforcement\b/i.test(text)) return false;
  const isDated = dates.length > 0;
  if (HABITUAL.test(text) && !isDated) return false;
  if (SUBJECT_OF.test(text)) return true;
  const isSingle = phrase !== null && !/s$/.test(trigger.text);
  const isOwn = [roles.recipient, roles.agent].some(
    role => role?.party === 'registrant' || role?.party === 'subsidiary',
  );
  return isSingle || isDated || NAMED_AUTHORITY.test(text) || isInProgress(clause) || (isOwn && isPast(assertion));
}

function textBefore(phrase: NounPhrase | null, { sentence }: Assertion): string {
  return phrase === null ? '' : sentence.quote.slice(0, phrase.start).replace(/\s+/g, ' ');
}

const LASTS = /^(?:ongoing|incomplete|complete|underway|pending|continuing)$/;

/** `is conducting`, `is ongoing`, `has begun` */
function isInProgress(clause: Clause | null): boolean {
  if (clause === null) return false;
  const { verb, adjectives } = clause;
  return (
    (/ing$/.test(verb.main.lower) && verb.tokens.some(token => token.lemma === 'be')) ||
    verb.tokens.some(token => token.lower === 'being') ||
    adjectives.some(({ lower }) => LASTS.test(lower)) ||
    /^(?:continue|remain)$/.test(verb.main.lemma)
  );
}

/** `impairment of goodwill of $4 million`, `a $4 million impairment`, but not `tests for impairment`. */
function isAmountOf({ trigger, parsed }: Assertion): boolean {
  const at = parsed.phrases.findIndex(({ head }) => head.start === trigger.start);
  const phrase = parsed.phrases[at];
  if (phrase === undefined) return false;
  const before = parsed.chunks[parsed.chunks.indexOf(phrase) - 1];
  if (before?.kind === 'preposition' && /^(?:for|before|excluding|without)$/.test(before.words)) return false;
  const isSum = ({ tokens }: NounPhrase) => tokens.some(token => /[$€£¥]/.test(token.text));
  return isSum(phrase) || phrase.preps.some(prep => prep.preposition === 'of' && isSum(prep.phrase));
}

const HOLDER = /^(?:partner|owner|shareholder|stockholder|member|principal|president|director|officer)$/;

/** `a company owned by our president`, `a firm of which our director is a partner` */
function isOfInsider({ verb, preps, subjects, objects }: Clause): boolean {
  const isOne = (phrase: NounPhrase) =>
    [phrase, ...phrase.preps.filter(prep => prep.preposition === 'of').map(prep => prep.phrase)].some(({ tokens }) =>
      INSIDER.test(tokens.map(token => token.text).join(' ')),
    );
  if (/^(?:own|control|affiliate|manage)$/.test(verb.main.lemma))
    return preps.some(({ preposition, phrase }) => /^(?:by|with)$/.test(preposition) && isOne(phrase));
  return verb.main.lemma === 'be' && subjects.some(isOne) && objects.some(({ head }) => HOLDER.test(head.lemma));
}

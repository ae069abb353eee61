import { readFileSync } from 'node:fs';
import { addDays } from '../../../../../kernel/dates.ts';
import type { EventFields, EventKind } from '../../model.ts';
import { EVENT_KIND_FAMILIES } from '../../model.ts';
import { readMoney, readShareCounts } from '../current-report/money.ts';
import { readKind, readTable, readVariant } from '../event-kinds.ts';
import { type EventAssertion, kindOf } from './event-frames.ts';
import {
  amountIn,
  type Context,
  DISASTER,
  isHeadline,
  isOwn,
  isPlannedByFiler,
  mentionsOwn,
  nameInRole,
  namesBeside,
  type Reading,
  TEMPORARY,
} from './reading.ts';

/** The first variant whose words the sentence has, where the frame leaves it open. */
const VARIANTS = readTable(readFileSync(new URL('./variants.tsv', import.meta.url), 'utf8')).map(
  ([kind = '', variant = '', words = '']) => ({
    kind: readKind(kind),
    variant: readVariant(kind, variant) ?? '',
    words: new RegExp(words, 'i'),
  }),
);

/** Matters that filings state without a date, as long as they last. */
const EARLIER =
  /\b(?:(?:as|been|was|were|had) previously|previously (?!announced\b)|as (?:discussed|described|noted|announced)|in the past|in prior (?:years|periods))\b/i;

/** Reads the event of a row of frames.tsv that needs no rules of its own. */
export function readPlainEvent(assertion: EventAssertion, context: Context): Reading | null {
  const { frame, sentence } = assertion;
  const { kind, variant } = kindOf(assertion);
  if (context.document.isOffering || !isStated(assertion, context) || !isOfFiler(assertion, context)) return null;
  if (![...frame.needs].every(need => NEEDS[need]?.(assertion, context) ?? true)) return null;
  const words = VARIANTS.find(item => item.kind === kind && item.words.test(sentence.text));
  const named = frame.party.map(role => nameInRole(assertion, role, context.document)).find(name => name !== null);
  const counterparty = named ?? (frame.party.includes('with') ? namesBeside(assertion, context.document) : null);
  const chosen = variant === '' || OVERRIDDEN.has(`${kind} ${words?.variant}`) ? (words?.variant ?? variant) : variant;
  return {
    ...(chosen === '' ? {} : { variant: chosen }),
    counterparty,
    isResolving: ENDS.has(chosen) || kind === 'tender_offer_withdrawn',
    fields: fieldsOf(kind, chosen, counterparty, assertion),
    // A case under the bankruptcy code goes on beyond the year in which it began.
    mayBeOlder: kind === 'bankruptcy' && !ENDS.has(chosen) && isRecent(assertion, context),
    needsNoDate: frame.needs.has('state') || (context.document.isCurrent && !EARLIER.test(sentence.text)),
  };
}

const YEAR_DAYS = 366;

/** Whether the dates of an assertion are at most a year before the period of the report. */
function isRecent({ dates }: EventAssertion, { document: { since } }: Context): boolean {
  return since !== null && dates.every(({ last }) => last >= addDays(since, -YEAR_DAYS));
}

/** Variants whose words are stronger than the frame. */
const OVERRIDDEN = new Set([
  'non_reliance b_auditor',
  'business_suspension whole',
  'bankruptcy ch7',
  'payment_default cross_default',
  'payment_default acceleration',
]);
const ENDS = new Set(['regained', 'waived', 'dismissed', 'plan_effective', 'resumed', 'alleviated', 'stop', 'closed']);

/** `is commencing an offer`: what is under way has begun. */
function isUnderWay({ tokens, main }: NonNullable<EventAssertion['clause']>['verb']): boolean {
  return /ing$/.test(main.lower) && tokens.some(token => token !== main && token.lemma === 'be');
}

/** An infinitive has the tense of what governs it: `failed to pay`. */
function isReportedInPast({ tense, clause }: EventAssertion): boolean {
  if (tense === 'past') return true;
  return clause?.form === 'infinitive' && clause.parent?.verb.tense === 'past';
}

function isStated(assertion: EventAssertion, { document }: Context): boolean {
  const { status, clause, frame, tense, form } = assertion;
  if (clause === null) return false;
  const { needs } = frame;
  const isPurpose =
    needs.has('purpose') &&
    clause.form === 'infinitive' &&
    clause.parent?.verb.tense === 'past' &&
    /^(?:file|amend|adopt|approve|execute)$/.test(clause.parent.verb.main.lemma);
  // `a fire forced us to halt production`
  const isForced =
    needs.has('forced') &&
    clause.form === 'infinitive' &&
    clause.parent?.verb.tense === 'past' &&
    clause.parent.verb.modal === null &&
    /^(?:force|compel|require|cause|lead)$/.test(clause.parent.verb.main.lemma);
  if (isForced || isPurpose || (needs.has('future') && status === 'planned')) return true;
  const isPlanned =
    needs.has('planned') && (isPlannedByFiler(assertion) || (status === 'hypothetical' && isIntended(clause)));
  const isOfNow = document.isCurrent && (needs.has('notice') || needs.has('planned'));
  if (isPlanned || (isOfNow && (isIntendedNow(assertion) || isPlannedNow(assertion)))) return true;
  if (needs.has('required') && clause.verb.modal === 'must') return true;
  if (status !== 'asserted' && status !== 'resolved') return false;
  if (frame.polarity === 'negative' && clause.verb.modal !== null) return true;
  if (needs.has('state') || form === 'adjective') return true;
  if (clause.form === 'finite' && (isHeadline(clause) || isUnderWay(clause.verb))) return true;
  return tense === 'past' || clause.form === 'gerund' || clause.form === 'participle' || clause.form === 'infinitive';
}

/** `Nasdaq intends to delist`: a current report states the intention as its news. */
function isIntendedNow({ status, clause }: EventAssertion): boolean {
  const { parent = null, form } = clause ?? {};
  return (
    status === 'planned' &&
    form === 'infinitive' &&
    parent !== null &&
    parent.form === 'finite' &&
    parent.verb.modal === null &&
    /^(?:intend|determine|decide|elect)$/.test(parent.verb.main.lemma)
  );
}

/** `The Company will restate its statements`, `Nasdaq notified the Company that its stock will be delisted` */
function isPlannedNow({ status, clause, of }: EventAssertion): boolean {
  if (status !== 'planned' || clause === null || clause.verb.tense !== 'future' || clause.verb.modal !== null)
    return false;
  if (clause.relation === 'main') return clause.voice === 'active' && isOwn(of);
  return (
    clause.relation === 'complement' &&
    clause.parent?.verb.tense === 'past' &&
    /^(?:notify|inform|advise|determine|announce)$/.test(clause.parent.verb.main.lemma)
  );
}

/** `its determination to delist`, `notified the Exchange of its intention to delist` */
function isIntended({ form, governor }: NonNullable<EventAssertion['clause']>): boolean {
  return (
    form === 'infinitive' &&
    /^(?:determination|intention|decision|request|determine|intent)$/.test(governor?.lemma ?? '')
  );
}

/** Whether the matter is the filer's: of itself or a subsidiary, or of nobody else where the frame does not say of whom. */
function isOfFiler(assertion: EventAssertion, { document }: Context): boolean {
  const { of, frame } = assertion;
  if (frame.of === 'none') return true;
  if (isOwn(of)) return true;
  return of === 'unknown' && mentionsOwn(assertion, document);
}

const DEFICIENCY =
  /\b(?:not|no longer|fail\w*|below|deficien\w+|regain\w*|fallen|less than|non-?compliance|noncompliance|delinquent)\b/i;
const CONTROL =
  /\b(?:[5-9]\d(?:\.\d+)?%|100%|controlling (?:interest|block)|majority|change (?:in|of) control|all (?:of )?the (?:issued and )?(?:outstanding )?(?:common |capital )?(?:stock|shares))/i;
const NO_ISSUE =
  /\b(?:(?:cash|stock|merger|closing|purchase) consideration|to the sellers?|the sellers? (?:received|cash|shares)|options?|restricted stock|awards?|grant\w*|dividends?|split|director|employees?|compensation|401\(k\)|plan|conversion|converted|outstanding options|vesting|treasury|program(?:me)?|in the offering|exercise of|stock-based|ESPP|under the warrants)\b/i;
const AT_THE_MARKET = /\bat[- ]the[- ]market (?:offering |equity )?program(?:me)?\b/gi;
/** The filer issues: `shares of its common stock`, `newly issued shares`. */
const OWN_ISSUE =
  /\b(?:its|our|the company['’]s|(?:shares|units) of the company['’]s) (?:[\w-]+ ){0,4}?(?:common|preferred|ordinary|capital|shares|stock|units)\b|\bnewly issued\b|\bissu(?:e|ance) and s(?:ell|ale)\b|\bs(?:ell|ale) and issu(?:e|ance)\b|\bunderwrit\w+|\b(?:sales|distribution|placement agency|subscription) agreements?\b|\binvestors?\b|\bat-the-market\b/i;
const NO_SHARES = /\b(?:notes|debentures|bonds|convertible|initial public offering|term loan)\b/i;

const STATES_TERMS = /^(?:contain|include|provide|define|specify|require|impose|describe|cover|amend|modify)$/;
const LENDS =
  /\b(?:the company|we|us) (?:has |have )?agreed (?:not to exercise|to forbear)\b|\b(?:notes?|loans?|amounts?) (?:receivable|owed to (?:us|the company))\b|\bremedies available to (?:it|us)\b/i;

/** The end of operations at a site that the sentence says is closed: a restructuring. */
const CLOSES_SITE = /\b(?:intention|plans?|decision|decided|determined) to (?:\w+ )?(?:close|exit|shut down)\b/i;

/** `shares of Example Corp.`: an investment that is sold. */
function isOfOtherIssuer(role: EventAssertion['roles'][string] | undefined, document: Context['document']): boolean {
  return (role?.phrase.preps ?? []).some(
    ({ preposition, phrase }) =>
      preposition === 'of' &&
      document.partyOf(phrase) === 'other' &&
      phrase.tokens.every(
        token =>
          !/^(?:stock|shares?|class|series|common|preferred|ordinary|notes?|warrants?|units?)$/i.test(token.text),
      ),
  );
}

/** Shares that are the price of what is sold. */
const IN_EXCHANGE = /\bin (?:exchange|return|consideration) for (?:[\w.,]+ ){0,4}(?:shares|stock|units)\b/i;

/** `issued preferred stock to Example Capital`: the buyer is named, the number is not. */
function isIssuedTo({ parsed, clause }: EventAssertion, { partyOf }: Context['document']): boolean {
  if (clause?.verb.main.lemma !== 'issue' || clause.form !== 'finite') return false;
  return parsed.clauses.some(
    ({ preps, parent }, at) =>
      (parsed.clauses[at] === clause || parent === clause) &&
      preps.some(
        ({ preposition, phrase }) => preposition === 'to' && phrase.head.pos === 'PROPN' && partyOf(phrase) === 'other',
      ),
  );
}

type Need = (assertion: EventAssertion, context: Context) => boolean;

const NEEDS: Readonly<Record<string, Need>> = {
  /** Events of default that a contract lists have not happened. A sovereign default concerns no company. */
  happened: ({ clause, sentence, trigger }) =>
    !STATES_TERMS.test(clause?.verb.main.lemma ?? '') &&
    !/\bcovenants,?\s+(?:and|or)\s+events\s+of\s+$/i.test(sentence.quote.slice(0, trigger.start)) &&
    !/\bsovereign\b/i.test(sentence.text),
  /** The filer owes; it does not lend. */
  owed: ({ sentence }) => !LENDS.test(sentence.text),
  past: assertion => isReportedInPast(assertion),
  certain: ({ sentence }) =>
    !/\b(?:if|in the event|unless|upon|would|may|could|can|shall|will|any)\b/i.test(sentence.text),
  became: ({ clause }) => clause?.verb.main.lemma === 'become',
  control_event: ({ sentence }) =>
    !/\bchange (?:of|in) control (?:agreement|plan|severance|provision|payment|offer|termination|event|benefit)/i.test(
      sentence.text,
    ),
  of_own: ({ roles }, { document }) =>
    roles.patient?.phrase.preps.some(
      prep => /^(?:of|in)$/.test(prep.preposition) && document.partyOf(prep.phrase) === 'registrant',
    ) === true || roles.patient?.party === 'registrant',
  // The filer sells what it owns, not itself.
  by_other: ({ roles, clause }, { document }) =>
    roles.agent?.party !== 'registrant' &&
    !clause?.subjects.some(subject => document.partyOf(subject) === 'registrant'),
  // Holders of notes are creditors, those of shares are not.
  indebted: ({ sentence }) =>
    /\b(?:notes?|debt|loans?|lenders?|credit|indebtedness|bonds?|debentures?|creditors?|noteholders?)\b/i.test(
      sentence.text,
    ),
  no_merger: ({ sentence }) => !/\b(?:Agreement and Plan|merger)\b/i.test(sentence.text),
  own_issue: ({ sentence }) => OWN_ISSUE.test(sentence.text) && !/\bacqui\w+\b/i.test(sentence.text),
  cyber: ({ sentence }) => /\b(?:cyber\w*|security incident|data|ransomware|unauthori[sz]ed)\b/i.test(sentence.text),
  own: (assertion, { document }) => mentionsOwn(assertion, document),
  occurred: ({ sentence }) => /\b(?:has|have|had) occurred\b|\bin default\b|\boccurrence of\b/i.test(sentence.text),
  due: ({ clause }) => clause?.adjectives.some(token => /^(?:due|payable)$/.test(token.lower)) === true,
  named_to: ({ sentence, trigger }) =>
    /\b(?:to|from|as|is) [“"]?\p{Lu}/u.test(sentence.quote.slice(trigger.end)) &&
    !/\bname of (?:its|the|our) (?:\w+ )?plan\b/i.test(sentence.text),
  control: ({ sentence }) => CONTROL.test(sentence.text),
  merged: ({ sentence }) => /\b(?:merger|acquisition|closing)\b/i.test(sentence.text),
  survives: ({ sentence }) => /\bsurviv\w+\b/i.test(sentence.text),
  deficiency: ({ sentence }) => DEFICIENCY.test(sentence.text) && !/\bdelist (?:the|our|its)\b/i.test(sentence.text),
  listed: ({ sentence }) => /\b(?:nasdaq|nyse|exchange|market)\b/i.test(sentence.text),
  began: ({ clause }) => /^(?:commence|begin|initiate|start)$/.test(clause?.verb.main.lemma ?? ''),
  offered: ({ sentence }) =>
    /\b(?:shares?|stock|units|ADSs|rights offering|registered direct|equity offering)\b/i.test(sentence.text) &&
    !NO_SHARES.test(sentence.text),
  issued: (assertion, { document }) => {
    const { sentence, roles } = assertion;
    return (
      !isOfOtherIssuer(roles.patient, document) &&
      roles.patient?.phrase.head.lemma !== 'warrant' &&
      (readShareCounts(sentence.text).length > 0 ||
        /\b\d[\d,]+ units\b/i.test(sentence.text) ||
        isIssuedTo(assertion, document)) &&
      !IN_EXCHANGE.test(sentence.text) &&
      !NO_ISSUE.test(sentence.text.replace(AT_THE_MARKET, '')) &&
      !NO_SHARES.test(sentence.text)
    );
  },
  // Warrants sold together with shares belong to the offering of the shares.
  warrants: ({ sentence, clause }) =>
    clause?.objects.some(({ head }) => /^(?:share|stock|unit)$/.test(head.lemma)) === false &&
    readShareCounts(sentence.text).length > 0 &&
    !/\b(?:employees?|directors?|officers?|consultants?|compensation|underwriters?|exercised|outstanding)\b/i.test(
      sentence.text,
    ),
  convertible: ({ sentence }) => /\b(?:convertible|exchangeable)\b/i.test(sentence.text),
  tender_itself: ({ roles }) =>
    !/^(?:result|completion|expiration|extension|termination)$/.test(roles.patient?.phrase.head.lemma ?? ''),
  tender: ({ sentence }) => !/\b(?:letter of transmittal|depositary)\b/i.test(sentence.text),
  all: ({ sentence }) => /\ball\b/i.test(sentence.text),
  auditor: ({ sentence }) =>
    /\b(?:auditors?|accountants?|accounting firm|audit (?:its|the|our))\b/i.test(sentence.text) &&
    !/\b(?:chief accounting officer|disagreements?|ratif\w+|consult\w*)\b/i.test(sentence.text),
  idled: ({ sentence }) =>
    /\b(?:operations?|production|manufacturing|mining|plants?|mills?|mines?|facilit(?:y|ies)|refiner(?:y|ies)|smelters?|factor(?:y|ies)|stores|parks)\b/i.test(
      sentence.text,
    ) &&
    !/\b(?:trading|dividends?|repurchase|discontinued operations|sales? of)\b/i.test(sentence.text) &&
    !CLOSES_SITE.test(sentence.text),
  investigates: ({ sentence }) =>
    /\b(?:investigat\w+|inquiry|internal review|independent review)\b/i.test(sentence.text) &&
    !/\bstrategic alternatives\b/i.test(sentence.text),
  // Systems that are taken offline keep the filer from working.
  offline: ({ sentence }) => /\b(?:offline|off-line|down)\b/i.test(sentence.text),
  strikes: ({ sentence, clause }, { document }) =>
    clause?.verb.modal === null &&
    /\b(?:strikes?|work stoppages?|walkouts?|lockouts?|off the job)\b/i.test(sentence.text) &&
    !/\b(?:ended|settled|averted|threat\w*|avoid\w*|returned to work|no[- ]strike)\b/i.test(sentence.text) &&
    /\b(?:employees?|workers?|union(?:ized)?|UAW|teamsters|machinists|steelworkers|members|pilots|crews?|local)\b/i.test(
      sentence.text,
    ) &&
    /\b(?:we|our|us|its|the company(?:[’']s)?|facilit(?:y|ies)|plants?)\b/i.test(sentence.text) &&
    document.isOffering === false,
  ceased: ({ sentence, roles }) =>
    !CLOSES_SITE.test(sentence.text) &&
    (/^(?:operat|do(?:ing)? business|production|manufactur|mining|all )/i.test(roles.patient?.text ?? '') ||
      /\bceased (?:all |its )?(?:operat(?:ing|ions)|doing business|production)\b/i.test(sentence.text)),
  amends_name: ({ clause, sentence }, { document }) =>
    clause?.form === 'participle' &&
    /\b(?:articles|certificate|charter|memorandum)\b/i.test(sentence.text) &&
    clause.parent?.subjects.some(subject => document.partyOf(subject) === 'registrant') === true,
  disaster: ({ sentence }) => DISASTER.test(sentence.text),
  temporary: ({ sentence }) => TEMPORARY.test(sentence.text),
  // `amended its charter, changing its name to`
  changes_name: ({ sentence }) =>
    /\bchang(?:e|ed|es|ing) (?:(?:of )?(?:its|the|our)|the [\w ]{1,24}[’']s) (?:\w+ )?name\b|\bname change\b/i.test(
      sentence.text,
    ),
  // `now owns 60 % as a result of the purchase`
  result_of_deal: ({ sentence, clause }) =>
    /\b(?:as a result of|following|after giving effect to|upon (?:the )?(?:closing|completion)|after) (?:the |this |these |such )?(?:purchase|acquisition|transactions?|closing|exchange|issuance|sale)/i.test(
      sentence.text,
    ) && clause?.verb.modal === null,
  dismissed: ({ sentence }) => !/\b(?:without|other than|good reason|severance)\b/i.test(sentence.text),
  replaced: ({ sentence }) => /\b(?:dismiss\w*|replaced|terminat\w*|no longer)\b/i.test(sentence.text),
};

function fieldsOf(kind: EventKind, variant: string, party: string | null, assertion: EventAssertion): EventFields {
  const { sentence } = assertion;
  const family = EVENT_KIND_FAMILIES[kind];
  if (kind === 'auditor_change') {
    if (party === null) return {};
    return variant === 'engaged' ? { auditor: party } : { formerAuditor: party };
  }
  if (family === 'dilution') return sharesIn(sentence.text, variant);
  if (family === 'distress') return kind === 'payment_default' ? (amountIn(assertion) ?? {}) : {};
  if (family === 'capital_return') return { ...(amountIn(assertion) ?? {}), returnMethod: 'repurchase' };
  return family === null && party !== null ? { counterparty: party } : {};
}

function sharesIn(text: string, variant: string): EventFields {
  const [count] = readShareCounts(text);
  const money = readMoney(text);
  const price = money.find(
    statedMoney => statedMoney.amount < 1_000 && /^ per (?:share|unit)\b/.test(text.slice(statedMoney.end)),
  );
  const proceeds = money.find(statedMoney => statedMoney.amount >= 10_000);
  const currency = (price ?? proceeds)?.currency;
  return {
    ...(count === undefined ? {} : { newShares: count.shares }),
    ...(price === undefined ? {} : { pricePerShare: price.amount }),
    ...(proceeds === undefined ? {} : { proceeds: proceeds.amount }),
    ...(currency === undefined ? {} : { currency }),
    ...(/^(?:public|private|rights|atm)$/.test(variant) ? { offeringMethod: variant } : {}),
  };
}

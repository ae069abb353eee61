import type { Clause } from '../../../../../formats/prose/clauses.ts';
import { readMoney, readShareCounts } from '../current-report/money.ts';
import type { EventAssertion } from './event-frames.ts';
import { amountIn, type Context, isHeadline, isOwn, nameInRole, namesBeside, type Reading } from './reading.ts';

const OF_SHARES = /\b(?:shares?|stock|common|ADSs|repurchase (?:program(?:me)?|plan|authori[sz]ation))\b/i;
const OF_REPURCHASE = /\b(?:re-?purchas\w+|buy-?backs?|bought back|buy back|purchase[ds]?)\b/i;
const OF_DEBT = /\b(?:notes|debentures|bonds)\b/i;
/** Plans by which employees buy shares. */
const OF_EMPLOYEES = /\b(?:employees?|participants?|ESPP)\b/i;
/** `completed its share repurchase program`; `completed repurchases of $1 billion` is a purchase. */
const OF_PROGRAMME = /\b(?:program(?:me)?|plan|authori[sz]ation|agreement|buy-?back|repurchase)$/i;
const PERMITS = /^(?:authorize|authorise|authority|approve|authorization|plan|program|agreement|agree|announce)$/;

/** Reads authorisations of share repurchases, agreements with holders, and the end of programmes. */
export function readBuyback(assertion: EventAssertion, { document }: Context): Reading | null {
  const { status, sentence, clause, frame, tense, parsed } = assertion;
  if (!OF_SHARES.test(sentence.text) || !OF_REPURCHASE.test(sentence.text) || OF_DEBT.test(sentence.text)) return null;
  if (OF_EMPLOYEES.test(sentence.text)) return null;
  const amount = amountIn(assertion);
  const fields = { ...(amount ?? {}), returnMethod: 'repurchase' };
  const lemma = clause?.verb.main.lemma ?? '';
  if (frame.needs.has('ended')) {
    if (status !== 'asserted' && status !== 'resolved') return null;
    if (tense !== 'past' || clause?.form === 'participle') return null;
    const isProgramme = OF_PROGRAMME.test(assertion.roles.patient?.text ?? '');
    if (lemma === 'complete' && !isProgramme) return { fields, needsNoDate: document.isCurrent };
    return { variant: lemma === 'complete' ? 'completed' : 'suspended', fields, needsNoDate: document.isCurrent };
  }
  if (frame.needs.has('bought')) {
    if (clause?.form === 'infinitive') return isPermitted(assertion) ? toAuthorised(assertion, fields, document) : null;
    // Somebody else buys shares of the filer.
    if (/^(?:other|counterparty|industry)$/.test(assertion.roles.agent?.party ?? '')) return null;
    const counterparty = nameInRole(assertion, 'from', document);
    if (status !== 'asserted' || tense !== 'past') return null;
    if (counterparty !== null) return { variant: 'completed', counterparty, fields };
    return isPurchase(assertion) ? { fields, needsNoDate: document.isCurrent } : null;
  }
  if (frame.needs.has('spent'))
    return status === 'asserted' && amount !== null && (tense === 'past' || clause?.form === 'participle')
      ? { fields, needsNoDate: document.isCurrent }
      : null;
  const isReported = tense === 'past' || (clause !== null && isHeadline(clause));
  if (status !== 'asserted' || !isReported || clause?.form === 'participle') return null;
  // `bought shares under the programme that the board authorised`
  if (parsed.clauses.some(isRepurchase)) return null;
  return toAuthorised(assertion, fields, document);
}

/** `repurchased 1.2 million shares of its common stock for $35 million`: the filer buys its own shares, and says how many. */
function isPurchase({ sentence, roles, clause }: EventAssertion): boolean {
  const { text } = sentence;
  if (!isOwn(roles.agent?.party) || WITHHELD.test(text)) return false;
  const isOwnShares = /^(?:repurchase|buy)$/.test(clause?.verb.main.lemma ?? '') ? OF_SHARES : OWN_SHARES;
  return isOwnShares.test(text) && (readShareCounts(text).length > 0 || readMoney(text).length > 0);
}

/** Shares that pay for the taxes or the exercise price of employees, and those of subsidiaries. */
const WITHHELD =
  /\b(?:withh\w+|surrender\w*|net[- ]settle\w*|forfeit\w*|tax(?:es)? (?:obligations?|liabilit)|non-?controlling|call options?|capped call)\b/i;
const OWN_SHARES =
  /\b(?:(?:its|our|the company[’']s|own) (?:[\w-]+ ){0,3}(?:shares|stock|ADSs)|treasury|average (?:price|cost)|(?:repurchase|buy-?back) (?:program(?:me)?|plan|authori[sz]ation))\b/i;

function isRepurchase({ verb, form }: Clause): boolean {
  return verb.main.lemma === 'repurchase' && form !== 'infinitive' && verb.modal === null;
}

function toAuthorised(assertion: EventAssertion, fields: Reading['fields'], document: Context['document']): Reading {
  const { text } = assertion.sentence;
  const isIncrease = /\b(?:additional|increas\w+|expan\w+)\b/i.test(text);
  const isAgreed = /\bagree(?:ment|d)\b/i.test(text);
  const counterparty = isAgreed ? (nameInRole(assertion, 'from', document) ?? namesBeside(assertion, document)) : null;
  return {
    variant: isIncrease && !isAgreed ? 'increased' : 'authorised',
    counterparty,
    needsNoDate: document.isCurrent && !EARLIER.test(text),
    ...(fields === undefined ? {} : { fields }),
  };
}

const EARLIER =
  /\b(?:previously|existing|remaining|as (?:discussed|described|noted)|in prior (?:years|periods)|under (?:the|its|our))\b/i;

/** `authorized the Company to repurchase`, `an agreement to repurchase`; `is authorized to repurchase` is a state. */
function isPermitted({ clause, sentence }: EventAssertion): boolean {
  const { parent = null, governor = null } = clause ?? {};
  if (parent === null || !/\b(?:re-?purchase|buy back|additional)\b/i.test(sentence.text)) return false;
  const verb = parent.verb.main.lemma;
  const isPermit = PERMITS.test(governor?.lemma ?? '') || PERMITS.test(verb) || /^(?:enter|adopt)$/.test(verb);
  // `had the authority to repurchase` is a state as well.
  if (verb === 'have' || !isPermit || (parent.form === 'finite' && parent.voice === 'passive')) return false;
  return parent.verb.tense === 'past' || parent.form === 'gerund' || parent.form === 'participle';
}

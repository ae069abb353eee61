import type { Clause } from '../../../../../formats/prose/clauses.ts';
import type { EventAssertion } from './event-frames.ts';
import { amountIn, type Context, isHeadline, nameInRole, namesBeside, type Reading } from './reading.ts';

const OF_SHARES = /\b(?:shares?|stock|common|ADSs|repurchase (?:program(?:me)?|plan|authori[sz]ation))\b/i;
const OF_REPURCHASE = /\b(?:re-?purchas\w+|buy-?backs?|bought back|buy back|purchase)\b/i;
const OF_DEBT = /\b(?:notes|debentures|bonds)\b/i;
/** Plans by which employees buy shares. */
const OF_EMPLOYEES = /\b(?:employees?|participants?|ESPP)\b/i;
const PERMITS = /^(?:authorize|authority|approve|authorization|plan|program|agreement|agree|announce)$/;

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
    return { variant: lemma === 'complete' ? 'completed' : 'suspended', fields };
  }
  if (frame.needs.has('bought')) {
    if (clause?.form === 'infinitive') return isPermitted(assertion) ? toAuthorised(assertion, fields, document) : null;
    const counterparty = nameInRole(assertion, 'from', document);
    if (status !== 'asserted' || tense !== 'past' || counterparty === null) return null;
    return { variant: 'completed', counterparty, fields };
  }
  const isReported = tense === 'past' || (clause !== null && isHeadline(clause));
  if (status !== 'asserted' || !isReported || clause?.form === 'participle') return null;
  // `bought shares under the programme that the board authorised`
  if (parsed.clauses.some(isRepurchase)) return null;
  return toAuthorised(assertion, fields, document);
}

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
    ...(fields === undefined ? {} : { fields }),
  };
}

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

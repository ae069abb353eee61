import { readAuthorities } from '../../../prose/rules/authorities.ts';
import { type EventAssertion, kindOf } from './event-frames.ts';
import { amountIn, type Context, isOwn, mentionsOwn, nameInRole, type Reading } from './reading.ts';

/** What authorities send besides: comments on filings, approvals. */
const NO_ACTION =
  /\b(?:comment letters?|comments? on|approv\w+|clear(?:ance|ed)|grant(?:ed|ing)?|accept(?:ed|ance)|designation|confirm\w*|declared effective|early termination|no[- ]action letter|no objection)\b/i;
const ENDS =
  /\b(?:conclud|clos|terminat|complet)\w+\b[^.]{0,40}\b(?:investigation|inquiry|probe|review)\b|\bnot (?:intend to )?recommend\b|\bno enforcement action\b/i;
const OF_EXCHANGE =
  /\b(?:nasdaq|nyse|listing (?:qualifications|investigations)|stock (?:exchange|market)|hearings panel)\b/i;
const IN_RISKS = /(?:^|\.)item_1a$|^item_3\.d$/;
/** What authorities adopt for everybody. */
const MAKES_RULES =
  /\b(?:final|proposed|interim|new) rules?\b|\brule-?making\b|\badopted (?:the|an?|new|its|amendments?)\b/i;
const LEARNS = /^(?:become|learn)$/;
const BY_PAYING = /^(?:agree|pay)$/;

/** Reads what an authority does to the filer: inquiries, orders, fines, and their end. */
export function readRegulatoryAction(assertion: EventAssertion, { document, sectionKey }: Context): Reading | null {
  const { roles, status, sentence, clause, of } = assertion;
  const { variant } = kindOf(assertion);
  const isPaid =
    variant === 'settled' && clause?.form === 'infinitive' && BY_PAYING.test(clause.parent?.verb.main.lemma ?? '');
  if (status !== 'asserted' && !isPaid) return null;
  if (MAKES_RULES.test(sentence.text)) return null;
  const isEnd = ENDS.test(sentence.text);
  if (NO_ACTION.test(sentence.text) && !isEnd) return null;
  const isOfOwn = isOwn(of) || mentionsOwn(assertion, document);
  const isOfOther = of === 'counterparty' || of === 'industry' || (of === 'other' && !isActor(assertion));
  if (isOfOther && !document.isPeriodic) return null;
  const isAgainstOther = roles.against !== undefined && /^(?:other|counterparty|industry)$/.test(roles.against.party);
  if (!isOfOwn && (!document.isPeriodic || isAgainstOther)) return null;
  const names = ['agent', 'from', 'with', 'by', 'of', 'to'].map(role => nameInRole(assertion, role, document));
  const authorities = names.filter(name => name !== null && readAuthorities(name).length > 0);
  const isReceived = roles.from !== undefined || roles.with !== undefined;
  const counterparty =
    authorities[0] ??
    (isReceived
      ? nameInRole(assertion, roles.from === undefined ? 'with' : 'from', document)
      : nameInRole(assertion, 'agent', document));
  // Exchanges apply their listing rules; no authority does.
  if (counterparty !== null && OF_EXCHANGE.test(counterparty)) return null;
  const [authority] = readAuthorities(counterparty ?? sentence.quote);
  // `became aware of an internal investigation`
  if (
    LEARNS.test(clause?.verb.main.lemma ?? '') &&
    authority === undefined &&
    !/\bgovernment(?:al)?\b/i.test(sentence.text)
  )
    return null;
  // A stipulation may be one of the parties of a lawsuit.
  if (variant === 'ordered' && authority === undefined && roles.into?.phrase.head.lemma === 'stipulation') return null;
  const chosen = isEnd && variant === 'announced' ? 'closed' : variant;
  const amount = chosen === 'ordered' || chosen === 'settled' ? amountIn(assertion) : null;
  return {
    variant: chosen,
    counterparty,
    isResolving: chosen === 'closed',
    // What an inquiry is about may have a date of its own.
    ...(chosen === 'announced' && isUnderWay(assertion) ? { date: null } : {}),
    // A continuing inquiry is stated without a day.
    ...(assertion.form === 'noun' &&
    chosen === 'announced' &&
    assertion.tense !== 'future' &&
    (authority !== undefined || (counterparty !== null && isUnderWay(assertion))) &&
    !IN_RISKS.test(sectionKey ?? '')
      ? { needsNoDate: mentionsOwn(assertion, document) }
      : {}),
    ...(document.isCurrent && authority !== undefined && isReportedNow(assertion) ? { needsNoDate: true } : {}),
    fields: {
      ...(authority === undefined ? {} : { authority }),
      ...(counterparty === null ? {} : { counterparty }),
      ...(amount ?? {}),
    },
  };
}

const EARLIER =
  /\b(?:previously|as (?:discussed|described|noted|disclosed|reported)|in the past|in prior (?:years|periods))\b/i;

/** `has received a subpoena from the SEC`: a current report states it as its news. */
function isReportedNow({ clause, sentence, form }: EventAssertion): boolean {
  return form === 'verb' && clause?.form === 'finite' && clause.relation !== 'relative' && !EARLIER.test(sentence.text);
}

/** `is investigating`, `have been conducting an investigation` */
function isUnderWay({ clause }: EventAssertion): boolean {
  if (clause === null || clause.parent !== null) return false;
  const { main, tokens } = clause.verb;
  return /ing$/.test(main.lower) && tokens.some(token => token !== main && token.lemma === 'be');
}

/** Whether the party that the frame reads is the authority that acts. */
function isActor({ frame }: EventAssertion): boolean {
  return (frame.of ?? 'agent') === 'agent' && (frame.roles.agent ?? '').startsWith('authority');
}

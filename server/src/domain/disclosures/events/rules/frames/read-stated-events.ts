import type { FrameTable } from '../../../../../formats/prose/frames/frame-table.ts';
import type { Sentence } from '../../../../../formats/prose/sentences.ts';
import { readStatedDates, type StatedSpan } from '../../../../../formats/prose/stated-dates.ts';
import { appendAll } from '../../../../../kernel/lists.ts';
import type { FilingContents } from '../../../../filings/filings/model/filing-contents.ts';
import type { EventEvidence, EventKind } from '../../model.ts';
import { readBuyback } from './buybacks.ts';
import { type EventDocument, type EventText, readEventDocument } from './event-document.ts';
import { EVENT_FRAMES, type EventAssertion, type EventFrame, kindOf } from './event-frames.ts';
import { asWritten } from './headlines.ts';
import { endsCase, readLitigation, rememberCase, reopensCase } from './litigation.ts';
import { isSameMatter, merge, type Stated, type StatedEvent } from './merge-stated.ts';
import { readPlainEvent } from './plain-events.ts';
import { readPurchaseRow } from './purchase-rows.ts';
import type { Context, Reader, Reading } from './reading.ts';
import { readRegulatoryAction } from './regulatory-actions.ts';
import { readRestructuring } from './restructurings.ts';
import { dateOf, inCalendar, isOfPeriod, periodOf, precisionOf } from './stated-date.ts';
import { readDeal } from './stated-deals.ts';

/** Kinds with rules of their own; all others are read by {@link readPlainEvent}. */
const READERS: Partial<Record<EventKind, Reader>> = {
  litigation: readLitigation,
  regulatory_action: readRegulatoryAction,
  acquisition_or_disposal: readDeal,
  buyback: readBuyback,
  restructuring: readRestructuring,
};

/** Reports of a period state events with a year; cases and inquiries go on without one. */
const MAY_STATE =
  /\b(?:19|20)\d\d\b|\b(?:law)?suits?\b|\bcomplaints?\b|\bcases\b|\bactions?\b|\blitigation\b|\barbitration\b|\bvs?\.\s|\bdefault\b|\binvestigat|\bsubpoena|\b(?:[Dd]uring|[Ii]n) (?:the|this) [^.;]{0,40}(?:year|quarter|months|period)\b|\b[Ss]ubsequent to\b/;

/** Reads the events that the sentences of a filing state, in any section and exhibit. */
export function readStatedEvents(contents: FilingContents): StatedEvent[] {
  const document = readEventDocument(contents);
  const found: Stated[] = [];
  const ended = new Set<Stated>();
  for (const eventText of document.texts) {
    const { sectionKey, sentences } = eventText;
    const context: Context = { document, sectionKey, lastCase: null, lastDeal: null, dateline: datelineOf(sentences) };
    let older: readonly Stated[] = [];
    for (const sentence of sentences) {
      if (document.isPeriodic && !MAY_STATE.test(sentence.quote)) continue;
      const inSentence: Stated[] = [];
      const assertions = EVENT_FRAMES.read(sentence, { names: document.names, periodEnd: null });
      for (const assertion of assertions.toSorted((a, b) => Number(refersBack(a)) - Number(refersBack(b)))) {
        const [stated, ...others] = readAssertion(assertion, context);
        if (stated === undefined || inSentence.some(candidate => isSameMatter(candidate, stated))) continue;
        inSentence.push(stated);
        appendAll(inSentence, others);
      }
      const news = withoutDismissal(inSentence);
      appendAll(found, news);
      // The sentences behind an older suit say how it ended.
      if (older.length > 0 && assertions.some(endsCase)) for (const suit of older) ended.add(suit);
      if (reopensCase(sentence)) for (const suit of older) ended.delete(suit);
      if (news.some(isSuit)) older = news.filter(stated => isSuit(stated) && isOlder(stated, document));
      rememberCase(sentence, context);
    }
    const purchase = document.isOffering ? null : readPurchaseRow(eventText);
    if (purchase !== null) found.push(purchase);
  }
  return merge(found.filter(stated => !ended.has(stated))).map(candidate => candidate.event);
}

function isSuit({ event }: Stated): boolean {
  return event.kind === 'litigation' && event.variant === 'filed';
}

/** Whether a suit was filed before the period that the document reports. */
function isOlder({ date }: Stated, document: EventDocument): boolean {
  return date !== null && !isOfPeriod(date, document);
}

/** `entered into a settlement, and the case was dismissed`: the settlement ends the case. */
function withoutDismissal(stated: readonly Stated[]): readonly Stated[] {
  const isSettled = stated.some(({ event }) => event.kind === 'litigation' && event.variant === 'settled');
  if (!isSettled) return stated;
  return stated.filter(
    ({ event }) =>
      event.kind !== 'litigation' ||
      event.variant !== 'judgment' ||
      !/\bdismiss/i.test(event.evidence?.[0]?.quote ?? ''),
  );
}

/** `agreed to sell its mill and completed the sale`: what a sentence refers to comes first. */
function refersBack({ frame }: EventAssertion): boolean {
  return frame.needs.has('earlier_deal');
}

/** The events that one sentence states in the words of a table. The sentences before it give no case and no deal. */
export function readSentence(
  { sectionKey, sentences }: EventText,
  at: number,
  table: FrameTable<EventAssertion['family'], EventFrame>,
  document: EventDocument,
): StatedEvent[] {
  const sentence = sentences[at];
  if (sentence === undefined) return [];
  const context: Context = { document, sectionKey, lastCase: null, lastDeal: null, dateline: datelineOf(sentences) };
  return table
    .read(sentence, { names: document.names, periodEnd: null })
    .flatMap(assertion => readAssertion(assertion, context))
    .map(stated => stated.event);
}

/** `risks related to our plan to exit a business`: what forward-looking statements list. */
function isAmongRisks({ sentence, trigger }: EventAssertion): boolean {
  return AMONG_RISKS.test(sentence.quote.slice(0, trigger.start));
}

const AMONG_RISKS =
  /\b(?:risks?(?: and uncertainties)?|uncertaint(?:y|ies)|(?:important )?factors) (?:that|which|include|including|related to|relating to|associated with|arising from|inherent in|of|from)\b/i;

/** The events of an assertion: none, one, or one for each party of a list. */
function readAssertion(assertion: EventAssertion, context: Context): Stated[] {
  const { kind, variant } = kindOf(assertion);
  if (isAmongRisks(assertion)) return [];
  const reading = (READERS[kind] ?? readPlainEvent)(assertion, context);
  if (reading === null) return [];
  const { document, sectionKey } = context;
  const { sentence } = assertion;
  const stated =
    reading.date !== undefined
      ? reading.date
      : (dateOf(assertion) ?? (/\btoday\b/i.test(sentence.quote) ? context.dateline : null));
  // The day by which a plan is to be done is not the day of the news.
  // The statements that are restated are of earlier periods.
  const isOfStatements = OF_STATEMENTS.has(kind) && stated !== null && !isOfPeriod(stated, document);
  const date =
    stated !== null && reading.needsNoDate === true && (isFuture(stated, document) || isOfStatements) ? null : stated;
  const shared = {
    itemCode: /^item_([\d.]+)$/.exec(sectionKey ?? '')?.[1] ?? null,
    kind: reading.kind ?? kind,
    variant: reading.variant ?? (variant === '' ? null : variant),
    isResolving: reading.isResolving ?? false,
  };
  const isNews = (day: StatedSpan | null) =>
    day === null
      ? (isUndatedNews(assertion, reading, document.isCurrent) && !isOfEarlierTime(assertion, document)) ||
        (document.isPeriodic && isOfReportedPeriod(assertion, reading))
      : isOfPeriod(periodIn(day, sentence, document), document) ||
        (reading.mayBeOlder === true && document.isPeriodic && !isFuture(day, document));
  return [{ ...reading, date }, ...(reading.others ?? [])]
    .map(({ counterparty = null, fields = {}, date: own }) => ({ counterparty, fields, date: own ?? date }))
    .filter(stated => isNews(stated.date))
    .map(({ counterparty, fields, date: day }) => ({
      ...{ date: day, counterparty },
      event: {
        ...{ ...shared, ...datedAt(day), subject: counterparty ?? '', fields },
        evidence: [evidenceOf(asWritten(sentence), sectionKey)],
      },
    }));
}

const OF_STATEMENTS: ReadonlySet<EventKind> = new Set(['restatement', 'non_reliance', 'internal_control_weakness']);

function periodIn(day: StatedSpan, { quote }: Sentence, { fiscalYears }: EventDocument): StatedSpan {
  return inCalendar(periodOf(day, quote), quote, fiscalYears);
}

function isFuture({ first }: StatedSpan, { until }: EventDocument): boolean {
  return until !== null && first > until;
}

/** `Items of 2023 included a charge`: the news of a report is not what it says of an earlier year. */
function isOfEarlierTime({ sentence, trigger }: EventAssertion, { since, isCurrent }: EventDocument): boolean {
  const dates = readStatedDates(sentence.quote);
  return (
    isCurrent &&
    since !== null &&
    dates.length > 0 &&
    dates.every(({ last, end }) => last < since && end <= trigger.start)
  );
}

function datedAt(date: StatedSpan | null): Pick<StatedEvent, 'eventDate' | 'datePrecision'> {
  if (date === null) return { eventDate: null };
  const precision = precisionOf(date);
  return { eventDate: date.first, ...(precision === 'day' ? {} : { datePrecision: precision }) };
}

/** `during the quarter`, `subsequent to year end`: the period of the report, in words. */
const OF_PERIOD =
  /\b(?:during|in) (?:the|this) (?:(?:current|present|most recent|reported|fiscal|first|second|third|fourth) ){0,2}(?:quarter|year|period|(?:three|six|nine|twelve)[- ]months?(?: period)?)\b(?! (?:ago|before|of|ended (?:19|20)))|\bsubsequent to (?:the )?(?:end of the )?(?:fiscal )?(?:year|quarter|period)(?:[- ]end)?\b/i;
/** What compares periods or looks ahead. */
const OF_OTHER_PERIOD = /\b(?:prior|previous|preceding|last|same|next|coming|corresponding|comparable)\b/i;

/** A report of a period states its news without a year as well: `During the quarter, the Company sold its mill for $5 million.` */
function isOfReportedPeriod({ sentence, clause, status, tense }: EventAssertion, reading: Reading): boolean {
  const isDone = status === 'asserted' && tense === 'past' && clause?.form === 'finite' && clause.relation === 'main';
  const isDefinite = reading.counterparty != null || 'amount' in (reading.fields ?? {});
  if (!isDone || !isDefinite) return false;
  return OF_PERIOD.test(sentence.quote) && !OF_OTHER_PERIOD.test(sentence.quote);
}

function isUndatedNews(assertion: EventAssertion, reading: Reading, isCurrent: boolean): boolean {
  return reading.needsNoDate ?? (isCurrent && isReportedAsNews(assertion, reading));
}

/** Acts that are the news of a report also in the perfect tense: `has completed`, `has signed`. */
const ACTS =
  /^(?:complete|close|consummate|finalize|finalise|conclude|sign|execute|enter|reach|agree|announce|terminate|settle)$/;

const TRADES = /^(?:sell|divest|acquire|purchase|buy)$/;
/** `has acquired Example Corp., the company announced today` */
const SAID_BEHIND = /,[”"]? (?:the (?:company|companies|registrant)|[\p{Lu}]\S+) (?:announced|said|reported)\b/iu;

/**
 * A deal without a date is news in the simple tenses with a named party, and as the completion or signing of something:
 * `has acquired companies` is a recital, `has completed the sale of the business` and `announced that it has acquired` are not.
 */
function isReportedAsNews(
  { clause, sentence }: EventAssertion,
  { counterparty = null, fields = {}, variant }: Reading,
): boolean {
  const reported = clause?.form === 'infinitive' ? clause.parent : clause;
  if (reported == null || reported.form !== 'finite') return false;
  const isAct = ACTS.test(reported.verb.main.lemma);
  const isPerfect = reported.verb.tokens.some(token => token.lemma === 'have');
  // `signed an agreement to sell this business`: without a party and an amount it repeats another sentence.
  if (counterparty === null)
    return (
      (isAct && !isPerfect && variant !== 'announced') ||
      (isAct && 'amount' in fields) ||
      (!isPerfect && 'amount' in fields && TRADES.test(reported.verb.main.lemma))
    );
  return !isPerfect || isAct || reported.parent?.verb.main.lemma === 'announce' || SAID_BEHIND.test(sentence.quote);
}

function evidenceOf({ quote, start, end }: Sentence, sectionKey: string | null): EventEvidence {
  return sectionKey === null
    ? { sectionKey, quote, charStart: null, charEnd: null }
    : { sectionKey, quote, charStart: start, charEnd: end };
}

/** Number of leading sentences that may hold the date of a release. */
const HEAD_SENTENCES = 6;

function datelineOf(sentences: readonly Sentence[]): StatedSpan | null {
  const dates = sentences.slice(0, HEAD_SENTENCES).flatMap(sentence => readStatedDates(sentence.text));
  return dates.find(date => date.first === date.last) ?? null;
}

import type { Clause, ParsedSentence } from '../../../../../formats/prose/clauses.ts';
import type { NounPhrase, PrepositionalPhrase } from '../../../../../formats/prose/phrases.ts';
import type { Sentence } from '../../../../../formats/prose/sentences.ts';
import type { StatedSpan } from '../../../../../formats/prose/stated-dates.ts';
import { holdersOf } from '../../../../../formats/prose/status.ts';
import type { EventFields, EventFieldsByFamily, EventKind } from '../../model.ts';
import { readMoney } from '../current-report/money.ts';
import type { EventDocument } from './event-document.ts';
import type { EventAssertion } from './event-frames.ts';
import { fullNameOf, nameOf } from './stated-names.ts';

/** What a frame makes of an assertion: null if the assertion is no event of the filer. */
export type Reader = (assertion: EventAssertion, context: Context) => Reading | null;

/** What one sentence says of an event. */
export interface Reading {
  /** Another kind than the frame's: the settlement of a suit that a regulator brought. */
  kind?: EventKind;
  variant?: string;
  counterparty?: string | null;
  fields?: EventFields;
  isResolving?: boolean;
  /** True if the filing states it as lasting or as its own news: then it needs no date. */
  needsNoDate?: boolean;
  /** True for a suit that a report describes among its cases: it may have been filed before the period. */
  mayBeOlder?: boolean;
  /** The date, where it is in the words of a role; null if the dates of the sentence are of other matters. */
  date?: StatedSpan | null;
  /** Further events of the same words: one for each party of a list. */
  others?: readonly Pick<Reading, 'counterparty' | 'fields' | 'date'>[];
}

/** What the sentences before say. */
export interface Context {
  document: EventDocument;
  sectionKey: string | null;
  /** The last case that the sentences before describe. */
  lastCase: Case | null;
  /** The last deal that the sentences before state, also one of an earlier period. */
  lastDeal: KnownDeal | null;
  /** The date at the head of a release, for `today`. */
  dateline: StatedSpan | null;
}

export interface KnownDeal {
  counterparty: string;
  side: EventFieldsByFamily['none']['dealSide'];
  sentence: Sentence;
}

export interface Case {
  counterparty: string | null;
  side: 'plaintiff' | 'defendant' | null;
  sentence: Sentence;
}

export const isOwn = (party: string | undefined) => party === 'registrant' || party === 'subsidiary';

/** The name of the party in a role: of the phrase itself, of the noun beside it, or of what it is of. */
export function nameInRole(assertion: EventAssertion, role: string, document: EventDocument): string | null {
  const { roles, sentence, parsed, clause } = assertion;
  const stated = roles[role];
  if (stated === undefined) return null;
  if (isOwn(stated.party)) return role === 'agent' ? nameAmong(clause?.subjects ?? [], sentence, document) : null;
  const own =
    nameInPhrase(stated.phrase, sentence.quote, document) ?? nameInApposition(stated.phrase, assertion, document);
  if (own !== null) return own;
  const before = PRONOUN.test(stated.phrase.head.lower)
    ? nameBefore(stated.phrase.start, parsed, sentence, document)
    : null;
  return (
    before ??
    nameAmong(
      attachedTo(stated.phrase).flatMap(phrase =>
        /^(?:of|by|from|between)$/.test(phrase.preposition) ? [phrase.phrase] : [],
      ),
      sentence,
      document,
    )
  );
}

const PRONOUN = /^(?:it|they|its|their|which|who)$/;

function nameAmong(phrases: readonly NounPhrase[], { quote }: Sentence, document: EventDocument): string | null {
  return (
    phrases
      .filter(phrase => !isOwn(document.partyOf(phrase)))
      .map(phrase => nameInPhrase(phrase, quote, document))
      .find(name => name !== null) ?? null
  );
}

/** `a purported stockholder, John Smith,`: the name that follows a description. */
function nameInApposition(
  phrase: NounPhrase,
  { parsed, sentence }: EventAssertion,
  document: EventDocument,
): string | null {
  const at = parsed.chunks.indexOf(phrase);
  const [comma, name, end] = [parsed.chunks[at + 1], parsed.chunks[at + 2], parsed.chunks[at + 3]];
  if (at < 0 || comma?.kind !== 'comma' || name?.kind !== 'noun' || end?.kind !== 'comma') return null;
  return isOwn(document.partyOf(name)) ? null : nameInPhrase(name, sentence.quote, document);
}

/** The last name before a pronoun: `a letter from Example LLP stating that it had resigned`. */
function nameBefore(
  offset: number,
  { phrases, clauses }: ParsedSentence,
  sentence: Sentence,
  document: EventDocument,
): string | null {
  const subjects = clauses.flatMap(clause => clause.subjects);
  const before = [...phrases, ...subjects].filter(phrase => phrase.end <= offset);
  return nameAmong(before.toReversed(), sentence, document);
}

/** The other party that a clause names after `with`, `among` or `between`, or beside the filer as another subject. */
export function namesBeside({ clause, parsed, sentence }: EventAssertion, document: EventDocument): string | null {
  const { chunks } = parsed;
  for (const [at, chunk] of chunks.entries()) {
    if (chunk.kind !== 'preposition' || !/^(?:with|among|between)$/.test(chunk.words)) continue;
    const listed: NounPhrase[] = [];
    for (let next = at + 1; next < chunks.length; next++) {
      const other = chunks[next];
      if (other === undefined || /^(?:verb|relative|subordinator|stop)$/.test(other.kind)) break;
      if (other.kind === 'noun' && chunks[next - 1]?.kind !== 'preposition') listed.push(other);
      if (other.kind === 'noun' && next === at + 1) listed.push(other);
      if (other.kind === 'preposition' && !/^(?:with|among|between|by|of|and)$/.test(other.words)) break;
    }
    const name = nameAmong(
      listed.filter(phrase => !NO_PARTY.test(phrase.tokens.map(token => token.text).join(' '))),
      sentence,
      document,
    );
    if (name !== null) return name;
  }
  for (let at = clause, depth = 0; at !== null && depth < 3; at = at.parent, depth++) {
    const name = nameAmong(at.subjects, sentence, document);
    if (name !== null) return name;
  }
  return null;
}

/** Companies made for a merger, and those who act for others. */
const NO_PARTY =
  /\b(?:Merger Sub|Acquisition (?:Sub|Corp|Inc|Co|LLC)|Representative|Trustee|Agent|Holdco|Stockholders?|Shareholders?)\b/i;

/** The nouns that a noun phrase hangs on, with the preposition between. */
export function nounsBefore(phrase: NounPhrase, parsed: ParsedSentence): { phrase: NounPhrase; preposition: string }[] {
  return holdersOf(phrase, parsed).flatMap(({ governing, preposition }) =>
    governing === null ? [] : [{ phrase: governing, preposition }],
  );
}

export function nameInPhrase(phrase: NounPhrase, quote: string, document: EventDocument): string | null {
  const named = nameOf(phrase, quote);
  return named === null ? null : fullNameOf(named.name, document);
}

/** The phrases that prepositions attach to a phrase, the attached ones included. */
export function attachedTo(phrase: NounPhrase, depth = 0): PrepositionalPhrase[] {
  return depth > 4 ? [] : phrase.preps.flatMap(prep => [prep, ...attachedTo(prep.phrase, depth + 1)]);
}

export function amountIn(
  { sentence, clause }: Pick<EventAssertion, 'sentence' | 'clause'>,
  near?: NounPhrase,
): { amount: number; currency: string } | null {
  const money = readMoney(sentence.quote).filter(statedMoney => statedMoney.amount >= 10_000);
  const own =
    clause === null
      ? []
      : money.filter(statedMoney => statedMoney.start >= clause.start && statedMoney.end <= clause.end);
  const usable = own.length > 0 ? own : money;
  // `$5 million of charges`, `charges of $5 million`: the amount before or behind the noun, else the first.
  const isBefore = ({ end }: { end: number }) =>
    near !== undefined && /^ (?:of|in) (?:[\w.-]+ ){0,4}$/.test(sentence.quote.slice(end, near.head.start));
  const chosen =
    (near === undefined
      ? undefined
      : (usable.find(isBefore) ?? usable.find(statedMoney => statedMoney.start >= near.start))) ?? usable[0];
  return chosen === undefined ? null : { amount: chosen.amount, currency: chosen.currency };
}

/** The present tense of a headline: `Fictional Mills completes acquisition of Example`. */
export function isHeadline(clause: Clause): boolean {
  return (
    clause.verb.tense === 'present' &&
    clause.relation === 'main' &&
    clause.start < 60 &&
    /s$/.test(clause.verb.main.lower)
  );
}

export function mentionsOwn({ parsed }: Pick<EventAssertion, 'parsed'>, { partyOf }: EventDocument): boolean {
  return parsed.phrases.some(phrase => isOwn(partyOf(phrase)));
}

/** What is closed for a time is suspended, not ended. */
export const TEMPORARY = /\b(?:temporar(?:y|ily)|until further notice|for the time being)\b/i;

/** What stops a plant against the will of its owner. */
export const DISASTER =
  /\b(?:fires?|explosions?|hurricanes?|(?:tropical )?storms?|floods?|flooding|earthquakes?|strikes?|outages?|accidents?|pandemic|tornado(?:es)?|cyclones?|tsunami|ransomware|cyber-?attacks?|power failure|covid-19)\b/i;

const INTENDS =
  /^(?:plan|intention|decision|decide|commit|intend|announce|approve|agree|agreement|determine|determination|expect|intent)$/;

/** `announced that it will close`, `committed to a plan to close`, `decided to close`: a plan that is reported as decided. */
export function isPlannedByFiler({ status, clause }: EventAssertion): boolean {
  if (clause === null || clause.marker === 'if') return false;
  const isFuture = clause.verb.tense === 'future' && clause.relation !== 'main';
  const isIntended = clause.form === 'infinitive' || clause.form === 'gerund';
  if (status !== 'planned' && !(isIntended && INTENDS.test(clause.governor?.lemma ?? ''))) return false;
  const { parent } = clause;
  if (parent === null) return false;
  const reported = parent.verb.main.lemma;
  if (isFuture)
    return (
      parent.verb.tense === 'past' &&
      /^(?:announce|decide|conclude|determine|report|disclose|say|approve|commit)$/.test(reported)
    );
  return (
    (parent.verb.tense === 'past' || parent.form === 'participle') &&
    parent.verb.modal === null &&
    !parent.verb.isNegated
  );
}

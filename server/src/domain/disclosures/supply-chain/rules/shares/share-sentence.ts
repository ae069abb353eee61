import type { Clause, ParsedSentence } from '../../../../../formats/prose/clauses.ts';
import { partyIn } from '../../../../../formats/prose/frames/party-in-sentence.ts';
import { partyOf } from '../../../../../formats/prose/names.ts';
import type { Chunk, NounPhrase, VerbGroup } from '../../../../../formats/prose/phrases.ts';
import type { Sentence } from '../../../../../formats/prose/sentences.ts';
import type { ConcentrationOf, ConcentrationType } from '../../model.ts';
import type { Base } from '../bases.ts';
import { kindOfNoun } from '../nouns.ts';
import type { Party, PartyContext, Range } from '../parties.ts';
import { type FiscalCalendar, isTemporal, type Span } from '../periods.ts';
import type { Quantity, QuantityList } from '../quantities.ts';

/** A share of one customer, supplier or group that a sentence states for one period. */
export interface StatedShare {
  concentrationType: Extract<ConcentrationType, 'customer' | 'supplier'>;
  /** Null if no company is named. */
  name: string | null;
  label: string;
  groupSize: number | null;
  /** Null if the sentence states no number. */
  pct: number | null;
  thresholdPct: number | null;
  isAtLeast: boolean;
  of: ConcentrationOf;
  narrowed: string | null;
  span: Span;
}

/** What the reader of shares knows of the document. */
export interface ShareContext extends PartyContext {
  calendar: FiscalCalendar;
}

/** A sentence with quantities, as the readers of its parts see it. */
export interface ShareSentence {
  quote: string;
  chunks: readonly Chunk[];
  parsed: ParsedSentence;
  lists: readonly QuantityList[];
  source: Sentence;
  context: ShareContext;
}

/** A list of quantities with the words after it, up to the next list or statement: their periods. */
export interface Part {
  quantities: Quantity[];
  after: Range;
}

/** A predicate and what it states. */
export interface Statement {
  party: Party;
  parts: Part[];
  base: Base | null;
  /** The words before the subject: their periods. */
  before: Range;
  isSupplier: boolean;
}

export function governingOf(sentence: ShareSentence, at: number): string | null {
  const before = sentence.chunks[at - 1];
  return before?.kind === 'preposition' ? before.words : null;
}

export function clauseOf(sentence: ShareSentence, verb: VerbGroup): Clause | null {
  return sentence.parsed.clauses.find(clause => clause.verb.start === verb.start) ?? null;
}

/** True if the company itself is the subject of a verb. */
export function isOwnSubject(sentence: ShareSentence, verbAt: number): boolean {
  const verb = sentence.chunks[verbAt] as VerbGroup;
  const subject = clauseOf(sentence, verb)?.subjects[0];
  if (subject === undefined) return verb.form !== 'finite';
  const party = partyOf(subject, sentence.context.names);
  const { source, parsed, context } = sentence;
  const isPronoun = subject.head.lower === 'it' && partyIn(subject, source, parsed, context.names) !== 'other';
  return party === 'registrant' || party === 'subsidiary' || isPronoun;
}

export function canBeParty(phrase: NounPhrase): boolean {
  if (isTemporal(phrase)) return false;
  return (
    kindOfNoun(phrase) !== null ||
    phrase.tokens.some(token => /^\p{Lu}/u.test(token.text)) ||
    /^(?:each|both|none|they|these|those|two|three|another|neither|one|that|which|who|all|number|handful|group)$/.test(
      phrase.head.lower,
    )
  );
}

/** The words of a range, without what is in parentheses. */
export function textOf(sentence: ShareSentence, { from, to }: Range): string {
  const start = sentence.chunks[from]?.start;
  const end = sentence.chunks[to - 1]?.end;
  if (start === undefined || end === undefined || end <= start) return '';
  return sentence.quote
    .slice(start, end)
    .replace(/\([^()]*\)/g, '')
    .replace(/\s+/g, ' ');
}

export function isAmount({ tokens }: NounPhrase): boolean {
  return tokens.some(token => /^[$€£¥]/.test(token.text) || /^(?:million|billion|thousand)$/.test(token.lower));
}

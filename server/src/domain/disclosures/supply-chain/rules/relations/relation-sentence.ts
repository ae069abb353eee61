import type { Clause, ParsedSentence } from '../../../../../formats/prose/clauses.ts';
import { partyIn } from '../../../../../formats/prose/frames/party-in-sentence.ts';
import { partyOf } from '../../../../../formats/prose/names.ts';
import { type Chunk, type NounPhrase, possessorOf } from '../../../../../formats/prose/phrases.ts';
import type { Sentence } from '../../../../../formats/prose/sentences.ts';
import { ANY_MONTH } from '../../../../../kernel/months.ts';
import { isParty, kindOfNoun } from '../nouns.ts';
import { clusterAround, type Party, type PartyContext, readParty } from '../parties.ts';
import { isStatedOrAgreed } from '../statements.ts';
import { WORDS } from './relation-words.ts';

/** A customer or supplier that a sentence states without a percentage. */
export interface Relation {
  role: 'customer' | 'supplier';
  /** Null for sole sources and small groups without a name. */
  name: string | null;
  label: string;
}

export type RelationContext = PartyContext;

/** A sentence with what was found in it. */
export interface RelationSentence {
  quote: string;
  chunks: readonly Chunk[];
  parsed: ParsedSentence;
  context: RelationContext;
  found: Map<string, Relation>;
  source: Sentence;
}

/** A group that is worth stating without a name and a number. */
export const SCARCE = /(?<!non-)\b(?:sole|single|exclusive|limited|small|few|handful|sole-sourced?|single-sourced?)\b/i;

const COUNTED = /^(?:only )?(?:one|two|three|four|five|a single|another)\b/i;

/** What was, and is no more. */
export const ENDED =
  /\b(?:previously|formerly|no longer|former|historically|terminated|discontinued|ceased|expired)\b/i;

/** The phrases behind a verb with a preposition, in text order: `from X`, `from only one source`. */
export function behind(sentence: RelationSentence, { verb }: Clause, preposition: string): NounPhrase[] {
  const found: NounPhrase[] = [];
  const start = sentence.chunks.findIndex(chunk => chunk.start >= verb.end);
  for (let at = start < 0 ? sentence.chunks.length : start; at < sentence.chunks.length; at++) {
    const chunk = sentence.chunks[at];
    if (chunk === undefined || chunk.kind === 'stop' || chunk.kind === 'subordinator' || chunk.kind === 'relative')
      break;
    if (chunk.kind === 'verb' && chunk.main.lemma !== 'end') break;
    if (chunk.kind !== 'preposition' || chunk.words !== preposition) continue;
    const next = sentence.chunks.slice(at + 1, at + 4).find(candidate => candidate.kind !== 'adverb');
    if (next?.kind === 'noun') found.push(next);
  }
  return found;
}

export function partyAt(sentence: RelationSentence, at: number, governing: string | null): Party | null {
  if (at < 0) return null;
  const range = clusterAround(sentence.chunks, at, { from: at, to: endOfPhrases(sentence, at) });
  return readParty(sentence.chunks, range, sentence.quote, sentence.context, governing);
}

function endOfPhrases(sentence: RelationSentence, from: number): number {
  const end = sentence.chunks.findIndex(
    (chunk, at) =>
      at > from &&
      (chunk.kind === 'stop' || chunk.kind === 'subordinator' || chunk.kind === 'relative' || chunk.kind === 'verb'),
  );
  return end < 0 ? sentence.chunks.length : end;
}

/** The phrase after a verb, over adverbs and `, at this time,`. */
export function firstAfter(sentence: RelationSentence, { verb }: Clause): NounPhrase | undefined {
  const start = sentence.chunks.findIndex(chunk => chunk.start >= verb.end);
  for (let at = start < 0 ? sentence.chunks.length : start; at < sentence.chunks.length; at++) {
    const [chunk, next, closing] = sentence.chunks.slice(at, at + 3);
    if (chunk?.kind === 'preposition' && next?.kind === 'noun' && closing?.kind === 'comma') at++;
    else if (chunk?.kind !== 'adverb' && chunk?.kind !== 'comma') return chunk?.kind === 'noun' ? chunk : undefined;
  }
  return undefined;
}

/** The words of a phrase or clause. */
export function textOf({ quote }: RelationSentence, { start, end }: { start: number; end: number }): string {
  return quote.slice(start, end);
}

export function isStatedIn(sentence: RelationSentence, clause: Clause): boolean {
  if (!isStatedOrAgreed(clause, sentence.parsed)) return false;
  return !ENDED.test(textOf(sentence, clause));
}

/** `was sold to X on May 1, 2019`: a deal of one day, not a relation that lasts. */
export function isOfOneDay(sentence: RelationSentence, clause: Clause): boolean {
  return clause.verb.tense === 'past' && ONE_DAY.test(textOf(sentence, clause));
}

const ONE_DAY = new RegExp(`\\b[Oo]n\\s(?:${ANY_MONTH})\\s\\d{1,2},?\\s(?:19|20)\\d\\d\\b`);

export function isOwn(sentence: RelationSentence, phrase: NounPhrase): boolean {
  const party = partyOf(phrase, sentence.context.names);
  return (party === 'registrant' || party === 'subsidiary') && kindOfNoun(phrase) !== 'customer';
}

export function hasOwnSubject(sentence: RelationSentence, { subjects }: Clause): boolean {
  return subjects.some(subject => isOwn(sentence, subject) || isOwnPronoun(sentence, subject));
}

export function isOwnAction(sentence: RelationSentence, clause: Clause): boolean {
  return hasOwnSubject(sentence, clause) || clause.subjects.some(subject => isOwnedBy(sentence, subject));
}

/** `it`, unless the last subject before it is somebody else. */
function isOwnPronoun({ source, parsed, context }: RelationSentence, subject: NounPhrase): boolean {
  return subject.head.lower === 'it' && partyIn(subject, source, parsed, context.names) !== 'other';
}

/** Without any other party in the sentence, a filing speaks of its own goods. */
export function isAboutOthers(sentence: RelationSentence): boolean {
  return sentence.parsed.phrases.some(
    ({ head, tokens }) =>
      /^(?:customer|competitor|industry|market|licensee|they|consumer|patient|person)$/.test(head.lemma) ||
      /^(?:their|his|her)$/.test(tokens[0]?.lower ?? ''),
  );
}

export function isAboutUs(sentence: RelationSentence): boolean {
  return sentence.parsed.phrases.some(
    phrase => partyOf(phrase, sentence.context.names) === 'registrant' || isOwnedBy(sentence, phrase),
  );
}

export function clauseHolding(sentence: RelationSentence, phrase: NounPhrase): Clause | null {
  return (
    sentence.parsed.clauses.find(
      clause =>
        clause.subjects.includes(phrase) ||
        clause.objects.includes(phrase) ||
        clause.preps.some(prep => prep.phrase === phrase),
    ) ?? null
  );
}

export function addNamed(sentence: RelationSentence, role: Relation['role'], party: Party): void {
  for (const { name, label } of party.owners) {
    if (name !== null) sentence.found.set(`${role} ${label}`, { role, name, label });
  }
}

/** Names, or a small group that is not named. */
export function add(sentence: RelationSentence, role: Relation['role'], party: Party, isDoer: boolean): void {
  addNamed(sentence, role, party);
  const { group, nobody, isMeant } = party;
  if (party.owners.length > 0 || group === null || nobody !== null || isMeant || isDoer) return;
  const isRole = party.role === role || party.role === null;
  if (!isRole || !(SCARCE.test(group.label) || COUNTED.test(group.label))) return;
  sentence.found.set(`${role} ${group.label}`, { role, name: null, label: group.label });
}

/** `we depend on key suppliers`: suppliers without number and name, by their noun. */
export function addDependence(sentence: RelationSentence, { role, group, owners, nobody, isMeant }: Party): void {
  if (role !== 'supplier' || group === null || owners.length > 0 || nobody !== null || isMeant) return;
  // `our suppliers`: every company has some.
  if (!group.label.includes(' ')) return;
  sentence.found.set(`supplier ${group.label}`, { role, name: null, label: group.label });
}

/** Shares, loans, rights: what one buys and sells that makes no supplier and no customer. */
export function isNotGoods({ head, preps }: NounPhrase): boolean {
  const isPart = /^(?:amount|portion|number|majority|percentage|part|quantity|unit)$/.test(head.lemma);
  return (
    (WORDS.noGoods.has(head.lemma) && !(isPart && preps.some(prep => prep.preposition === 'of'))) ||
    preps.some(prep => prep.preposition === 'of' && WORDS.noGoods.has(prep.phrase.head.lemma) && !isParty(prep.phrase))
  );
}

/** `our products`, `the Company’s chips`, `products of the Company` */
export function isOwnedBy(sentence: RelationSentence, phrase: NounPhrase): boolean {
  const { tokens, preps } = phrase;
  const { names } = sentence.context;
  if (tokens[0]?.lower === 'our') return true;
  if (tokens[0]?.lower === 'its') return partyIn(phrase, sentence.source, sentence.parsed, names) !== 'other';
  const owner = possessorOf(phrase);
  if (owner !== null) return partyOf(owner, names) === 'registrant';
  return preps.some(prep => prep.preposition === 'of' && isOwnedBy(sentence, { ...prep.phrase, preps: [] }));
}

export function isSingular({ head }: NounPhrase): boolean {
  return head.lower === head.lemma || !/s$/.test(head.lower);
}

export function isProper({ head }: NounPhrase): boolean {
  return /^\p{Lu}/u.test(head.text);
}

/** What a sale is of that makes no customer. */
export const OF_NO_GOODS =
  /\b(?:stock|shares?|securities|assets?|business(?:es)?|notes?|loans?|propert(?:y|ies)|tax|units|interests?)\b/i;

/** The place of the noun behind a preposition, over `of parts and services`. */
export function partyPlace({ chunks, quote }: RelationSentence, from: number, preposition: string): number | null {
  for (let at = from; at < chunks.length; at++) {
    const chunk = chunks[at];
    if (chunk?.kind === 'preposition') {
      if (chunk.words === preposition) return at + 1;
      if (!/^(?:of|in|for)$/.test(chunk.words)) return null;
    } else if (chunk?.kind === 'noun') {
      if (OF_NO_GOODS.test(quote.slice(chunk.start, chunk.end))) return null;
    } else if (chunk?.kind !== 'coordinator' && chunk?.kind !== 'comma') return null;
  }
  return null;
}

import {
  type Chunk,
  type LooseWord,
  MONTHS,
  type NounPhrase,
  type PrepositionalPhrase,
  toChunks,
  type VerbForm,
  type VerbGroup,
} from './phrases.ts';
import type { Token } from './tokens.ts';

/** How a clause depends on another: `that` and `to` clauses complete it, relative clauses and participles describe a noun. */
export type ClauseRelation = 'main' | 'coordinate' | 'complement' | 'adverbial' | 'relative' | 'participle' | 'gerund';

/** A verb with what belongs to it. */
export interface Clause {
  verb: VerbGroup;
  form: VerbForm;
  voice: 'active' | 'passive';
  /** The subject as written or shared with another clause; several if joined by `and`. Empty if the sentence states none. */
  subjects: NounPhrase[];
  /** Noun phrases behind the verb without a preposition; of `be`, what the subject is. */
  objects: NounPhrase[];
  /** Adjectives behind the verb: `were not effective`. */
  adjectives: Token[];
  /** Prepositional phrases of the clause, those of its nouns included. */
  preps: PrepositionalPhrase[];
  relation: ClauseRelation;
  /** `if`, `that`, `which`, `upon`, `without` …; null if there is none. */
  marker: string | null;
  /** The clause, or the word before it, that governs this one: `agreed` in `agreed to sell`, `ability` in `ability to pay`. */
  parent: Clause | null;
  governor: Token | null;
  start: number;
  end: number;
}

/** The clauses of a sentence in text order, with its phrases. */
export interface ParsedSentence {
  text: string;
  clauses: Clause[];
  /** Noun phrases in text order, those outside of clauses included. */
  phrases: NounPhrase[];
  chunks: readonly Chunk[];
}

/** Reads the clauses of a sentence from its tokens. */
export function parseClauses(text: string, tokens: readonly Token[]): ParsedSentence {
  const chunks = toChunks(tokens);
  const places = chunks.flatMap((chunk, at) => (chunk.kind === 'verb' ? [at] : []));
  const forms = new Map(places.map(at => [at, settleForm(chunks, at)]));
  const isFiniteAt = (at: number) => forms.get(at) === 'finite';
  const subjects = new Map(places.map(at => [at, isFiniteAt(at) ? findSubject(chunks, at, isFiniteAt) : null]));
  const owned = new Set(
    [...subjects.values()].flatMap(subject => (subject?.isShared === false ? subject.phrases : [])),
  );
  const clauses = new Map<number, Clause>();
  for (const at of places) {
    const verb = chunks[at] as VerbGroup;
    const form = forms.get(at) ?? verb.form;
    const right = complementsOf(chunks, at, owned);
    const clause: Clause = {
      verb,
      form,
      voice:
        form === 'participle' && !/ing$/.test(firstVerb(verb))
          ? 'passive'
          : form === 'participle'
            ? 'active'
            : verb.voice,
      subjects: [],
      objects: right.objects,
      adjectives: right.adjectives,
      preps: right.preps,
      relation: 'main',
      marker: null,
      parent: null,
      governor: null,
      start: verb.start,
      end: right.end,
    };
    link(clause, at, chunks, clauses, subjects.get(at) ?? null);
    addFronted(clause, at, chunks, subjects.get(at)?.from ?? at);
    clauses.set(at, clause);
  }
  const all = [...clauses.values()];
  for (const clause of all) {
    // `a suit filed in May was dismissed`: the participle belongs to the clause of its noun, which comes later.
    const [noun] = clause.subjects;
    if (clause.relation !== 'participle' || noun === undefined) continue;
    clause.parent =
      all.find(other => other.form === 'finite' && other.subjects.includes(noun) && other.start >= noun.start) ??
      clause.parent;
  }
  const phrases = chunks.filter(chunk => chunk.kind === 'noun');
  return { text, clauses: all, phrases, chunks };
}

function firstVerb({ tokens, main }: VerbGroup): string {
  return (tokens.find(token => token.pos === 'AUX' || token.pos === 'VERB') ?? main).lower;
}

/** A past form without auxiliary is a participle (`a suit filed in May was dismissed`) or finite (`we filed a suit`). */
function settleForm(chunks: readonly Chunk[], at: number): VerbForm {
  const verb = chunks[at] as VerbGroup;
  if (verb.form !== 'finite') return verb.form;
  const hasAuxiliary =
    verb.modal !== null ||
    verb.main.pos === 'AUX' ||
    verb.tokens.some(token => token !== verb.main && token.pos === 'AUX');
  if (hasAuxiliary) return 'finite';
  const { lower, lemma } = verb.main;
  if (/s$/.test(lower) || lower === lemma) return 'finite';
  const before = chunks[overAdverbs(chunks, at)];
  const next = chunks[at + 1];
  // `agreements related to the card`
  if (lower === 'related' && next?.kind === 'preposition' && before?.kind === 'noun' && hasFiniteBefore(chunks, at))
    return 'participle';
  // `Completed the sale of the unit.`: a list item without a subject.
  if (before === undefined && next?.kind === 'noun' && !hasFiniteAfter(chunks, at)) return 'finite';
  if (before === undefined || before.kind === 'preposition') return 'participle';
  const isRelative = before.kind === 'relative' || (before.kind === 'noun' && chunks[at - 2]?.kind === 'relative');
  if (isRelative || before.kind === 'coordinator') return 'finite';
  if (before.kind === 'noun' && isPronoun(before)) return 'finite';
  const isFollowedByObject = (next?.kind === 'noun' && !isDate(next)) || next?.kind === 'subordinator';
  if (isFollowedByObject) {
    const isModifier = before.kind === 'comma' ? hasFiniteBefore(chunks, at) : hasFiniteAfter(chunks, at);
    return isModifier ? 'participle' : 'finite';
  }
  return hasFiniteAfter(chunks, at) || hasFiniteBefore(chunks, at) ? 'participle' : 'finite';
}

/** The place of the chunk before a verb and its adverbs. */
function overAdverbs(chunks: readonly Chunk[], verbAt: number): number {
  let at = verbAt - 1;
  while (chunks[at]?.kind === 'adverb') at--;
  return at;
}

function isPronoun({ head }: NounPhrase): boolean {
  return /^(?:i|we|he|she|it|they|you)$/.test(head.lower);
}

function isBoundary(chunk: Chunk): boolean {
  return chunk.kind === 'subordinator' || chunk.kind === 'relative' || chunk.kind === 'stop';
}

function isSurelyFinite(chunk: Chunk): boolean {
  if (chunk.kind !== 'verb' || chunk.form !== 'finite') return false;
  return (
    chunk.modal !== null ||
    chunk.main.pos === 'AUX' ||
    chunk.tokens.some(token => token !== chunk.main && token.pos === 'AUX') ||
    /s$/.test(chunk.main.lower) ||
    chunk.main.lower === chunk.main.lemma
  );
}

/** True if a later finite verb of the same segment has no subject of its own. */
function hasFiniteAfter(chunks: readonly Chunk[], at: number): boolean {
  for (let next = at + 1; next < chunks.length; next++) {
    const chunk = chunks[next];
    if (chunk === undefined || isBoundary(chunk)) return false;
    if (chunk.kind === 'coordinator' && chunks[next + 1]?.kind === 'noun' && chunks[next + 2]?.kind === 'verb')
      return false;
    if (chunk.kind !== 'verb') continue;
    if (!isSurelyFinite(chunk) && !(chunk.form === 'finite' && chunks[next + 1]?.kind === 'noun')) continue;
    const before = chunks[overAdverbs(chunks, next)];
    if (before?.kind === 'coordinator') return false;
    return !(before?.kind === 'noun' && chunks[next - 2]?.kind !== 'preposition');
  }
  return false;
}

/** True if the segment has a finite verb before, and no coordinator directly before this one. */
function hasFiniteBefore(chunks: readonly Chunk[], at: number): boolean {
  for (let before = at - 1; before >= 0; before--) {
    const chunk = chunks[before];
    if (chunk === undefined || isBoundary(chunk)) return false;
    if (chunk.kind === 'comma') before = insertionStart(chunks, before, () => false) ?? before;
    if (chunk.kind === 'coordinator' && chunks[before + 1]?.kind === 'noun') return false;
    if (chunk.kind === 'verb' && chunk.form === 'finite') return true;
  }
  return false;
}

interface Subject {
  phrases: NounPhrase[];
  /** Where the search for the start of the clause ended. */
  from: number;
  /** Shared with the clause of this verb: `defaulted and was sued`. */
  sharedWith: number | null;
  isShared: boolean;
  relative: number | null;
}

/** Looks to the left of a finite verb for its subject, over insertions, modifiers and prepositional phrases. */
function findSubject(chunks: readonly Chunk[], verbAt: number, isFiniteAt: (at: number) => boolean): Subject | null {
  let at = overAdverbs(chunks, verbAt);
  let hasCoordinator = false;
  let sawComma = false;
  let fallback: Subject | null = null;
  if (chunks[at]?.kind === 'coordinator') {
    const shared = verbBefore(chunks, at, verbAt, isFiniteAt);
    if (shared !== null) return { phrases: [], from: verbAt, sharedWith: shared, isShared: true, relative: null };
  }
  while (at >= 0) {
    const chunk = chunks[at];
    if (chunk === undefined) return null;
    if (chunk.kind === 'noun') {
      if (chunks[at - 1]?.kind === 'preposition') {
        at -= 2;
        continue;
      }
      if (chunks[at - 1]?.kind === 'verb' && !isFiniteAt(at - 1)) {
        // The object of a participle or an infinitive.
        at -= 2;
        continue;
      }
      if (isTime(chunk)) {
        at--;
        continue;
      }
      const isPredicate = chunks[at - 1]?.kind === 'verb' && (chunks[at - 1] as VerbGroup).main.lemma === 'be';
      if (isPredicate && sawComma && isFiniteAt(at - 1)) {
        // `A was the lender, has been repaid`: the subject of `was`.
        return { phrases: [], from: verbAt, sharedWith: at - 1, isShared: true, relative: null };
      }
      const { phrases, from, isPrepositional } = withCoordinated(chunks, at);
      if (isPrepositional && fallback === null) {
        // `a suit against Newco and the Company was filed`: both belong to the preposition if a noun is before it.
        fallback = { phrases, from, sharedWith: null, isShared: false, relative: null };
        at = from - 4;
        continue;
      }
      return { phrases, from, sharedWith: null, isShared: false, relative: relativeBefore(chunks, from) };
    }
    if (chunk.kind === 'relative') {
      const antecedent = antecedentOf(chunks, at);
      return {
        phrases: antecedent === null ? [] : [antecedent],
        from: at,
        sharedWith: null,
        isShared: true,
        relative: at,
      };
    }
    if (chunk.kind === 'subordinator' || chunk.kind === 'stop') return fallback;
    if (chunk.kind === 'comma') {
      if (isYearBetween(chunks, at)) {
        at--;
        continue;
      }
      sawComma = true;
      const opening = insertionStart(chunks, at, isFiniteAt);
      at = opening === null || hasCoordinator ? at - 1 : opening - 1;
      continue;
    }
    if (chunk.kind === 'coordinator') {
      // `the trustee or holders of 25 % may`: the phrase before the coordinator belongs to the subject.
      hasCoordinator = true;
    }
    if (chunk.kind === 'verb' && isFiniteAt(at)) {
      return hasCoordinator && fallback === null
        ? { phrases: [], from: verbAt, sharedWith: at, isShared: true, relative: null }
        : fallback;
    }
    at--;
  }
  return fallback;
}

/** The verb that a verb after a coordinator continues: a finite one, or for a base form any: `to sell or pledge`. */
function verbBefore(
  chunks: readonly Chunk[],
  from: number,
  verbAt: number,
  isFiniteAt: (at: number) => boolean,
): number | null {
  const isBase = isBareForm(chunks[verbAt] as VerbGroup);
  for (let at = from - 1; at >= 0; at--) {
    const chunk = chunks[at];
    if (chunk?.kind === 'stop') return null;
    if (chunk?.kind === 'verb' && (isFiniteAt(at) || (isBase && chunk.form === 'infinitive'))) return at;
  }
  return null;
}

function isPastForm({ main, tokens }: VerbGroup): boolean {
  return /(?:ed|en|wn)$/.test(main.lower) && tokens.every(token => token === main || token.pos === 'ADV');
}

function isBareForm({ main, tokens }: VerbGroup): boolean {
  return (
    main.lower === main.lemma && tokens.every(token => token === main || token.pos === 'ADV') && main.pos === 'VERB'
  );
}

function relativeBefore(chunks: readonly Chunk[], from: number): number | null {
  return chunks[from - 1]?.kind === 'relative' ? from - 1 : null;
}

const TIME_WORDS = new Set([...MONTHS, 'year', 'quarter', 'month', 'day', 'week', 'time', 'period']);

/** `this year`, `2014`, `June 30`: adverbs rather than subjects. */
function isTime({ head, tokens }: NounPhrase): boolean {
  if (head.pos === 'NUM')
    return tokens.length <= 4 && (/^(?:19|20)\d\d$/.test(head.text) || TIME_WORDS.has(tokens[0]?.lemma ?? ''));
  return TIME_WORDS.has(head.lemma) && /^(?:this|that|last|next|same|each)$/.test(tokens[0]?.lower ?? '');
}

/** `the year ended December 31` */
function isDate({ tokens, head }: NounPhrase): boolean {
  return head.pos === 'NUM' && MONTHS.has(tokens[0]?.lower ?? '');
}

function withCoordinated(
  chunks: readonly Chunk[],
  last: number,
): { phrases: NounPhrase[]; from: number; isPrepositional: boolean } {
  const phrases = [chunks[last] as NounPhrase];
  let from = last;
  let isJoined = false;
  for (;;) {
    const before = chunks[from - 1];
    const isCoordinator =
      before?.kind === 'coordinator' || (before?.kind === 'preposition' && before.words === 'as well as');
    const isComma = before?.kind === 'comma';
    const step = isCoordinator && chunks[from - 2]?.kind === 'comma' ? 3 : 2;
    const phrase = chunks[from - step];
    if ((!isCoordinator && !(isComma && isJoined)) || phrase?.kind !== 'noun') break;
    isJoined ||= isCoordinator;
    const start = from - step;
    // `between A and B`, `of A and B`: the phrase belongs to the preposition.
    if (isTime(phrase)) break;
    if (chunks[start - 1]?.kind === 'preposition') return { phrases, from, isPrepositional: step === 2 };
    phrases.unshift(phrase);
    from = start;
  }
  return { phrases, from, isPrepositional: false };
}

/** The noun before a relative pronoun; the whole chain's first noun if prepositional phrases are between. */
function antecedentOf(chunks: readonly Chunk[], relativeAt: number): NounPhrase | null {
  let at = relativeAt - 1;
  while (at >= 0) {
    const chunk = chunks[at];
    // `Newco, acquired in 2024, which`
    if (chunk?.kind === 'noun' && isTime(chunk) && chunks[at - 1]?.kind === 'preposition') {
      at -= 2;
      if (chunks[at]?.kind === 'verb') at--;
      continue;
    }
    if (chunk?.kind === 'noun') return chunk;
    if (chunk === undefined || (chunk.kind !== 'comma' && chunk.kind !== 'preposition')) return null;
    at--;
  }
  return null;
}

const MAX_INSERTION = 40;

/** The comma that opens the insertion which the comma at `closing` closes; null if the text before it is no insertion. */
function insertionStart(chunks: readonly Chunk[], closing: number, isFiniteAt: (at: number) => boolean): number | null {
  for (let at = closing - 1; at >= Math.max(0, closing - MAX_INSERTION); at--) {
    const chunk = chunks[at];
    if (chunk === undefined || chunk.kind === 'stop') return null;
    if (chunk.kind !== 'comma') continue;
    const first = chunks[at + 1];
    const before = chunks[at - 1];
    if (first === undefined || before === undefined) return null;
    const startsInsertion =
      first.kind === 'relative' ||
      first.kind === 'preposition' ||
      first.kind === 'adverb' ||
      first.kind === 'subordinator' ||
      (first.kind === 'noun' &&
        before.kind === 'noun' &&
        (first.tokens[0]?.lower === 'whose' || !hasVerbBetween(chunks, at, closing, isFiniteAt))) ||
      (first.kind === 'verb' && !isFiniteAt(at + 1));
    if (startsInsertion && before.kind === 'noun' && !isYearBetween(chunks, at)) return at;
  }
  return null;
}

/** What stands beside a noun has no verb of its own; `each of which sells` has one in its relative clause. */
function hasVerbBetween(
  chunks: readonly Chunk[],
  opening: number,
  closing: number,
  isFiniteAt: (at: number) => boolean,
): boolean {
  for (let at = opening + 1; at < closing; at++) {
    if (chunks[at]?.kind === 'relative') return false;
    if (isFiniteAt(at)) return true;
  }
  return false;
}

/** `On June 20, 2018, we`: the commas around a year are no insertion. */
function isYearBetween(chunks: readonly Chunk[], comma: number): boolean {
  const next = chunks[comma + 1];
  return next?.kind === 'noun' && next.tokens.length === 1 && /^(?:19|20)\d\d$/.test(next.head.text);
}

interface Complements {
  objects: NounPhrase[];
  adjectives: Token[];
  preps: PrepositionalPhrase[];
  end: number;
}

/** Collects what follows a verb up to the next clause. */
function complementsOf(chunks: readonly Chunk[], verbAt: number, owned: ReadonlySet<NounPhrase>): Complements {
  const found: Complements = { objects: [], adjectives: [], preps: [], end: chunks[verbAt]?.end ?? 0 };
  let isObject = true;
  for (let at = verbAt + 1; at < chunks.length; at++) {
    const chunk = chunks[at];
    if (chunk === undefined || isBoundary(chunk)) break;
    if (chunk.kind === 'verb') break;
    if (chunk.kind === 'noun') {
      if (owned.has(chunk)) break;
      const before = chunks[at - 1];
      if (before?.kind === 'preposition') found.preps.push({ preposition: before.words, phrase: chunk });
      else if (isObject && !isTime(chunk)) found.objects.push(chunk);
    } else if (chunk.kind === 'adjective') found.adjectives.push(chunk.token);
    else if (chunk.kind === 'comma') {
      // `announced on June 3, 2014 a programme`: the object may follow the date.
      if (isYearBetween(chunks, at)) continue;
      // After a comma, another noun is an object only in a list.
      isObject = found.objects.length > 0 && isList(chunks, at);
    } else if (chunk.kind === 'coordinator') isObject = true;
    found.end = chunk.end;
  }
  return found;
}

/** Adds the prepositional phrases before the subject of a finite clause: `In May 2014, we`. */
function addFronted(clause: Clause, verbAt: number, chunks: readonly Chunk[], from: number): void {
  if (clause.form !== 'finite') return;
  const before: PrepositionalPhrase[] = [];
  for (let at = verbAt - 1; at >= 0; at--) {
    const chunk = chunks[at];
    if (chunk === undefined || isBoundary(chunk)) break;
    if (at < from && (chunk.kind === 'verb' || chunk.kind === 'coordinator')) break;
    if (chunk.kind === 'noun' && chunks[at - 1]?.kind === 'preposition') {
      before.unshift({ preposition: (chunks[at - 1] as LooseWord).words, phrase: chunk });
    }
    if (at < from || chunk.kind === 'noun') clause.start = Math.min(clause.start, chunk.start);
  }
  clause.preps = [...before, ...clause.preps];
}

/** True if the nouns after a comma end with `and` and another noun. */
function isList(chunks: readonly Chunk[], comma: number): boolean {
  for (let at = comma + 1; at < chunks.length; at++) {
    const chunk = chunks[at];
    if (chunk?.kind === 'coordinator') return chunks[at + 1]?.kind === 'noun';
    if (chunk?.kind !== 'noun' && chunk?.kind !== 'comma') return false;
  }
  return false;
}

/** Sets relation, marker, parent, governor and subjects of a clause. */
function link(
  clause: Clause,
  at: number,
  chunks: readonly Chunk[],
  clauses: ReadonlyMap<number, Clause>,
  subject: Subject | null,
): void {
  const before = chunks[at - 1];
  if (clause.form === 'finite') {
    linkFinite(clause, at, chunks, clauses, subject);
    return;
  }
  const parent = lastClause(clauses, at);
  clause.parent = parent;
  clause.governor = governorOf(before, chunks[at - 2], parent);
  if (clause.form === 'infinitive') {
    clause.relation = 'complement';
    clause.marker = 'to';
    // `caused the trustee to accelerate`: the object of the governing verb acts.
    const actor =
      before?.kind === 'noun' &&
      parent !== null &&
      parent.objects.includes(before) &&
      CAUSES.has(parent.verb.main.lemma)
        ? [before]
        : [];
    clause.subjects = actor.length > 0 ? actor : possessorOf(before, parent);
    return;
  }
  if (clause.form === 'gerund') {
    clause.relation = 'gerund';
    clause.marker = before?.kind === 'preposition' ? before.words : null;
    clause.subjects = parent?.subjects ?? [];
    return;
  }
  clause.relation = 'participle';
  // `components currently obtained from one source`
  const noun = chunks[overAdverbs(chunks, at)];
  clause.subjects = noun?.kind === 'noun' ? [noun] : (parent?.subjects ?? []);
  if (noun?.kind === 'noun') clause.governor = noun.head;
}

const CAUSES = new Set([
  'cause',
  'permit',
  'allow',
  'require',
  'enable',
  'entitle',
  'order',
  'direct',
  'ask',
  'request',
  'authorize',
  'appoint',
  'engage',
  'retain',
  'hire',
  'declare',
  'deem',
]);

function possessorOf(before: Chunk | undefined, parent: Clause | null): NounPhrase[] {
  if (before?.kind === 'noun') {
    const own = before.tokens.find(token => /^(?:our|its|their|his|her)$/.test(token.lower));
    const possessive = before.tokens.findIndex(token => /^['’]s?$/.test(token.text));
    if (possessive > 0) {
      const tokens = before.tokens.slice(0, possessive);
      const head = tokens.at(-1);
      if (head !== undefined) return [{ ...before, head, tokens, end: head.end, preps: [] }];
    }
    if (own?.lower === 'our')
      return [{ ...before, head: own, tokens: [own], start: own.start, end: own.end, preps: [] }];
  }
  return parent?.subjects ?? [];
}

function governorOf(before: Chunk | undefined, second: Chunk | undefined, parent: Clause | null): Token | null {
  if (before?.kind === 'noun' && !isTime(before)) return before.head;
  if (before?.kind === 'adjective') return before.token;
  if (before?.kind === 'preposition' && second !== undefined)
    return second.kind === 'noun' ? second.head : second.kind === 'verb' ? second.main : second.token;
  return parent?.verb.main ?? null;
}

function lastClause(clauses: ReadonlyMap<number, Clause>, at: number): Clause | null {
  let last: Clause | null = null;
  for (const [place, clause] of clauses) if (place < at) last = clause;
  return last;
}

function linkFinite(
  clause: Clause,
  at: number,
  chunks: readonly Chunk[],
  clauses: ReadonlyMap<number, Clause>,
  subject: Subject | null,
): void {
  if (subject?.sharedWith != null) {
    const shared = agreeing(clause.verb, clauses.get(subject.sharedWith) ?? null);
    clause.subjects = shared?.subjects ?? [];
    clause.relation = shared === null ? 'main' : shared.relation === 'main' ? 'coordinate' : shared.relation;
    clause.marker = shared?.marker ?? null;
    clause.parent = shared?.parent ?? null;
    clause.governor = shared?.governor ?? null;
    if (shared !== null && isBareForm(clause.verb)) {
      // `may sell or pledge`: the auxiliary holds for both.
      const { modal, tense, isNegated } = shared.verb;
      clause.verb = { ...clause.verb, modal, tense, isNegated };
      clause.form = shared.form;
    }
    // `were held and pledged`
    if (shared?.voice === 'passive' && isPastForm(clause.verb) && clause.objects.length === 0) clause.voice = 'passive';
    return;
  }
  clause.subjects = subject?.phrases ?? [];
  const from = subject?.from ?? at;
  clause.start = Math.min(clause.start, clause.subjects[0]?.start ?? clause.start);
  if (subject?.relative != null) {
    clause.relation = 'relative';
    clause.marker = (chunks[subject.relative] as LooseWord).words;
    clause.parent = lastClause(clauses, subject.relative + 1);
    // `the notes that we issued`: the antecedent is the object.
    const antecedent = antecedentOf(chunks, subject.relative);
    if (!subject.isShared && antecedent !== null && clause.objects.length === 0) clause.objects = [antecedent];
    clause.governor = antecedent?.head ?? null;
    return;
  }
  const markerAt = markerBefore(chunks, from);
  if (markerAt === null) {
    clause.relation = clauses.size === 0 ? 'main' : 'coordinate';
    const previous = coordinatedWith(chunks, from, clauses);
    if (previous !== null && previous.relation !== 'main') {
      clause.relation = previous.relation;
      clause.marker = previous.marker;
      clause.parent = previous.parent;
      clause.governor = previous.governor;
    }
    return;
  }
  const marker = chunks[markerAt] as LooseWord;
  clause.marker = marker.words;
  const previous = chunks[markerAt - 1];
  clause.relation = marker.words === 'that' || marker.words === 'whether' ? 'complement' : 'adverbial';
  clause.parent = lastClause(clauses, markerAt);
  clause.governor = governorOf(previous, chunks[markerAt - 2], clause.parent);
}

/** `The complaint alleges that the defendants lied and seeks damages`: a singular verb goes on from a clause with a singular subject. */
function agreeing(verb: VerbGroup, last: Clause | null): Clause | null {
  if (!isSingular(verb)) return last;
  let clause = last;
  while (clause?.subjects.some(isPlural)) clause = clause.parent;
  return clause !== null && clause.subjects.length > 0 ? clause : last;
}

function isSingular({ tokens, tense }: VerbGroup): boolean {
  const [first] = tokens;
  if (first === undefined || tense === 'future') return false;
  return /^(?:has|is|was|does)$/.test(first.lower) || (tense === 'present' && first.lower === `${first.lemma}s`);
}

function isPlural({ head }: NounPhrase): boolean {
  return head.pos === 'NOUN' && head.lower.endsWith('s') && head.lower !== head.lemma;
}

/** The subordinator that opens the clause whose subject starts at `from`: adverbs, fronted phrases and insertions may be between. */
function markerBefore(chunks: readonly Chunk[], from: number): number | null {
  for (let at = from - 1; at >= 0; at--) {
    const chunk = chunks[at];
    if (chunk === undefined) return null;
    if (chunk.kind === 'subordinator') return at;
    if (chunk.kind === 'verb' || chunk.kind === 'stop' || chunk.kind === 'relative' || chunk.kind === 'coordinator')
      return null;
  }
  return null;
}

/** The clause that this one continues after `and`, `or` or `but` under the same subordinator. */
function coordinatedWith(chunks: readonly Chunk[], from: number, clauses: ReadonlyMap<number, Clause>): Clause | null {
  for (let at = from - 1; at >= 0; at--) {
    const chunk = chunks[at];
    if (chunk?.kind === 'coordinator') return chunks[at - 1]?.kind === 'comma' ? null : lastClause(clauses, at);
    if (chunk?.kind === 'verb' || chunk?.kind === 'stop' || chunk?.kind === 'comma') return null;
  }
  return null;
}

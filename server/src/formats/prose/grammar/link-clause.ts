import type { Clause } from '../clauses.ts';
import { type Chunk, type LooseWord, type NounPhrase, possessorOf, toNounPhrase, type VerbGroup } from '../phrases.ts';
import type { Token } from '../tokens.ts';
import { antecedentOf, isBareForm, isTime, overAdverbs } from './chunk-search.ts';
import type { Subject } from './find-subject.ts';

/** Sets relation, marker, parent, governor and subjects of a clause. */
export function linkClause(
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
    clause.subjects = actor.length > 0 ? actor : ownerOf(before, parent);
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

/** Who is to do what an infinitive after a noun states: `the Company’s ability to pay`, `our ability to pay`. */
function ownerOf(before: Chunk | undefined, parent: Clause | null): NounPhrase[] {
  if (before?.kind === 'noun') {
    const own = before.tokens.find(token => /^(?:our|its|their|his|her)$/.test(token.lower));
    const owner = possessorOf(before) ?? (own?.lower === 'our' ? toNounPhrase([own]) : null);
    if (owner !== null) return [owner];
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
    if (shared !== null && isBareForm(clause.verb) && isPastOf(shared) && !SAME_IN_PAST.test(clause.verb.main.lower)) {
      // `we observed several companies struggle and file`: no base form continues a past one; the object acts.
      clause.subjects = shared.objects.slice(-1);
      clause.relation = 'complement';
      clause.parent = shared;
      return;
    }
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

const SAME_IN_PAST = /^(?:set|put|cut|let|hit|read|shut|split|spread|quit|bid|cost|cast|come|become)$/;

function isPastOf({ form, verb, voice, objects }: Clause): boolean {
  return form === 'finite' && voice === 'active' && verb.modal === null && verb.tense === 'past' && objects.length > 0;
}

function isPastForm({ main, tokens }: VerbGroup): boolean {
  return /(?:ed|en|wn)$/.test(main.lower) && tokens.every(token => token === main || token.pos === 'ADV');
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

import type { Clause, ParsedSentence } from '../clauses.ts';
import type { Chunk, LooseWord, NounPhrase, PrepositionalPhrase, VerbGroup } from '../phrases.ts';
import type { Sentence } from '../sentences.ts';
import { type Token, tokenize } from '../tokens.ts';
import { isBoundary, isTime, isYearBetween } from './chunk-search.ts';
import { toChunks } from './chunks.ts';
import { findSubject } from './find-subject.ts';
import { linkClause } from './link-clause.ts';
import { settleForm } from './settle-form.ts';

const parsed = new WeakMap<Sentence, ParsedSentence>();

/** Parses a sentence; the result is kept with the sentence, so that several subjects share it. */
export function parseSentence(sentence: Sentence): ParsedSentence {
  const known = parsed.get(sentence);
  if (known !== undefined) return known;
  const made = parseClauses(sentence.quote, tokenize(sentence.quote));
  parsed.set(sentence, made);
  return made;
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
    linkClause(clause, at, chunks, clauses, subjects.get(at) ?? null);
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
  let skipped: Chunk | null = null;
  for (let at = verbAt + 1; at < chunks.length; at++) {
    const chunk = chunks[at];
    if (chunk === undefined || isBoundary(chunk)) break;
    if (chunk.kind === 'verb') break;
    if (chunk.kind === 'noun') {
      if (owned.has(chunk)) break;
      if (chunk === skipped) {
        found.end = chunk.end;
        continue;
      }
      const before = chunks[at - 1];
      if (before?.kind === 'preposition') found.preps.push({ preposition: before.words, phrase: chunk });
      else if (isObject && !isTime(chunk)) found.objects.push(chunk);
    } else if (chunk.kind === 'adjective') found.adjectives.push(chunk.token);
    else if (chunk.kind === 'comma') {
      // `announced on June 3, 2014 a programme`: the object may follow the date.
      if (isYearBetween(chunks, at)) continue;
      // `acquired, through a subsidiary, all shares`, `entered into, on June 3, 2014, an agreement`
      const inserted = insertionBehind(chunks, at);
      if (inserted !== null) {
        const [word, noun] = [chunks[at - 1], chunks[inserted + 1]];
        if (word?.kind === 'preposition' && noun?.kind === 'noun') {
          found.preps.push({ preposition: word.words, phrase: noun });
          skipped = noun;
        }
        found.end = chunks[inserted]?.end ?? found.end;
        at = inserted;
        continue;
      }
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

const MOST_INSERTED = 10;

/** Position of the second comma of an insertion that begins with a preposition and precedes an object; null without one. */
function insertionBehind(chunks: readonly Chunk[], comma: number): number | null {
  const before = chunks[comma - 1];
  if (before?.kind !== 'verb' && before?.kind !== 'preposition') return null;
  if (chunks[comma + 1]?.kind !== 'preposition') return null;
  for (let at = comma + 2; at < Math.min(chunks.length, comma + MOST_INSERTED); at++) {
    const chunk = chunks[at];
    if (chunk?.kind === 'comma' && !isYearBetween(chunks, at)) return chunks[at + 1]?.kind === 'noun' ? at : null;
    if (chunk?.kind !== 'noun' && chunk?.kind !== 'preposition' && chunk?.kind !== 'comma') return null;
  }
  return null;
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

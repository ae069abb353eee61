import type { ParsedSentence } from '../clauses.ts';
import { parseSentence } from '../grammar/parse-sentence.ts';
import { type DocumentNames, type Party, partyOf } from '../names.ts';
import type { NounPhrase } from '../phrases.ts';
import type { Sentence } from '../sentences.ts';

const PRONOUNS = /^(?:it|its|itself|they|them|their|themselves|this|these|which|such)$/;

/** The party of a noun phrase in its sentence; a pronoun is that of the last subject before it, if need be of the sentence before. */
export function partyIn(phrase: NounPhrase, sentence: Sentence, parse: ParsedSentence, names: DocumentNames): Party {
  const own = partyOf(phrase, names);
  if (own === 'other' && isOfOwnUnit(phrase, parse, names)) return 'subsidiary';
  if (own !== 'unknown' || !PRONOUNS.test(phrase.tokens[0]?.lower ?? '')) return own;
  return (
    partyBefore(phrase.start, parse, names) ??
    (sentence.previous === null
      ? null
      : partyBefore(Number.POSITIVE_INFINITY, parseSentence(sentence.previous), names)) ??
    'unknown'
  );
}

/** `Fictional Bank, a subsidiary of the Company,` and `our subsidiary, Fictional Bank,`: a noun beside a name states whose it is. */
function isOfOwnUnit(phrase: NounPhrase, { chunks }: ParsedSentence, names: DocumentNames): boolean {
  const at = chunks.indexOf(phrase);
  if (at < 0) return false;
  const beside = [
    chunks[at + 1]?.kind === 'comma' ? chunks[at + 2] : undefined,
    chunks[at - 1]?.kind === 'comma' ? chunks[at - 2] : chunks[at - 1],
  ];
  return beside.some(
    other => other?.kind === 'noun' && other.head.lemma !== 'bank' && partyOf(other, names) === 'subsidiary',
  );
}

/** The last subject that ends before an offset and is no pronoun. */
export function subjectBefore(offset: number, { clauses }: ParsedSentence): NounPhrase | null {
  const subjects = clauses
    .flatMap(clause => clause.subjects)
    .filter(subject => subject.end <= offset && !PRONOUNS.test(subject.tokens[0]?.lower ?? ''));
  return subjects.at(-1) ?? null;
}

/** The party of the last subject that ends before an offset. */
function partyBefore(offset: number, { clauses }: ParsedSentence, names: DocumentNames): Party | null {
  for (const clause of [...clauses].reverse()) {
    for (const subject of clause.subjects) {
      if (subject.end > offset) continue;
      const party = partyOf(subject, names);
      if (party !== 'unknown') return party;
    }
  }
  return null;
}

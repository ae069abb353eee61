import type { Clause, ParsedSentence } from '../clauses.ts';
import type { Assertion, Frame } from '../frames.ts';
import { lemmasOf } from '../lexicon.ts';
import { type NounPhrase, possessorOf, toNounPhrase } from '../phrases.ts';
import { clauseOf } from '../status.ts';
import type { Token } from '../tokens.ts';
import { type CompiledFrame, lemmas } from './compile-frame.ts';

/** A word of a sentence that names the matter of a frame. */
export interface Mention {
  form: Assertion['form'];
  token: Token;
  clause: Clause | null;
  phrase: NounPhrase | null;
}

/** The verbs, nouns and adjectives of a sentence that name the matter of a frame. */
export function mentionsOf(
  { verbs, nouns, adjectives }: CompiledFrame<Frame>,
  { clauses, phrases, chunks }: ParsedSentence,
): Mention[] {
  const found: Mention[] = [];
  if (verbs.size > 0) {
    for (const clause of clauses) {
      if (verbs.has(clause.verb.main.lemma))
        found.push({ form: 'verb', token: clause.verb.main, clause, phrase: null });
    }
  }
  if (nouns.size > 0) {
    for (const phrase of phrases) {
      const isInCompound = found.some(
        mention =>
          mention.phrase !== null &&
          !nouns.has(mention.phrase.head.lemma) &&
          mention.phrase.preps.some(prep => prep.phrase === phrase),
      );
      if (hasHead(phrase, nouns) && !isInCompound)
        found.push({ form: 'noun', token: phrase.head, clause: null, phrase });
    }
  }
  if (adjectives.size > 0) {
    for (const { token, phrase } of adjectivesBehindNouns(chunks)) {
      if (adjectives.has(token.lower)) found.push({ form: 'adjective', token, clause: null, phrase });
    }
    for (const clause of clauses) {
      const token = clause.adjectives.find(
        adjective => adjectives.has(adjective.lemma) || adjectives.has(adjective.lower),
      );
      if (token !== undefined && JOINS.has(clause.verb.main.lemma))
        found.push({ form: 'adjective', token, clause, phrase: null });
    }
  }
  return found;
}

/** `cases pending against us`, `the notes outstanding under the indenture`: an adjective between a noun and a preposition. */
function adjectivesBehindNouns(chunks: ParsedSentence['chunks']): { token: Token; phrase: NounPhrase }[] {
  return chunks.flatMap((chunk, at) => {
    const [before, next] = [chunks[at - 1], chunks[at + 1]];
    return chunk.kind === 'adjective' && before?.kind === 'noun' && next?.kind === 'preposition'
      ? [{ token: chunk.token, phrase: before }]
      : [];
  });
}

const JOINS = new Set(['be', 'become', 'remain', 'seem', 'appear', 'prove']);

/** The head of the phrase, alone or with the words before and after it: `going_concern`, `event_of_default`. */
function hasHead(phrase: NounPhrase, nouns: ReadonlySet<string>): boolean {
  if (nouns.has(phrase.head.lemma)) return true;
  const head = phrase.head.lemma;
  return [...lemmasOf(phrase)].some(
    lemma => lemma.includes('_') && nouns.has(lemma) && (lemma.endsWith(`_${head}`) || lemma.startsWith(`${head}_`)),
  );
}

/** The verbs by which the subject does, or undergoes, what their object names. */
const DOES = lemmas(
  'file open vote commence initiate complete make conduct effect enter undertake begin launch experience suffer record recognize recognise incur have announce close issue give execute sign report identify declare bring take disclose discover detect discuss express perform implement adopt consummate',
);

const RECEIVES = lemmas('receive face undergo obtain be sustain get');

/** The noun phrases of a sentence in a role of a mention, the likeliest first. */
export function phrasesInRole(mention: Mention, role: string, parse: ParsedSentence): NounPhrase[] {
  return role.split('/').flatMap(name => phrasesInOneRole(mention, name, parse));
}

function phrasesInOneRole({ form, token, clause, phrase }: Mention, role: string, parse: ParsedSentence): NounPhrase[] {
  if (role === 'self') return phrase === null ? [] : [phrase];
  if (role === 'sentence') return parse.phrases;
  if (role === 'concerns') {
    const matters = phrase === null ? phrasesInOneRole({ form, token, clause, phrase }, 'patient', parse) : [phrase];
    return phrasesConcerned(matters, parse);
  }
  if (form === 'noun' && phrase !== null) return phrasesOfNoun(phrase, role, parse);
  if (form === 'adjective' && phrase !== null) return phrasesOfAdjective(phrase, token, role, parse);
  if (clause === null) return [];
  if (role === 'clause') return phrasesOfClause(clause);
  const inPreps = (name: string) => clause.preps.filter(prep => prep.preposition === name).map(prep => prep.phrase);
  if (form === 'adjective') return role === 'agent' ? clause.subjects : inPreps(role);
  if (role === 'agent') return clause.voice === 'passive' ? inPreps('by') : clause.subjects;
  if (role === 'patient') return clause.voice === 'passive' ? clause.subjects : clause.objects;
  return inPreps(role);
}

const CONCERNS =
  /^(?:for|of|from|on|upon|in|relating to|due to|as a result of|because of|in connection with|with respect to)$/;
const IS_ABOUT = lemmas('relate associate attribute connect result stem arise');

/** What a noun is about: `a charge for severance`, `a charge of $5 million related to the closure of a plant`. */
function phrasesConcerned(matters: readonly NounPhrase[], { clauses }: ParsedSentence): NounPhrase[] {
  const found: NounPhrase[] = [];
  const holders = [...matters];
  for (const holder of holders) {
    const described = clauses.filter(
      ({ form, governor, verb }) => form !== 'finite' && governor === holder.head && IS_ABOUT.has(verb.main.lemma),
    );
    const preps = [
      ...holder.preps.filter(prep => CONCERNS.test(prep.preposition)),
      ...described.flatMap(({ preps: own }) => own),
    ];
    for (const { phrase } of preps) {
      if (found.includes(phrase) || holders.length > MOST_HOLDERS) continue;
      found.push(phrase);
      holders.push(phrase);
    }
  }
  return found;
}

const MOST_HOLDERS = 40;

/** `cases pending in Delaware against us`: the noun before the adjective is its subject. */
function phrasesOfAdjective(phrase: NounPhrase, { end }: Token, role: string, parse: ParsedSentence): NounPhrase[] {
  if (role === 'agent') return [phrase];
  const clause = clauseOf(phrase, parse);
  return (clause?.preps ?? []).flatMap(prep =>
    prep.preposition === role && prep.phrase.start > end ? [prep.phrase] : [],
  );
}

function phrasesOfNoun(phrase: NounPhrase, role: string, parse: ParsedSentence): NounPhrase[] {
  const clause = clauseOf(phrase, parse);
  const own = (name: string) => phrase.preps.filter(prep => prep.preposition === name).map(prep => prep.phrase);
  if (role === 'clause') return clause === null ? [phrase] : phrasesOfClause(clause);
  if (role === 'agent') {
    const owner = ownerOf(phrase);
    const doers =
      clause !== null &&
      clause.voice === 'active' &&
      clause.objects.includes(phrase) &&
      (DOES.has(clause.verb.main.lemma) || RECEIVES.has(clause.verb.main.lemma))
        ? clause.subjects
        : [];
    const by =
      clause !== null && clause.voice === 'passive'
        ? clause.preps.filter(prep => prep.preposition === 'by').map(prep => prep.phrase)
        : [];
    return [...(owner === null ? [] : [owner]), ...own('by'), ...doers, ...by];
  }
  if (role === 'recipient') {
    if (clause === null) return [];
    const isObject = clause.objects.includes(phrase) || clause.preps.some(prep => prep.phrase === phrase);
    return clause.voice === 'active' && isObject
      ? clause.subjects
      : clause.voice === 'passive' && clause.preps.some(prep => prep.phrase === phrase)
        ? clause.subjects
        : [];
  }
  if (role === 'patient') return own('of');
  const inClause =
    clause === null
      ? []
      : clause.preps.filter(prep => prep.preposition === role && prep.phrase !== phrase).map(prep => prep.phrase);
  return [...own(role), ...inClause];
}

function phrasesOfClause(clause: Clause): NounPhrase[] {
  return [...clause.subjects, ...clause.objects, ...clause.preps.map(prep => prep.phrase)];
}

/** `the Company’s default`, `our default` */
function ownerOf(phrase: NounPhrase): NounPhrase | null {
  const [first] = phrase.tokens;
  const isPronoun = first !== undefined && /^(?:our|its|their|his|her)$/.test(first.lower);
  return possessorOf(phrase) ?? (isPronoun ? toNounPhrase([first]) : null);
}

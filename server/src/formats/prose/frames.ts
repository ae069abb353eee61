import type { IsoDate } from '../../kernel/dates.ts';
import { type Clause, type ParsedSentence, parseClauses } from './clauses.ts';
import { isOfClass, isTextOfClass, type Lexicon, lemmasOf } from './lexicon.ts';
import { type DocumentNames, type Party, partyOf } from './names.ts';
import type { NounPhrase } from './phrases.ts';
import type { Sentence } from './sentences.ts';
import { readStatedDates, type StatedSpan } from './stated-dates.ts';
import {
  clauseOf,
  isPresupposed,
  isResolvedBy,
  isResolvedLater,
  type Status,
  statusOfClause,
  statusOfPhrase,
} from './status.ts';
import { type Token, tokenize } from './tokens.ts';

/**
 * One row of a subject's table: words that name a matter, and tests of their roles. Active, passive, nominal and light-verb
 * forms of the words are grammar and need no rows.
 */
export interface Frame<Family extends string = string> {
  family: Family;
  /** Lemmas, separated by spaces. */
  verbs?: string;
  /** Lemmas of nouns; the words of a compound are joined by `_`. */
  nouns?: string;
  /** Lemmas of adjectives that `be`, `become` or `remain` joins to the subject. */
  adjectives?: string;
  /**
   * Test by role. A role is `agent`, `patient`, `self` (the words of the noun itself), `recipient`, `clause` (any noun of the
   * clause), `sentence` (any noun of the sentence) or a preposition (`against`), or several of them (`on/upon`). A test names classes of the lexicon or parties, separated by `|`: one of them must fit (`a+b`: both must, `a+!b`: only the first; `named`: a proper name; `definite`: a name or a noun with `the`);
   * `!` before it: none may. A test that ends with `?` only reads the role.
   */
  roles: Readonly<Record<string, string>>;
  /** `negative`: the matter is the denial of the words (`were not effective`, `failed to pay`). */
  polarity?: 'negative';
  /** `efforts to remediate the weaknesses`: a definite noun for what somebody is to end states that it exists. */
  isPresupposed?: boolean;
  /** Words that the sentence must have besides. */
  pattern?: RegExp;
  /** Lemmas of verbs by which this matter ends, besides the usual ones (settle, dismiss, waive …). */
  endedBy?: string;
  /** The role whose party the statement is about, or several, separated by `|`: the first that is stated. `agent` if absent. */
  of?: string;
}

/** A noun phrase in a role, with its offsets in the sentence's quote. */
export interface Role {
  text: string;
  start: number;
  end: number;
  party: Party;
  phrase: NounPhrase;
}

/** What a sentence states of one matter. */
export interface Assertion<Family extends string = string, Row extends Frame<Family> = Frame<Family>> {
  family: Family;
  frame: Row;
  form: 'verb' | 'noun' | 'adjective';
  status: Status;
  of: Party;
  roles: Readonly<Record<string, Role>>;
  tense: 'past' | 'present' | 'future' | null;
  /** The noun phrase that names the matter; null for verbs and adjectives. */
  phrase: NounPhrase | null;
  /** The word that named the matter. Offsets are in the sentence's quote; add `sentence.start` for those in the text. */
  trigger: { text: string; start: number; end: number };
  /** Dates of the clause; those of the sentence if the clause states none. */
  dates: StatedSpan[];
  clause: Clause | null;
  parsed: ParsedSentence;
  sentence: Sentence;
}

/** What the reader knows of the document. */
export interface DocumentContext {
  names: DocumentNames;
  /** Last day of the reporting period; null if unknown: then nothing is of an earlier period. */
  periodEnd: IsoDate | null;
}

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

/** `Fictional Bank, a subsidiary of the Company,` and `our subsidiary, Fictional Bank,`: what stands beside a name tells whose it is. */
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
function subjectBefore(offset: number, { clauses }: ParsedSentence): NounPhrase | null {
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

const parsed = new WeakMap<Sentence, ParsedSentence>();

/** Parses a sentence; the result is kept with the sentence, so that several subjects share it. */
export function parseSentence(sentence: Sentence): ParsedSentence {
  const known = parsed.get(sentence);
  if (known !== undefined) return known;
  const made = parseClauses(sentence.quote, tokenize(sentence.quote));
  parsed.set(sentence, made);
  return made;
}

interface CompiledFrame<Row extends Frame> {
  frame: Row;
  verbs: ReadonlySet<string>;
  nouns: ReadonlySet<string>;
  adjectives: ReadonlySet<string>;
  tests: readonly RoleTest[];
  /** What a sentence must match besides a word of the frame: one pattern of each list. */
  required: readonly (readonly RegExp[])[];
}

interface RoleTest {
  role: string;
  isNegative: boolean;
  isOptional: boolean;
  of: readonly string[];
}

/** The test of a proper name. */
const NAMED = 'named';
/** The test of a name or of a noun with `the`. */
const DEFINITE = 'definite';
const PARTIES = new Set<string>(['registrant', 'subsidiary', 'counterparty', 'other', 'industry', 'unknown']);
const split = (text: string | undefined) => new Set((text ?? '').split(' ').filter(word => word !== ''));

const WORD = /[a-z]+/gi;
const MAX_WORDS = 50_000;

/** Roles whose nouns are written out; in other roles a pronoun or a short name may stand for them. */
const WRITTEN_OUT = /^(?:self|clause|sentence)$/;
const STANDS_FOR_NOUN = /\b(?:it|its|they|their|them|which|that|who)\b|\b[A-Z]{2,}/;

/** The words that a sentence must have: one of each class that a role asks for. Parties have no words of their own. */
function requiredOf(tests: readonly RoleTest[], lexicon: Lexicon): RegExp[][] {
  return tests.flatMap(({ role, isNegative, isOptional, of }) => {
    if (isNegative || isOptional) return [];
    const classes = of.map(alternative => alternative.split('+').find(name => lexicon.has(name)));
    const words = classes.map(name => (name === undefined ? null : wordsOf(name, lexicon)));
    if (words.includes(null)) return [];
    const own = new RegExp(`\\b(?:${words.flat().join('|')})`, 'i');
    return [WRITTEN_OUT.test(role) ? [own] : [own, STANDS_FOR_NOUN]];
  });
}

/** Patterns for the words of a class: `related_party` begins with `related`. */
function wordsOf(name: string, lexicon: Lexicon): string[] {
  // `security` stands for `securities` as well.
  const begins = [...(lexicon.get(name) ?? [])].map(word => (word.split('_')[0] ?? word).replace(/(?<=...)y$/, ''));
  return [...new Set(begins)].map(word => word.replace(/[^\w]/g, '.'));
}

const FORMS_OF_BE = ['is', 'are', 'was', 'were', 'be', 'been'];

/** Patterns of the words that name a matter. `be` is in every sentence: the words of its first class stand for it. */
function stemsOf(
  { verbs, nouns, adjectives, tests }: Omit<CompiledFrame<Frame>, 'required'>,
  lexicon: Lexicon,
): string[] {
  return [...verbs, ...nouns, ...adjectives].flatMap(lemma => {
    if (lemma !== 'be') return stemOf(lemma);
    const first = tests.find(({ isNegative, of }) => !isNegative && of.every(name => lexicon.has(name)));
    return first === undefined ? FORMS_OF_BE : first.of.flatMap(name => wordsOf(name, lexicon));
  });
}

/** A table of frames, ready to read sentences. Build it once. */
export class FrameTable<Family extends string = string, Row extends Frame<Family> = Frame<Family>> {
  readonly #frames: readonly CompiledFrame<Row>[];
  readonly #lexicon: Lexicon;
  /** By first letter. */
  readonly #stems: ReadonlyMap<string, readonly { pattern: RegExp; frames: readonly CompiledFrame<Row>[] }[]>;
  /** Frames by word of a text: the same words recur in every filing. */
  readonly #framesOfWord = new Map<string, readonly CompiledFrame<Row>[]>();

  constructor(frames: readonly Row[], lexicon: Lexicon) {
    this.#lexicon = lexicon;
    this.#frames = frames.map(frame => {
      const tests = Object.entries(frame.roles).map(([role, test]) => toTest(role, test, lexicon));
      return {
        frame,
        verbs: split(frame.verbs),
        nouns: split(frame.nouns),
        adjectives: split(frame.adjectives),
        tests,
        required: [...(frame.pattern === undefined ? [] : [[frame.pattern]]), ...requiredOf(tests, lexicon)],
      };
    });
    const byStem = Map.groupBy(
      this.#frames.flatMap(compiled => stemsOf(compiled, lexicon).map(stem => ({ stem, compiled }))),
      ({ stem }) => stem,
    );
    this.#stems = Map.groupBy(
      [...byStem].map(([stem, rows]) => ({
        first: stem.slice(0, 1),
        pattern: new RegExp(`^${stem}`),
        frames: rows.map(({ compiled }) => compiled),
      })),
      ({ first }) => first,
    );
  }

  /** True if a sentence may hold a matter of the table. Only such sentences are parsed. */
  isCandidate(sentence: Sentence): boolean {
    return this.#framesFor(sentence).length > 0;
  }

  /** The frames whose words the sentence has, in the order of the table. */
  #framesFor({ quote }: Sentence): CompiledFrame<Row>[] {
    const named = new Set<CompiledFrame<Row>>();
    for (const word of quote.match(WORD) ?? []) for (const frame of this.#withWord(word)) named.add(frame);
    if (named.size === 0) return [];
    const fitting = [...named].filter(({ required }) =>
      required.every(patterns => patterns.some(pattern => pattern.test(quote))),
    );
    return fitting.length < 2 ? fitting : this.#frames.filter(frame => fitting.includes(frame));
  }

  #withWord(word: string): readonly CompiledFrame<Row>[] {
    const known = this.#framesOfWord.get(word);
    if (known !== undefined) return known;
    const lower = word.toLowerCase();
    const found = (this.#stems.get(lower.slice(0, 1)) ?? []).flatMap(({ pattern, frames }) =>
      pattern.test(lower) ? frames : [],
    );
    if (this.#framesOfWord.size >= MAX_WORDS) this.#framesOfWord.clear();
    this.#framesOfWord.set(word, found);
    return found;
  }

  /** Reads what a sentence states of the matters of the table. */
  read(sentence: Sentence, context: DocumentContext): Assertion<Family, Row>[] {
    const frames = this.#framesFor(sentence);
    if (frames.length === 0) return [];
    const sentenceParsed = parseSentence(sentence);
    return frames.flatMap(compiled => this.#apply(compiled, sentence, sentenceParsed, context));
  }

  #apply(
    compiled: CompiledFrame<Row>,
    sentence: Sentence,
    parse: ParsedSentence,
    context: DocumentContext,
  ): Assertion<Family, Row>[] {
    return mentionsOf(compiled, parse).flatMap(mention => {
      const roles = new Map<string, Role>();
      for (const test of compiled.tests) {
        const candidates = phrasesInRole(mention, test.role, parse);
        const fitting = candidates.find(phrase => this.#fits(phrase, test, sentence, parse, context.names));
        if (test.isNegative ? fitting !== undefined : fitting === undefined && !test.isOptional) return [];
        const chosen = test.isNegative ? undefined : (fitting ?? candidates[0]);
        if (chosen !== undefined) roles.set(test.role, toRole(chosen, context.names, sentence, parse));
      }
      return [toAssertion(compiled.frame, mention, roles, sentence, parse, context)];
    });
  }

  /** A pronoun has the class of its antecedent, a defined term that of what it stands for. */
  #isOfClass(
    phrase: NounPhrase,
    name: string,
    sentence: Sentence,
    parse: ParsedSentence,
    names: DocumentNames,
  ): boolean {
    const words = this.#lexicon.get(name) ?? new Set();
    if (isOfClass(phrase, words)) return true;
    const first = phrase.tokens[0]?.lower ?? '';
    if (/^(?:it|its|they|their)$/.test(first) && phrase.tokens.length === 1) {
      const antecedent =
        subjectBefore(phrase.start, parse) ??
        (sentence.previous === null ? null : subjectBefore(Number.POSITIVE_INFINITY, parseSentence(sentence.previous)));
      return antecedent !== null && isOfClass(antecedent, words);
    }
    const meaning = names.meanings?.get(
      phrase.tokens
        .map(token => token.lower)
        .join(' ')
        .replace(/^the /, ''),
    );
    return meaning !== undefined && isTextOfClass(meaning, words);
  }

  #fits(phrase: NounPhrase, test: RoleTest, sentence: Sentence, parse: ParsedSentence, names: DocumentNames): boolean {
    return test.of.some(alternative =>
      alternative.split('+').every(stated => {
        const isExcluded = stated.startsWith('!');
        const name = stated.replace('!', '');
        if (isExcluded) return !this.#isOfClass(phrase, name, sentence, parse, names);
        if (name === '') return true;
        if (name === NAMED) return phrase.tokens.some(token => token.pos === 'PROPN');
        if (name === DEFINITE)
          return (
            phrase.tokens.some(token => token.pos === 'PROPN') ||
            /^(?:the|this|that|it|its|he|his|she|her)$/.test(phrase.tokens[0]?.lower ?? '')
          );
        if (PARTIES.has(name)) return partyIn(phrase, sentence, parse, names) === name;
        return this.#isOfClass(phrase, name, sentence, parse, names);
      }),
    );
  }
}

function toTest(role: string, test: string, lexicon: Lexicon): RoleTest {
  const isNegative = test.startsWith('!');
  const isOptional = test.endsWith('?');
  const of = test.replace(/^!|\?$/g, '').split('|');
  for (const name of of.flatMap(alternative => alternative.split('+').map(part => part.replace('!', '')))) {
    if (name !== '' && name !== NAMED && name !== DEFINITE && !PARTIES.has(name) && !lexicon.has(name))
      throw new Error(`Unknown class ${name} of role ${role}.`);
  }
  return { role, isNegative, isOptional, of };
}

/** Past forms that do not start like their base form. */
const IRREGULAR: Readonly<Record<string, string>> = {
  become: 'bec[oa]me',
  buy: 'b(?:uy|ought)',
  choose: 'cho[os]',
  hold: 'h(?:old|eld)',
  sell: 's(?:ell|old)',
  find: 'f(?:ind|ound)',
  take: 't(?:ake|ook)',
  bring: 'br(?:ing|ought)',
  leave: 'l(?:eave|eft)',
  seek: 's(?:eek|ought)',
  lend: 'len[dt]',
  withdraw: 'withdr[ae]w',
  begin: 'beg[aiu]n',
  write: 'wr(?:ite|ote|itten)',
  lose: 'los[et]',
  pay: 'pa(?:y|id)',
  make: 'ma[dk]e',
  send: 'sen[dt]',
  steal: 'st(?:eal|ole)',
  strike: 'str(?:ik|uck)',
  meet: 'me(?:e)?t',
  lay: 'la(?:y|id)',
  lead: 'le(?:ad|d)',
  give: 'g(?:iv|av)',
  spin: 'sp[iu]n',
  forbear: 'forb(?:ear|ore)',
  undergo: 'under(?:go|went)',
};

function stemOf(lemma: string): string {
  const [first = lemma] = lemma.split(/[_-]/);
  return IRREGULAR[first] ?? first.replace(/(?<=...)(?:e|y)$/, '');
}

interface Mention {
  form: Assertion['form'];
  token: Token;
  clause: Clause | null;
  phrase: NounPhrase | null;
}

function mentionsOf(
  { verbs, nouns, adjectives }: CompiledFrame<Frame>,
  { clauses, phrases }: ParsedSentence,
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
const DOES = split(
  'file open vote commence initiate complete make conduct effect enter undertake begin launch experience suffer record recognize recognise incur have announce close issue give execute sign report identify declare bring take disclose discover detect discuss express perform implement adopt consummate',
);
const RECEIVES = split('receive face undergo obtain be sustain get');

function phrasesInRole(mention: Mention, role: string, parse: ParsedSentence): NounPhrase[] {
  return role.split('/').flatMap(name => phrasesInOneRole(mention, name, parse));
}

function phrasesInOneRole({ form, clause, phrase }: Mention, role: string, parse: ParsedSentence): NounPhrase[] {
  if (role === 'self') return phrase === null ? [] : [phrase];
  if (role === 'sentence') return parse.phrases;
  if (form === 'noun' && phrase !== null) return phrasesOfNoun(phrase, role, parse);
  if (clause === null) return [];
  if (role === 'clause') return phrasesOfClause(clause);
  const inPreps = (name: string) => clause.preps.filter(prep => prep.preposition === name).map(prep => prep.phrase);
  if (form === 'adjective') return role === 'agent' ? clause.subjects : inPreps(role);
  if (role === 'agent') return clause.voice === 'passive' ? inPreps('by') : clause.subjects;
  if (role === 'patient') return clause.voice === 'passive' ? clause.subjects : clause.objects;
  return inPreps(role);
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
  const { tokens } = phrase;
  const at = tokens.findIndex(token => /^['’]s?$/.test(token.text));
  const first = tokens[0];
  const owner =
    at > 0
      ? tokens.slice(0, at)
      : first !== undefined && /^(?:our|its|their|his|her)$/.test(first.lower)
        ? [first]
        : [];
  const head = owner.at(-1);
  if (head === undefined) return null;
  return { kind: 'noun', head, tokens: owner, start: owner[0]?.start ?? head.start, end: head.end, preps: [] };
}

function toRole(phrase: NounPhrase, names: DocumentNames, sentence: Sentence, parse: ParsedSentence): Role {
  const { start, end } = phrase;
  return { text: sentence.quote.slice(start, end), start, end, party: partyIn(phrase, sentence, parse, names), phrase };
}

function toAssertion<Family extends string, Row extends Frame<Family>>(
  frame: Row,
  { form, token, clause: stated, phrase }: Mention,
  roles: ReadonlyMap<string, Role>,
  sentence: Sentence,
  parse: ParsedSentence,
  { periodEnd }: DocumentContext,
): Assertion<Family, Row> {
  const clause = stated ?? (phrase === null ? null : clauseOf(phrase, parse));
  const dates = datesOf(clause, sentence);
  const isImplied = frame.isPresupposed === true && phrase !== null && isPresupposed(phrase, parse);
  const stands = statusOfMention({ form, token, clause: stated, phrase }, parse, sentence);
  const reported = isImplied && stands !== 'resolved' ? 'asserted' : stands;
  return {
    family: frame.family,
    frame,
    form,
    status: refine(frame.polarity === 'negative' ? inverse(reported) : reported, {
      frame,
      phrase,
      clause,
      parse,
      dates,
      periodEnd,
    }),
    of: partyOfFrame(frame, roles),
    roles: Object.fromEntries(roles),
    tense: clause?.verb.tense ?? null,
    phrase,
    trigger: { text: token.text, start: token.start, end: token.end },
    dates,
    clause,
    parsed: parse,
    sentence,
  };
}

/** The party of the first role that the sentence states. */
function partyOfFrame({ of = 'agent' }: Frame, roles: ReadonlyMap<string, Role>): Party {
  const role = of.split('|').find(name => roles.has(name));
  return role === undefined ? 'unknown' : (roles.get(role)?.party ?? 'unknown');
}

function statusOfMention({ clause, phrase }: Mention, parse: ParsedSentence, { leadIn, quote }: Sentence): Status {
  // An item of a list of alternatives is a condition.
  if (/[;,]\s*or\s*$/.test(quote)) return 'hypothetical';
  const reported =
    phrase !== null ? statusOfPhrase(phrase, parse) : clause !== null ? statusOfClause(clause, parse) : 'hypothetical';
  return reported === 'asserted' && leadIn !== null && SUPPOSES.test(leadIn) ? 'hypothetical' : reported;
}

/** Words of a lead-in that make the items of its list conditions, possibilities or definitions. */
const SUPPOSES =
  /\b(?:if|unless|may|might|could|would|should|can|will|include[sd]?|including|means?|events? of default|risks?|factors|upon|whether|when|any|until)\b/i;

function inverse(status: Status): Status {
  if (status === 'negated') return 'asserted';
  return status === 'asserted' || status === 'planned' ? 'negated' : status;
}

interface Reported {
  frame: Frame;
  phrase: NounPhrase | null;
  clause: Clause | null;
  parse: ParsedSentence;
  dates: readonly StatedSpan[];
  periodEnd: IsoDate | null;
}

/** An asserted matter may be over, or belong to an earlier period. */
function refine(reported: Status, { frame, phrase, clause, parse, dates, periodEnd }: Reported): Status {
  if (reported !== 'asserted') return reported;
  const ends = split(frame.endedBy);
  if (
    clause !== null &&
    (isResolvedLater(clause, parse, ends) || (phrase !== null && isResolvedBy(phrase, clause, ends)))
  )
    return 'resolved';
  const isPrior = periodEnd !== null && dates.length > 0 && dates.every(date => date.last <= yearsBefore(periodEnd, 2));
  return isPrior ? 'prior' : reported;
}

function datesOf(clause: Clause | null, { quote }: Sentence): StatedSpan[] {
  const all = readStatedDates(quote);
  const own = clause === null ? [] : all.filter(date => date.start >= clause.start && date.end <= clause.end);
  return own.length > 0 ? own : all;
}

function yearsBefore(date: IsoDate, years: number): IsoDate {
  return `${Number(date.slice(0, 4)) - years}${date.slice(4)}`;
}

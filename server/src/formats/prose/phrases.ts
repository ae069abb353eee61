import type { Token } from './tokens.ts';

/** A noun phrase without the phrases that follow it: `our three largest customers`. */
export interface NounPhrase {
  kind: 'noun';
  /** Its last noun or its pronoun. */
  head: Token;
  /** In order, determiners and modifiers included. */
  tokens: readonly Token[];
  start: number;
  end: number;
  /** Prepositional phrases that follow it directly, each attached to the noun before it as well. */
  preps: PrepositionalPhrase[];
}

export interface PrepositionalPhrase {
  preposition: string;
  phrase: NounPhrase;
}

export type VerbForm = 'finite' | 'infinitive' | 'gerund' | 'participle';

/** A verb with its auxiliaries: `has not been waived`. */
export interface VerbGroup {
  kind: 'verb';
  /** The main verb; `be` in `was effective`. */
  main: Token;
  tokens: readonly Token[];
  start: number;
  end: number;
  form: VerbForm;
  voice: 'active' | 'passive';
  /** Perfect groups (`has waived`) are `past`; `will`, `shall` and `is going to` are `future`. */
  tense: 'past' | 'present' | 'future';
  /** `may`, `could` … ; null if there is none. */
  modal: string | null;
  isNegated: boolean;
}

/** A preposition, a conjunction, a relative pronoun, punctuation, or a word that is in no phrase. */
export interface LooseWord {
  kind:
    | 'preposition'
    | 'coordinator'
    | 'subordinator'
    | 'relative'
    | 'comma'
    | 'stop'
    | 'adjective'
    | 'adverb'
    | 'other';
  token: Token;
  /** The words of a subordinator or preposition of several words, in lower case. */
  words: string;
  start: number;
  end: number;
}

export type Chunk = NounPhrase | VerbGroup | LooseWord;

const MODALS = new Set([
  'will',
  'would',
  'may',
  'might',
  'can',
  'could',
  'shall',
  'should',
  'must',
  "'ll",
  '’ll',
  "'d",
  '’d',
  'ca',
  'wo',
]);
const NEGATIONS = new Set(['not', "n't", 'n’t', 'never', 'neither', 'nor', 'no']);
const RELATIVES = new Set(['which', 'who', 'whom', 'whose']);
const SUBJECT_PRONOUNS = new Set([
  'i',
  'we',
  'us',
  'he',
  'him',
  'she',
  'it',
  'they',
  'them',
  'you',
  'there',
  'this',
  'that',
  'these',
  'those',
  'none',
  'all',
  'each',
  'both',
  'some',
  'any',
  'one',
  'itself',
  'themselves',
  'ourselves',
  'himself',
  'herself',
  'someone',
  'anyone',
  'ours',
  'theirs',
  'what',
  'nothing',
]);
/** Subordinators, prepositions and coordinators of several words, longest first. */
const PHRASES: readonly (readonly [words: string, kind: 'subordinator' | 'preposition' | 'coordinator'])[] = [
  ['and / or', 'coordinator'],
  ['in the event that', 'subordinator'],
  ['unless and until', 'subordinator'],
  ['whether or not', 'subordinator'],
  ['if and to the extent', 'subordinator'],
  ['if and when', 'subordinator'],
  ['in the event of', 'preposition'],
  ['in the event', 'subordinator'],
  ['in case of', 'preposition'],
  ['to the extent that', 'subordinator'],
  ['to the extent', 'subordinator'],
  ['as long as', 'subordinator'],
  ['so long as', 'subordinator'],
  ['provided that', 'subordinator'],
  ['as though', 'subordinator'],
  ['even if', 'subordinator'],
  ['even though', 'subordinator'],
  ['as a result of', 'preposition'],
  ['as well as', 'preposition'],
  ['with respect to', 'preposition'],
  ['in connection with', 'preposition'],
  ['in accordance with', 'preposition'],
  ['in addition to', 'preposition'],
  ['in lieu of', 'preposition'],
  ['on behalf of', 'preposition'],
  ['with regard to', 'preposition'],
  ['in excess of', 'preposition'],
  ['in favor of', 'preposition'],
  ['because of', 'preposition'],
  ['due to', 'preposition'],
  ['pursuant to', 'preposition'],
  ['prior to', 'preposition'],
  ['according to', 'preposition'],
  ['as to', 'preposition'],
  ['relating to', 'preposition'],
  ['subject to', 'preposition'],
  ['as of', 'preposition'],
  ['such as', 'preposition'],
  ['other than', 'preposition'],
  ['except for', 'preposition'],
  ['away from', 'preposition'],
  ['not because of', 'preposition'],
  ['not due to', 'preposition'],
  ['not the result of', 'preposition'],
  ['by reason of', 'preposition'],
  ['in respect of', 'preposition'],
  ['out of', 'preposition'],
];
const SUBORDINATORS = new Set([
  'if',
  'unless',
  'whether',
  'because',
  'although',
  'though',
  'while',
  'whereas',
  'when',
  'whenever',
  'until',
  'once',
  'where',
  'assuming',
  'lest',
]);
/** Prepositions that the model tags as verbs or adjectives. */
const PREPOSITIONS = new Set([
  'including',
  'regarding',
  'concerning',
  'following',
  'excluding',
  'per',
  'via',
  'against',
  'under',
  'upon',
  'between',
  'among',
]);

/** Divides the tokens of a sentence into phrases. Text in parentheses and quotation marks are left out. */
export function toChunks(all: readonly Token[]): Chunk[] {
  const tokens = withoutParentheses(all);
  const chunks: Chunk[] = [];
  let at = 0;
  while (at < tokens.length) {
    const chunk =
      multiword(tokens, at) ?? nounPhrase(tokens, at) ?? verbGroup(tokens, at, chunks) ?? looseWord(tokens, at);
    chunks.push(chunk);
    at += lengthOf(chunk);
  }
  const marked = chunks
    .map((chunk, at) => toParticiple(toSubordinator(chunk, at, chunks), at, chunks))
    .map(withModalBefore)
    .filter((chunk, at, all) => !isFocus(chunk, at, all));
  attachPrepositions(marked);
  return marked;
}

export const MONTHS: ReadonlySet<string> = new Set([
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]);

const CONJUNCTIONS = new Set(['after', 'before', 'since', 'as', 'than', 'for', 'like']);

/** `after he resigned`, `since the value of the asset was lower`: a preposition before a clause is a conjunction. */
function toSubordinator(chunk: Chunk, at: number, chunks: readonly Chunk[]): Chunk {
  if (chunk.kind !== 'preposition' || !CONJUNCTIONS.has(chunk.words)) return chunk;
  let next = at + 1;
  const subject = chunks[next];
  if (subject?.kind !== 'noun') return chunk;
  next++;
  while (
    (chunks[next]?.kind === 'preposition' && chunks[next + 1]?.kind === 'noun') ||
    chunks[next]?.kind === 'adverb'
  ) {
    next += chunks[next]?.kind === 'adverb' ? 1 : 2;
  }
  const verb = chunks[next];
  if (verb?.kind !== 'verb' || verb.form !== 'finite') return chunk;
  const hasAuxiliary = verb.tokens.some(token => token.pos === 'AUX');
  const isNominative = /^(?:i|we|he|she|it|they)$/.test(subject.head.lower);
  return isNominative || (hasAuxiliary && /^(?:after|before|since)$/.test(chunk.words))
    ? { ...chunk, kind: 'subordinator' }
    : chunk;
}

/** `the year ended December 31`: before a date, `ended` describes the period. */
function toParticiple(chunk: Chunk, at: number, chunks: readonly Chunk[]): Chunk {
  const next = chunks[at + 1];
  const isOfPeriod =
    chunk.kind === 'verb' &&
    /^end(?:ed|ing)$/.test(chunk.main.lower) &&
    chunk.tokens.length === 1 &&
    next?.kind === 'noun';
  // `for the year then ended`
  if (chunk.kind === 'verb' && /^then ended$/i.test(chunk.tokens.map(token => token.text).join(' ')))
    return { ...chunk, form: 'participle' };
  return isOfPeriod && MONTHS.has(next.tokens[0]?.lower ?? '') ? { ...chunk, form: 'participle' } : chunk;
}

/** Adverbs between a preposition and its noun: `by only one source`. */
const FOCUS = /^(?:only|solely)$/;

function isFocus(chunk: Chunk, at: number, chunks: readonly Chunk[]): boolean {
  return (
    chunk.kind === 'adverb' &&
    FOCUS.test(chunk.words) &&
    chunks[at - 1]?.kind === 'preposition' &&
    chunks[at + 1]?.kind === 'noun'
  );
}

const MOST_BETWEEN = 5;

/** `may in the future include`: a modal apart from its verb. The modal then stands for an adverb. */
function withModalBefore(chunk: Chunk, at: number, chunks: readonly Chunk[]): Chunk {
  if (chunk.kind !== 'verb') return chunk;
  if (isModal(chunk)) {
    const verb = chunks.slice(at + 1, at + 2 + MOST_BETWEEN).find(next => next.kind === 'verb');
    return verb !== undefined && isBare(verb)
      ? { kind: 'adverb', token: chunk.main, words: chunk.main.lower, start: chunk.start, end: chunk.end }
      : chunk;
  }
  if (!isBare(chunk)) return chunk;
  const before = chunks.slice(Math.max(0, at - 1 - MOST_BETWEEN), at).findLast(candidate => candidate.kind === 'verb');
  if (before === undefined || !isModal(before)) return chunk;
  const { modal, tense, isNegated } = before;
  return { ...chunk, form: 'finite', modal, tense, isNegated: isNegated || chunk.isNegated };
}

function isModal({ main }: VerbGroup): boolean {
  return MODALS.has(main.lower);
}

function isBare({ form, main, tokens }: VerbGroup): boolean {
  return form === 'finite' && main.lower === main.lemma && tokens[0] === main;
}

function lengthOf(chunk: Chunk): number {
  if (chunk.kind === 'noun' || chunk.kind === 'verb') return chunk.tokens.length;
  return chunk.words.split(' ').length;
}

const QUOTATION = /^["“”„‘'`]+$/;

/** Parentheses are left out, except relative clauses: `(which contains …)` reads as if between commas. */
function withoutParentheses(tokens: readonly Token[]): Token[] {
  const kept: Token[] = [];
  const open: boolean[] = [];
  const isShown = () => open.every(shown => shown);
  for (const [at, token] of tokens.entries()) {
    if (/^[([]$/.test(token.text)) {
      const shows = RELATIVES.has(tokens[at + 1]?.lower ?? '') && isShown();
      open.push(shows);
      if (shows) kept.push({ ...token, text: ',', lower: ',', lemma: ',' });
    } else if (/^[)\]]$/.test(token.text)) {
      const shows = open.pop() === true && isShown();
      if (shows) kept.push({ ...token, text: ',', lower: ',', lemma: ',' });
    } else if (isShown() && !QUOTATION.test(token.text)) kept.push(token);
  }
  // An unclosed parenthesis would hide the rest of the sentence.
  return open.length === 0
    ? kept
    : tokens.filter(token => !/^[()[\]]$/.test(token.text) && !QUOTATION.test(token.text));
}

/** The phrases of several words by their first word. */
const PHRASES_BY_FIRST = Map.groupBy(
  PHRASES.map(([words, kind]) => ({ words, kind, parts: words.split(' ') })),
  ({ parts }) => parts[0] ?? '',
);

function multiword(tokens: readonly Token[], at: number): LooseWord | null {
  const token = tokens[at];
  if (token === undefined) return null;
  for (const { words, kind, parts } of PHRASES_BY_FIRST.get(token.lower) ?? []) {
    const last = tokens[at + parts.length - 1];
    if (last === undefined || !parts.every((part, index) => tokens[at + index]?.lower === part)) continue;
    return { kind, token, words, start: token.start, end: last.end };
  }
  return null;
}

function isNominal(token: Token | undefined): boolean {
  return (
    token !== undefined &&
    (token.pos === 'NOUN' || token.pos === 'PROPN' || token.pos === 'NUM' || token.pos === 'SYM' || token.text === '%')
  );
}

function isModifier(token: Token | undefined, next: Token | undefined): boolean {
  if (token === undefined) return false;
  if (token.pos === 'DET' || token.pos === 'ADJ') return true;
  if (token.pos === 'PRON') return /^(?:our|its|their|his|her|my|your|whose)$/.test(token.lower);
  // Participles before a noun: `consolidated statements`, `pending litigation`.
  if (token.pos === 'VERB')
    return /(?:ed|ing|en|wn)$/.test(token.lower) && next !== undefined && (isNominal(next) || next.pos === 'ADJ');
  return false;
}

function nounPhrase(tokens: readonly Token[], from: number): NounPhrase | null {
  const first = tokens[from];
  if (first === undefined) return null;
  if (first.lower === 'that' && tokens[from + 1]?.text === ',') return null;
  if (first.pos === 'PRON' && SUBJECT_PRONOUNS.has(first.lower)) {
    const isRelative =
      first.lower === 'that' && tokens[from + 1] !== undefined && /^(?:AUX|VERB)$/.test(tokens[from + 1]?.pos ?? '');
    return isRelative ? null : toNounPhrase([first], first);
  }
  if (first.lower === 'that' && isPlural(tokens, from + 1)) return null;
  // `in which customer data were stolen`
  if (first.pos === 'DET' && RELATIVES.has(first.lower) && first.lower !== 'whose') return null;
  if (first.pos === 'VERB' && !startsWithParticiple(tokens, from)) return null;
  let at = from;
  let lastNoun = -1;
  for (; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined) break;
    // `awarded the Company $12 million`: an amount is another object.
    if (token.pos === 'SYM' && /^[$€£¥]$/.test(token.text) && lastNoun >= 0) break;
    if (isNominal(token)) lastNoun = at;
    else if (token.text === ',' && lastNoun === at - 1 && isYearOfDate(tokens, at)) continue;
    else if (token.text === ',' && lastNoun < 0 && at > from && isBetweenModifiers(tokens, at)) continue;
    else if (token.lower === 'and' && lastNoun === at - 1 && isNameOfBody(tokens, at)) continue;
    else if (token.text === ',' && lastNoun === at - 1 && LEGAL_FORM.test(tokens[at + 1]?.text ?? '')) continue;
    else if (/^(?:['’]s?|&|-|–|\/|#)$/.test(token.text) && lastNoun === at - 1 && at > from && isJoined(tokens, at))
      continue;
    // `single-source suppliers`
    else if (token.text === '-' && at > from && isCompound(tokens, at)) continue;
    else if (token.pos === 'CCONJ' && lastNoun < 0 && at > from && joinsAdjectives(tokens, at)) continue;
    else if (token.pos === 'PRON' && SUBJECT_PRONOUNS.has(token.lower)) break;
    // `another represented 10%`, `each exceeded 10%`
    else if (
      token.pos === 'VERB' &&
      /^(?:another|each|both|those|all)$/.test(tokens[at - 1]?.lower ?? '') &&
      tokens[at + 1]?.pos === 'NUM'
    )
      break;
    else if (!isModifier(token, tokens[at + 1])) {
      // `the newly issued notes`, `the Company’s previously issued statements`
      const isAfterOwner = /^['’]s?$/.test(tokens[at - 1]?.text ?? '');
      const isAdverb =
        token.pos === 'ADV' &&
        isModifier(tokens[at + 1], tokens[at + 2]) &&
        at > from &&
        (lastNoun < 0 || isAfterOwner);
      if (!isAdverb) break;
    } else if (
      lastNoun >= 0 &&
      (token.pos === 'DET' ||
        (token.pos === 'VERB' && lastNoun === at - 1 && !/['’]s?/.test(tokens[at - 1]?.text ?? '')))
    )
      break;
  }
  if (lastNoun < 0) {
    // A determiner alone: `all of`, `each of`, `no`.
    if (
      first.pos === 'DET' &&
      /^(?:all|each|both|some|any|none|many|most|several|either|neither|that|this|these|those|another)$/.test(
        first.lower,
      )
    )
      return toNounPhrase([first], first);
    return null;
  }
  const head = tokens[lastNoun];
  return head === undefined ? null : toNounPhrase(tokens.slice(from, lastNoun + 1), head);
}

/** `an independent, publicly traded company` */
function isBetweenModifiers(tokens: readonly Token[], comma: number): boolean {
  const next = tokens[comma + 1]?.pos === 'ADV' ? comma + 2 : comma + 1;
  return (
    tokens[comma - 1]?.pos === 'ADJ' &&
    tokens[next]?.pos !== 'DET' &&
    isModifier(tokens[next], tokens[next + 1]) &&
    isNominal(tokens[next + 1])
  );
}

/** Words before `and` in names of public bodies: `Securities and Exchange Commission`. */
const BODY_WORDS =
  /^(?:Securities|Food|Safety|Competition|Customs|Industry|Housing|Health|Oceanic|Tobacco|Firearms|Labor|Markets)$/;

function isNameOfBody(tokens: readonly Token[], at: number): boolean {
  return BODY_WORDS.test(tokens[at - 1]?.text ?? '') && /^\p{Lu}/u.test(tokens[at + 1]?.text ?? '');
}

/** `single or limited sources` */
function joinsAdjectives(tokens: readonly Token[], at: number): boolean {
  return tokens[at - 1]?.pos === 'ADJ' && tokens[at + 1]?.pos === 'ADJ' && isNominal(tokens[at + 2]);
}

/** `June 30, 2024` is one phrase. */
function isYearOfDate(tokens: readonly Token[], comma: number): boolean {
  return (
    /^\d{1,2}$/.test(tokens[comma - 1]?.text ?? '') &&
    MONTHS.has(tokens[comma - 2]?.lower ?? '') &&
    /^(?:19|20)\d\d$/.test(tokens[comma + 1]?.text ?? '')
  );
}

/** `that subsidiaries`: a conjunction before a plural, rather than a determiner. */
function isPlural(tokens: readonly Token[], from: number): boolean {
  let at = from;
  while (
    tokens[at] !== undefined &&
    (tokens[at]?.pos === 'ADJ' || (tokens[at]?.pos === 'NOUN' && isNominal(tokens[at + 1])))
  )
    at++;
  const noun = tokens[at];
  return (
    noun !== undefined &&
    (noun.pos === 'NOUN' || noun.pos === 'PROPN') &&
    noun.lower !== noun.lemma &&
    /s$/.test(noun.lower)
  );
}

/** `Fictional Mills, Inc.` is one name. */
const LEGAL_FORM =
  /^(?:Inc|Incorporated|LLC|L\.L\.C|Ltd|LTD|L\.P|LP|LLP|N\.A|S\.A|Corp|Co|PLC|plc|AG|GmbH|B\.V|N\.V|Limited|Corporation|CPAs?|C\.P\.A|PC|P\.C|P\.A|PLLC|LLLP|Jr|Sr|II|III)\.?$/;

/** A participle starts a noun phrase only after a preposition, a comma or nothing: `in pending litigation`. */
function startsWithParticiple(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  const before = tokens[at - 1];
  if (token === undefined || !isModifier(token, tokens[at + 1])) return false;
  if (/ing$/.test(token.lower)) return false;
  return (
    before === undefined ||
    before.pos === 'ADP' ||
    before.lower === 'for' ||
    before.lower === 'to' ||
    (before.pos === 'VERB' && /^(?:VERB|AUX)$/.test(tokens[at - 2]?.pos ?? '') === false)
  );
}

/** True if a hyphen without spaces joins an adjective and a noun before another noun. */
function isCompound(tokens: readonly Token[], at: number): boolean {
  const [before, hyphen, next] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  return (
    before?.pos === 'ADJ' &&
    before.end === hyphen?.start &&
    next?.start === hyphen.end &&
    isNominal(next) &&
    next.pos !== 'NUM'
  );
}

function isJoined(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1];
  const isOwner = /^['’]s?$/.test(tokens[at]?.text ?? '');
  if (next === undefined) return isOwner;
  if (isOwner && next.pos === 'ADV') return isModifier(tokens[at + 2], tokens[at + 3]);
  return isNominal(next) || isModifier(next, tokens[at + 2]) || next.pos === 'VERB';
}

function toNounPhrase(tokens: readonly Token[], head: Token): NounPhrase {
  return {
    kind: 'noun',
    head,
    tokens,
    start: tokens[0]?.start ?? head.start,
    end: tokens.at(-1)?.end ?? head.end,
    preps: [],
  };
}

function isVerbal(token: Token | undefined): boolean {
  return token !== undefined && (token.pos === 'AUX' || token.pos === 'VERB');
}

function verbGroup(tokens: readonly Token[], from: number, before: readonly Chunk[]): VerbGroup | null {
  // `no longer complies`
  const denial =
    tokens[from]?.lower === 'no' && tokens[from + 1]?.lower === 'longer' && isVerbal(tokens[from + 2])
      ? tokens.slice(from, from + 2)
      : [];
  const first = tokens[from + denial.length];
  if (first === undefined || PREPOSITIONS.has(first.lower)) return null;
  const second = skipAdverbs(tokens, from + 1);
  // `to related parties` is no infinitive.
  const isInfinitive =
    first.lower === 'to' &&
    (isBaseVerb(second) || (first.pos !== 'ADP' && !(second?.pos === 'VERB' && /(?:ed|ing)$/.test(second.lower))));
  if (!isInfinitive && !isVerbal(first)) return null;
  const group: Token[] = [...denial, first];
  let at = from + denial.length + 1;
  let mainAt = isInfinitive ? -1 : first.pos === 'VERB' ? from + denial.length : -1;
  for (; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined) break;
    if (isVerbal(token) && canContinue(group, token)) {
      group.push(token);
      mainAt = at;
    } else if (
      (token.pos === 'ADV' || NEGATIONS.has(token.lower)) &&
      (token.lower !== 'no' || tokens[at + 1]?.lower === 'longer') &&
      continuesAfterAdverbs(tokens, at, group)
    )
      group.push(token);
    else break;
  }
  const verbs = group.filter(token => isVerbal(token));
  const main = mainAt < 0 ? verbs.at(-1) : tokens[mainAt];
  if (main === undefined) return null;
  // A trailing `not` belongs to the group: `was not`, as in `was not effective`.
  while (isTrailingNegation(tokens, at)) {
    group.push(tokens[at] as Token);
    at++;
  }
  // `shut down its plant`, `wrote off $9 million`: the particle belongs to the verb, what follows is its object.
  if (PARTICLES.test(tokens[at]?.lower ?? '') && PHRASAL.has(main.lemma) && startsObject(tokens[at + 1])) {
    group.push(tokens[at] as Token);
  }
  return describeGroup(group, verbs, main, isInfinitive, before.at(-1));
}

const PARTICLES = /^(?:down|off|out|up)$/;
const PHRASAL = new Set(['shut', 'write', 'lay', 'spin', 'wind', 'phase', 'close', 'carry', 'pay', 'set', 'give']);

function startsObject(token: Token | undefined): boolean {
  return token !== undefined && /^(?:DET|PRON|NUM|SYM|PROPN|NOUN|ADJ|ADV)$/.test(token.pos) && token.lower !== 'to';
}

/** `was not effective`, `is no longer listed` */
function isTrailingNegation(tokens: readonly Token[], at: number): boolean {
  const lower = tokens[at]?.lower ?? '';
  if (lower === 'longer') return tokens[at - 1]?.lower === 'no';
  return NEGATIONS.has(lower) && (lower !== 'no' || tokens[at + 1]?.lower === 'longer');
}

function isBaseVerb(token: Token | undefined): boolean {
  return token !== undefined && (token.pos === 'VERB' || token.pos === 'AUX') && token.lower === token.lemma;
}

function skipAdverbs(tokens: readonly Token[], at: number): Token | undefined {
  let next = at;
  while (tokens[next]?.pos === 'ADV' || NEGATIONS.has(tokens[next]?.lower ?? '')) next++;
  return tokens[next];
}

function continuesAfterAdverbs(tokens: readonly Token[], at: number, group: readonly Token[]): boolean {
  const next = skipAdverbs(tokens, at);
  return next !== undefined && isVerbal(next) && canContinue(group, next);
}

/** Auxiliaries go on; a full verb ends the group. */
function canContinue(group: readonly Token[], next: Token): boolean {
  const last = group.filter(token => isVerbal(token) || token.lower === 'to').at(-1);
  if (last === undefined) return true;
  if (last.lower === 'to' || MODALS.has(last.lower)) return !MODALS.has(next.lower);
  if (last.lemma === 'have')
    return (
      (/(?:ed|en|n|t|d|ne|me|un|it|ut|ld|ent|ought|aught|ost|old|ome|ade)$/.test(next.lower) &&
        next.lower !== `${next.lemma}s`) ||
      next.lower === 'been' ||
      next.lower === 'had'
    );
  if (last.lemma === 'be')
    return (
      next.lower === 'being' ||
      next.lower === 'been' ||
      (next.pos === 'VERB' && next.lower !== next.lemma) ||
      (next.pos === 'VERB' && SAME_PARTICIPLE.has(next.lower))
    );
  if (last.lemma === 'do') return next.lower === next.lemma;
  return false;
}

/** Participles that equal the base form. */
const SAME_PARTICIPLE = new Set([
  'set',
  'cut',
  'put',
  'shut',
  'split',
  'cast',
  'let',
  'hit',
  'become',
  'come',
  'overcome',
  'run',
  'beset',
  'reset',
  'offset',
  'read',
  'bid',
]);

function describeGroup(
  group: readonly Token[],
  verbs: readonly Token[],
  main: Token,
  isInfinitive: boolean,
  before: Chunk | undefined,
): VerbGroup {
  const modal = verbs.find(token => MODALS.has(token.lower))?.lower ?? null;
  const auxiliaries = verbs.filter(token => token !== main);
  const last = auxiliaries.at(-1);
  const isPassive = last?.lemma === 'be' && !/ing$/.test(main.lower) && main.lemma !== 'be';
  const first = verbs[0];
  const isPast =
    auxiliaries.some(token => token.lemma === 'have') ||
    /^(?:was|were|did|had)$/.test(first?.lower ?? '') ||
    (auxiliaries.length === 0 && isPastForm(main));
  const form = formOf(main, auxiliaries, modal, isInfinitive, before);
  return {
    kind: 'verb',
    main,
    tokens: group,
    start: group[0]?.start ?? main.start,
    end: group.at(-1)?.end ?? main.end,
    form,
    voice: isPassive || (form === 'participle' && !/ing$/.test(main.lower)) ? 'passive' : 'active',
    tense: modal !== null && /^(?:will|shall|['’]ll|wo)$/.test(modal) ? 'future' : isPast ? 'past' : 'present',
    modal: modal !== null && /^(?:will|shall|['’]ll|wo)$/.test(modal) ? null : modal,
    isNegated: group.some(token => NEGATIONS.has(token.lower)),
  };
}

function isPastForm({ lower, lemma }: Token): boolean {
  if (/^(?:am|are|['’](?:re|m|ve))$/.test(lower)) return false;
  if (/^(?:shut|cut|hit)$/.test(lower)) return true;
  return lower !== lemma && !/(?:ing|s)$/.test(lower);
}

/** `participle` for a past form without auxiliary is settled by the clause (clauses.ts). */
function formOf(
  main: Token,
  auxiliaries: readonly Token[],
  modal: string | null,
  isInfinitive: boolean,
  before: Chunk | undefined,
): VerbForm {
  if (isInfinitive) return 'infinitive';
  const first = auxiliaries[0] ?? main;
  if (modal !== null) return 'finite';
  if (/ing$/.test(first.lower) && first.lower !== first.lemma)
    return before?.kind === 'preposition' ? 'gerund' : 'participle';
  if (first.lower === 'been' || (first.lower === 'be' && auxiliaries.length === 0 && main === first))
    return 'participle';
  return 'finite';
}

function looseWord(tokens: readonly Token[], at: number): LooseWord {
  const token = tokens[at] as Token;
  return { kind: kindOf(token, tokens[at + 1]), token, words: token.lower, start: token.start, end: token.end };
}

function kindOf({ pos, lower, text }: Token, next: Token | undefined): LooseWord['kind'] {
  if (text === ',') return 'comma';
  if (/^(?:[;:!?•]|--|[–—])$/.test(text)) return 'stop';
  if (RELATIVES.has(lower)) return 'relative';
  if (lower === 'that')
    return pos === 'SCONJ' || next === undefined || !/^(?:AUX|VERB)$/.test(next.pos) ? 'subordinator' : 'relative';
  if (SUBORDINATORS.has(lower)) return 'subordinator';
  if (PREPOSITIONS.has(lower)) return 'preposition';
  if (pos === 'SCONJ')
    return /^(?:as|since|after|before|for|than|by|of|with|without|upon|from|in|to|at|on|through|like|about|toward)$/.test(
      lower,
    )
      ? 'preposition'
      : 'subordinator';
  if (pos === 'ADP' || lower === 'to') return 'preposition';
  if (pos === 'CCONJ') return 'coordinator';
  if (pos === 'ADJ') return 'adjective';
  return pos === 'ADV' || pos === 'PART' ? 'adverb' : 'other';
}

/** Attaches the chain of prepositional phrases behind a noun phrase to each noun phrase before it. */
function attachPrepositions(chunks: readonly Chunk[]): void {
  for (const [at, chunk] of chunks.entries()) {
    if (chunk.kind !== 'noun') continue;
    let next = at + 1;
    for (;;) {
      const [word, phrase] = [chunks[next], chunks[next + 1]];
      if (word?.kind !== 'preposition' || phrase?.kind !== 'noun') break;
      chunk.preps.push({ preposition: word.words, phrase });
      next += 2;
      // `of A and B`: both belong to the preposition.
      while (
        chunks[next]?.kind === 'coordinator' &&
        chunks[next + 1]?.kind === 'noun' &&
        chunks[next + 2]?.kind !== 'verb'
      ) {
        chunk.preps.push({ preposition: word.words, phrase: chunks[next + 1] as NounPhrase });
        next += 2;
      }
    }
  }
}

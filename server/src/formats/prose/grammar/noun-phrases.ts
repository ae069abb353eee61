import { MONTH_NAMES } from '../../../kernel/months.ts';
import { type NounPhrase, toNounPhrase } from '../phrases.ts';
import type { Token } from '../tokens.ts';
import { RELATIVES } from './function-words.ts';

export const MONTHS: ReadonlySet<string> = new Set(MONTH_NAMES.map(name => name.toLowerCase()));

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

const MOST_WORDS_OF_NAME = 6;

function isYearBeforeActor(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1]?.lower ?? '';
  if (!/^(?:19|20)\d\d$/.test(tokens[at]?.text ?? '') || !/^(?:in|during|since|until|by)$/.test(before)) return false;
  for (let next = at + 1; next <= at + MOST_WORDS_OF_NAME; next++) {
    const token = tokens[next];
    if (next > at + 1 && token !== undefined && /^(?:VERB|AUX)$/.test(token.pos)) return true;
    if (token?.pos !== 'PROPN') return false;
  }
  return false;
}

export function readNounPhrase(tokens: readonly Token[], from: number): NounPhrase | null {
  const first = tokens[from];
  if (first === undefined) return null;
  if (first.lower === 'that' && tokens[from + 1]?.text === ',') return null;
  if (first.pos === 'PRON' && SUBJECT_PRONOUNS.has(first.lower)) {
    const isRelative =
      first.lower === 'that' && tokens[from + 1] !== undefined && /^(?:AUX|VERB)$/.test(tokens[from + 1]?.pos ?? '');
    return isRelative ? null : toNounPhrase([first]);
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
    // `In 2023 Example Corp. sued`: the year behind a preposition is no part of the name that acts.
    if (at === from + 1 && isYearBeforeActor(tokens, from)) break;
    if (isNominal(token)) lastNoun = at;
    else if (token.text === ',' && lastNoun === at - 1 && isYearOfDate(tokens, at)) continue;
    else if (token.text === ',' && lastNoun < 0 && at > from && isBetweenModifiers(tokens, at)) continue;
    // `an expanded, long-term agreement`
    else if (lastNoun < 0 && at > from && isParticipleAfterArticle(tokens, at) && isBetweenModifiers(tokens, at + 1))
      continue;
    else if (token.lower === 'and' && lastNoun === at - 1 && isNameOfBody(tokens, at)) continue;
    else if (token.text === ',' && lastNoun === at - 1 && LEGAL_FORM.test(tokens[at + 1]?.text ?? '')) continue;
    else if (/^(?:['’]s?|&|-|–|\/|#)$/.test(token.text) && lastNoun === at - 1 && at > from && isJoined(tokens, at))
      continue;
    // `single-source suppliers`
    else if (token.text === '-' && at > from && isCompound(tokens, at)) continue;
    else if (token.pos === 'CCONJ' && lastNoun < 0 && at > from && joinsAdjectives(tokens, at)) continue;
    else if (lastNoun < 0 && at > from && isModifier(token, tokens[at + 2]) && joinsAdjectives(tokens, at + 1))
      continue;
    else if (token.text === ',' && lastNoun === at - 1 && isStateOfPlace(tokens, at)) continue;
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
        // `purchased from Newco its valve business`: an owner begins a phrase.
        token.pos === 'PRON' ||
        (token.pos === 'VERB' &&
          lastNoun === at - 1 &&
          !isCounted(tokens, at, from) &&
          !/['’]s?/.test(tokens[at - 1]?.text ?? '')))
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
      return toNounPhrase([first]);
    return null;
  }
  return toNounPhrase(tokens.slice(from, lastNoun + 1));
}

function isNominal(token: Token | undefined): boolean {
  return (
    token !== undefined &&
    (token.pos === 'NOUN' || token.pos === 'PROPN' || token.pos === 'NUM' || token.pos === 'SYM' || token.text === '%')
  );
}

export function isModifier(token: Token | undefined, next: Token | undefined): boolean {
  if (token === undefined) return false;
  if (token.pos === 'DET' || token.pos === 'ADJ') return true;
  if (token.pos === 'PRON') return /^(?:our|its|their|his|her|my|your|whose)$/.test(token.lower);
  // Participles before a noun: `consolidated statements`, `pending litigation`.
  if (token.pos === 'VERB')
    return /(?:ed|ing|en|wn)$/.test(token.lower) && next !== undefined && (isNominal(next) || next.pos === 'ADJ');
  return false;
}

/** `an independent, publicly traded company` */
function isBetweenModifiers(tokens: readonly Token[], comma: number): boolean {
  const next = tokens[comma + 1]?.pos === 'ADV' ? comma + 2 : comma + 1;
  return (
    (tokens[comma - 1]?.pos === 'ADJ' || isParticipleAfterArticle(tokens, comma - 1)) &&
    tokens[next]?.pos !== 'DET' &&
    isModifier(tokens[next], tokens[next + 1]) &&
    (isNominal(tokens[next + 1]) || isCompound(tokens, next + 1))
  );
}

function isParticipleAfterArticle(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  return (
    token?.pos === 'VERB' &&
    /(?:ed|en|wn)$/.test(token.lower) &&
    tokens[at - 1]?.pos === 'DET' &&
    tokens[at + 1]?.text === ','
  );
}

/** Words before `and` in names of public bodies and agreements: `Securities and Exchange Commission`, `Purchase and Assumption Agreement`. */
const BODY_WORDS =
  /^(?:Cease|Purchase|Contribution|Settlement|Separation|Securities|Food|Safety|Competition|Customs|Industry|Housing|Health|Oceanic|Tobacco|Firearms|Labor|Markets)$/;

function isNameOfBody(tokens: readonly Token[], at: number): boolean {
  return BODY_WORDS.test(tokens[at - 1]?.text ?? '') && /^\p{Lu}/u.test(tokens[at + 1]?.text ?? '');
}

/** Past participles that describe what is counted: `three purported class actions`. */
const AS_ADJECTIVES = /^(?:purported|alleged|proposed|related|consolidated|leased|affiliated|unnamed)$/;

/** `14 underperforming stores`: a participle between a number and a noun. */
function isCounted(tokens: readonly Token[], at: number, from: number): boolean {
  return (
    tokens[at - 1]?.pos === 'NUM' &&
    at - 1 === from &&
    (/ing$/.test(tokens[at]?.lower ?? '') || AS_ADJECTIVES.test(tokens[at]?.lower ?? '')) &&
    isNominal(tokens[at + 1])
  );
}

/** `single or limited sources`, `the issued and outstanding shares` */
function joinsAdjectives(tokens: readonly Token[], at: number): boolean {
  const [before, and, after, noun] = tokens.slice(at - 1, at + 3);
  return (
    and?.pos === 'CCONJ' &&
    (before?.pos === 'ADJ' || (before?.pos === 'VERB' && tokens[at - 2]?.pos === 'DET' && isModifier(before, noun))) &&
    (after?.pos === 'ADJ' || (before?.pos === 'VERB' && isModifier(after, noun))) &&
    (isNominal(noun) || (noun?.pos === 'ADJ' && isNominal(tokens[at + 3])))
  );
}

const STATES =
  /^(?:Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|Ohio|Oklahoma|Oregon|Pennsylvania|Tennessee|Texas|Utah|Vermont|Virginia|Washington|Wisconsin|Wyoming|Ontario|Quebec)$/;

/** `its Dayton, Ohio plant`: the state belongs to the place before it if a noun follows. */
function isStateOfPlace(tokens: readonly Token[], comma: number): boolean {
  const [place, , state, noun] = tokens.slice(comma - 1, comma + 3);
  return place?.pos === 'PROPN' && STATES.test(state?.text ?? '') && noun?.pos === 'NOUN';
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

export function isJoined(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1];
  const isOwner = /^['’]s?$/.test(tokens[at]?.text ?? '');
  if (next === undefined) return isOwner;
  if (isOwner && next.pos === 'ADV') return isModifier(tokens[at + 2], tokens[at + 3]);
  return isNominal(next) || isModifier(next, tokens[at + 2]) || next.pos === 'VERB';
}

import { createRequire } from 'node:module';
import type { ItsFunction, Model, PartOfSpeech, WinkMethods } from 'wink-nlp';

export type { PartOfSpeech };

/** A word or a punctuation mark of a sentence. */
export interface Token {
  text: string;
  lower: string;
  /** The base form in lower case: `file` for `filed`, `note` for `Notes`. */
  lemma: string;
  pos: PartOfSpeech;
  /** UTF-16 offsets in the sentence, end exclusive. */
  start: number;
  end: number;
}

let tagger: WinkMethods | null = null;

/** The tagger takes a second and 30 MB to load: it is loaded when the first candidate sentence is read. */
function loadTagger(): WinkMethods {
  if (tagger === null) {
    const load = createRequire(import.meta.url);
    const create = load('wink-nlp') as (model: Model, pipe: string[]) => WinkMethods;
    tagger = create(load('wink-eng-lite-web-model') as Model, ['pos']);
  }
  return tagger;
}

/** `its Dayton, Ohio, plant`: the commas of a place divide nothing. */
const PLACE_BEFORE_NOUN =
  /\b(?:its|our|the|an?|their|[Cc]ompany[’']s) (?:\p{Lu}[\p{L}.'’-]+ ){0,2}\p{Lu}[\p{L}.'’-]+, (?:Ala(?:bama|\.)|Alaska|Ariz(?:ona|\.)|Ark(?:ansas|\.)|Calif(?:ornia|\.)|Colo(?:rado|\.)|Conn(?:ecticut|\.)|Delaware|Fl(?:orida|a\.)|G(?:eorgia|a\.)|Hawaii|Idaho|Ill(?:inois|\.)|Ind(?:iana|\.)|Iowa|Kan(?:sas|\.)|K(?:entuck)?y\.?|Louisiana|La\.|Maine|Maryland|Md\.|Mass(?:achusetts|\.)|Mich(?:igan|\.)|Minn(?:esota|\.)|Miss(?:issippi|\.)|Missouri|Mo\.|Montana|Neb(?:raska|\.)|Nev(?:ada|\.)|New (?:Hampshire|Jersey|Mexico|York)|N\.[HJMYCD]\.|North (?:Carolina|Dakota)|Ohio|Ok(?:lahoma|la\.)|Ore(?:gon|\.)|P(?:ennsylvani)?a\.?|Rhode Island|South (?:Carolina|Dakota)|S\.[CD]\.|Tenn(?:essee|\.)|Tex(?:as|\.)|Utah|Vermont|Virginia|Va\.|Wash(?:ington|\.)|West Virginia|Wis(?:consin|\.)|Wyoming|Puerto Rico|Canada|Mexico|Brazil|China|India|Japan|Germany|France|Italy|Spain|England|Scotland|Ireland|Ontario|Quebec|Alberta|U\.?K\.?|Australia|Malaysia|Thailand|Belgium|Sweden|Poland|Israel|Korea|Taiwan), (?=\p{Ll})/gu;

/** Divides a sentence into tokens with part of speech and lemma. White space between tokens may be of any kind. */
export function tokenize(quote: string): Token[] {
  const { its, readDoc } = loadTagger();
  // `a cease and desist order`: one adjective, no verbs.
  const sentence = quote
    .replace(/\bcease and desist\b/gi, words => words.replace(/ /g, '-'))
    .replace(PLACE_BEFORE_NOUN, words => words.replace(/,/g, ' '));
  const words = readDoc(sentence.replace(/\s/g, ' ')).tokens();
  const texts = words.out() as string[];
  const lemmas = words.out(its.lemma as ItsFunction<string>) as unknown as string[];
  const tags = words.out(its.pos) as PartOfSpeech[];
  const tokens: Token[] = [];
  let end = 0;
  for (const [at, text] of texts.entries()) {
    const start = sentence.indexOf(text, end);
    if (start < 0) continue;
    end = start + text.length;
    const pos = tags[at] ?? 'X';
    const lower = text.toLowerCase();
    tokens.push({ text, lower, lemma: pos === 'PROPN' ? singular(lower) : (lemmas[at] ?? lower), pos, start, end });
  }
  return withCompounds(tokens).map(correct);
}

/** Joins words with hyphens: `wholly-owned`, `write-downs` and `at-the-market` are one word. */
function withCompounds(tokens: readonly Token[]): Token[] {
  const joined: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const first = tokens[at] as Token;
    let last = at;
    while (isHyphenBetween(tokens, last + 1)) last += 2;
    joined.push(last === at ? first : toCompound(tokens.slice(at, last + 1)));
    at = last;
  }
  return joined;
}

function isHyphenBetween(tokens: readonly Token[], at: number): boolean {
  const [before, hyphen, after] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  return (
    hyphen?.text === '-' &&
    before?.end === hyphen.start &&
    after?.start === hyphen.end &&
    /^[\p{L}\p{N}]/u.test(before.text) &&
    /^[\p{L}\p{N}]/u.test(after.text)
  );
}

function toCompound(parts: readonly Token[]): Token {
  const first = parts[0] as Token;
  const last = parts.at(-1) as Token;
  const pos = posOfCompound(parts, first, last);
  const text = parts.map(part => part.text).join('');
  const start = parts
    .slice(0, -1)
    .map(part => part.lower)
    .join('');
  const lemma = start + (pos === 'NOUN' ? singular(last.lower) : last.lower);
  return { text, lower: text.toLowerCase(), lemma, pos, start: first.start, end: last.end };
}

function posOfCompound(parts: readonly Token[], first: Token, last: Token): PartOfSpeech {
  if (/\d$/.test(last.text)) return first.pos === 'PROPN' ? 'PROPN' : 'NUM';
  if (first.pos === 'NUM' && /^\p{Lu}/u.test(last.text)) return 'PROPN';
  if (/^NOUN|PROPN$/.test(first.pos) && /s$/.test(first.lower) && parts.length > 3) return 'NOUN';
  if (parts.length > 3 || first.pos === 'NUM' || last.pos === 'ADJ') return 'ADJ';
  if (last.pos === 'VERB' && /(?:ed|ing|en|wn|ld)$/.test(last.lower)) return 'ADJ';
  return first.pos === 'PROPN' && last.pos === 'PROPN' ? 'PROPN' : 'NOUN';
}

/** Proper nouns have no lemma of their own: `Notes` → `note`. */
function singular(lower: string): string {
  if (/[^aeiou]ies$/.test(lower)) return lower.replace(/ies$/, 'y');
  return lower.replace(/(?<=[^siu])s$/, '');
}

const MONTH_OF_MAY = /^May$/;
const OWNERS = /^(?:our|its|their|his|her|['’]s)$/;
const NOUNS_AFTER_DETERMINER = new Set([
  'stock',
  'need',
  'report',
  'plan',
  'claim',
  'charge',
  'work',
  'offer',
  'default',
  'file',
]);
const MEASURE_MODIFIERS = new Set(['operating', 'adjusted', 'diluted']);
const isNominalTag = (token: Token | undefined) => /^(?:NOUN|PROPN|ADJ)$/.test(token?.pos ?? '');
const MEASURING_VERBS = new Set(['total', 'range', 'approximate', 'average']);

const EXPECTING = new Set(['estimates', 'projects', 'forecasts', 'targets', 'plans']);
const isCompany = ({ lower }: Token) => /^(?:company|management|corporation|partnership|registrant|it)$/.test(lower);

function isAfterWill({ lower }: Token, next: Token | undefined): boolean {
  return /^(?:will|should|would)$/.test(lower) || (lower === 'to' && !/^(?:NOUN|PROPN|ADJ)$/.test(next?.pos ?? 'X'));
}

/** `Newco and Oldco supply our wafers`: base forms that the model takes for the end of a name. */
const VERBS_AFTER_LISTS: ReadonlySet<string> = new Set(['supply', 'purchase', 'host', 'process', 'market', 'lease']);
const LONGEST_LIST_END = 6;

function endsList(tokens: readonly Token[], at: number): boolean {
  const [before, token, next] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  return (
    token !== undefined &&
    VERBS_AFTER_LISTS.has(token.text) &&
    before?.pos === 'PROPN' &&
    /^(?:our|us|its|the|all|most|substantially)$/.test(next?.lower ?? '') &&
    tokens.slice(Math.max(0, at - LONGEST_LIST_END), at).some(({ lower }) => lower === 'and')
  );
}

const VERBS_AFTER_NAMES = new Set([
  'supplies',
  'manufactures',
  'distributes',
  'purchases',
  'sources',
  'produces',
  'processes',
  'markets',
  'ships',
  'orders',
]);
/** `30`, `approximately`, `more` (than), `a substantial` (portion) */
function isQuantity({ pos, lower }: Token, next: Token | undefined): boolean {
  if (/^(?:a|the)$/.test(lower))
    return /^(?:substantial|significant|large|larger|majority|material|meaningful|considerable|high)$/.test(
      next?.lower ?? '',
    );
  return (
    pos === 'NUM' ||
    /^(?:approximately|about|nearly|roughly|almost|over|more|at|less|most|all|much|substantially|half)$/.test(lower) ||
    /-(?:half|thirds?|quarters?)$/.test(lower)
  );
}

const VERBS_WITH_OF = new Set(
  'consist dispose think approve know speak hear complain conceive admit inform advise remind accuse notify become come die tell warn assure deprive relieve allow'.split(
    ' ',
  ),
);

/** Base forms that the model gets wrong. */
const LEMMAS: Readonly<Record<string, string>> = { lay: 'lay', lays: 'lay', laid: 'lay', fined: 'fine', fines: 'fine' };
const MODALS = /^(?:will|would|may|might|can|could|shall|should|must)$/;
/** Participles that the model tags as adjectives. */
const PARTICIPLES: Readonly<Record<string, string>> = {
  effected: 'effect',
  impaired: 'impair',
  delisted: 'delist',
  retired: 'retire',
  alleviated: 'alleviate',
  informed: 'inform',
  certified: 'certify',
  misappropriated: 'misappropriate',
};
/** `states that`, `suppliers exposes us`, `the Company leases its office`: verbs that the model takes for plurals. */
const AFTER_VERB = /^(?:that|us|them|him|our|its|their|his|her)$/;
const NOUNS_BEFORE_THAT = /^(?:states|notes|reports|claims|shows|indicates|means|requires)$/;

const DAYS_AS_ADVERBS = /^(?:today|yesterday|tomorrow)$/;

/** Prepositions that begin names of companies. */
const NAME_PREPOSITIONS = /^(?:Beyond|Under|Above|Over|Inside|Outside|Across|Near|Off|Beneath|Below|Behind|Through)$/;
const LEGAL_FORM = /^(?:Inc|Corp|Corporation|LLC|Ltd|Limited|plc|PLC|AG|Co)\.?$/;
const MOST_WORDS_OF_NAME = 5;

/** `Smith retired as`, `she retired effective May 1`: a participle behind a name and before no noun is a verb. */
function isOfPersonBefore({ pos, lower }: Token, next: Token | undefined): boolean {
  return (
    (pos === 'PROPN' || /^(?:he|she|they|who)$/.test(lower)) &&
    (/^(?:ADP|ADV|PUNCT)$/.test(next?.pos ?? 'PUNCT') || next?.lower === 'effective')
  );
}

/** `a 60 percent operated`: after the article `a` no finite verb. */
function isOfArticle(before: Token | undefined, { lower }: Token): boolean {
  return /^an?$/.test(before?.lower ?? '') && /ed$/.test(lower);
}

/** Verbs that begin an item without a subject: `Acquired Fictional Mills`. Names begin with other participles. */
const DEAL_VERBS: Readonly<Record<string, string>> = {
  Acquired: 'acquire',
  Sold: 'sell',
  Purchased: 'purchase',
  Divested: 'divest',
  Completed: 'complete',
};

/** Verbs of reports behind `each`, which the model takes for the determiner of a noun: `the companies each filed`. */
const AFTER_EACH: Readonly<Record<string, string>> = {
  filed: 'file',
  entered: 'enter',
  commenced: 'commence',
  executed: 'execute',
  approved: 'approve',
  adopted: 'adopt',
  announced: 'announce',
  agreed: 'agree',
};

/** Verbs that the model takes for adjectives between a label and a percentage: `Customer A represented 12%`. */
const SHARE_VERBS: Readonly<Record<string, string>> = {
  represented: 'represent',
  comprised: 'comprise',
  constituted: 'constitute',
  contributed: 'contribute',
  totaled: 'total',
  exceeded: 'exceed',
};

const LETTERED = /^(?:Customer|Client|Supplier|Vendor|Distributor|Licensee|Partner|Tenant|Payor|Company)$/;

/** `Lowe's and Target`: a possessive that no noun follows is part of a name. */
function endsName(before: Token, { text }: Token, next: Token | undefined): boolean {
  return (
    /^['’]s$/.test(text) &&
    before.pos === 'PROPN' &&
    !/^Company$/i.test(before.text) &&
    (next === undefined || /^(?:and|or|,|accounted|represented|comprised|purchased|is|was|are|were)$/.test(next.lower))
  );
}

/** Corrects tags of the model that its training text makes wrong for filings. */
function correct(token: Token, at: number, tokens: readonly Token[]): Token {
  const next = tokens[at + 1];
  const before = tokens[at - 1];
  if (MONTH_OF_MAY.test(token.text) && next?.pos === 'NUM') return { ...token, pos: 'PROPN', lemma: 'may' };
  // `Fictional Mills today announced`: the day is no part of the name.
  if (DAYS_AS_ADVERBS.test(token.lower) && !/^['’]s?$/.test(next?.text ?? '')) return { ...token, pos: 'ADV' };
  // `will close its plant`: what follows a modal and precedes an object is a verb.
  const isObjectNext = next !== undefined && /^(?:DET|PRON|NUM|PROPN)$/.test(next.pos);
  if (before !== undefined && MODALS.test(before.lower) && /^(?:ADJ|NOUN)$/.test(token.pos) && isObjectNext)
    return { ...token, pos: 'VERB', lemma: token.lower };
  // `500,000 restricted shares`, `1.2 million issued units`
  if (
    token.pos === 'VERB' &&
    /ed$/.test(token.lower) &&
    before?.pos === 'NUM' &&
    /^(?:shares|units|ADSs)$/.test(next?.text ?? '')
  )
    return { ...token, pos: 'ADJ', lemma: token.lower };
  // `due to lack of funding`
  if (token.lower === 'lack' && next?.lower === 'of' && /^(?:to|a|the|of|by|for)$/.test(before?.lower ?? ''))
    return { ...token, pos: 'NOUN' };
  // `would separate from the Company`
  if (
    token.lower === 'separate' &&
    token.pos === 'ADJ' &&
    /^(?:to|would|will|may)$/.test(before?.lower ?? '') &&
    next?.lower === 'from'
  )
    return { ...token, pos: 'VERB' };
  if (token.lower === 'material' && before?.lemma === 'be') return { ...token, pos: 'ADJ' };
  if (token.pos === 'VERB' && token.lemma === token.lower && /[^e]ed$/.test(token.lower))
    return { ...token, lemma: token.lower.slice(0, -2) };
  // `an At Market Issuance Sales Agreement`
  if (token.text === 'At' && before?.pos === 'DET' && /^\p{Lu}/u.test(next?.text ?? ''))
    return { ...token, pos: 'PROPN', lemma: 'at' };
  const isPrepositionOfName =
    NAME_PREPOSITIONS.test(token.text) &&
    next !== undefined &&
    /^[A-Z]/.test(next.text) &&
    tokens.slice(at + 1, at + MOST_WORDS_OF_NAME).some(word => LEGAL_FORM.test(word.text));
  if (isPrepositionOfName) return { ...token, pos: 'PROPN', lemma: token.lower };
  if (token.pos === 'VERB' && LEMMAS[token.lower] !== undefined)
    return { ...token, lemma: LEMMAS[token.lower] ?? token.lemma };
  const verbOfItem = before === undefined && /^[A-Z]/.test(next?.text ?? '') ? DEAL_VERBS[token.text] : undefined;
  if (verbOfItem !== undefined) return { ...token, pos: 'VERB', lemma: verbOfItem };
  if (before?.lower === 'each' && AFTER_EACH[token.lower] !== undefined)
    return { ...token, pos: 'VERB', lemma: AFTER_EACH[token.lower] ?? token.lemma };
  if (
    token.lower === 'each' &&
    AFTER_EACH[next?.lower ?? ''] !== undefined &&
    /^(?:NOUN|PROPN)$/.test(before?.pos ?? '')
  )
    return { ...token, pos: 'ADV' };
  if (before === undefined) return token.pos === 'VERB' && next?.pos === 'VERB' ? { ...token, pos: 'NOUN' } : token;
  if (token.pos !== 'VERB' && next?.pos === 'NUM' && SHARE_VERBS[token.lower] !== undefined)
    return { ...token, pos: 'VERB', lemma: SHARE_VERBS[token.lower] ?? token.lemma };
  // `Customer A represented`: no article.
  if (token.text === 'A' && LETTERED.test(before.text)) return { ...token, pos: 'PROPN' };
  // `Example Re`: reinsurers.
  if (token.text === 'Re' && /^[A-Z][a-z]/.test(before.text)) return { ...token, pos: 'PROPN', lemma: 're' };
  if (endsName(before, token, next)) return { ...token, pos: 'PROPN' };
  // `does not present fairly`: what follows `do` and `not` is a verb.
  if (before.lower === 'not' && tokens[at - 2]?.lemma === 'do' && token.pos !== 'ADV')
    return { ...token, pos: 'VERB', lemma: token.lower };
  const isVerbOfList =
    (token.lower === 'raise' && next?.pos === 'ADJ') ||
    (token.lower === 'present' && next?.lower === 'fairly') ||
    (token.lower === 'cast' && /^(?:ADJ|DET)$/.test(next?.pos ?? '') && before.pos === 'NOUN');
  const isVerbOfThird =
    /^(?:NOUN|PROPN)$/.test(token.pos) &&
    /^[a-z-]+s$/.test(token.text) &&
    /^(?:NOUN|PROPN)$/.test(before.pos) &&
    next !== undefined &&
    AFTER_VERB.test(next.lower) &&
    (next.lower !== 'that' || NOUNS_BEFORE_THAT.test(token.lower));
  if (isVerbOfThird) return { ...token, pos: 'VERB', lemma: singular(token.lower) };
  // `its non-compliance`
  if (token.pos === 'ADJ' && /^non-\w+(?:ance|ence|ment)$/.test(token.lower)) return { ...token, pos: 'NOUN' };
  // `from time to time`
  if (token.lower === 'time' && before.lower === 'to') return { ...token, pos: 'NOUN' };
  // `there are conditions`
  if (token.pos === 'VERB' && /s$/.test(token.lower) && before.lemma === 'be' && tokens[at - 2]?.lower === 'there')
    return { ...token, pos: 'NOUN', lemma: singular(token.lower) };
  if (isVerbOfList && token.pos !== 'VERB') return { ...token, pos: 'VERB', lemma: token.lower };
  // `will total $5 million`, `to range from`
  if (MEASURING_VERBS.has(token.lower) && token.pos !== 'VERB' && isAfterWill(before, next))
    return { ...token, pos: 'VERB', lemma: token.lower };
  // `the company estimates revenue`: the model takes the plural of a noun.
  if (
    EXPECTING.has(token.lower) &&
    token.pos !== 'VERB' &&
    isCompany(before) &&
    !/^(?:of|for|and|or|are|were|is|was|,)$/.test(next?.lower ?? ',')
  )
    return { ...token, pos: 'VERB', lemma: singular(token.lower) };
  // `for cause`: a base form after a preposition is a noun; `reverse split`: before a noun, `reverse` is an adjective.
  if (
    token.pos === 'VERB' &&
    token.lower === token.lemma &&
    (before.pos === 'ADP' || before.lower === 'for') &&
    before.lower !== 'to'
  )
    return { ...token, pos: 'NOUN' };
  // `accounts receivable`: the adjective is the head of the term.
  if (/^(?:receivable|payable)$/.test(token.lower) && /^(?:NOUN|PROPN)$/.test(before.pos))
    return { ...token, pos: 'NOUN' };
  // `with Newco accounting for 30%`, `few customers account for most`
  const amount = tokens[at + 2];
  if (
    /^account(?:s|ing)?$/.test(token.lower) &&
    before.pos !== 'DET' &&
    next?.lower === 'for' &&
    amount !== undefined &&
    isQuantity(amount, tokens[at + 3])
  )
    return { ...token, pos: 'VERB', lemma: 'account' };
  // `Newco supplies our wafers`: after a name and before a determiner, the plural is a verb.
  if (
    token.pos === 'NOUN' &&
    VERBS_AFTER_NAMES.has(token.lower) &&
    before.pos === 'PROPN' &&
    next !== undefined &&
    (/^(?:DET|ADV)$/.test(next.pos) ||
      (next.text === ',' && amount?.pos === 'ADP') ||
      /^(?:our|us|its|all|most)$/.test(next.lower))
  )
    return { ...token, pos: 'VERB' };
  // `one dealer supplies 25%`
  const isOfShare = next !== undefined && isQuantity(next, amount) && !/^(?:at|all|more|less)$/.test(next.lower);
  if (token.pos === 'NOUN' && VERBS_AFTER_NAMES.has(token.lower) && before.pos === 'NOUN' && isOfShare)
    return { ...token, pos: 'VERB', lemma: singular(token.lower) };
  // `will manufacture and supply us`: an object pronoun follows a verb, not a noun.
  if (token.pos === 'NOUN' && /^(?:and|or)$/.test(before.lower) && /^(?:us|them|him)$/.test(next?.lower ?? ''))
    return { ...token, pos: 'VERB', lemma: token.lower };
  // `is the only source for`
  const isAfterOnly = /^(?:only|sole)$/.test(before.lower) && /^(?:the|our|its|an?)$/.test(tokens[at - 2]?.lower ?? '');
  if (token.pos === 'VERB' && token.lower === token.lemma && isAfterOnly) return { ...token, pos: 'NOUN' };
  if (token.lower === 'only' && /^(?:the|our|its)$/.test(before.lower) && /^(?:NOUN|VERB)$/.test(next?.pos ?? ''))
    return { ...token, pos: 'ADJ' };
  // `has contracts with Newco`: no verb of the third person follows `have`.
  if (token.pos === 'VERB' && before.lemma === 'have' && token.lower === `${token.lemma}s`)
    return { ...token, pos: 'NOUN' };
  if (token.pos !== 'VERB' && endsList(tokens, at)) return { ...token, pos: 'VERB', lemma: token.lower };
  // `the plan trusts of $5 million`: few verbs take `of` for an object.
  if (
    token.pos === 'VERB' &&
    /[^s]s$/.test(token.lower) &&
    next?.lower === 'of' &&
    isNominalTag(before) &&
    !VERBS_WITH_OF.has(token.lemma)
  )
    return { ...token, pos: 'NOUN', lemma: singular(token.lower) };
  if (token.lower === 'reverse' && next?.pos === 'NOUN') return { ...token, pos: 'ADJ' };
  const isAfterDeterminer =
    before.pos === 'DET' || before.pos === 'ADJ' || before.pos === 'NUM' || OWNERS.test(before.lower);
  // `completed the restart of`, `suspended its permits`: no finite verb follows an article or an owner.
  if (token.pos === 'VERB' && /^(?:the|an?)$/.test(before.lower) && /^s?$/.test(token.lower.slice(token.lemma.length)))
    return { ...token, pos: 'NOUN' };
  if (token.pos === 'VERB' && OWNERS.test(before.lower) && token.lower === `${token.lemma}s`)
    return { ...token, pos: 'NOUN' };
  if (token.lower === 'range' && next?.lower === 'of') return { ...token, pos: 'NOUN' };
  // `actual or anticipated default`: behind an adjective and `or`, the participle is another one.
  const isOtherModifier =
    before.lower === 'or' &&
    tokens[at - 2]?.pos === 'ADJ' &&
    !/^(?:AUX|VERB)$/.test(tokens[at - 3]?.pos ?? '') &&
    isNominalTag(next);
  if (token.pos === 'VERB' && isOtherModifier && /ed$/.test(token.lower)) return { ...token, pos: 'ADJ' };
  // `our pump business`: behind an owner, a base form is a noun.
  const isOwned = OWNERS.test(before.lower) && token.lower === token.lemma;
  if (token.pos === 'VERB' && (isOwned || (isAfterDeterminer && NOUNS_AFTER_DETERMINER.has(token.lemma))))
    return { ...token, pos: 'NOUN' };
  // `adjusted EPS`, `operating margin`: participles that are part of the name of a measure.
  if (
    token.pos === 'VERB' &&
    MEASURE_MODIFIERS.has(token.lower) &&
    isNominalTag(next) &&
    !/^(?:PRON|AUX|PART)$/.test(before.pos)
  )
    return { ...token, pos: 'ADJ', lemma: token.lower };
  // `the Sherman Act`: a capital letter within a sentence makes a name.
  const isName =
    /^[A-Z][a-z]/.test(token.text) && /^[A-Z(“"']/.test(before.text) && /^(?:PROPN|NOUN|DET)$/.test(before.pos);
  if (token.pos === 'VERB' && isName) return { ...token, pos: 'PROPN', lemma: singular(token.lower) };
  // `by Example owners, and`: behind a name that hangs on a preposition, a plural that has no object is a noun.
  if (
    token.pos === 'VERB' &&
    /[^s]s$/.test(token.lower) &&
    before.pos === 'PROPN' &&
    tokens[at - 2]?.pos === 'ADP' &&
    /^(?:CCONJ|PUNCT)$/.test(next?.pos ?? 'PUNCT')
  )
    return { ...token, pos: 'NOUN', lemma: singular(token.lower) };
  // `acquired Hammer, Inc.`: a capital letter behind a word in lower case makes a name, but not in `to Acquire` of a headline.
  const isNameWithin =
    /^[A-Z][a-z]/.test(token.text) && /^[a-z]/.test(before.text) && !/^(?:to|and|or|not)$/.test(before.lower);
  if (token.pos === 'VERB' && isNameWithin && !MODALS.test(before.lower))
    return { ...token, pos: 'PROPN', lemma: singular(token.lower) };
  // `the Company disposed of its stake`
  if (token.lower === 'disposed' && next?.lower === 'of') return { ...token, pos: 'VERB', lemma: 'dispose' };
  // `an At The Market Offering Agreement`: the words of a name.
  if (/^[Aa]t$/.test(token.text) && next?.text === 'The' && amount?.text === 'Market')
    return { ...token, pos: 'PROPN' };
  if (token.text === 'The' && /^[Aa]t$/.test(before.text) && next?.text === 'Market') return { ...token, pos: 'PROPN' };
  // `the Credit Reporting Act`: a base form after two words with a capital letter.
  const isEndOfName =
    token.pos === 'VERB' && /^[A-Z][a-z]/.test(token.text) && before.pos === 'VERB' && /^[A-Z]/.test(before.text);
  if (isEndOfName && /^[A-Z]/.test(tokens[at - 2]?.text ?? ''))
    return { ...token, pos: 'PROPN', lemma: singular(token.lower) };
  // `the remaining 40% noncontrolling interest`, `a 60 percent operated interest`
  const isShare = /^(?:%|percent)$/.test(before.lower) && tokens[at - 2]?.pos === 'NUM' && isNominalTag(next);
  if (token.pos === 'VERB' && isShare && (/ing$/.test(token.lower) || isOfArticle(tokens[at - 3], token)))
    return { ...token, pos: 'ADJ', lemma: token.lower };
  // `the subject of`: an adjective between determiner and preposition is a noun.
  if (token.pos === 'ADJ' && before.pos === 'DET' && next?.pos === 'ADP') return { ...token, pos: 'NOUN' };
  const participle =
    token.pos === 'ADJ' &&
    (before.pos === 'AUX' || /^(?:DET|PRON)$/.test(next?.pos ?? '') || isOfPersonBefore(before, next))
      ? PARTICIPLES[token.lower]
      : undefined;
  return participle === undefined ? token : { ...token, pos: 'VERB', lemma: participle };
}

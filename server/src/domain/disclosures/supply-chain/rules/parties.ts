import { join } from 'node:path';
import { readLexicon } from '../../../../formats/prose/lexicon.ts';
import { type DocumentNames, partyOf } from '../../../../formats/prose/names.ts';
import type { Chunk, NounPhrase } from '../../../../formats/prose/phrases.ts';
import { nameKey } from '../../../../kernel/identifiers/name-key.ts';
import { type Group, groupOf, readLabels, SUPPLIER_NOUN } from './counterparties.ts';
import { type Mention, readNameList } from './names.ts';
import { isParty, kindOfNoun } from './nouns.ts';
import { type NameContext, nameOf } from './party-names.ts';
import { isTemporal } from './periods.ts';
import { isPercent } from './quantities.ts';

/** A counterparty with a name or with a letter: `Brook, Inc.`, `Customer A`. */
export interface Owner {
  /** Null if it is not named. */
  name: string | null;
  label: string;
}

/** Those whom a phrase denotes as customers or suppliers. */
export interface Party {
  owners: Owner[];
  group: Group | null;
  /** What the nouns of the phrase say; null if they say nothing. */
  role: 'customer' | 'supplier' | null;
  /** The lemma of the noun that gives the role. */
  noun: string | null;
  isEach: boolean;
  /** `no customer`, `none of our suppliers`; `no other customer` is `others`. */
  nobody: 'all' | 'others' | null;
  /** `these customers`: the group is in the sentence before. */
  isMeant: boolean;
  /** True if the phrase is a name that nothing marks as a counterparty. */
  isUnmarked: boolean;
}

/** A range of chunks, end exclusive. */
export interface Range {
  from: number;
  to: number;
}

const OF_DEAL = /^(?:to|from|by|with|through|due from|due to)$/;
const PARTITIVES =
  /^(?:each|all|both|none|neither|either|any|one|some|most|several|many|few|total|aggregate|number|group|combination|majority|handful|two|three|four|five|six|seven|eight|nine|ten)$/;

/** The phrases that belong together with the one at `anchor`: what governs it, what it is joined with, and appositions. */
export function clusterAround(chunks: readonly Chunk[], anchor: number, { from: min, to: max }: Range): Range {
  let from = anchor;
  for (;;) {
    const before = stepLeft(chunks, from, min);
    if (before === null) break;
    from = before;
  }
  let to = anchor + 1;
  while (to < max) {
    const next = stepRight(chunks, to, max, from);
    if (next === null) break;
    to = next;
  }
  return { from, to };
}

function stepLeft(chunks: readonly Chunk[], from: number, min: number): number | null {
  let at = from - 1;
  while (at >= min && (chunks[at]?.kind === 'adverb' || chunks[at]?.kind === 'adjective')) at--;
  const word = chunks[at];
  if (word === undefined || at < min) return null;
  const noun = chunks[at - 1];
  if (word.kind === 'preposition') {
    let place = at - 1;
    while (place >= min && chunks[place]?.kind === 'adjective') place--;
    const governing = chunks[place];
    const governs = governing?.kind === 'noun' && isGoverned(word.words, governing);
    return governs && place >= min ? place : null;
  }
  if (word.kind === 'comma' || word.kind === 'coordinator') {
    const isBoth = word.kind === 'coordinator' && noun?.kind === 'comma';
    const place = isBoth ? at - 2 : at - 1;
    const phrase = chunks[place];
    if (phrase?.kind === 'noun' && place >= min && isMember(phrase, chunks, place)) return place;
    // `Customer A`: the letter is a chunk of its own.
    const letter = chunks[place - 1];
    return phrase?.kind === 'other' &&
      letter?.kind === 'noun' &&
      place - 1 >= min &&
      isMember(letter, chunks, place - 1)
      ? place - 1
      : null;
  }
  if (
    word.kind === 'noun' &&
    /^(?:each|both|all|alone|together)$/.test(
      chunks[from]?.kind === 'noun' ? (chunks[from] as NounPhrase).head.lower : '',
    )
  )
    return isMember(word, chunks, at) ? at : null;
  return null;
}

function stepRight(chunks: readonly Chunk[], to: number, max: number, from: number): number | null {
  const word = chunks[to];
  if (word === undefined) return null;
  const next = chunks[to + 1];
  if (
    word.kind === 'adverb' ||
    word.kind === 'adjective' ||
    (word.kind === 'other' && /^[A-Z\d]+$/.test(word.token.text))
  )
    return to + 1;
  if (word.kind === 'preposition') {
    if (next?.kind !== 'noun' || to + 1 >= max || isPercent(next)) return null;
    // `our largest customer in 2024, Brook,`: the period is passed over.
    if (isTemporal(next, chunks[to + 2], chunks[to + 3])) return chunks[to + 2]?.kind === 'comma' ? to + 2 : null;
    return /^(?:to|from|by|with|of|in|for|at|outside|outside of|through|as well as|including|among|within)$/.test(
      word.words,
    )
      ? to + 2
      : null;
  }
  if (word.kind === 'comma' || word.kind === 'coordinator') {
    const after = word.kind === 'comma' && next?.kind === 'coordinator' ? to + 2 : to + 1;
    // `from Brook, and from Elm`
    const repeated = chunks[after];
    const place = repeated?.kind === 'preposition' && OF_DEAL.test(repeated.words) ? after + 1 : after;
    const phrase = chunks[place];
    if (phrase?.kind !== 'noun' || place >= max || isPercent(phrase)) return null;
    return isMember(phrase, chunks, place, from) ? place + 1 : null;
  }
  if (word.kind === 'noun') return /^(?:each|both|all|alone|together)$/.test(word.head.lower) ? to + 1 : null;
  return null;
}

/** True if a phrase can be one of several parties: a name, a counterparty, a deal, and not the object of another preposition. */
function isMember(phrase: NounPhrase, chunks: readonly Chunk[], at: number, from?: number): boolean {
  const before = chunks[at - 1];
  if (isTemporal(phrase, chunks[at + 1], chunks[at + 2]) || isPercent(phrase)) return false;
  if (before?.kind === 'preposition' && from === undefined) {
    const governing = chunks[at - 2];
    if (governing?.kind !== 'noun' || !isGoverned(before.words, governing)) return false;
  }
  return (
    kindOfNoun(phrase) !== null ||
    isPartitive(phrase) ||
    isNamed(phrase) ||
    /^(?:affiliate|subsidiary|agency|department|ministry)$/.test(phrase.head.lemma)
  );
}

/** `sales to X`, `each of X and Y`, `agencies of X` */
function isGoverned(preposition: string, governing: NounPhrase): boolean {
  if (preposition === 'of') return isPartitive(governing) || isParty(governing);
  return OF_DEAL.test(preposition) && (isDeal(governing) || isParty(governing));
}

function isDeal(phrase: NounPhrase): boolean {
  return kindOfNoun(phrase) === 'deal';
}

function isPartitive({ head }: NounPhrase): boolean {
  return PARTITIVES.test(head.lower);
}

function isNamed({ head, tokens }: NounPhrase): boolean {
  return (
    head.pos === 'PROPN' ||
    /^\p{Lu}/u.test(head.text) ||
    (head.lower === 'government' && tokens.at(-2)?.lower === 'federal') ||
    tokens.some(token => token.pos === 'PROPN' && /^\p{Lu}/u.test(token.text))
  );
}

/** What the reader of parties knows of the document. */
export interface PartyContext extends NameContext {
  names: DocumentNames;
  /** Folded names of the filing's own products, segments and subsidiaries. */
  own: ReadonlySet<string>;
}

/** Reads whom a cluster of phrases denotes. `governing` is the word before it: `from`, `to`; null for a subject. */
export function readParty(
  chunks: readonly Chunk[],
  { from, to }: Range,
  quote: string,
  context: PartyContext,
  governing: string | null,
): Party | null {
  const party: Party = {
    owners: [],
    group: null,
    role: null,
    noun: null,
    isEach: false,
    nobody: null,
    isMeant: false,
    isUnmarked: false,
  };
  const end = chunks[to - 1]?.end ?? 0;
  const labels = readLabels(quote.slice(chunks[from]?.start, end).replace(/\s+/g, ' '));
  if (labels.length > 0) {
    const role = SUPPLIER_NOUN.test(labels[0] ?? '') ? 'supplier' : 'customer';
    return { ...party, role, owners: labels.map(label => ({ name: null, label })) };
  }
  const mentions: { mention: Mention; isMarked: boolean }[] = [];
  let hasDeal = false;
  let partitive: string | null = null;
  let read = 0;
  let hasCounterparty = false;
  let wasReached = true;
  for (let at = from; at < to; at++) {
    const chunk = chunks[at];
    if (chunk?.kind === 'adverb' && /^(?:each|individually|respectively|separately)$/.test(chunk.words))
      party.isEach ||= chunk.words !== 'respectively';
    if (chunk?.kind !== 'noun' || chunk.start < read) continue;
    const isOfWhich = /^ of (?:which|whom)\b/.test(quote.slice(chunk.end));
    if (/^each$/i.test(chunk.tokens[0]?.text ?? '') && !isOfWhich) party.isEach = true;
    if (isTemporal(chunk) || isPercent(chunk)) continue;
    const before = chunks[at - 1];
    const preposition = at === from ? governing : before?.kind === 'preposition' ? before.words : null;
    if (/^(?:no|none|neither|nor)$/i.test(chunk.tokens[0]?.text ?? ''))
      party.nobody = chunk.tokens.some(token => token.lower === 'other') ? 'others' : 'all';
    const kind = kindOfNoun(chunk);
    const name = afterNoun(chunk);
    if (kind === 'deal') {
      hasDeal = true;
      if (/^(?:purchase|procurement)$/.test(chunk.head.lemma)) party.role ??= 'supplier';
      continue;
    }
    const follows = chunks[at + 1];
    if (isPartitive(chunk) && follows?.kind === 'preposition' && follows.words === 'of') {
      partitive = quote.slice(chunk.start, follows.end);
      continue;
    }
    const isReached =
      preposition === null ||
      at === from ||
      preposition === 'as well as' ||
      (preposition === 'of'
        ? partitive !== null || (isAgency(chunks[at - 2]) && !isApposed(chunks, at - 2))
        : OF_DEAL.test(preposition) &&
          (hasDeal || (preposition === governing && chunks[at - 2]?.kind === 'coordinator')));
    // `sales of goods and services to X`
    const isJoined: boolean = before?.kind === 'coordinator' && !wasReached && hasDeal;
    wasReached = isReached && !isJoined;
    if (!wasReached) continue;
    if (isOwnThing(chunks, at, context.names) || isOfAffiliates(chunks, at)) {
      // `sales of flour by the Company to X`
      const isSeller = at === from && governing === 'by' && follows?.kind === 'preposition' && follows.words === 'to';
      if (at === from && !isSeller) return null;
      hasDeal ||= isSeller;
      continue;
    }
    if (kind !== null) {
      hasCounterparty = true;
      if (kind !== 'either') party.role ??= kind;
      party.noun ??= chunk.head.lemma;
      if (/^(?:these|those|such|they)$/i.test(chunk.tokens[0]?.text ?? '')) party.isMeant = true;
      // `this group`: which one is not stated here.
      if (/^(?:this|that)$/i.test(chunk.tokens[0]?.text ?? '')) continue;
      party.group ??= groupOf(chunk, quote, partitive);
      for (const mention of inParentheses(quote.slice(chunk.end, end + 400)))
        mentions.push({ mention, isMarked: true });
      if (name === null) continue;
    } else if (/^(?:they|two|three|four|each|both)$/.test(chunk.head.lower)) {
      party.isMeant = true;
      continue;
    }
    // `agencies of`, `agencies and departments of`
    const isJoinedAgency = follows?.kind === 'coordinator' && isAgency(chunks[at + 2]);
    const isOfBody = follows?.kind === 'preposition' && follows.words === 'of';
    if (isAgency(chunk) && /^\p{Ll}/u.test(chunk.head.text) && (isOfBody || isJoinedAgency)) continue;
    if (name !== null) party.role ??= SUPPLIER_NOUN.test(quote.slice(chunk.start, name)) ? 'supplier' : 'customer';
    const start = name ?? chunk.start;
    const list =
      isNamed(chunk) || name !== null
        ? readNameList(quote.slice(start, endOfCapitals(quote, Math.max(end, chunk.end))).replace(/^(?:our|its) /i, ''))
        : null;
    // `every server maker and CSP`: the abbreviation of a common noun.
    const isCommonNoun =
      before?.kind === 'coordinator' && hasCounterparty && /^\p{Lu}{2,5}$/u.test(quote.slice(start, chunk.end));
    if (
      list === null ||
      isCommonNoun ||
      isOpeningWord(quote, start, list.end, context.texts) ||
      !isWholePhrase(chunk, start + list.end)
    ) {
      // `sales of flour`, `subscriptions to our software`: neither a party nor a deal.
      if (read === 0 && party.group === null && party.nobody === null) return null;
      continue;
    }
    read = start + list.end;
    const isMarked = hasCounterparty || (preposition !== null && (hasDeal || governing !== null));
    for (const mention of list.mentions) mentions.push({ mention, isMarked });
  }
  const isMarked = mentions.some(mention => mention.isMarked) || hasCounterparty;
  if (mentions.some(({ mention }) => context.own.has(nameKey(mention.name)))) return { ...party, isUnmarked: true };
  const names = mentions.map(({ mention }) => nameOf(mention, context, isMarked));
  if (names.some(name => name === null)) return { ...party, owners: [], group: null, isUnmarked: true };
  const unique = [...new Map(names.flatMap(name => (name === null ? [] : [[nameKey(name), name] as const]))).values()];
  party.owners = unique.map(name => ({ name, label: name }));
  if (party.owners.length > 0) party.group = null;
  return party.owners.length > 0 || party.group !== null || party.nobody !== null || party.isMeant ? party : null;
}

/** `the Company`, `our Flour app`, `Flour, our app`, `our largest product, Flour`: what belongs to the company is no party. */
function isOwnThing(chunks: readonly Chunk[], at: number, names: DocumentNames): boolean {
  const chunk = chunks[at];
  if (chunk?.kind !== 'noun') return false;
  const kind = kindOfNoun(chunk);
  if (kind === 'either' && partyOf(chunk, names) === 'registrant') return true;
  if (kind === null && isNamed(chunk) && isOwned(chunk, names) && afterNoun(chunk) === null) return true;
  if (!isNamed(chunk)) return false;
  const next = chunks[at + 1]?.kind === 'comma' ? chunks[at + 2] : undefined;
  const last = chunks[at - 1]?.kind === 'comma' ? chunks[at - 2] : undefined;
  return [next, last].some(beside => beside?.kind === 'noun' && THING.has(beside.head.lemma) && isOwned(beside, names));
}

const THING = readLexicon(join(import.meta.dirname, 'supply-words.tsv')).get('own_thing') ?? new Set<string>();

/** `our app`, `the Company’s app` */
function isOwned({ tokens }: NounPhrase, { own }: DocumentNames): boolean {
  if (tokens[0]?.lower === 'our') return true;
  const at = tokens.findIndex(token => /^['’]s?$/.test(token.text));
  const owner = tokens[at - 1]?.lower;
  return owner !== undefined && (owner === 'company' || owner === 'registrant' || own.includes(owner));
}

/** `sales to Brook and its affiliates, including Elm` */
function isOfAffiliates(chunks: readonly Chunk[], at: number): boolean {
  const [word, comma] = [chunks[at - 1], chunks[at - 2]];
  const affiliates = comma?.kind === 'comma' ? chunks[at - 3] : comma;
  return (
    word?.kind === 'preposition' &&
    /^(?:including|such as)$/.test(word.words) &&
    affiliates?.kind === 'noun' &&
    /^(?:affiliate|subsidiary)$/.test(affiliates.head.lemma)
  );
}

/** `Quality is important to us`: the first word of a sentence is no name if the text also writes it in lower case. */
function isOpeningWord(quote: string, start: number, length: number, texts: readonly string[]): boolean {
  const word = quote.slice(start, start + length);
  if (start > 0 || !/^\p{Lu}\p{Ll}+$/u.test(word)) return false;
  return texts.some(text => text.includes(` ${word.toLowerCase()} `));
}

/** A name goes on over capitalised words that the tagger takes for other words: `Brook Re Ltd.` */
function endOfCapitals(quote: string, end: number): number {
  return end + (/^(?: \p{Lu}[\p{L}&'’.-]*)*/u.exec(quote.slice(end, end + 60))?.[0].length ?? 0);
}

/** True if a name reaches the end of its phrase, or a noun for parties follows: `the Flour segment` is no name. */
function isWholePhrase(phrase: NounPhrase, end: number): boolean {
  const rest = phrase.tokens.filter(token => token.start >= end && /^\p{L}/u.test(token.text));
  return (
    rest.length === 0 ||
    isParty(phrase) ||
    /^(?:affiliate|subsidiary|store|government|agency|contract|program)$/.test(phrase.head.lemma)
  );
}

/** `agencies of the U.S. Government` */
function isAgency(chunk: Chunk | undefined): boolean {
  return (
    chunk?.kind === 'noun' && /^(?:agency|department|branch|unit|affiliate|subsidiary|division)$/.test(chunk.head.lemma)
  );
}

/** `Brook, a subsidiary of Elm,`: Elm is not a party. */
function isApposed(chunks: readonly Chunk[], at: number): boolean {
  const phrase = chunks[at];
  return phrase?.kind === 'noun' && /^an?$/.test(phrase.tokens[0]?.lower ?? '') && chunks[at - 1]?.kind === 'comma';
}

/** `our largest customer Brook`: the place of the name after the noun; null if there is none. */
function afterNoun({ tokens }: NounPhrase): number | null {
  const at = tokens.findIndex(token => /^(?:customer|supplier|vendor|distributor|client|licensee)$/.test(token.lower));
  const next = tokens[at + 1];
  return at >= 0 && next !== undefined && /^\p{Lu}\p{L}/u.test(next.text) ? next.start : null;
}

/** `three wholesalers (Brook, Inc., Elm and Oak)` */
function inParentheses(after: string): Mention[] {
  const inside = /^\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)/.exec(after)?.[1];
  if (inside === undefined || !/^\p{Lu}/u.test(inside)) return [];
  const list = readNameList(inside);
  return list === null || list.end < inside.trimEnd().length - 1 ? [] : list.mentions;
}

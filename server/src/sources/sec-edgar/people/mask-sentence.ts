import type { DocumentNames } from '../../../formats/prose/names.ts';
import type { Sentence } from '../../../formats/prose/sentences.ts';
import { readStatedDates } from '../../../formats/prose/stated-dates.ts';
import { type DefinedDays, daysByTerm } from './defined-days.ts';
import { joinLists, joinOffices, withoutCommas } from './join-entities.ts';
import { CAPITAL, isIssuer, isOfOther, namedOffice, OWN_NOUN } from './named-offices.ts';
import type { NamedPeople } from './named-people.ts';
import { HUMAN_NAME, humanName, isOfficeWord, namesOffice } from './names-and-offices.ts';
import { officeAt } from './office-phrases.ts';
import { AGE, DIRECTOR, type Entity, type MaskedSentence, Taken } from './sentence-entities.ts';

const MASKS = { people: 'Smith', office: 'treasurer', board: 'board', date: '2016', company: 'Acme', gap: '' } as const;

/** The words that stand for persons, offices and boards, as classes of the reader of sentences. */
export const MASK_CLASSES = new Map([
  ['person', new Set(['smith', 'he', 'she', 'they', 'him', 'her', 'his', 'their'])],
  ['office', new Set(['treasurer'])],
  ['board', new Set(['board'])],
  [
    'position',
    new Set([
      'position',
      'role',
      'duty',
      'responsibility',
      'office',
      'post',
      'title',
      'service',
      'employment',
      'treasurer',
      'reins',
    ]),
  ],
]);

const PARENTHESES = /\s*\([^()]{0,300}\)/g;

const LEGAL_FORM =
  '(?:Inc|Incorporated|Corp|Corporation|Company|Co|LLC|L\\.L\\.C|Ltd|Limited|LLP|L\\.P|LP|PLC|plc|AG|N\\.V|S\\.A|N\\.A|GmbH|Bancorp|Bancshares)';

const COMPANY = new RegExp(
  `(?<![\\p{L}.])(?:\\p{Lu}[\\p{L}\\p{N}&'’.-]*\\s+(?:&\\s+)?){1,5}?(?:\\p{Lu}[\\p{L}\\p{N}&'’.-]*)?,?\\s*\\b${LEGAL_FORM}\\b\\.?`,
  'gu',
);

const ADDRESS = '(?:Mr|Mrs|Ms|Dr|Messrs|Mses)\\.?';

const SURNAME = "(?:(?:van|von|de|del|della|der|den|di|da|dos|la|le|el|bin|al)\\s+){0,2}\\p{Lu}[\\p{L}’'-]*\\p{L}";

const MENTION = new RegExp(
  `\\b${ADDRESS}\\s+(?:${HUMAN_NAME}|${SURNAME})|(?<![\\p{L}’'-])${HUMAN_NAME}|(?<![\\p{L}’'.-])${SURNAME}`,
  'gu',
);

const POSSESSIVE = /['’]s?$/;

const FORM_OF_ADDRESS = /^(?:Mr|Mrs|Ms|Dr|Messrs|Mses)\.?$/;

/** Words that sentences and clauses begin with. */
const OTHER_WORD =
  /^(?:under|on|in|the|as|effective|upon|since|with|and|for|while|after|following|prior|if|at|by|from|also|both|when|until|during|because|although|messrs|item|each|dear|said|says|contact|additionally|previously|most|mutually|separately|today|earlier)$/i;

const BOARD = new RegExp(
  `(?:\\b(?:[Tt]he|[Oo]ur|[Ii]ts|[Tt]heir|[Hh]is|[Hh]er|[Ss]uch|[Tt]his|an?|full|entire)\\s+)?(?:(?:${CAPITAL}\\s+){0,4}${CAPITAL}['’]s?\\s+|${OWN_NOUN}['’]s?\\s+)?\\b(?:[Bb]oards?\\s+of\\s+(?:[Dd]irectors|[Tt]rustees|[Mm]anagers)|[Bb]oards?|BOARD OF DIRECTORS)\\b(?!\\s+(?:[Cc]ommittee|[Mm]eeting|[Mm]ember|[Ss]eat|[Oo]bserver|[Aa]dvis))(?:\\s+(?:of|for)\\s+(?:the\\s+)?(${OWN_NOUN}\\b|${CAPITAL}(?:\\s+${CAPITAL}){0,5}(?:,\\s*(?:Inc|Corp|Ltd|LLC|L\\.P)\\.?)?))?`,
  'gu',
);

const OWNER = new RegExp(
  `(?:\\b(?:[Tt]he|an?|[Oo]ur|[Ii]ts|[Tt]heir|[Hh]is|[Hh]er|also|newly|newly[- ]created|current|new|interim|acting|[Ii]ndependent|[Ff]ormer|then|previous|outgoing|retired|late|prior)\\s+|\\b(?:[Tt]he\\s+)?${OWN_NOUN}['’]s?\\s+|(?:\\b[Tt]he\\s+)?(?:${CAPITAL}\\s+){0,4}${CAPITAL}['’]s?\\s+)+$`,
  'u',
);

/** Longer sentences and sentences with more entities are tables and lists. */
const LONGEST = 1_500;

/** Pronouns of persons, and changes stated in the sentence before. */
const REFERS =
  /\b(?:he|she|they|his|her|their|appointments?|elections?|promotions?|resignations?|retirements?|departures?|terminations?|separations?|transitions?|changes)\b/i;

const LONGEST_OFFICE = 220;

const MAX_ENTITIES = 120;

/** Masks a sentence; null if it names nobody and refers to nobody. */
export function maskSentence(
  sentence: Sentence,
  previous: MaskedSentence | null,
  names: DocumentNames,
  known: NamedPeople,
  definedDays: DefinedDays,
): MaskedSentence | null {
  const { quote } = sentence;
  if (quote.length > LONGEST) return null;
  const taken = new Taken();
  for (const { index, 0: found } of quote.matchAll(PARENTHESES)) taken.add('gap', index, index + found.length);
  for (const date of readStatedDates(quote)) taken.add('date', date.start, date.end).date = date;
  for (const date of daysByTerm(quote, definedDays))
    if (!taken.overlaps(date.start, date.end)) taken.add('date', date.start, date.end).date = date;
  const companies = companiesIn(quote);
  for (const { start, end } of companies) known.meetCompany(quote.slice(start, end));
  addPeople(quote, taken, companies, names, known);
  if (!taken.has('people') && !REFERS.test(quote)) return null;
  const named = companies.map(({ start, end }) => quote.slice(start, end));
  addOffices(quote, taken, named, names);
  addBoards(quote, taken, names);
  for (const { start, end } of companies) if (!taken.overlaps(start, end)) taken.add('company', start, end);
  const entities = joinLists(quote, withoutCommas(quote, names, joinOffices(quote, taken.inOrder())));
  if (entities.length > MAX_ENTITIES) return null;
  return {
    quote,
    sentence: { ...sentence, ...maskedText(quote, entities), previous: previous?.sentence ?? null },
    entities,
  };
}

/** Names with a legal form. Words of offices before them are no part of the name. */
function companiesIn(quote: string): { start: number; end: number }[] {
  return [...quote.matchAll(COMPANY)].flatMap(({ index, 0: found }) => {
    const words = [...found.matchAll(/\S+/g)];
    const from = words.findLastIndex(({ 0: word }) => isOfficeWord(word.replace(/[.,]$/, ''))) + 1;
    const first = words[from];
    return first === undefined || from >= words.length - 1
      ? []
      : [{ start: index + first.index, end: index + found.length }];
  });
}

function addPeople(
  quote: string,
  taken: Taken,
  companies: readonly { start: number; end: number }[],
  names: DocumentNames,
  known: NamedPeople,
): void {
  const isInCompany = (start: number, end: number) =>
    companies.some(company => company.start < end && start < company.end);
  for (const { 0: found, index } of quote.matchAll(MENTION)) {
    const person = personIn(found, known);
    if (person === null || (person.isFull && (isIssuer(person.name, names) || known.isCompany(person.name)))) continue;
    const start = index + person.at;
    const end = index + found.replace(POSSESSIVE, '').length;
    if (taken.overlaps(start, end) || isInCompany(start, end)) continue;
    if (person.isFull && (AT_PLACE.test(quote.slice(0, start)) || !isCertain(person.name, quote.slice(end), known)))
      continue;
    if (person.isFull) known.meet(person.name);
    const entity = taken.add('people', start, end);
    entity.people.push({ name: person.name, offices: [], start, end });
  }
}

function isCertain(name: string, behind: string, known: NamedPeople): boolean {
  return AGE.test(behind) || known.isPerson(name);
}

/** One works at, and joins, companies. */
const AT_PLACE = /\b(?:at|join(?:s|ed|ing)?)\s+$/i;

/** The person whom some words name: in full, or by a surname that was named before. */
function personIn(found: string, known: NamedPeople): { name: string; at: number; isFull: boolean } | null {
  const plain = found.replace(POSSESSIVE, '');
  const words = [...plain.matchAll(/\S+/g)];
  for (let from = 0; from < words.length; from++) {
    const at = words[from]?.index ?? 0;
    const first = words[from]?.[0] ?? '';
    if (FORM_OF_ADDRESS.test(first)) {
      const behind = plain.slice(words[from + 1]?.index ?? plain.length);
      const full = words.length - from > 2 ? humanName(behind.replace(/\s+/g, ' ')) : null;
      const name = known.find(behind) ?? full;
      return name === null ? null : { name, at, isFull: full !== null && known.find(behind) === null };
    }
    if (OTHER_WORD.test(first) || (POSSESSIVE.test(first) && from < words.length - 1)) continue;
    if (from === words.length - 1) {
      const name = known.find(first);
      // A surname alone must be that of somebody whose full name ends with it.
      return name === null || !isSurnameOf(first, name) ? null : { name, at, isFull: false };
    }
    const name = humanName(plain.slice(at).replace(/\s+/g, ' '));
    if (name !== null) return { name, at, isFull: true };
  }
  return null;
}

function isSurnameOf(word: string, name: string): boolean {
  return name.replace(/,.*$/, '').split(' ').slice(1).at(-1)?.toLowerCase() === word.toLowerCase();
}

function addOffices(quote: string, taken: Taken, companies: readonly string[], names: DocumentNames): void {
  for (const { 0: word, index } of quote.matchAll(/(?<![\p{L}-])\p{L}[\p{L}-]*/gu)) {
    if ((!isOfficeWord(word) && !/^members?$/i.test(word)) || /^of$/i.test(word)) continue;
    if (taken.overlaps(index, index + word.length) || NO_OFFICE_BEHIND.test(quote.slice(0, index))) continue;
    const next = taken.nextAfter(index);
    const text = quote.slice(index, Math.min(next, quote.length));
    const office = namesOffice(text.slice(0, LONGEST_OFFICE)) ? officeAt(text) : null;
    if (office === null || office.start > 0 || NO_OFFICE.test(office.title)) continue;
    const owner = ownerBefore(quote, index, taken, names);
    const end = index + text.slice(0, office.end).trimEnd().length;
    const entity = taken.add('office', index - owner.length, end);
    const named = namedOffice(office, owner, names);
    const isOfName = OF_NAME.test(quote.slice(end, next)) && taken.isAt('people', next);
    const isOthers = /^its\s/i.test(owner) && isOfOther(quote.slice(0, index - owner.length), companies, names);
    entity.office =
      OF_SEVERAL.test(quote.slice(end)) || isOfName || isOthers
        ? { ...named, isAtIssuer: false, isPlaced: false }
        : named;
  }
}

/** Words for persons and bodies that name no office of a company by themselves. */
const NO_OFFICE =
  /\bcommittees?$|^(?:(?:portfolio|account|property|project|fund|line|store|plan|money|asset|index|investment|risk)\s+)?(?:managers?|partners?|counsels?|heads?|members?|advis[eo]rs?|auditors?|trustees?|(?:independent |principal |certified |chartered |public )*accountants?(?:\s+in\b.*)?)$|^public\s+accountant/i;

/** What an office is of, in capitals, is a company and no person. */
const OF_NAME = /^\s+(?:of|at|for|with)\s+$/;

/** `a director of several companies` */
const OF_SEVERAL =
  /^\s+(?:of|at|for|with|in)\s+(?:an?|several|various|many|numerous|other|certain|both|two|three|four|five|private|public|publicly)\b/i;

/** `board of directors`, `Advisor to the CEO` */
const NO_OFFICE_BEHIND =
  /\b(?:boards?\s+of|(?:advis[eo]r|assistant|counsel|aide|consultant)\s+to\s+(?:(?:the|our|its)\s+)?)\s*$/i;

/** The last words before an office that may be a name: `Newco chairman`. */
const NAMES_BEFORE = [3, 2, 1].map(count => new RegExp(`(?:\\p{Lu}[\\p{L}\\p{N}&.-]*\\s+){${count}}$`, 'u'));

/** `the Company’s former` before an office, or the issuer's name. */
function ownerBefore(quote: string, index: number, taken: Taken, names: DocumentNames): string {
  const before = quote.slice(Math.max(0, index - 120), index);
  const named = NAMES_BEFORE.map(pattern => pattern.exec(before)?.[0]).find(
    words => words !== undefined && isIssuer(words.trim(), names),
  );
  let owner = OWNER.exec(before)?.[0] ?? named ?? '';
  while (owner !== '' && taken.overlaps(index - owner.length, index)) owner = owner.replace(/^\S+\s+/, '');
  return owner;
}

const SEAT = /\b(?:(?:the|a|an|this|such|newly[- ]created|new|vacant|additional)\s+)*directorship\b/gi;

function addBoards(quote: string, taken: Taken, names: DocumentNames): void {
  for (const { 0: found, index } of quote.matchAll(SEAT)) {
    if (!taken.overlaps(index, index + found.length))
      taken.add('office', index, index + found.length).office = DIRECTOR;
  }
  for (const { 0: found, index, 1: place } of quote.matchAll(BOARD)) {
    let start = index;
    const end = index + found.length;
    if (taken.overlaps(start, end)) {
      // The words before the board may be taken; the board itself is not.
      const own = /\bboards?\b/i.exec(found)?.index ?? 0;
      start = index + own;
      if (taken.overlaps(start, end)) continue;
    }
    const possessor = /^(?:the\s+)?(.*?)['’]s?\s/iu.exec(quote.slice(start, end))?.[1];
    const owner = place ?? possessor ?? null;
    const isOwn = owner === null || isIssuer(owner, names);
    const entity = taken.add('board', start, end);
    entity.office = { title: 'Director', isFormer: false, isAtIssuer: isOwn, isPlaced: owner !== null && isOwn };
  }
}

/** `elected Jane Doe a director`: reads as `elected Jane Doe as a director`. */
function isBesideName(quote: string, { kind, start }: Entity, entities: readonly Entity[]): boolean {
  return (
    kind === 'office' &&
    entities.some(other => other.kind === 'people' && other.end <= start && /^\s+$/.test(quote.slice(other.end, start)))
  );
}

function maskedText(quote: string, entities: Entity[]): Pick<Sentence, 'quote' | 'text'> {
  let masked = '';
  let from = 0;
  for (const entity of entities) {
    masked += quote.slice(from, entity.start);
    entity.maskStart = masked.length;
    const lead = entity.kind === 'board' ? 'the ' : isBesideName(quote, entity, entities) ? 'as ' : '';
    masked += `${lead}${MASKS[entity.kind]}`;
    entity.maskEnd = masked.length;
    from = entity.end;
  }
  masked += quote.slice(from);
  const plain = masked.replace(/\s/g, ' ');
  return { quote: plain, text: plain.replace(/\s+/g, ' ') };
}

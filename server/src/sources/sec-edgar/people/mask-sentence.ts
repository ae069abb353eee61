import { type DocumentNames, plainName } from '../../../formats/prose/names.ts';
import type { Sentence } from '../../../formats/prose/sentences.ts';
import { readStatedDates, type StatedSpan } from '../../../formats/prose/stated-dates.ts';
import { minOf } from '../../../kernel/lists.ts';
import { HUMAN_NAME, humanName, isOfficeWord, namesOffice } from './names-and-offices.ts';
import { type OfficePhrase, officeAt } from './office-phrases.ts';

/** An office that a sentence names, and whose it is. */
export interface NamedOffice {
  /** In the sentence's words; `Director` for a seat on the board. */
  title: string;
  isFormer: boolean;
  /** False if the sentence says that it is an office at another company. */
  isAtIssuer: boolean;
  /** True if the sentence names the issuer as its place. */
  isPlaced: boolean;
}

/** A person in a sentence, with the offices next to the name: `Jane Doe, our Treasurer,`. */
export interface NamedPerson {
  name: string;
  offices: NamedOffice[];
  start: number;
  end: number;
}

/** Words of a sentence that one word stands for. Offsets are in the sentence's quote, end exclusive. */
interface Entity {
  kind: 'people' | 'office' | 'board' | 'date' | 'company' | 'gap';
  start: number;
  end: number;
  people: NamedPerson[];
  office: NamedOffice | null;
  date: StatedSpan | null;
  /** The place in the masked sentence. */
  maskStart: number;
  maskEnd: number;
}
export type PlacedEntity = Readonly<Entity>;

/**
 * A sentence in which one word stands for each person or list of persons, office, board, date and company, so that the
 * grammar of a sentence does not depend on their commas and capitals.
 */
export interface MaskedSentence {
  /** The sentence as written. */
  quote: string;
  /** The masked sentence, for the reader of sentences. */
  sentence: Sentence;
  entities: readonly PlacedEntity[];
}

const MASKS = { people: 'Smith', office: 'treasurer', board: 'board', date: '2016', company: 'Acme', gap: '' } as const;

/** The words that stand for persons, offices and boards, as classes of the reader of sentences. */
export const MASK_CLASSES = new Map([
  ['person', new Set(['smith', 'he', 'she', 'they', 'him', 'her', 'his', 'their'])],
  ['office', new Set(['treasurer'])],
  ['board', new Set(['board'])],
  [
    'position',
    new Set(['position', 'role', 'duty', 'responsibility', 'office', 'post', 'title', 'treasurer', 'reins']),
  ],
]);

/** The people whom a document has named so far, and its words that distinguish names from other capitals. */
export class Acquaintances {
  /** Words that the document writes in lower case. */
  readonly #common = new Set<string>();
  /** Surnames behind `Mr.`, `Ms.` or `Dr.` */
  readonly #addressed = new Set<string>();
  /** Full names by surname, in lower case. */
  readonly #called = new Map<string, string>();
  readonly #companies = new Set<string>();

  /** The full name for a surname or a full name; null if nobody of that surname was named. */
  find(surname: string): string | null {
    return this.#called.get(surname.toLowerCase()) ?? null;
  }

  constructor(texts: readonly string[]) {
    for (const text of texts) {
      for (const [word] of text.matchAll(/(?<![\p{L}\p{N}.])\p{Ll}[\p{Ll}’'-]+/gu)) this.#common.add(word);
      for (const [, surname = ''] of text.matchAll(ADDRESSED)) this.#addressed.add(surname.toLowerCase());
    }
  }

  /** Whether capitals are a person's name: the document does not use its words otherwise, or calls the person `Mr.` or `Ms.`. */
  isPerson(name: string): boolean {
    const words = name.replace(/,.*$/, '').split(' ');
    if (this.#addressed.has(words.at(-1)?.toLowerCase() ?? '') || words.slice(1).some(word => INITIAL.test(word)))
      return true;
    return words.every(word => !/^\p{Lu}/u.test(word) || !this.#common.has(word.toLowerCase()));
  }

  /** Whether a name is that of a company that the document has named with its legal form. */
  isCompany(name: string): boolean {
    return this.#companies.has(plainName(name));
  }

  meetCompany(name: string): void {
    this.#companies.add(plainName(name));
  }

  meet(name: string): void {
    const words = name
      .replace(/,.*$/, '')
      .split(' ')
      .filter(word => !/^(?:Jr|Sr|II|III|IV|Ph\.?D|M\.?D|Esq|CPA)\.?$/i.test(word));
    const [first, last] = [words[0], words.at(-1)];
    if (last !== undefined) this.#called.set(last.toLowerCase(), name);
    // Surnames of two words: `van der Mole`; and surnames may come first: `Mr. Song` after `Tay Thiam Song`.
    const particles = /\s((?:de|van|von|der|den|del|della|di|da|dos|la|le|el|bin|al)(?:\s.*)?)$/iu.exec(
      words.join(' '),
    );
    if (particles?.[1] !== undefined) this.#called.set(particles[1].toLowerCase(), name);
    if (first !== undefined && !this.#called.has(first.toLowerCase())) this.#called.set(first.toLowerCase(), name);
  }
}

const ADDRESSED = /\b(?:Mr|Mrs|Ms|Dr)\.?\s+(?:\p{Lu}[\p{L}.’'-]*\s+){0,3}?(\p{Lu}[\p{L}’'-]+)(?!\s+\p{Lu})/gu;
const INITIAL = /^(?:\p{Lu}\.)+$/u;
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
const OWN_NOUN = '(?:[Cc]ompany|[Rr]egistrant|[Cc]orporation|[Bb]ank|[Pp]artnership|[Ff]irm|[Tt]rust)';
const CAPITAL = '\\p{Lu}[\\p{L}\\p{N}&.-]*';
const BOARD = new RegExp(
  `(?:\\b(?:[Tt]he|[Oo]ur|[Ii]ts|[Tt]heir|[Hh]is|[Hh]er|[Ss]uch|[Tt]his|an?|full|entire)\\s+)?(?:(?:${CAPITAL}\\s+){0,4}${CAPITAL}['’]s?\\s+|${OWN_NOUN}['’]s?\\s+)?\\b(?:[Bb]oards?\\s+of\\s+(?:[Dd]irectors|[Tt]rustees|[Mm]anagers)|[Bb]oards?|BOARD OF DIRECTORS)\\b(?!\\s+(?:[Cc]ommittee|[Mm]eeting|[Mm]ember|[Ss]eat|[Oo]bserver|[Aa]dvis))(?:\\s+(?:of|for)\\s+(?:the\\s+)?(${OWN_NOUN}\\b|${CAPITAL}(?:\\s+${CAPITAL}){0,5}(?:,\\s*(?:Inc|Corp|Ltd|LLC|L\\.P)\\.?)?))?`,
  'gu',
);
const OWNER = new RegExp(
  `(?:\\b(?:[Tt]he|an?|[Oo]ur|[Ii]ts|[Tt]heir|[Hh]is|[Hh]er|also|newly|newly[- ]created|current|new|interim|acting|[Ii]ndependent|[Ff]ormer|then|previous|outgoing|retired|late|prior)\\s+|\\b(?:[Tt]he\\s+)?${OWN_NOUN}['’]s?\\s+|(?:\\b[Tt]he\\s+)?(?:${CAPITAL}\\s+){0,4}${CAPITAL}['’]s?\\s+)+$`,
  'u',
);
const OF_OURS = /^(?:our|its|the\s+(?:company|registrant|corporation|bank|partnership|firm|trust)['’]s)\s/i;
export const AGE = /^\s*,?\s*\(?(?:aged?\s+)?\d{2}(?:\s+years\s+(?:old|of\s+age))?\)?(?=,|\s)/i;
/** Words between a name and an office that is next to it. */
const BESIDE =
  /^\s*,\s+(?:(?:who\s+is|who\s+currently\s+serves\s+as|who\s+serves\s+as|currently|presently|also|previously|formerly|most\s+recently)\s+)*$/i;
const OF_PAST = /\b(?:previously|formerly|most\s+recently)\s+$/i;
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
  known: Acquaintances,
): MaskedSentence | null {
  const { quote } = sentence;
  if (quote.length > LONGEST) return null;
  const taken = new Taken();
  for (const { index, 0: found } of quote.matchAll(PARENTHESES)) taken.add('gap', index, index + found.length);
  for (const date of readStatedDates(quote)) taken.add('date', date.start, date.end).date = date;
  const companies = companiesIn(quote);
  for (const { start, end } of companies) known.meetCompany(quote.slice(start, end));
  addPeople(quote, taken, companies, names, known);
  if (!taken.has('people') && !REFERS.test(quote)) return null;
  addOffices(quote, taken, names);
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

/** The entities of a sentence while they are found: those found first keep their words. */
class Taken {
  readonly #entities: Entity[] = [];

  overlaps(start: number, end: number): boolean {
    return this.#entities.some(entity => entity.start < end && start < entity.end);
  }

  add(kind: Entity['kind'], start: number, end: number): Entity {
    const entity: Entity = { kind, start, end, people: [], office: null, date: null, maskStart: 0, maskEnd: 0 };
    if (!this.overlaps(start, end)) this.#entities.push(entity);
    return entity;
  }

  isAt(kind: Entity['kind'], start: number): boolean {
    return this.#entities.some(entity => entity.kind === kind && entity.start === start);
  }

  has(kind: Entity['kind']): boolean {
    return this.#entities.some(entity => entity.kind === kind);
  }

  /** Where the text from a place on is taken next. */
  nextAfter(place: number): number {
    return minOf(this.#entities.filter(entity => entity.start >= place).map(entity => entity.start));
  }

  inOrder(): Entity[] {
    return this.#entities.toSorted((a, b) => a.start - b.start);
  }
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
  known: Acquaintances,
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

function isCertain(name: string, behind: string, known: Acquaintances): boolean {
  return AGE.test(behind) || known.isPerson(name);
}

/** One works at, and joins, companies. */
const AT_PLACE = /\b(?:at|join(?:s|ed|ing)?)\s+$/i;

/** The person whom some words name: in full, or by a surname that was named before. */
function personIn(found: string, known: Acquaintances): { name: string; at: number; isFull: boolean } | null {
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

function addOffices(quote: string, taken: Taken, names: DocumentNames): void {
  for (const { 0: word, index } of quote.matchAll(/(?<![\p{L}-])\p{L}[\p{L}-]*/gu)) {
    if ((!isOfficeWord(word) && !/^members?$/i.test(word)) || /^of$/i.test(word)) continue;
    if (taken.overlaps(index, index + word.length) || NO_OFFICE_BEHIND.test(quote.slice(0, index))) continue;
    const next = taken.nextAfter(index);
    const text = quote.slice(index, Math.min(next, quote.length));
    const office = namesOffice(text.slice(0, LONGEST_OFFICE)) ? officeAt(text) : null;
    if (office === null || office.start > 0 || NO_OFFICE.test(office.title)) continue;
    const owner = ownerBefore(quote, index, taken);
    const end = index + text.slice(0, office.end).trimEnd().length;
    const entity = taken.add('office', index - owner.length, end);
    const named = namedOffice(office, owner, names);
    const isOfName = OF_NAME.test(quote.slice(end, next)) && taken.isAt('people', next);
    entity.office =
      OF_SEVERAL.test(quote.slice(end)) || isOfName ? { ...named, isAtIssuer: false, isPlaced: false } : named;
  }
}

/** Words for persons and bodies that name no office of a company by themselves. */
const NO_OFFICE =
  /\bcommittees?$|^(?:(?:portfolio|account|property|project|fund|line|store|plan|money|asset|index|investment|risk)\s+)?(?:managers?|partners?|counsels?|heads?|members?|advis[eo]rs?|auditors?|trustees?|(?:independent |principal |certified |public )*accountants?)$|^public\s+accountant/i;
/** What an office is of, in capitals, is a company and no person. */
const OF_NAME = /^\s+(?:of|at|for|with)\s+$/;
/** `a director of several companies` */
const OF_SEVERAL =
  /^\s+(?:of|at|for|with|in)\s+(?:an?|several|various|many|numerous|other|certain|both|two|three|four|five|private|public|publicly)\b/i;
/** `board of directors`, `Advisor to the CEO` */
const NO_OFFICE_BEHIND =
  /\b(?:boards?\s+of|(?:advis[eo]r|assistant|counsel|aide|consultant)\s+to\s+(?:(?:the|our|its)\s+)?)\s*$/i;

/** `the Company’s former` before an office. */
function ownerBefore(quote: string, index: number, taken: Taken): string {
  let owner = OWNER.exec(quote.slice(Math.max(0, index - 120), index))?.[0] ?? '';
  while (owner !== '' && taken.overlaps(index - owner.length, index)) owner = owner.replace(/^\S+\s+/, '');
  return owner;
}

/** `member of the Board of Directors` */
const OF_BOARD_ONLY =
  /^(?:\w+\s+)?members?\s+of\s+(?:(?:the|our|its)\s+)?(?:[\p{Lu}\w]+['’]s\s+)?board(?:\s+of\s+(?:directors|trustees|managers))?$/iu;
const FORMER = /\b(?:former|then|previous|outgoing|retired|late|prior)\b/i;

function namedOffice(
  { title, organisation, isFormer }: OfficePhrase,
  owner: string,
  names: DocumentNames,
): NamedOffice {
  const possessor = /^(?:(?:the|an?)\s+)?(.*?)['’]s?\s/u.exec(owner)?.[1] ?? null;
  const place = organisation ?? possessor;
  const isOwn = OF_OURS.test(owner) || (place !== null && isIssuer(place, names));
  const { office, isElsewhere, isHere } = withoutPlace(title, names);
  return {
    title: OF_BOARD_ONLY.test(office) ? 'Director' : office.replace(/^directors$/i, 'Director'),
    isFormer: isFormer || FORMER.test(owner),
    isAtIssuer: isOwn || (place === null && !isElsewhere),
    isPlaced: isOwn || isHere,
  };
}

/** The office without the name of the company behind it: `President of Newco`. */
function withoutPlace(title: string, names: DocumentNames): { office: string; isElsewhere: boolean; isHere: boolean } {
  const [, office, place] = /^(.*\S)(?:,| of| at| for| with) (?!the )(\p{Lu}[^,;]*)$/u.exec(title) ?? [];
  if (office === undefined || place === undefined) return { office: title, isElsewhere: false, isHere: false };
  if (isIssuer(place, names)) return { office, isElsewhere: false, isHere: true };
  const isDepartment = isOfficeWord(place.split(' ').at(-1) ?? '') || DEPARTMENT_ENDS.test(place);
  const isOfPlace = !/^.*,$/u.test(title.slice(0, office.length + 1));
  return { office: title, isElsewhere: isOfPlace && !isDepartment, isHere: false };
}

/** The office without the issuer's name; null if it is over, or another company's. */
export function titleAtIssuer(phrase: OfficePhrase, names: DocumentNames): string | null {
  const office = namedOffice(phrase, '', names);
  return office.isFormer || !office.isAtIssuer ? null : office.title;
}

const DEPARTMENT_ENDS =
  /\b(?:division|segment|unit|group|affairs|officer|programs?|relations|board|directors|committee|operations|services|america|europe|asia|pacific)$/i;

/** Whether a name is the issuer's: its own, or a term that the document defines for it. */
export function isIssuer(name: string, { own, terms }: DocumentNames): boolean {
  const plain = plainName(name.replace(/\s*\(.*$/, ''));
  return (
    /^(?:the )?(?:company|corporation|registrant|bank|partnership|us|firm|trust|issuer)\b/i.test(name) ||
    /^(?:we|our)$/i.test(name) ||
    terms.get(name.toLowerCase().replace(/^the /, '')) === 'registrant' ||
    (plain.length > 2 &&
      own.some(known => plain === known || plain.startsWith(`${known} `) || known.startsWith(`${plain} `)))
  );
}

function addBoards(quote: string, taken: Taken, names: DocumentNames): void {
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

/** Joins each office with the name that it is next to. */
function joinOffices(quote: string, entities: readonly Entity[]): Entity[] {
  const joined: Entity[] = [];
  for (const [at, entity] of entities.entries()) {
    const last = joined.at(-1);
    const next = entities[at + 1];
    // `Jane Doe, Treasurer Robin Roe and …`: the office is that of the name behind it.
    const isOfNext =
      next?.kind === 'people' && entity.kind === 'office' && /^\s+$/.test(quote.slice(entity.end, next.start));
    if (last !== undefined && !isOfNext && joinsAsBeside(quote, last, entity)) continue;
    joined.push(entity);
  }
  return joined;
}

/** Extends the entity before by this one if one of them is a person and the other an office of that person. */
function joinsAsBeside(quote: string, last: Entity, entity: Entity): boolean {
  const between = quote.slice(last.end, entity.start);
  const [person] = last.people;
  if (entity.kind === 'gap' && last.kind === 'people' && person !== undefined) {
    last.end = entity.end;
    return true;
  }
  if (last.kind === 'people' && entity.kind === 'office' && person !== undefined && entity.office !== null) {
    const lead = between.replace(AGE, '');
    if (!BESIDE.test(lead)) return false;
    person.offices.push({ ...entity.office, isFormer: entity.office.isFormer || OF_PAST.test(lead) });
    last.end = entity.end;
    return true;
  }
  const [named] = entity.people;
  if (last.kind === 'office' && entity.kind === 'people' && named !== undefined && last.office !== null) {
    const isDirect =
      /^\s+$/.test(between) && /^[\p{Lu}]|['’]s?\s|^(?:our|its)\s/u.test(quote.slice(last.start, last.end));
    const isOfOurs = /^\s*,\s+$/.test(between) && OF_OURS.test(quote.slice(last.start));
    if (!isDirect && !isOfOurs) return false;
    named.offices.push(last.office);
    const { start } = last;
    Object.assign(last, entity, { start });
    return true;
  }
  return false;
}

/** An office next to a name is between commas; the second one belongs to it. An age is, too. */
function withoutCommas(quote: string, names: DocumentNames, entities: readonly Entity[]): Entity[] {
  for (const entity of entities) {
    if (entity.kind !== 'people') continue;
    const behind = quote.slice(entity.end, entity.end + 40);
    entity.end += AGE.exec(behind)?.[0].length ?? 0;
    if (entity.people.some(person => person.offices.length > 0))
      entity.end += placeBehind(quote.slice(entity.end), names);
    const isInserted = entity.end > (entity.people[0]?.end ?? entity.end);
    if (isInserted && quote[entity.end] === ',') entity.end += 1;
  }
  return [...entities];
}

const PLACE_BEHIND = new RegExp(
  `^\\s+(?:of|at|for)\\s+((?:the\\s+)?${OWN_NOUN}\\b|${CAPITAL}(?:\\s+${CAPITAL}){0,5})`,
  'u',
);

/** The letters of `of the Company` behind an office that a definition in parentheses divides. */
function placeBehind(text: string, names: DocumentNames): number {
  const [all = '', place = ''] = PLACE_BEHIND.exec(text) ?? [];
  return all !== '' && isIssuer(place, names) ? all.length : 0;
}

/** Joins the persons of a list: `each of Jane Doe, Robin Roe and Ann Poe`. */
function joinLists(quote: string, entities: readonly Entity[]): Entity[] {
  const joined: Entity[] = [];
  for (let at = 0; at < entities.length; at++) {
    const first = entities[at];
    if (first === undefined) continue;
    const last = first.kind === 'people' ? listEnd(quote, entities, at) : at;
    const lead = /\b(?:(?:each|both|all)\s+(?:of\s+)?|Messrs\.?\s+|Mses\.?\s+)$/i.exec(quote.slice(0, first.start));
    if (last > at) {
      const list = entities.slice(at, last + 1);
      const start = lead === null ? first.start : lead.index;
      joined.push({
        ...first,
        start,
        end: list.at(-1)?.end ?? first.end,
        people: list.flatMap(entity => entity.people),
      });
    } else joined.push(first);
    at = last;
  }
  return joined;
}

/** An office behind a name ends with its comma, so that nothing may be left between two names. */
const IN_LIST = /^\s*(?:,?\s+and\s+|,?\s+|\s+&\s+|and\s+)(?:also\s+)?$/i;

/** The last entity of a list of persons: a list has an `and` before its last. */
function listEnd(quote: string, entities: readonly Entity[], from: number): number {
  let end = from;
  for (let at = from + 1; at < entities.length; at++) {
    const [before, one] = [entities[at - 1], entities[at]];
    if (before === undefined || one?.kind !== 'people') break;
    const between = quote.slice(before.end, one.start);
    if (!IN_LIST.test(between)) break;
    if (/\band\b|&/i.test(between)) {
      end = at;
      break;
    }
  }
  return end;
}

function maskedText(quote: string, entities: Entity[]): Pick<Sentence, 'quote' | 'text'> {
  let masked = '';
  let from = 0;
  for (const entity of entities) {
    masked += quote.slice(from, entity.start);
    entity.maskStart = masked.length;
    const lead = entity.kind === 'board' ? 'the ' : '';
    masked += `${lead}${MASKS[entity.kind]}`;
    entity.maskEnd = masked.length;
    from = entity.end;
  }
  masked += quote.slice(from);
  const plain = masked.replace(/\s/g, ' ');
  return { quote: plain, text: plain.replace(/\s+/g, ' ') };
}

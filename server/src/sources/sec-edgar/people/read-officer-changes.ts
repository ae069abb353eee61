import type { FilingSection } from '../../../domain/filings/filings/model/filing-contents.ts';
import { type Relation, type RoleStatement, roleStatement } from '../../../domain/ownership/people/model/role.ts';
import type { IsoDate } from '../../../kernel/dates.ts';
import { writtenDays } from '../written-days.ts';
import { HUMAN_NAME, humanName, inMixedCase, relationsOf, tidyTitle } from './names-and-offices.ts';
import { officeAt } from './office-phrases.ts';

/** A person in a sentence, with the position. */
interface Mention {
  name: string;
  start: number;
  end: number;
}

/** An office that begins or ends on a day, in a sentence. */
interface Change {
  name: string;
  event: 'begins' | 'ends';
  title: string;
  /** From where in the sentence its day is looked for. */
  at: number;
}

const LONGEST_QUOTE = 320;
/** Longer text, or text with more names, is a list or a table: the patterns would backtrack on it. */
const LONGEST_SENTENCE = 5_000;
const MAX_MENTIONS = 40;

/**
 * Departures and appointments by item 5.02 of a current report: sentences that state explicitly that a person resigns,
 * retires, is appointed or elected, the office and the day. A sentence without office or day is skipped.
 */
export function readOfficerChanges(section: FilingSection, filingDate: IsoDate): RoleStatement[] {
  const byKey = new Map<string, RoleStatement>();
  const called = new Map<string, string>();
  for (const { text, start } of sentencesOf(section.text)) {
    if (text.length > LONGEST_SENTENCE) continue;
    const mentions = mentionsIn(text, called);
    if (mentions.length === 0 || mentions.length > MAX_MENTIONS) continue;
    for (const change of changesIn(text, mentions)) {
      for (const relation of relationsOfChange(change.title)) {
        const day = dayOf(text, change);
        if (day === null) continue;
        const stated = toStatement(change, relation, { day, filingDate });
        const quote = text.slice(0, LONGEST_QUOTE);
        const placed = { sectionKey: section.sectionKey, text: quote, charStart: start, charEnd: start + quote.length };
        const key = `${relation} ${change.event} ${change.name}`;
        if (!byKey.has(key)) byKey.set(key, { ...stated, quote: placed });
      }
    }
  }
  return [...byKey.values()];
}

function toStatement(
  { name, event, title }: Change,
  relation: Relation,
  { day, filingDate }: { day: IsoDate; filingDate: IsoDate },
): RoleStatement {
  const office = inMixedCase(officeAt(title.replace(TO_A_POSITION, ''))?.title ?? tidyTitle(title));
  return roleStatement({
    name,
    kind: 'person',
    relation,
    roleTitle: OF_THE_BOARD.test(office) ? null : office,
    asOf: filingDate,
    sinceDate: event === 'begins' ? day : null,
    untilDate: event === 'ends' ? day : null,
    confirmation: 'annual',
  });
}

/** `to the position of President`, `age 42, to President` */
const TO_A_POSITION =
  /^(?:.{0,20},\s+)?(?:(?:to|as|serve|be|become)\s+)*(?:the\s+)?(?:(?:newly\s+(?:formed|created)\s+)?(?:position|role|office)s?\s+of\s+)?/i;

/** `to the Board of Directors` names the body that a person joins, not an office. */
const OF_THE_BOARD = /^(?:(?:to|on|from|the|its|our)\s+|(?:company|corporation|registrant)[’']s\s+)*board\b/i;

/** Offices of the board are named by the board alone: `to the Board`, `from the Board of Directors`. */
function relationsOfChange(title: string): Relation[] {
  const relations = relationsOf(title);
  const isOfBoard = /\bboard\b(?! (?:committee|meeting))/i.test(title.replace(/\bchief\b.*$/i, '').slice(0, 60));
  return isOfBoard && !relations.includes('director') ? [...relations, 'director'] : relations;
}

const NO_END = /\b(?:Mr|Mrs|Ms|Dr|Messrs|Prof|Jr|Sr|Inc|Corp|Co|Ltd|No|St|U\.S|vs|Esq|Ph\.D|M\.D|[A-Z])\.$/;

/** Sentences with their start offsets. */
function sentencesOf(text: string): { text: string; start: number }[] {
  const sentences: { text: string; start: number }[] = [];
  let start = 0;
  const take = (end: number): void => {
    const part = text.slice(start, end);
    const lead = part.length - part.trimStart().length;
    if (part.trim() !== '') sentences.push({ text: part.trim(), start: start + lead });
    start = end;
  };
  for (const { index } of text.matchAll(/[.;](?=\s+[\p{Lu}“"(])|\n\s*\n/gu)) {
    const end = text[index] === '\n' ? index : index + 1;
    if (text[index] === '.' && NO_END.test(text.slice(start, end))) continue;
    take(end);
  }
  take(text.length);
  return sentences;
}

const REFERENCE = /\b(?:Mr|Mrs|Ms|Dr)\.\s+(\p{Lu}[\p{L}'’-]+)/u;
const MENTION = new RegExp(`(?:\\b(?:Mr|Mrs|Ms|Dr)\\.\\s+)?(?:${HUMAN_NAME})|${REFERENCE.source}`, 'gu');

/** The people of a sentence; `Mr. Doe` is the person of that surname who was named before. */
function mentionsIn(text: string, called: Map<string, string>): Mention[] {
  const mentions: Mention[] = [];
  for (const { 0: found, index } of text.matchAll(MENTION)) {
    const surname = REFERENCE.exec(found)?.[1];
    const name = nameIn(found) ?? (surname === undefined ? null : (called.get(surname) ?? null));
    if (name === null) continue;
    const words = name
      .replace(/,.*$/, '')
      .split(' ')
      .filter(word => !/^(?:Jr|Sr|II|III|IV)\.?$/.test(word));
    const last = words.at(-1);
    if (last !== undefined) called.set(last, name);
    const first = words[0];
    // Surnames may come first: if a text continues with `Mr. Song` after `Tay Thiam Song`, the surname is Song.
    if (first !== undefined && !called.has(first)) called.set(first, name);
    const at = found.lastIndexOf(name.split(' ')[0] ?? '');
    const start = index + Math.max(0, Math.min(at, found.length));
    mentions.push({ name, start: at < 0 ? index : start, end: index + found.length });
  }
  return mentions;
}

/**
 * Capitalised words before a name belong to other phrases: `Board Jane Doe` is no name, `Officer Jane Doe` contains Jane
 * Doe.
 */
function nameIn(found: string): string | null {
  const words = found.replace(POSSESSIVE, '').replace(/\s+/g, ' ').split(' ');
  for (let from = 0; from <= words.length - 2; from++) {
    const [first = '', ...rest] = words.slice(from);
    if (FORM_OF_ADDRESS.test(first)) return humanName(rest.join(' '));
    const name = OTHER_WORD.test(first) ? null : humanName([first, ...rest].join(' '));
    if (name !== null) return name;
  }
  return null;
}

const POSSESSIVE = /['’]s?$/;
const FORM_OF_ADDRESS = /^(?:Mr|Mrs|Ms|Dr)\.$/;
/** Words that sentences and clauses set in with. */
const OTHER_WORD =
  /^(?:under|on|in|the|as|effective|upon|since|with|and|for|while|after|following|prior|if|at|by|from|also|both|when|until|during|because|although|messrs|item)$/i;

const BEGINS = '(?:re)?(?:appointed|elected|named|promoted|hired|designated)';
const ENDS =
  '(?:resign(?:ed|s|ing)?|retir(?:e|ed|es|ing)|step(?:s|ped|ping)? down|depart(?:ed|s|ing)?|cease[sd]?|relinquish(?:ed|es|ing)?|leav(?:e|es|ing)|left|terminated|not (?:to )?(?:stand|seek|run)(?: for)? re-?election|not be standing for re-?election)';
const TOKEN = '\uE000(\\d+)\uE001';
/** Several who are named together. */
const TOKENS = `((?:${TOKEN.replace('(', '(?:')}(?:,? and |, )?)+)`;
const NEAR = '[^.\uE000]{0,220}?';

const PATTERNS: readonly { event: Change['event']; pattern: RegExp }[] = [
  { event: 'begins', pattern: new RegExp(`\\b${BEGINS}(?: to serve)? ${TOKENS}(.*)`, 'i') },
  {
    event: 'begins',
    pattern: new RegExp(`${TOKENS}${NEAR}\\b(?:was|were|been|be|is|also)\\s+(?:\\w+ly |also )?${BEGINS}\\b(.*)`, 'i'),
  },
  { event: 'begins', pattern: new RegExp(`\\b(?:appointment|election|promotion) of ${TOKENS}(.*)`, 'i') },
  {
    event: 'begins',
    pattern: new RegExp(
      `${TOKENS}${NEAR}\\b(?:will become|became|(?:will assume|(?:officially )?assumed) the (?:duties|role|position|office) of|will serve as|will join|joined|will begin serving as)\\b(.*)`,
      'i',
    ),
  },
  { event: 'ends', pattern: new RegExp(`${TOKENS}${NEAR}\\b${ENDS}\\b(.*)`, 'i') },
  {
    event: 'ends',
    pattern: new RegExp(`${TOKENS}${NEAR}\\b(?:resignation|retirement|departure|separation)\\b(.*)`, 'i'),
  },
  { event: 'ends', pattern: new RegExp(`\\b(?:resignation|retirement|departure|termination) of ${TOKENS}(.*)`, 'i') },
];

/** Negated, hypothetical or requested: no office begins or ends. */
const NOT_SAID =
  /\b(?:no disagreement|not (?:been )?(?:appointed|elected)|if (?:he|she|mr|ms|dr|the executive)|in the event|upon (?:a|any) termination|previously served|arrangements? or understandings?)\b/i;

function changesIn(text: string, mentions: readonly Mention[]): Change[] {
  if (NOT_SAID.test(text)) return [];
  const { marked, placeOf } = mark(text, mentions);
  const changes: Change[] = [];
  for (const { event, pattern } of PATTERNS) {
    const match = pattern.exec(marked);
    const [, tokens = '', after = ''] = match ?? [];
    if (match === null) continue;
    const people = [...tokens.matchAll(new RegExp(TOKEN, 'g'))].flatMap(([, at = '']) => mentions[Number(at)] ?? []);
    const office = officeIn(after, event) ?? (event === 'ends' ? officeBeside(marked, tokens) : null);
    const last = people.at(-1);
    if (office === null || last === undefined) continue;
    const at = placeOf(match.index + match[0].length - after.length);
    for (const { name } of people) changes.push({ name, event, title: office, at });
  }
  return changes;
}

/** A text with each person replaced by a number, so that names match no other pattern. */
function mark(text: string, mentions: readonly Mention[]): { marked: string; placeOf: (marked: number) => number } {
  let marked = '';
  let from = 0;
  const shifts: { at: number; by: number }[] = [];
  for (const [at, { start, end }] of mentions.entries()) {
    if (start < from) continue;
    marked += `${text.slice(from, start)}\uE000${at}\uE001`;
    from = end;
    shifts.push({ at: marked.length, by: end - marked.length });
  }
  marked += text.slice(from);
  return { marked, placeOf: place => place + (shifts.findLast(shift => shift.at <= place)?.by ?? 0) };
}

const OFFICE_ENDS =
  /,?\s+(?:effective|beginning|commencing|starting|with effect|on or about|as of|to be effective|following|until|to fill|to succeed|succeeding|replacing|reporting|who|where|where(?:in|by)|which|in connection|pursuant|upon|subject to|for personal|for health|due to|for a term|with a term|to pursue|in order|and will|and (?:has|had)|at the|after|by the|prior to)\b|[;:]|\.\s|\.$|\s+of (?:[A-Z][\w&]+ )+(?:Inc|Corp|Company|Corporation)|\(|\s+(?:on|in|from) (?:January|February|March|April|May|June|July|August|September|October|November|December)\b/;
const LONGEST_OFFICE = 170;

/** The office behind a verb: `as Chief Executive Officer`, `from his position as …`, `to the Board`, `executive vice president`. */
function officeIn(after: string, event: Change['event']): string | null {
  const direct = event === 'begins' ? officeBehind(after) : null;
  if (direct !== null) return direct;
  const lead = event === 'begins' ? OFFICE_FOLLOWS : LEFT_OFFICE_FOLLOWS;
  const match = lead.exec(after);
  return match === null ? null : officeBehind(after.slice(match[0].length));
}

const OFFICE_FOLLOWS = /^[\s\S]{0,240}?\b(?:as|to serve as|to the (?:position|office|role) of|to)\s+(?=\S)/i;
const LEFT_OFFICE_FOLLOWS =
  /^[\s\S]{0,200}?\b(?:as|from(?: (?:his|her|their|the) (?:positions?|roles?|duties|office|employment|service|seat))?(?: (?:as|of|on))?|(?:his|her|the) (?:position|role|duties) (?:as|of)|to the|for (?:the )?re-?election (?:to|as))\s+(?=\S)/i;

/** The office at the beginning of a text; null if the text begins otherwise or the phrase is too long. */
function officeBehind(text: string): string | null {
  const end = text.search(OFFICE_ENDS);
  const office = (end < 0 ? text : text.slice(0, end)).replace(/\uE000\d+\uE001/g, '').trim();
  if (office.length > LONGEST_OFFICE || relationsOfChange(office).length === 0) return null;
  return office
    .replace(/^(?:as|to be)\s+/i, '')
    .replace(/^(?:the|its|a|an|our|his|her)\s+/i, '')
    .replace(/^(?:company|corporation|registrant|bank|firm)[’']s\s+/i, '')
    .replace(
      /\s+(?:of|for|at|with|and) (?:the|our) (?:company|corporation|registrant|bank|partnership|firm)\b[\s\S]*$/i,
      '',
    );
}

/** `Jane Doe, the Company’s Chief Financial Officer, …`, `Chief Financial Officer Jane Doe`. */
function officeBeside(marked: string, tokens: string): string | null {
  const named = tokens.replace(/(?:,|,? and)\s*$/, '');
  const at = marked.indexOf(named);
  const behind = /^,\s+([^\uE000]{3,160}?)(?:,\s|\s+of (?:the )?[A-Z]|\.|$)/.exec(marked.slice(at + named.length));
  const office = behind?.[1]
    ?.replace(/^(?:the|its|our|an?)\s+/i, '')
    .replace(/^(?:company|corporation|registrant|bank)[’']s\s+/i, '');
  return office !== undefined && relationsOfChange(office).length > 0 ? office : null;
}

/** An act that was complete by the day at the beginning of the sentence, as opposed to one announced on it. */
const DONE =
  /\b(?:resigned|retired|stepped down|departed|ceased|left|terminated|appointed|elected|named|promoted|hired|assumed|joined|became)\b/i;
const TOLD =
  /\b(?:will|would|intends?|intention|decision|decided|notified|notice|informed|announced|expects?|plans?|agreed)\b/i;

/**
 * The day after the office: `effective January 1, 2011`. Otherwise the day at the beginning of the sentence (`On July 21,
 * 2010, the Board appointed …`), if it is the day of the act: a departure that is announced on a day may take effect on
 * another.
 */
function dayOf(text: string, { at, event }: Change): IsoDate | null {
  const behind = writtenDays(text.slice(at))[0];
  if (behind !== undefined) return behind;
  const before = text.slice(0, at);
  const isDeed = DONE.test(before) && (event === 'begins' ? !/\bwill\b/i.test(before) : !TOLD.test(before));
  return isDeed ? (writtenDays(before)[0] ?? null) : null;
}

const VOTES = /^[\d,]+(?:\.\d+)?$/;

/**
 * The directors whom a meeting elected by item 5.07 of a current report: rows of a name and the votes for it. Elections
 * mostly confirm who is there: seats seen, not begun.
 */
export function readElections(section: FilingSection, filingDate: IsoDate): RoleStatement[] {
  const day = writtenDays(section.text).find(day => day <= filingDate) ?? filingDate;
  if (!/\belect/i.test(section.text)) return [];
  const people = new Map<string, RoleStatement>();
  for (const { name, votes, text: line, index } of votesIn(section.text)) {
    const [forIt, against] = votes;
    if (forIt === undefined || against === undefined || forIt <= against || people.has(name)) continue;
    people.set(
      name,
      roleStatement({
        name: inMixedCase(name),
        nameAsFiled: name,
        kind: 'person',
        relation: 'director',
        roleTitle: 'Director',
        asOf: day,
        confirmation: 'annual',
        quote: { sectionKey: section.sectionKey, text: line, charStart: index, charEnd: index + line.length },
      }),
    );
  }
  return [...people.values()];
}

interface Election {
  name: string;
  /** For, and against or withheld. */
  votes: number[];
  text: string;
  index: number;
}

const ORDINAL = /^\(?[\da-z]{1,2}[.)]\s*/i;

/** Rows of a name and its votes, or a name and behind it a row for each kind of vote. */
function votesIn(text: string): Election[] {
  const elections: Election[] = [];
  let open: Election | null = null;
  let index = 0;
  for (const line of text.split('\n')) {
    const cells =
      line.length > LONGEST_ROW
        ? []
        : line
            .split('|')
            .map(cell => cell.trim())
            .filter(cell => cell !== '');
    const [first = '', ...others] = cells;
    const name = humanName(first.replace(ORDINAL, ''));
    const votes = others.filter(cell => VOTES.test(cell)).map(cell => Number(cell.replaceAll(',', '')));
    if (name !== null) {
      open = { name, votes, text: line, index };
      elections.push(open);
    } else if (open !== null && open.votes.length < 2 && votes.length === 1 && VOTE_KIND.test(first)) {
      open.votes = [...open.votes, ...votes];
      open.text = text.slice(open.index, index + line.length);
    } else if (cells.length > 0) open = null;
    index += line.length + 1;
  }
  return elections;
}

const LONGEST_ROW = 2_000;
const VOTE_KIND = /\b(?:for|withh[eo]ld|against|favou?r)\b/i;

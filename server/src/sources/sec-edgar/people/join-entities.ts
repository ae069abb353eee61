import type { DocumentNames } from '../../../formats/prose/names.ts';
import { CAPITAL, isIssuer, OF_OURS, OWN_NOUN } from './named-offices.ts';
import { AGE, type Entity } from './sentence-entities.ts';

/** Words between a name and an office that is next to it. */
const BESIDE =
  /^\s*,\s+(?:(?:who\s+is|who\s+currently\s+serves\s+as|who\s+serves\s+as|currently|presently|also|previously|formerly|most\s+recently)\s+)*$/i;

const MEMBER =
  /^\s*,\s+(?:who\s+is\s+)?(?:(?:an?|the|current|existing|long-?time|independent|non-employee)\s+){1,3}member\s+of\s+$/i;

const OF_PAST = /\b(?:previously|formerly|most\s+recently)\s+$/i;

/** Joins each office with the name that it is next to. */
export function joinOffices(quote: string, entities: readonly Entity[]): Entity[] {
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
  // `Jane Doe, a member of our Board,`
  if (last.kind === 'people' && entity.kind === 'board' && person !== undefined && entity.office !== null) {
    if (!MEMBER.test(between.replace(AGE, '')) || !entity.office.isAtIssuer) return false;
    person.offices.push(entity.office);
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
export function withoutCommas(quote: string, names: DocumentNames, entities: readonly Entity[]): Entity[] {
  for (const entity of entities) {
    if (entity.kind !== 'people') continue;
    const behind = quote.slice(entity.end, entity.end + 40);
    entity.end += AGE.exec(behind)?.[0].length ?? 0;
    if (entity.people.some(person => person.offices.length > 0))
      entity.end += placeBehind(quote.slice(entity.end), names);
    const isInserted = entity.end > (entity.people[0]?.end ?? entity.end);
    // `President of Newco, Inc., was`: the full stop belongs to the name of the company.
    if (isInserted && /^\.?,/.test(quote.slice(entity.end, entity.end + 2)))
      entity.end = quote.indexOf(',', entity.end) + 1;
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
export function joinLists(quote: string, entities: readonly Entity[]): Entity[] {
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

import { DIRECTOR, type Entity, type MaskedSentence, type NamedOffice, type NamedPerson } from './sentence-entities.ts';

/** A person whom a list names with an office. */
export interface ListedPerson {
  person: NamedPerson;
  office: NamedOffice;
}

const OWN = '(?:\\s+of\\s+(?:the\\s+)?(?:company|registrant|corporation|bank|trust|fund)|\\s+of\\s+the\\s+board)?';
const ARE =
  '(?:currently\\s+|now\\s+|continue\\s+to\\s+be\\s+)?(?:are|is|were|includes?|consists?\\s+of|is\\s+comprised\\s+of|comprises?|is\\s+composed\\s+of|will\\s+be)(?:\\s+as\\s+follows)?';
/** `The continuing Class III directors are`, `the members of our Audit Committee are`, `elected as directors:` */
const DIRECTORS = new RegExp(
  `\\b(?:(?:board\\s+members|(?<!\\bof\\s)(?<!managing\\s)directors|members\\s+of\\s+(?:the|our|its)\\s+board(?:\\s+of\\s+directors)?|(?:board|(?<!managing\\s)board\\s+of\\s+directors))${OWN}(?:\\s+whose\\s+terms?\\s+[^,;.]{0,40})?\\s+${ARE}|(?:elected|re-?elected)\\s+(?:as\\s+)?(?:class\\s+\\w+\\s+)?directors(?:\\s+[^,;.:]{0,60})?:|(?:audit|compensation|nominating|governance)(?:\\s+(?:and|&)\\s+(?:[a-z]+\\s+){1,3}?)?\\s*committees?${OWN}\\s+${ARE})\\s*:?\\s*$`,
  'i',
);
/** Bodies that are not the board, and seats that are not taken yet. */
const OTHER_BODY =
  /\b(?:advisory|scientific|former|nominees?|retired|emeritus|subsidiar\w+|executive\s+directors\s+of)\b/i;

/** `the team includes Jane Doe as President and Robin Roe as Treasurer` */
const LEADS = /\b(?:includ(?:e|es|ing)|comprises|led\s+by|headed\s+by|consists?\s+of|with)\b/i;

/** The people whom a sentence lists as directors, as members of a committee of the board, or each with an office. */
export function listedPeople({ quote, entities }: MaskedSentence): ListedPerson[] {
  return entities.flatMap((entity, at) =>
    entity.kind === 'people' ? [...directorsIn(quote, entity), ...officersIn(quote, entity, entities[at + 1])] : [],
  );
}

function directorsIn(quote: string, { start, people }: Entity): ListedPerson[] {
  const before = quote.slice(0, start);
  if (people.length < 2 || !DIRECTORS.test(before) || OTHER_BODY.test(before)) return [];
  return people.map(person => ({ person, office: DIRECTOR }));
}

function officersIn(quote: string, { start, end, people }: Entity, next: Entity | undefined): ListedPerson[] {
  const [person, other] = people;
  if (person === undefined || other !== undefined || next?.office == null || next.kind === 'people') return [];
  if (!/^\s+as\s+(?:(?:our|its|the)\s+)?$/.test(quote.slice(end, next.start)) || !LEADS.test(quote.slice(0, start)))
    return [];
  const { office } = next;
  return office.isFormer || !office.isAtIssuer ? [] : [{ person, office }];
}

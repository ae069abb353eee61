import type { RoleStatement } from '../../../domain/ownership/people/model/role.ts';
import { roleStatement } from '../../../domain/ownership/people/model/role.ts';
import { type DocumentNames, plainName } from '../../../formats/prose/names.ts';
import type { IsoDate } from '../../../kernel/dates.ts';
import { HUMAN_NAME, humanName, inMixedCase, isOfficeWord, relationsOf } from './names-and-offices.ts';
import { type OfficePhrase, officeAt } from './office-phrases.ts';

const LONGEST_PARAGRAPH = 8_000;
const MAX_MENTIONS = 60;
const LONGEST_QUOTE = 320;
/** `Jane Doe, the Company’s Treasurer`, `Jane Doe, who is our Treasurer`, `Jane Doe (57), Treasurer`. */
const NAMED = new RegExp(
  `(?<![\\p{L}’'])(${HUMAN_NAME})(?:\\s*\\(?,?\\s*(?:age )?\\d{2}\\)?)?,\\s+(?:who\\s+(?:is|serves as)\\s+(?:also\\s+)?)?`,
  'gu',
);
/** `our Treasurer, Jane Doe`, `the Company’s Treasurer Jane Doe`. */
const OF_OURS = /\b(?:our|its|the (?:company|corporation|registrant|bank)['’]s)\s+(?:current\s+)?(?=\p{L})/giu;
const NAME_BEHIND = new RegExp(`^,?\\s+(?:(?:Mr|Mrs|Ms|Dr)\\.\\s+)?(${HUMAN_NAME})`, 'u');
/** Behind an office that somebody is to have, or had. */
const NOT_IN_OFFICE =
  /\b(?:former|formerly|succeed(?:s|ed|ing)?|replac(?:es?|ed|ing)|successor to|late|predecessor)\s+(?:Mr\.\s+|Ms\.\s+)?$/i;

/**
 * The officers and directors of an issuer whom a text calls by name and office, next to each other. An office at a company
 * that the text names counts only if that is the issuer.
 */
export function readOfficeMentions(
  paragraphs: readonly string[],
  names: DocumentNames,
  filingDate: IsoDate,
): RoleStatement[] {
  const people = new Map<string, RoleStatement>();
  for (const text of paragraphs) {
    if (text.length > LONGEST_PARAGRAPH) continue;
    for (const { name, title, start, end } of mentionsIn(text, names)) {
      for (const relation of relationsOf(title)) {
        const key = `${relation} ${name}`;
        if (people.has(key)) continue;
        const quote = text.slice(start, Math.min(end, start + LONGEST_QUOTE));
        people.set(
          key,
          roleStatement({
            ...{ name: inMixedCase(name), nameAsFiled: name, kind: 'person', relation, roleTitle: title },
            ...{ asOf: filingDate, confirmation: 'annual' },
            quote: { sectionKey: null, text: quote, charStart: null, charEnd: null },
          }),
        );
      }
    }
  }
  return [...people.values()];
}

interface OfficeMention {
  name: string;
  title: string;
  start: number;
  end: number;
}

function mentionsIn(text: string, names: DocumentNames): OfficeMention[] {
  const mentions: OfficeMention[] = [];
  for (const { 0: lead, 1: found = '', index } of text.matchAll(NAMED)) {
    if (mentions.length >= MAX_MENTIONS) break;
    const name = lastName(found);
    const office = officeAt(text.slice(index + lead.length));
    if (
      name === null ||
      office === null ||
      office.start > 60 ||
      NOT_IN_OFFICE.test(text.slice(0, index + found.length - name.length))
    )
      continue;
    if (/^and\b/i.test(text.slice(index + lead.length)) || LEAVES.test(sentenceAround(text, index))) continue;
    const title = isAtAnother(office, names) ? null : titleAtIssuer(office, names);
    const end = index + lead.length + office.end;
    if (title !== null) mentions.push({ name, title, start: index + found.length - name.length, end });
  }
  for (const { 0: lead, index } of text.matchAll(OF_OURS)) {
    if (mentions.length >= MAX_MENTIONS) break;
    const from = index + lead.length;
    const office = officeAt(text.slice(from));
    if (office === null || office.isFormer || office.start > 0) continue;
    const behind = NAME_BEHIND.exec(text.slice(from + office.end));
    const name = behind === null ? null : humanName(behind[1] ?? '');
    if (name === null || behind === null) continue;
    mentions.push({ name, title: office.title, start: index, end: from + office.end + behind[0].length });
  }
  return mentions;
}

/** Who leaves is no longer in office, or not for long. */
const LEAVES =
  /\b(?:resign|retir(?:e|ing)|step(?:s|ped|ping)? down|depart(?:s|ed|ure|ing)\b|terminat|separation|ceased? to|not (?:to )?(?:stand|seek|run))/i;

const SENTENCE_END = /(?<!\b(?:Mr|Ms|Mrs|Dr|Inc|Corp|Co|Jr|\p{Lu}))\.\s+(?=\p{Lu})/gu;

function sentenceAround(text: string, place: number): string {
  const ends = [...text.matchAll(SENTENCE_END)].map(({ index, 0: stop }) => index + stop.length);
  return text.slice(ends.findLast(end => end <= place) ?? 0, ends.find(end => end > place) ?? text.length);
}

/** Capitalised words before a name belong to other phrases. */
function lastName(found: string): string | null {
  const words = found.split(/\s+/);
  for (let from = 0; from <= words.length - 2; from++) {
    const name = humanName(words.slice(from).join(' '));
    if (name !== null) return name;
  }
  return null;
}

/** The office without the issuer's name; null if it is over, or another company's. */
export function titleAtIssuer({ title, organisation, isFormer }: OfficePhrase, names: DocumentNames): string | null {
  if (isFormer || (organisation !== null && !isIssuer(organisation, names))) return null;
  const parts = /^(.*\S)(?:,| of| at| for) (\p{Lu}[^,]*)$/u.exec(title);
  const [, office, place] = parts ?? [];
  return office === undefined || place === undefined || !isIssuer(place, names) ? title : office;
}

/** `President of Newco`: a capitalised name that is neither the issuer nor a department. */
function isAtAnother({ title }: OfficePhrase, names: DocumentNames): boolean {
  const place = /\b(?:of|at|for|with) (?!the )(\p{Lu}[^,;]*)$/u.exec(title)?.[1];
  if (place === undefined || isIssuer(place, names)) return false;
  return !isOfficeWord(place.split(' ').at(-1) ?? '') && !DEPARTMENT_ENDS.test(place);
}

const DEPARTMENT_ENDS = /\b(?:division|segment|unit|group|affairs|officer|programs?|relations|board)$/i;

function isIssuer(name: string, { own }: DocumentNames): boolean {
  const plain = plainName(name.replace(/\s*\(.*$/, ''));
  return (
    /^(?:the )?(?:company|corporation|registrant|bank|partnership|us|firm|trust)\b/i.test(name) ||
    own.some(known => plain === known || plain.startsWith(`${known} `) || known.startsWith(`${plain} `))
  );
}

const EXACT_NAME = /exact name of (?:the )?(?:registrant|issuer|company)/i;
const LONGEST_NAME = 120;

/** The registrant's name on the cover: the line above `(Exact name of registrant …)`. */
export function nameOnCover(lines: readonly string[]): string[] {
  const at = lines.findIndex(line => EXACT_NAME.test(line.slice(0, 400)));
  const same =
    (lines[at] ?? '')
      .slice(0, 400)
      .split(/\(?\s*exact name of/i)[0]
      ?.trim() ?? '';
  const named = same.length > 2 ? same : (lines[at - 1] ?? '');
  return at < 0 || named.length > LONGEST_NAME ? [] : [named];
}

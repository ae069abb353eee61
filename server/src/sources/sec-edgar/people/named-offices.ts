import { type DocumentNames, plainName } from '../../../formats/prose/names.ts';
import { maxOf } from '../../../kernel/lists.ts';
import { isOfficeWord } from './names-and-offices.ts';
import type { OfficePhrase } from './office-phrases.ts';
import type { NamedOffice } from './sentence-entities.ts';

export const OWN_NOUN = '(?:[Cc]ompany|[Rr]egistrant|[Cc]orporation|[Bb]ank|[Pp]artnership|[Ff]irm|[Tt]rust)';

export const CAPITAL = '\\p{Lu}[\\p{L}\\p{N}&.-]*';

/** `member of the Board of Directors` */
const OF_BOARD_ONLY =
  /^(?:\w+\s+)?members?\s+of\s+(?:(?:the|our|its)\s+)?(?:[\p{Lu}\w]+['’]s\s+)?board(?:\s+of\s+(?:directors|trustees|managers))?$/iu;

const FORMER = /\b(?:former|then|previous|outgoing|retired|late|prior)\b/i;

export const OF_OURS = /^(?:our|its|the\s+(?:company|registrant|corporation|bank|partnership|firm|trust)['’]s)\s/i;

export function namedOffice(
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
  if (office === undefined || place === undefined) {
    const party = OF_PARTY.exec(title)?.groups?.party;
    return { office: title, isElsewhere: party !== undefined && !isIssuer(party, names), isHere: false };
  }
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

/** What contracts call the parties other than the issuer. */
const PARTY =
  '[Tt]he (?<party>Purchaser|Buyer|Seller|Parent|Target|Lender|Borrower|Guarantor|Sponsor|Investor|Vendor|Acquiror|Acquirer|Licensee|Licensor|Plaintiff|Defendant|Contractor|Holder|Shareholder|Subscriber)s?';
const OF_PARTY = new RegExp(`\\b(?:of|at|for|with) ${PARTY}$`, 'u');
const ANY_PARTY = new RegExp(`\\b${PARTY}\\b`, 'gu');
const OF_ISSUER =
  /\b(?:[Tt]he\s+(?:Company|Registrant|Corporation|Bank|Partnership|Firm|Trust|Issuer)|[Ww]e|[Oo]ur|[Uu]s)\b/g;

/** Whether `its` before an office means a company other than the issuer: one that the sentence names last before it. */
export function isOfOther(before: string, companies: readonly string[], names: DocumentNames): boolean {
  const parties = [...before.matchAll(ANY_PARTY)].filter(({ groups }) => !isIssuer(groups?.party ?? '', names));
  const others = companies.filter(name => !isIssuer(name, names)).map(name => before.lastIndexOf(name));
  const own = [
    ...[...before.matchAll(OF_ISSUER)].map(({ index }) => index),
    ...companies.filter(name => isIssuer(name, names)).map(name => before.lastIndexOf(name)),
  ];
  const last = (places: readonly number[]) => maxOf([-1, ...places]);
  return last([...parties.map(({ index }) => index), ...others]) > last(own);
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

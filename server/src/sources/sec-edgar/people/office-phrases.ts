import { isOfficeHead, isOfficeWord, namesOffice, relationsOf, splitName, tidyTitle } from './names-and-offices.ts';

/** An office as a text words it. Offsets are in the text, end exclusive. */
export interface OfficePhrase {
  title: string;
  /** Whose office it is, in the text's words: `the Company`, `Newco, Inc.`; null if not stated. */
  organisation: string | null;
  /** True if the words in front say that it is over: `former`, `then`. */
  isFormer: boolean;
  start: number;
  end: number;
}

const MAX_WORDS = 40;
const MAX_CHARS = 220;
const LEAD =
  /^(?:(?:the|an?|our|its|their|his|her|as|is|currently|current|newly[- ]appointed|new|also|both|serves?|serving|as well as|being)\s+)*/i;
const FORMER = /^(?:the\s+|our\s+|its\s+|an?\s+)?(?:former|previous|then|prior|late|retired|outgoing|ex)[\s-]+/i;
/** `the Company’s`, `Newco, Inc.’s` before an office. */
const OWNER =
  /^((?:the\s+)?[\p{Lu}][\p{L}\p{N}.&,! -]{1,60}?|the (?:company|corporation|registrant|bank|firm|partnership|trust))['’]s?\s+/u;
const OWN = /^(?:our|its|the\s+(?:company|corporation|registrant|bank|firm|partnership|trust)['’]s)\s/i;
const CONNECTORS = new Set(['of', 'for', 'and', '&', 'the', 'to', 'in', 'at', '-', '–', '—', '/', 'our', 'its']);
const LEGAL_FORM =
  /^(?:Inc|Incorporated|Corp|Corporation|Co|Company|LLC|L\.L\.C|Ltd|Limited|LLP|L\.P|LP|PLC|plc|AG|N\.V|S\.A|N\.A|GmbH)\.?,?$/;
const ENDS_OFFICE =
  /^(?:Age|Since|Effective|Mr|Mrs|Ms|Dr|Messrs|Director Since|January|February|March|April|May|June|July|August|September|October|November|December|Prior|From|Until|Item|He|She|They|Pursuant|However|Exhibit|Date|Registered|Know|KNOW|Attorney|In-House|Power of Attorney|POWER OF ATTORNEY)\b\.?/;
const ORGANISATION =
  /^((?:the\s+)?(?:company|registrant|corporation|bank|firm|partnership|issuer|trust|us)\b(?!['’]s\s+(?!board\b)).*|[^,]*?(?:,\s*)?\b(?:Inc|Incorporated|Corp|Corporation|Company|LLC|L\.L\.C|Ltd|Limited|L\.P|LLP|LP|PLC|plc|AG|N\.V|S\.A|N\.A|GmbH|Bancorp|Bancshares|University|College|Institute|Foundation|Partners|Holdings|Group)\b\.?.*)$/i;

/** `Director of Fictional Works`: a department is not a company. */
const OF_A_COMPANY = /(?<=\b[Dd]irector)\s+of\s+(?!the\b)\p{Lu}[^,;]*$/u;
const AT_A_COMPANY =
  /,\s+[^,;]*\b(?:Inc|Incorporated|Corp|LLC|Ltd|Limited|L\.P|LP|PLC|plc|AG|N\.V|S\.A|N\.A)\b\.?(?:\s+[\p{Lu}\s.]*)?$/u;

/** The office at the beginning of a text; null if the text begins otherwise. */
export function officeAt(text: string): OfficePhrase | null {
  const read = text.slice(0, MAX_CHARS * 2);
  let at = read.length - read.trimStart().length;
  let owner: string | null = null;
  let isFormer = false;
  for (let turn = 0; turn < 3; turn++) {
    const rest = read.slice(at);
    const own = OWN.exec(rest);
    if (own !== null) {
      owner = 'the Company';
      at += own[0].length;
    }
    const former = FORMER.exec(read.slice(at));
    if (former !== null) {
      isFormer = true;
      at += former[0].length;
    }
    const possessive = OWNER.exec(read.slice(at));
    if (possessive !== null && !isOfficeWord(read.slice(at).split(/\s/)[0] ?? '')) {
      owner = possessive[1] ?? null;
      at += possessive[0].length;
    }
    at += LEAD.exec(read.slice(at))?.[0].length ?? 0;
  }
  const end = officeEnd(read, at);
  const phrase = read.slice(at, end);
  if (!namesOffice(phrase) || phrase.length > MAX_CHARS || COMMITTEE.test(phrase)) return null;
  // `Senior Vice President of the Company and President of the Northern Group`: both are offices of the issuer.
  const [, first, second] = OF_COMPANY_AND.exec(phrase) ?? [];
  if (
    first !== undefined &&
    second !== undefined &&
    isOfficeWord(second.split(/[\s,]/)[0] ?? '') &&
    namesOffice(second)
  )
    return { title: tidyTitle(`${first} and ${second}`), organisation: 'the Company', isFormer, start: at, end };
  const organisation = organisationIn(phrase);
  const bare = organisation === null ? phrase : phrase.slice(0, organisation.start).trim();
  const ofCompany = relationsOf(bare).includes('director') ? OF_A_COMPANY.exec(bare)?.[0] : undefined;
  const title = tidyTitle(bare.slice(0, bare.length - (ofCompany?.length ?? 0)).replace(AT_A_COMPANY, ''));
  if (!namesOffice(title)) return null;
  const place = organisation?.name ?? ofCompany?.replace(/^\s+of\s+/, '');
  return { title, organisation: place?.trim() ?? owner, isFormer, start: at, end };
}

/** The company whose office it is: `Chairman of the Board and President of Fictional Works, Inc.` */
function organisationIn(phrase: string): { name: string; start: number } | null {
  for (const { index, 0: preposition } of phrase.matchAll(/(?:^|\s+)(?:of|for|at|with|to)\s+/gi)) {
    const name = ORGANISATION.exec(phrase.slice(index + preposition.length))?.[1];
    const [before = '', behind] = name?.split(/\s(?:of|at)\s/i) ?? [];
    if (name !== undefined && (behind === undefined || !namesOffice(before))) return { name, start: index };
  }
  return null;
}

const OF_COMPANY_AND =
  /^([^,;]{3,80}?)\s+of\s+(?:the\s+(?:company|corporation|registrant|bank)|our\s+company)\s+and\s+(\p{Lu}.*)$/iu;

const SEAT = /^\s+(?:as\s+)?(?:an?\s+)?member\s+of\b/i;
/** A committee itself, without a seat in it. */
const COMMITTEE = /^(?!.*\b(?:chair\w*|members?|head|secretary)\b).*\bcommittee\b/i;

/** Where the words of an office that begins at a place end. */
function officeEnd(text: string, from: number): number {
  const tokens = [...text.slice(from).matchAll(/[\p{L}\p{N}][\p{L}\p{N}.'’!-]*|[^\s\p{L}\p{N}]/gu)].slice(0, MAX_WORDS);
  let end = from;
  let hasHead = false;
  for (let at = 0; at < tokens.length; at++) {
    const word = tokens[at]?.[0] ?? '';
    const next = tokens[at + 1]?.[0] ?? '';
    const place = from + (tokens[at]?.index ?? 0);
    const rest = text.slice(place);
    const bare = word.replace(/\.$/, '');
    // `Director FICTIONAL WORKS COMPANY`: the next line of the page.
    if (hasHead && isOtherCase(text.slice(from, end), word) && !CONNECTS.test(tokens[at - 1]?.[0] ?? '')) break;
    if (word === ',' || word === ';') {
      if (word === ';' && !isOfficeWord(next)) break;
      if (LEGAL_FORM.test(next)) continue;
      if (word === ',' && /^(?:and|&)$/i.test(next) && isOfficeWord((tokens[at + 2]?.[0] ?? '').replace(/\.$/, '')))
        continue;
      if (!startsOfficePart(next, rest.slice(1))) break;
      continue;
    }
    if (CONNECTORS.has(word.toLowerCase())) {
      // `President and a member of the Board`: the seat is another office.
      if (/^(?:and|&)$/i.test(word) && hasHead && SEAT.test(rest.slice(word.length))) break;
      // `President and a director`
      if (
        /^(?:and|&)$/i.test(word) &&
        /^(?:an?|also)$/i.test(next) &&
        isOfficeWord((tokens[at + 2]?.[0] ?? '').replace(/\.$/, ''))
      ) {
        at++;
        continue;
      }
      if (
        /^(?:and|&)$/i.test(word) &&
        /^(?:the|our|its)$/i.test(next) &&
        !isOfficeWord((tokens[at + 2]?.[0] ?? '').replace(/\.$/, ''))
      )
        break;
      if (!startsOfficePart(next, rest.slice(word.length)) && !CONNECTORS.has(next.toLowerCase())) break;
      if (/^(?:in|at)$/i.test(word) && !/^\p{Lu}|^(?:the|our)$/u.test(next)) break;
      if (/^to$/i.test(word) && !/^(?:the|our)$/i.test(next)) break;
      continue;
    }
    // `eBusiness` is a name as well.
    const isCapital = /^\p{Ll}?\p{Lu}/u.test(word);
    if (!isOfficeWord(bare) && !isCapital) break;
    if (ENDS_OFFICE.test(rest)) break;
    if (
      hasHead &&
      isCapital &&
      !isOfficeWord(bare) &&
      at > 0 &&
      !CONNECTS.test(tokens[at - 1]?.[0] ?? '') &&
      beginsName(rest)
    )
      break;
    hasHead ||= isOfficeHead(bare);
    end = place + bare.length;
    // A full stop behind a word that is no abbreviation ends the sentence.
    if (
      word.endsWith('.') &&
      !LEGAL_FORM.test(word) &&
      !/^(?:\p{Lu}\.)+$/u.test(word) &&
      !/^(?:Sr|Jr|Dr|U\.S)\.$/.test(word)
    )
      break;
  }
  return end;
}

const CONNECTS = /[,&/–—-]|^(?:and|of|for|the|in|to|at|our|its)$/i;

/** A word in capitals behind words that are not. */
function isOtherCase(before: string, word: string): boolean {
  return /\p{Ll}{2}/u.test(before) && /^\p{Lu}{3,}$/u.test(word) && !isOfficeHead(word);
}

function startsOfficePart(next: string, rest: string): boolean {
  if (!/^\p{L}/u.test(next)) return false;
  if (isOfficeWord(next.replace(/\.$/, ''))) return true;
  return /^\p{Ll}?\p{Lu}/u.test(next) && !ENDS_OFFICE.test(next) && !beginsName(rest.trimStart());
}

/** True at the name of a human with an initial: other capitalised words may be a department. */
function beginsName(text: string): boolean {
  const [first = '', ...others] = text.slice(0, 60).split(/\s+/);
  if (!/^\p{Lu}/u.test(first) || !others.slice(0, 2).some(word => /^\p{Lu}\.$/u.test(word))) return false;
  return splitName([first, ...others.slice(0, 2)].join(' ').replace(/[,;]+$/, '')) !== null;
}

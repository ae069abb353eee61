import type { Relation } from '../../../domain/ownership/people/model/role.ts';

const PARTICLE =
  '(?:van|von|de|del|della|der|den|di|da|do|dos|das|du|la|le|ter|ten|el|al|bin|ibn|bint|ben|af|av|zu|zur|y|e|e\\.|san|st\\.)';
const INITIALS = '(?:\\p{Lu}\\.){2,4}';
const WORD = `(?:${INITIALS}|\\p{Lu}\\.|(?:Wm|Geo|Chas|Jos|Thos|St)\\.|\\p{Lu}['’]?[\\p{L}'’-]*)`;
const NICKNAME = '(?:[“"(‘\']\\p{Lu}[\\p{L}.]*[”")’\'])';
const SUFFIX =
  '(?:,?\\s+(?:Jr|Sr|JR|SR|II|III|IV|Esq|ESQ|M\\.?\\s?D|J\\.?\\s?D|Ph\\.?\\s?D|PH\\.?\\s?D|PhD|M\\.?B\\.?A|M\\.?P\\.?H|D\\.?V\\.?M|LL\\.?[BM]|CPA|CFA|CGMA|CMA|C\\.P\\.A|C\\.F\\.A|MD|Ed\\.?\\s?D|D\\.?D\\.?S)\\b\\.?)';
const ADDRESS =
  '(?:Mr|Mrs|Ms|Dr|Prof|Professor|Sir|Dame|Lord|Hon|Honou?rable|Admiral|General|Gen|Governor|Ambassador|Senator|Rev)';

/** A human's name as English texts write it: two to six words with capitals, particles and nicknames between, honours behind. */
export const HUMAN_NAME = `${WORD}(?:\\s+(?:${PARTICLE}|${NICKNAME}|${WORD})){0,4}\\s+${WORD}${SUFFIX}*`;
const WHOLE_NAME = new RegExp(`^(?:${ADDRESS}\\.?\\s+)*((?:(?:de|van|von|da|di)\\s+)?${HUMAN_NAME})$`, 'u');

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Words of offices. Those of `HEADS` name an office by themselves. */
const HEADS = words(
  'director directors officer officers president presidents chair chairman chairwoman chairperson treasurer controller comptroller secretary counsel trustee accountant manager head partner member ceo cfo coo cto cio cao evp svp vp auditor actuary',
);
const RANKS = words(
  'chief executive vice senior deputy assistant associate acting interim co principal managing general group corporate global regional independent lead non-executive nonexecutive founding honorary emeritus presiding executive-vice vice-president co-chair co-chairman co-president co-founder founder first second',
);
const AREAS = words(
  'financial operating accounting technology technical information legal compliance administrative administration marketing commercial medical scientific science strategy strategic development business research engineering human resources people talent sales finance treasury tax risk credit investment investments investor relations communications public affairs government regulatory quality manufacturing operations supply chain product products production procurement security privacy digital data analytics customer client services service merchandising stores retail wholesale international domestic worldwide americas europe asia pacific north south america latin american european planning internal audit audits reporting lending banking wealth trust estate real property properties construction exploration production drilling land field clinical innovation creative design brand content growth revenue sustainability diversity culture transformation integration mergers acquisitions ventures corporate external of',
);

/** Capitalised words that occur in names of companies, offices, places and headings, but not in names of humans. */
const NO_NAMES = words(
  `director directors officer officers manager managers president chair chairman chairwoman chairperson vice chief executive board company corporation corp inc llc llp lp ltd limited plc
  nv sa ag gmbh committee agreement agreements plan plans group holding holdings bank trust trustee fund funds capital partners services exhibit
  exhibits schedule item items report reports registrant principal signature signatures title name names date dated by pursuant section form forms
  annual meeting financial general counsel secretary treasurer controller senior north south east west new united states january february march
  july october november december september attorney class common preferred stock stocks shares share vote votes broker proposal nominee nominees
  independent registered public accounting international global american national securities exchange commission act human resources sales operations
  compensation audit nominating governance restricted employment award awards transition separation effective retirement appointment departure
  election resignation university college school institute hospital foundation association department division systems technologies technology
  industries laboratories pharmaceuticals energy health healthcare medical sciences therapeutics motors airlines communications media networks
  software solutions products associates advisors advisers management investments investment ventures equity insurance realty properties estate oil
  gas mining steel foods stores brands entertainment studios pictures city county district court federal reserve treasury rule note notes table index
  part chapter appendix annex summary prospectus overview risk factors business other employee employees all our the this these each such their
  his her its we not no none if yes see per footnote fiscal salary bonus base target cash option options rsu psu grant grants amount value number
  percent former current interim acting regional corporate product manufacturing marketing finance information security digital strategy
  development research engineering customer commercial clinical regulatory scientific supply operating administrative investor relations affairs
  york california texas delaware nevada london england japan china hong kong america europe asia canada mexico germany france israel street avenue road boulevard
  suite floor drive square plaza certain entities affiliated controlling shareholder shareholders stockholder stockholders holder holders owner
  owners beneficial person persons period year years quarter month day time total other proxy statement statements press release releases
  contact contacts media inquiries telephone phone email website internet washington securities certification certifications power of
  amendment amended restated offer letter indenture credit facility loan purchase merger closing parent purchaser buyer seller borrower lender
  agent administrative guarantor subsidiary subsidiaries affiliate affiliates counterparty underwriter underwriters goldman morgan-stanley
  and or in on at as with from for to upon under into between during following prior since until after before however therefore accordingly
  additionally furthermore also both many most any every some mr mrs ms messrs dr today yesterday chairs members member head lead founder
  nasdaq nyse amex gaap sec irs fda ceo cfo coo cto cio evp svp vp esq cpas guild managing partner partners offices family families responsibilities continuing resident residing remaining duly controls disclosure procedures internal authorized authorised related transactions relationships independence matters age aged position positions`,
);
/** Those of them that are surnames as well. */
const SURNAMES = words(
  'west north south east england london france york washington march may june august page street cash price day grant young',
);
const LONGEST = 60;

/** Words of which every office has at least one. */
const OFFICE =
  /\b(?:directors?|officers?|presidents?|chair(?:man|men|woman|person)?|treasurer|controller|comptroller|secretary|counsel|trustee|accountant|principal (?:executive|financial|accounting)|managing (?:member|partner)|general partner|manager|head of|chief|members? of the|CEO|CFO|COO|CTO|CIO|EVP|SVP)\b/i;
const OF_DIRECTORS = /\bdirectors?\b|\bmembers? of (?:the|our|its) (?:\w+['’]s )?board\b|\btrustee\b/i;
/** Directors of a department and directors by rank are not members of the board. */
const DEPARTMENT = [...AREAS].filter(area => area !== 'of' && area !== 'trust').join('|');
const OTHER_DIRECTORS = new RegExp(
  `\\b(?<!non[- ]?)(?:senior|managing|executive|associate|medical|scientific|creative|finance|financial|operating|regional|global|group|program|marketing|sales|art|technical|research)\\s+directors?\\b(?!\\s+of the board)|\\bdirector\\s+of\\s+(?:the\\s+)?(?:${DEPARTMENT})\\b|\\bdirector[,–-]\\s*(?:${DEPARTMENT})(?:\\s+(?:and|&|${DEPARTMENT}))*\\s*$`,
  'gi',
);
const CHAIRS = /\b(?:vice[- ])?chair(?:man|woman|person)?\b(?!\s+emerit)/i;
const OFFICERS =
  /\b(?:officer|president|treasurer|controller|comptroller|secretary|counsel|accountant|manager|head of|principal (?:executive|financial|accounting)|chief executive|chief (?:\w+ ){1,2}leader|(?<!non[- ]?)(?:senior|managing|executive|associate|regional|global|finance|financial|commercial|operations|legal|marketing|sales|technical|human resources) director|CEO|CFO|COO|CTO|CIO|EVP|SVP|worldwide chairman|group chairman|executive committee)\b/i;
const BOARD = /\bboard of (?:directors|trustees|managers)\b|\bof the board\b/gi;

/** Whether some words name an office. */
export function namesOffice(text: string): boolean {
  return OFFICE.test(text);
}

/** Whether a word, in any case, is part of an office's name. */
export function isOfficeWord(word: string): boolean {
  const lower = word.toLowerCase();
  return HEADS.has(lower) || RANKS.has(lower) || AREAS.has(lower);
}

/** Whether a word names an office by itself: `president`. */
export function isOfficeHead(word: string): boolean {
  return HEADS.has(word.toLowerCase());
}

/** The roles of an office: director, officer, both or neither. */
export function relationsOf(title: string): Relation[] {
  const plain = title.replace(BOARD, ' board ').replace(OTHER_DIRECTORS, ' ');
  const isDirector = OF_DIRECTORS.test(plain) || CHAIRS.test(title.replace(/\b(?:worldwide|group)\s+chairman\b/gi, ''));
  const relations: Relation[] = [];
  if (OFFICERS.test(title.replace(/(?<!worldwide |group )\bchair(?:man|woman|person)?\b/gi, '')))
    relations.push('officer');
  if (isDirector) relations.push('director');
  return relations;
}

/** An office in the filing's words, without the capacity in which a report is signed. */
export function tidyTitle(title: string): string {
  return withoutCapacity(title)
    .replace(/\([^)]*(?:principal|authorized|authorised|duly)[^)]*\)?/gi, ' ')
    .replace(/[,;]?\s*\b(?:and )?(?:as )?attorney[- ]in[- ]fact\b.*$/gi, ' ')
    .replace(/\s*\([a-z\d*]{1,2}\)/gi, ' ')
    .replace(/[*†‡]+/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/\s+([,;])/g, '$1')
    .replace(/^[\s,;:–-]+|[\s,;:–-]+$/g, '')
    .replace(/[,;]?\s+(?:and|&)$/i, '')
    .replace(/\s+of\s+(?:the\s+)?(?:registrant|company|corporation)\b.*$/i, '');
}

const CAPACITY = '(?:Principal|Duly|Authori[sz]ed)\\b[^;,]{0,60}?\\bOfficer';
const CAPACITY_FIRST = new RegExp(`^\\W*${CAPACITY}[\\s:;–—-]+(?=\\p{Lu})`, 'u');
const CAPACITY_LAST = new RegExp(`(?<=\\p{L})(?<!\\b(?:and|as|our|the|its))\\s+${CAPACITY}\\W*$`, 'u');

/** Without the capacity in which somebody signs, in a line of its own before or behind the office: `Controller Principal Accounting Officer`. */
function withoutCapacity(title: string): string {
  for (const pattern of [CAPACITY_FIRST, CAPACITY_LAST]) {
    const rest = title.replace(pattern, '');
    if (rest !== title && namesOffice(rest)) return rest.trim();
  }
  return title;
}

/** A human's name; null if some words are not part of a name. */
export function humanName(text: string): string | null {
  const trimmed = text.replace(/\s+/g, ' ').trim();
  if (trimmed.length > LONGEST || /\d/.test(trimmed)) return null;
  const name = WHOLE_NAME.exec(trimmed)?.[1];
  if (name === undefined) return null;
  const plain = name.replace(/,.*$/, '');
  const words = plain.split(/[\s-]+/);
  if (words.some((word, at) => isNoName(word) && !(at === words.length - 1 && SURNAMES.has(word.toLowerCase()))))
    return null;
  // A name may go on in the next line: `Jane D.`
  if (/\s\p{Lu}\.$/u.test(plain)) return null;
  // Initials alone are no name.
  return /\p{L}{2}/u.test(plain.replace(/\s\S+$/, '')) || /\p{L}{2}/u.test(plain.split(' ').at(-1) ?? '')
    ? name.replace(/,$/, '')
    : null;
}

function isNoName(word: string): boolean {
  return /tions?$/i.test(word) || NO_NAMES.has(word.toLowerCase().replace(/[.,'’]+$|['’]s$/g, ''));
}

/** A name at the beginning of a text and what is behind it: `Jane Doe, Jr., President` → the name and `President`. */
export function splitName(text: string): { name: string; rest: string } | null {
  const all = text.replace(/\s+/g, ' ').trim().split(' ');
  for (let count = Math.min(all.length, 8); count >= 2; count--) {
    const name = humanName(
      all
        .slice(0, count)
        .join(' ')
        .replace(/[,:;–—-]+$/, ''),
    );
    if (name !== null)
      return {
        name,
        rest: all
          .slice(count)
          .join(' ')
          .replace(/^[\s,:;–—-]+/, ''),
      };
  }
  return null;
}

/** `JOHN J. DONAHOE II` → `John J. Donahoe II`; words with lower-case letters stay. */
export function inMixedCase(name: string): string {
  if (name !== name.toUpperCase()) return name;
  return name
    .split(' ')
    .map(word => {
      if (/^(?:II|III|IV|M\.?D\.?|CPA|CEO|CFO|COO|CTO|CIO|EVP|SVP|VP|(?:\p{Lu}\.)+)[.,;]?$/u.test(word)) return word;
      return word
        .toLowerCase()
        .replace(/(^|[-'’.(/])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
        .replace(/^(Mc)(\p{L})/u, (_, mc: string, letter: string) => mc + letter.toUpperCase())
        .replace(/^(?:Of|And|The|For)$/, small => small.toLowerCase());
    })
    .join(' ');
}

const GENERATION = /^(?:jr|sr|ii|iii|iv)\.?$/;

/** First letter and surname, in lower case: `Bob Doe` of a press release is the B. Doe who signs the report with it. */
export function shortNameOf(name: string): string {
  const words = name
    .replace(/,.*$/, '')
    .toLowerCase()
    .split(' ')
    .filter(word => !GENERATION.test(word));
  return `${words[0]?.[0] ?? ''} ${words.at(-1) ?? ''}`;
}

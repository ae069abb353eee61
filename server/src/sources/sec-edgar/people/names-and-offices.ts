import type { Relation } from '../../../domain/ownership/people/model/role.ts';

const PARTICLE = '(?:van|von|de|del|della|der|den|di|da|do|dos|du|la|le|ter|ten|el|al|bin|y|e)';
const WORD = "(?:\\p{Lu}['’]?[\\p{L}'’-]*\\.?|\\p{Lu}\\.)";
const NICKNAME = '(?:[“"(]\\p{Lu}[\\p{L}.]*[”")])';
const SUFFIX = '(?:,?\\s+(?:Jr|Sr|JR|SR|II|III|IV|Esq|ESQ|M\\.?\\s?D|Ph\\.?\\s?D|PH\\.?\\s?D|CPA|C\\.P\\.A|MD)\\.?)';

/** A human's name as English texts write it: two to five words with capitals, particles and nicknames between, honours behind. */
export const HUMAN_NAME = `${WORD}(?:\\s+(?:${PARTICLE}|${NICKNAME}|${WORD})){0,3}\\s+${WORD}${SUFFIX}*`;
const WHOLE_NAME = new RegExp(`^(?:(?:Mr|Mrs|Ms|Dr|Sir|Hon)\\.?\\s+)?(${HUMAN_NAME})$`, 'u');

/** Capitalised words that occur in names of companies, offices, places and headings, but not in names of humans. */
const NO_NAMES =
  /\b(?:director|officer|president|chair(?:man|woman|person)?|vice|chief|executive|board|company|corporation|corp|inc|llc|llp|ltd|limited|committee|agreement|plan|group|holdings?|bank|trust|fund|capital|partners|services|exhibit|schedule|item|report|registrant|principal|signature|title|name|date|by|pursuant|section|form|annual|meeting|financial|general|counsel|secretary|treasurer|controller|senior|north|south|new|united|states|january|february|march|april|may|june|july|august|september|october|november|december|attorney|power|total|class|common|stock|shares|votes?|non|broker|proposal|nominee|independent|registered|public|accounting|international|global|american|national|securities|exchange|commission|act|human|resources|sales|operations|compensation|audit|nominating|governance|restricted|employment|award|transition|separation|effective|retirement|appointment|departure|election|resignation)\b/i;
const LONGEST = 60;

/** Words of which every office has at least one. */
const OFFICE =
  /\b(?:directors?|officers?|president|chair(?:man|woman|person)?|treasurer|controller|comptroller|secretary|counsel|trustee|accountant|principal (?:executive|financial|accounting)|managing (?:member|partner)|general partner|manager|head of|chief)\b/i;
const OF_DIRECTORS = /\bdirectors?\b|\bmembers? of the (?:company.s )?board\b|\btrustee\b/i;
/** Directors of a department and directors by rank are not members of the board. */
const OTHER_DIRECTORS =
  /\b(?:senior|managing|executive|associate|medical|scientific|creative|finance|financial|operating|regional|global)\s+director\b(?!\s+of the board)|\bdirector\s+of\b(?!\s+the (?:board|company|registrant))|\bdirector,\s+(?!chair)(?=[a-z])/gi;
const CHAIRS = /\b(?:vice[- ])?chair(?:man|woman|person)?\b(?!\s+emerit)/i;
const OFFICERS =
  /\b(?:officer|president|treasurer|controller|comptroller|secretary|counsel|accountant|manager|head of|principal (?:executive|financial|accounting)|(?:senior|managing|executive|associate|regional|global) director)\b/i;
const BOARD = /\bboard of (?:directors|trustees)\b|\bof the board\b/gi;

/** Whether some words name an office. */
export function namesOffice(text: string): boolean {
  return OFFICE.test(text);
}

/** The roles of an office: director, officer, both or neither. */
export function relationsOf(title: string): Relation[] {
  const plain = title.replace(BOARD, ' board ').replace(OTHER_DIRECTORS, ' ');
  const isDirector = OF_DIRECTORS.test(plain) || CHAIRS.test(title);
  const relations: Relation[] = [];
  if (OFFICERS.test(title.replace(/\bchair(?:man|woman|person)?\b/gi, ''))) relations.push('officer');
  if (isDirector) relations.push('director');
  return relations;
}

/** An office in the filing's words, without the capacity in which a report is signed. */
export function tidyTitle(title: string): string {
  return title
    .replace(/\((?:as )?(?:co-)?principal[^)]*\)?/gi, ' ')
    .replace(/\b(?:and )?attorney[- ]in[- ]fact\b/gi, ' ')
    .replace(/\s+/g, ' ')
    .replace(/\s+([,;])/g, '$1')
    .replace(/^[\s,;]+|[\s,;]+$/g, '')
    .replace(/[,;]?\s+and$/i, '');
}

/** A human's name; null if some words are not part of a name. */
export function humanName(text: string): string | null {
  const trimmed = text.replace(/\s+/g, ' ').trim();
  if (trimmed.length > LONGEST || /\d/.test(trimmed)) return null;
  const name = WHOLE_NAME.exec(trimmed)?.[1];
  if (name === undefined || NO_NAMES.test(name.replace(/,.*$/, ''))) return null;
  return name.replace(/,$/, '');
}

/** `JOHN J. DONAHOE II` → `John J. Donahoe II`; words with lower-case letters stay. */
export function inMixedCase(name: string): string {
  if (name !== name.toUpperCase()) return name;
  return name
    .split(' ')
    .map(word => {
      if (/^(?:II|III|IV|M\.?D\.?|CPA)[.,]?$/.test(word)) return word;
      return word
        .toLowerCase()
        .replace(/(^|[-'’.(])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
        .replace(/^(Mc)(\p{L})/u, (_, mc: string, letter: string) => mc + letter.toUpperCase());
    })
    .join(' ');
}

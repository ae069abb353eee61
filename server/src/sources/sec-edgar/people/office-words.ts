import type { Relation } from '../../../domain/ownership/people/model/role.ts';

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

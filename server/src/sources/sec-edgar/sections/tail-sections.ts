import { isEmphasised, type Line } from './document-lines.ts';

/** Text after a report's last item, or unnumbered text between its items. */
export type UnnumberedKey =
  | 'executive_officers'
  | 'financial_statements'
  | 'financial_statement_schedules'
  | 'exhibit_index';

export const UNNUMBERED_TITLES: Record<UnnumberedKey, string> = {
  executive_officers: 'Information About Our Executive Officers',
  financial_statements: 'Financial Statements',
  financial_statement_schedules: 'Financial Statement Schedules',
  exhibit_index: 'Exhibit Index',
};

const LONGEST_HEADING = 180;
const STATEMENTS =
  /^(?:index to (?:the )?(?:audited )?(?:consolidated )?financial statements|(?:audited )?consolidated financial statements|financial statements$|reports? of independent (?:registered|certified|public|chartered|auditors?|accountants?)|independent auditors?['’]? report|reports? of (?:ernst|deloitte|kpmg|pricewaterhouse|arthur|coopers|price water)|(?:consolidated )?(?:balance sheets?|income statements?|statements? of (?:consolidated )?(?:income|operations|earnings|financial position|financial condition|comprehensive|cash flows|loss)))/i;
const EXHIBIT_INDEX = /^(?:exhibits? index|index (?:to|of) exhibits|exhibit list|list of exhibits)\b/i;
const SCHEDULE =
  /^(?:(?:financial statement )?schedules?\s+(?:[ivx]{1,4})\b|report of independent [^.]{0,120} on (?:consolidated )?financial statement schedules?)/i;
const OFFICERS =
  /^(?:item\s+(?:e\.?o\.?|x|\d{1,2}\s?\(?[a-k]?\)?)[.:\s–—-]*)?(?:(?:supplemental|unnumbered|additional) item[.:\s–—-]*)?(?:information (?:about|regarding|concerning) (?:our|the|its)\s)?(?:our\s)?(?:(?:company's|company’s)\s)?executive officers(?: of (?:the )?(?:registrant|company|corporation|\p{Lu}[\p{L}.]*)|\W*$|\s+and (?:\w+ ){1,3}of\b)/iu;
/** "[pursuant to Instruction 3 to Item 401(b)]", "(as of March 1)" behind a title. */
const NOTE_BEHIND_TITLE = /\s*[[(].*$/;
const LONGEST_OFFICERS = 100;

/** So plain a title that it needs no formatting, as in the text era. */
const WHOLE_OFFICERS =
  /^(?:item\s+(?:e\.o\.|\d{1,2}\s?\(?[a-k]\)?)[.:\s–—-]*)?executive officers of the (?:registrant|company)\W*$/i;

/** Whether a line is a heading of a part that has no number. */
export function unnumberedKeyOf(line: Line): UnnumberedKey | null {
  const text = line.text.trim();
  if (text.length > LONGEST_HEADING) return null;
  if (WHOLE_OFFICERS.test(text.replace(NOTE_BEHIND_TITLE, '')) && line.cells === null) return 'executive_officers';
  if (!isEmphasised(line) && !line.isCentred) return null;
  if (/\s\d{1,3}$/.test(text) && line.cells !== null) return null;
  if (EXHIBIT_INDEX.test(text)) return 'exhibit_index';
  if (SCHEDULE.test(text)) return 'financial_statement_schedules';
  if (STATEMENTS.test(text)) return 'financial_statements';
  return isOfficers(text) ? 'executive_officers' : null;
}

/** Whether a line without emphasis is the title of the part on the officers, where an item above it is answered by "none". */
export function isPlainOfficers(line: Line): boolean {
  return line.cells === null && isOfficers(line.text.trim()) && !/[.;,]$/.test(line.text);
}

/** Whether a text, with or without emphasis, repeats a part's title below its heading. */
export function repeatsTitle(text: string, key: UnnumberedKey): boolean {
  return key === 'executive_officers' && isOfficers(text);
}

function isOfficers(text: string): boolean {
  return OFFICERS.test(text) && text.replace(NOTE_BEHIND_TITLE, '').length < LONGEST_OFFICERS;
}

const SIGNATURES = /^\W*signatures?(?:\s*(?:page|\(s\)))?\W*$/i;
const POWER = /^(?:signatures and )?powers? of attorney\W*$/i;
const CONSENT =
  /^(?:exhibit\s+\d+\S*\s+)?consents? of (?:independent|ernst|deloitte|kpmg|pricewaterhouse|arthur|coopers|counsel|experts?)/i;
const PURSUANT = /^\W*pursuant to the requirements? of/i;
const LINES_BEFORE_PURSUANT = 4;

/** Whether a report's signatures, or documents bound in after them, begin at a line. */
export function endsReport(lines: readonly Line[], index: number): boolean {
  const line = lines[index];
  if (line === undefined || line.text.length > LONGEST_HEADING) return false;
  if (SIGNATURES.test(line.text)) return isFollowedByPursuant(lines, index) || isEmphasised(line);
  if (!isEmphasised(line) && !line.isCentred) return false;
  return POWER.test(line.text) || CONSENT.test(line.text);
}

function isFollowedByPursuant(lines: readonly Line[], index: number): boolean {
  return lines.slice(index + 1, index + 1 + LINES_BEFORE_PURSUANT).some(line => PURSUANT.test(line.text));
}

/** "Pursuant to the requirements of Section 13 …" without a heading above it. */
export function isSignatureSentence(line: Line): boolean {
  return PURSUANT.test(line.text) && /signed on its behalf|caused this|securities exchange act/i.test(line.text);
}

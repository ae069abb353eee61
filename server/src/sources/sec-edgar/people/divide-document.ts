import type { TextDocument } from '../../../formats/html-text/text-document.ts';
import { type Line, toLines } from '../sections/document-lines.ts';

/** A part of a file that holds a report and, behind it, its exhibits. */
export interface DocumentPart {
  /** `parties`: where the parties of an agreement sign it. */
  kind: 'report' | 'exhibit' | 'parties';
  /** `EX-10` by the number in the exhibit's heading, whatever follows the point; empty without a heading. */
  nativeType: string;
  /** The document with the blocks of this part. */
  document: TextDocument;
}

/** The sentence above a report's own signatures. */
const SIGNED_BY_LAW = /^\W*pursuant to the requirements? of\b/i;
const SIGNED_REPORT = /\bcaused (?:this|the)\b[\s\S]{0,60}\breport\b[\s\S]{0,80}\bto be (?:duly )?signed\b/i;
/** `Exhibit 10.1`, `EX-99.(a)`, `Exhibit 4.2 INDENTURE`; a title in lower case is an entry of an index. */
const EXHIBIT_HEADING =
  /^\W*(?:exhibit|EXHIBIT|Exhibit|EX|Ex)[\s.-]{0,3}(?:(?:[Nn][Oo]\.?|[Nn]umber)\s*)?[:#]?\s*(\d{1,3})(?:[.-]?\(?[\da-zA-Z]{1,3}\)?){0,3}(?:[\s:–—-]+[^\p{Ll}]{3,120})?[^\p{L}\p{N}]*$/u;
const LONGEST_HEADING = 160;

const WITNESS = /\bin witness (?:whereof|of which)\b/i;
const INSTRUMENT =
  '(?:agreement|amendment|waiver|consent|indenture|note|debenture|certificate|guarant(?:y|ee)|lease|deed|instrument|warrant|contract|letter|mortgage|supplement)';
const SIGNED_INSTRUMENT = new RegExp(
  `\\b(?:parties|undersigned)\\b[\\s\\S]{0,120}\\b(?:executed|entered into|signed)\\b[\\s\\S]{0,40}\\bthis\\b[\\s\\S]{0,60}\\b${INSTRUMENT}\\b|\\bcaused (?:this|these)\\b[\\s\\S]{0,60}\\b${INSTRUMENT}s?\\b[\\s\\S]{0,60}\\bto be\\b[\\s\\S]{0,20}\\b(?:executed|signed)\\b`,
  'i',
);
/** `SECOND AMENDED AND RESTATED CREDIT AGREEMENT`, in capitals on a line of its own; headlines are longer. */
const INSTRUMENT_TITLE = new RegExp(
  `^\\W*(?:(?:first|second|third|fourth|fifth)\\s+)?(?:amended and restated\\s+)?(?:\\p{L}[\\p{L}-]*\\s+){0,3}${INSTRUMENT}\\W*$`,
  'iu',
);
/** A report may be witnessed too, and a power of attorney is given by who is in office. */
const OF_REPORT = /\breport\b|\bregistration statement\b|\bpowers? of attorney\b|\bform (?:8|10|20|40|6|s|f)-/i;
const LONGEST_SENTENCE = 400;

/**
 * Divides a document at the headings of exhibits behind its signatures, and where the parties of an agreement sign: one part
 * if there is neither. What stands before the signatures is the report, whatever its headings.
 */
export function divideDocument(document: TextDocument): DocumentPart[] {
  const lines = toLines(document);
  const byLaw = lines.findLastIndex(({ text }) => SIGNED_BY_LAW.test(text.slice(0, LONGEST_HEADING)));
  const signed =
    byLaw >= 0 ? byLaw : lines.findIndex(({ text }) => SIGNED_REPORT.test(text.slice(0, LONGEST_SENTENCE)));
  const starts: { kind: DocumentPart['kind']; nativeType: string; block: number }[] = [
    { kind: 'report', nativeType: '', block: 0 },
  ];
  for (let at = signed + 1; at < lines.length; at++) {
    const line = lines[at];
    if (line === undefined) continue;
    const { block } = line;
    const number = signed < 0 ? null : exhibitOf(line);
    if (number !== null) starts.push({ kind: 'exhibit', nativeType: `EX-${number}`, block });
    else if (signed >= 0 && starts.length === 1 && isInstrumentTitle(line))
      starts.push({ kind: 'exhibit', nativeType: '', block });
    else if (isSignedByParties(line, lines[at + 1])) starts.push({ kind: 'parties', nativeType: '', block });
  }
  return starts.map(({ block, ...part }, at) => ({
    ...part,
    document: { ...document, blocks: document.blocks.slice(block, starts[at + 1]?.block) },
  }));
}

/** The number of the exhibit that a line is the heading of; rows of several cells are an index. */
function exhibitOf({ text, cells }: Line): string | null {
  const heading = text.trim();
  if (heading.length > LONGEST_HEADING || (cells !== null && cells.length > 1)) return null;
  return EXHIBIT_HEADING.exec(heading)?.[1] ?? null;
}

function isInstrumentTitle({ text }: Line): boolean {
  return text.length <= LONGEST_HEADING && !/\p{Ll}/u.test(text) && INSTRUMENT_TITLE.test(text);
}

/** `IN WITNESS WHEREOF, the parties have caused this Agreement to be signed` */
function isSignedByParties({ text }: Line, next: Line | undefined): boolean {
  const head = text.slice(0, LONGEST_SENTENCE);
  if (!WITNESS.test(head) && !SIGNED_INSTRUMENT.test(head)) return false;
  return !OF_REPORT.test(`${head} ${next?.text.slice(0, LONGEST_SENTENCE) ?? ''}`);
}

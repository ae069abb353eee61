import type { FilingSection } from '../../../domain/filings/filings/model/filing-contents.ts';
import { type RoleStatement, roleStatement } from '../../../domain/ownership/people/model/role.ts';
import { readStatedDates } from '../../../formats/prose/stated-dates.ts';
import { addDays, type IsoDate } from '../../../kernel/dates.ts';
import { canonicalDecimal, multiplyDecimals } from '../../../kernel/exact-number.ts';
import { kindOfName } from '../../kit/kinds-of-names.ts';
import { humanName, inMixedCase, shortNameOf } from './names-and-offices.ts';

const FOOTNOTES = /(?:\s*[([]\s*(?:\d{1,2}|[a-z*†‡]{1,3})(?:\s*[,;]\s*(?:\d{1,2}|[a-z]{1,2}))*\s*[)\]]|[*†‡+#])+\s*$/i;
const NOBODY =
  /\b(?:as a group|all (?:current )?(?:executive officers|directors|officers)|total|name (?:and|of)|beneficial owner|more than (?:5|five)|approved by|compensation plans?)\b/i;
const CLASS_OF_SHARES = /^(?:class [a-z]\b|common|ordinary|preferred|series [a-z]\b)/i;
const SHARES = /^[\d,]{3,}$/;
const PERCENT = /^(\d{1,3}(?:\.\d+)?)\s?%?$/;
/** Owners of less are not major shareholders; they are listed as directors or officers. */
const MAJOR_FROM_PCT = 5;
/** Headers of tables of owners, and of tables of what directors and officers are paid. */
const OF_OWNERS = /\b(?:beneficial(?:ly)?|own(?:ed|ership)|held|percent(?:age)?)\b|%/i;
const OF_PAY = /\b(?:options?|exercise|salary|fees|bonus|grants?|compensation|vest(?:ed|ing)?)\b/i;

/**
 * Owners in a table of beneficial owners: rows of a name, shares and a percentage. Owners of five percent and more are major
 * shareholders; directors and officers (`inOffice`) own what the table states. Groups are skipped, an asterisk means less
 * than one percent, and digits of footnotes are removed.
 */
export function readOwners(
  section: FilingSection,
  filingDate: IsoDate,
  inOffice: readonly RoleStatement[] = [],
): RoleStatement[] {
  const day = ownershipDay(section.text, filingDate);
  const owners = new Map<string, RoleStatement>();
  let scale = '1';
  let isOfOwners = false;
  for (const { text: line, cells, index } of tableRowsOf(section.text)) {
    if (/shares|amount/i.test(line) && !cells.some(cell => SHARES.test(cell))) {
      scale = /\bthousands?\b|000s/i.test(line) ? '1000' : '1';
      isOfOwners = OF_OWNERS.test(line) && !OF_PAY.test(line);
      continue;
    }
    const named = CLASS_OF_SHARES.test(cells[0] ?? '') ? cells[1] : cells[0];
    const name = (named ?? '').replace(FOOTNOTES, '').trim();
    const percent = cells
      .slice(1)
      .map(cell => cell.replace(FOOTNOTES, ''))
      .flatMap(percentOf)
      .at(-1);
    if (name === '' || NOBODY.test(name) || !/\p{L}{2}/u.test(name) || owners.has(name)) continue;
    const shares = cells
      .slice(1)
      .map(cell => cell.replace(FOOTNOTES, ''))
      .find(cell => SHARES.test(cell));
    const isMajor = percent !== undefined && Number(percent) >= MAJOR_FROM_PCT;
    const office = officeOf(name, inOffice);
    if (!isMajor && (office === null || shares === undefined || !isOfOwners)) continue;
    const kind = humanName(name) === null ? 'institution' : kindOfName(name);
    owners.set(
      name,
      roleStatement({
        name: kind === 'person' ? inMixedCase(name) : name,
        nameAsFiled: name,
        kind,
        relation: isMajor || office === null ? 'major_shareholder' : office.relation,
        roleTitle: isMajor || office === null ? null : office.roleTitle,
        asOf: day,
        shares: shares === undefined ? null : multiplyDecimals(shares.replaceAll(',', ''), scale),
        ownershipPct: percent === undefined ? null : canonicalDecimal(percent),
        confirmation: 'annual',
        quote: { sectionKey: section.sectionKey, text: line, charStart: index, charEnd: index + line.length },
      }),
    );
  }
  return [...owners.values()];
}

/** The statement about the office of somebody whom a table names, perhaps without a middle name. */
function officeOf(name: string, inOffice: readonly RoleStatement[]): RoleStatement | null {
  const wanted = shortNameOf(name);
  return inOffice.find(statement => shortNameOf(statement.name) === wanted) ?? null;
}

const AS_OF = /\bas\s+(?:of|at)\s+$/i;

/** The day as of which a table of owners is: one behind `as of` before any other. */
function ownershipDay(text: string, filingDate: IsoDate): IsoDate {
  const dates = readStatedDates(text).filter(({ first, last }) => first === last && last <= filingDate);
  const isRecent = ({ last }: { last: IsoDate }) => last >= addDays(filingDate, -MAX_DAYS_BEFORE);
  const recent = dates.filter(isRecent);
  const [chosen] = [...recent.filter(({ start }) => AS_OF.test(text.slice(0, start).slice(-12))), ...recent];
  return chosen?.last ?? filingDate;
}

const MAX_DAYS_BEFORE = 400;

/** Percentages have a percent sign, or a decimal point among whole numbers of shares. */
function percentOf(cell: string): string[] {
  const digits = PERCENT.exec(cell)?.[1];
  return digits !== undefined && (cell.includes('%') || cell.includes('.')) && Number(digits) <= 100 ? [digits] : [];
}

const SINCE =
  /\b(?:a )?(?:director|trustee|served (?:on (?:the|our) board|as a director)(?: of [\w\s]{3,40})?)\s+since:?\s+(?:[A-Z][a-z]+\.?\s+(?:\d{1,2},\s+)?)?(\d{4})\b/i;
/** Maximum number of lines between a nominee's name and the statement about them. */
const NEAR_LINES = 8;
const LONGEST_QUOTE = 240;

/**
 * Directors with a start in a proxy statement: `Director since 2014` under or after a name. A year counts from its last day,
 * so that no tenure is overstated.
 */
export function readTenures(section: FilingSection, filingDate: IsoDate): RoleStatement[] {
  const people = new Map<string, RoleStatement>();
  let named: { name: string; line: number } | null = null;
  let at = 0;
  for (const { 0: line, index } of section.text.matchAll(/[^\n|]+/g)) {
    if (line.trim() === '') continue;
    at++;
    const name = nameAtStart(line);
    if (name !== null) named = { name, line: at };
    const year = SINCE.exec(line)?.[1];
    if (year === undefined || named === null || at - named.line > NEAR_LINES || people.has(named.name)) continue;
    const lastDay = `${year}-12-31`;
    people.set(
      named.name,
      roleStatement({
        name: inMixedCase(named.name),
        nameAsFiled: named.name,
        kind: 'person',
        relation: 'director',
        asOf: filingDate,
        sinceDate: lastDay > filingDate ? filingDate : lastDay,
        confirmation: 'annual',
        quote: {
          sectionKey: section.sectionKey,
          text: line.slice(0, LONGEST_QUOTE),
          charStart: index,
          charEnd: index + Math.min(line.length, LONGEST_QUOTE),
        },
      }),
    );
  }
  return [...people.values()];
}

const LONGEST_NAME_LINE = 100;

/** `Jane Doe`, `Jane Doe, age 57`, `JANE DOE (57)`: a line with a name and little else. */
function nameAtStart(line: string): string | null {
  if (line.length > LONGEST_NAME_LINE) return null;
  const plain = line
    .trim()
    .replace(/[,(]?\s*(?:age[d:]?\s*)?\d{2}\s*\)?$/i, '')
    .replace(/[,\s]+$/, '');
  return humanName(plain);
}

/** A row of a table in a section's text: its cells and its position. */
interface TextRow {
  text: string;
  cells: string[];
  index: number;
}

/** Longer cells contain paragraphs. */
const LONGEST_ROW = 2_000;

/** The rows of the tables in a section's text, empty cells left out. */
function tableRowsOf(text: string): TextRow[] {
  const rows: TextRow[] = [];
  let index = 0;
  for (const line of text.split('\n')) {
    if (line.includes('|') && line.length <= LONGEST_ROW) {
      rows.push({
        text: line,
        cells: line
          .split('|')
          .map(cell => cell.trim())
          .filter(cell => cell !== ''),
        index,
      });
    }
    index += line.length + 1;
  }
  return rows;
}

import type { FilingSection, FilingText } from '../../../domain/filings/filings/model/filing-contents.ts';
import type { RoleStatement } from '../../../domain/ownership/people/model/role.ts';
import type { TextDocument } from '../../../formats/html-text/text-document.ts';
import { readDocumentNames } from '../../../formats/prose/names.ts';
import type { IsoDate } from '../../../kernel/dates.ts';
import { toLines } from '../sections/document-lines.ts';
import type { SectionDocument } from '../sections/section-input.ts';
import { eventDateOnCover, nameOnCover } from './cover-page.ts';
import { divideDocument } from './divide-document.ts';
import { shortNameOf } from './names-and-offices.ts';
import type { FilingContext } from './office-changes.ts';
import { readElections } from './read-elections.ts';
import { readOfficeRows } from './read-office-rows.ts';
import { readPersonSentences } from './read-person-sentences.ts';
import { readOwners, readTenures } from './read-proxy.ts';
import { readSignatures } from './read-signatures.ts';

/** Forms that officers sign for the issuer; owners, bidders and plans sign the others. */
const SIGNED_BY_ISSUER = /^(?:10-?[KQ]|8-[AK]|20-?F|40-?F|6-K|10-12|10-?SB|10-D|NT |15|S-\d|F-\d|SB-|SD|POS)/i;
/** Forms whose text and press releases call people by name and office. */
const TELLS_OF_PEOPLE = /^(?:10-?[KQ]|8-K|20-?F|40-?F|6-K|10-12|S-\d|F-\d|424B|DEF[ACMRN]? ?14[AC])/i;
/** Press releases, reports and letters to holders, and letters of directors who leave. */
const TELLING_EXHIBIT = /^EX-(?:99|13|17|20|28)\b/i;
const COVER_LINES = 60;
/** Officers come and go under any item: 5.02, 8.01, and the numbers before 2004. */
const CURRENT_REPORT = /^8-K/i;
/** Forms whose main document lists people of the issuer. */
const LISTS_PEOPLE = /^(?:10-?K|8-K|20-?F|40-?F|6-K|10-12|10-?SB|DEF[ACMRN]? ?14[AC]|ARS)/i;

/** The directors, officers and owners of an issuer in a filing, by its form; empty for forms without any. */
export function readPeople(
  form: string,
  filingDate: IsoDate | null,
  { documents, text }: { documents: readonly SectionDocument[]; text: Pick<FilingText, 'sections'> },
): RoleStatement[] {
  const primary = documents.find(document => document.isPrimary);
  if (primary === undefined) return [];
  const [report, ...bound] = divideDocument(primary.text);
  const signed = SIGNED_BY_ISSUER.test(form) && report !== undefined ? readSignatures(report.document, filingDate) : [];
  if (filingDate === null) return signed;
  const cover = toLines(primary.text)
    .slice(0, COVER_LINES)
    .map(line => line.text);
  const names = readDocumentNames(paragraphsOf(primary.text), nameOnCover(cover));
  const telling = bound.filter(({ nativeType }) => TELLING_EXHIBIT.test(nativeType)).map(({ document }) => document);
  const own = report === undefined ? [] : [report.document, ...telling];
  const listed = LISTS_PEOPLE.test(form) ? own.flatMap(text => readOfficeRows(text, names, filingDate)) : [];
  const stated = text.sections.flatMap(section => readSection(section, filingDate));
  const isCurrentReport = CURRENT_REPORT.test(form);
  const context = { names, filingDate, eventDate: isCurrentReport ? eventDateOnCover(cover) : null, isCurrentReport };
  const reported = TELLS_OF_PEOPLE.test(form)
    ? readReported([...own, ...tellingOf(documents)], context, text.sections)
    : [];
  const certain = [...signed, ...unlike(listed, signed), ...stated];
  const inOffice = [...certain, ...unknownAmong(reported, certain)];
  const owners = text.sections
    .filter(section => listsOwners(form, section))
    .flatMap(section =>
      readOwners(
        section,
        filingDate,
        inOffice.filter(statement => statement.untilDate === null),
      ),
    );
  return withoutUndated([...inOffice, ...owners]);
}

function paragraphsOf({ blocks }: TextDocument): string[] {
  return blocks.flatMap(block => (block.kind === 'text' ? [block.text] : []));
}

function tellingOf(documents: readonly SectionDocument[]): TextDocument[] {
  return documents
    .filter(({ isPrimary, nativeType }) => !isPrimary && TELLING_EXHIBIT.test(nativeType))
    .map(({ text }) => text);
}

/** What the sentences of the report and of the press releases say of people. */
function readReported(
  documents: readonly TextDocument[],
  context: FilingContext,
  sections: readonly FilingSection[],
): RoleStatement[] {
  return readPersonSentences(documents.flatMap(paragraphsOf), context).map(statement =>
    placeQuote(statement, sections),
  );
}

/** Finds the section that a quote is in. */
function placeQuote(statement: RoleStatement, sections: readonly FilingSection[]): RoleStatement {
  const { quote } = statement;
  if (quote === null) return statement;
  for (const { sectionKey, text } of sections) {
    const charStart = text.indexOf(quote.text);
    if (charStart >= 0)
      return { ...statement, quote: { ...quote, sectionKey, charStart, charEnd: charStart + quote.text.length } };
  }
  return statement;
}

/**
 * People in office whom lists and signatures do not state in the same relation, and all who come and go. `Bob Doe` of a press
 * release is the B. Doe who signs.
 */
function unknownAmong(reported: readonly RoleStatement[], certain: readonly RoleStatement[]): RoleStatement[] {
  const known = new Set(certain.map(shortKeyOf));
  const isChange = ({ sinceDate, untilDate }: RoleStatement) => sinceDate !== null || untilDate !== null;
  const stated = new Set(
    certain.filter(isChange).map(statement => `${shortKeyOf(statement)} ${statement.untilDate === null}`),
  );
  return reported.filter(statement =>
    isChange(statement)
      ? !stated.has(`${shortKeyOf(statement)} ${statement.untilDate === null}`)
      : !known.has(shortKeyOf(statement)),
  );
}

/** A seat that is observed says less than the same office since a day. */
function withoutUndated(statements: readonly RoleStatement[]): RoleStatement[] {
  const officeOf = ({ name, relation, roleTitle }: RoleStatement) =>
    `${relation} ${shortNameOf(name)} ${(roleTitle ?? '').toLowerCase().replace(/[^\p{L}]+/gu, ' ')}`;
  const dated = new Set(
    statements.filter(({ sinceDate, untilDate }) => sinceDate !== null && untilDate === null).map(officeOf),
  );
  return statements.filter(
    statement =>
      statement.sinceDate !== null ||
      statement.untilDate !== null ||
      statement.shares !== null ||
      statement.relation === 'major_shareholder' ||
      !dated.has(officeOf(statement)),
  );
}

function shortKeyOf({ name, relation }: RoleStatement): string {
  return `${relation} ${shortNameOf(name)}`;
}

function readSection(section: FilingSection, filingDate: IsoDate): RoleStatement[] {
  switch (section.sectionKey) {
    case 'item_5.07':
      return readElections(section, filingDate);
    case 'director_nominees':
      return readTenures(section, filingDate);
    default:
      return [];
  }
}

/** Sections with tables of owners: of proxies, of annual reports, and of those of foreign issuers. */
const OWNERS_IN = /^(?:beneficial_ownership|item_12)$/;
const OWNERS_IN_20F = /^item_[67](?:\.?[abe])?$/;

function listsOwners(form: string, { sectionKey }: FilingSection): boolean {
  return OWNERS_IN.test(sectionKey) ? !/^20-?F/i.test(form) : /^20-?F/i.test(form) && OWNERS_IN_20F.test(sectionKey);
}

/** Lists repeat who signs; they are kept if they state a start or another office. */
function unlike(listed: readonly RoleStatement[], signed: readonly RoleStatement[]): RoleStatement[] {
  const known = new Set(signed.map(keyOf));
  return listed.filter(statement => statement.sinceDate !== null || !known.has(keyOf(statement)));
}

function keyOf({ name, relation, roleTitle }: RoleStatement): string {
  return `${relation} ${name} ${roleTitle}`.toLowerCase();
}

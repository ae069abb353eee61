import type { FilingSection, FilingText } from '../../../domain/filings/filings/model/filing-contents.ts';
import type { RoleStatement } from '../../../domain/ownership/people/model/role.ts';
import type { TextDocument } from '../../../formats/html-text/text-document.ts';
import { type DocumentNames, readDocumentNames } from '../../../formats/prose/names.ts';
import type { IsoDate } from '../../../kernel/dates.ts';
import { toLines } from '../sections/document-lines.ts';
import type { SectionDocument } from '../sections/section-input.ts';
import { nameOnCover, readOfficeMentions } from './read-office-mentions.ts';
import { readOfficeRows } from './read-office-rows.ts';
import { readElections, readOfficerChanges } from './read-officer-changes.ts';
import { readOwners, readTenures } from './read-proxy.ts';
import { readSignatures } from './read-signatures.ts';

/** Forms that officers sign for the issuer; owners, bidders and plans sign the others. */
const SIGNED_BY_ISSUER = /^(?:10-?[KQ]|8-[AK]|20-?F|40-?F|6-K|10-12|10-?SB|10-D|NT |15|S-\d|F-\d|SB-|SD|POS)/i;
/** Forms whose text and press releases call people by name and office. */
const TELLS_OF_PEOPLE = /^(?:10-?[KQ]|8-K|20-?F|40-?F|6-K|10-12|S-\d|F-\d)/i;
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
  const primary = documents.find(one => one.isPrimary);
  if (primary === undefined) return [];
  const signed = SIGNED_BY_ISSUER.test(form) ? readSignatures(primary.text, filingDate) : [];
  if (filingDate === null) return signed;
  const names = namesIn(primary.text);
  const listed = LISTS_PEOPLE.test(form) ? readOfficeRows(primary.text, names, filingDate) : [];
  const stated = text.sections.flatMap(section => readSection(section, form, filingDate));
  const told = TELLS_OF_PEOPLE.test(form) ? readTold(documents, names, filingDate) : [];
  const certain = [...signed, ...unlike(listed, signed), ...stated];
  return [...certain, ...unknownAmong(told, certain)];
}

/** What the document calls the issuer. */
function namesIn(document: TextDocument): DocumentNames {
  const cover = toLines(document).slice(0, COVER_LINES);
  return readDocumentNames(paragraphsOf(document), nameOnCover(cover.map(({ text }) => text)));
}

function paragraphsOf({ blocks }: TextDocument): string[] {
  return blocks.flatMap(block => (block.kind === 'text' ? [block.text] : []));
}

/** What the main document and the press releases say of people by name and office. */
function readTold(documents: readonly SectionDocument[], names: DocumentNames, filingDate: IsoDate): RoleStatement[] {
  const read = documents.filter(({ isPrimary, nativeType }) => isPrimary || /^EX-99/i.test(nativeType));
  return readOfficeMentions(
    read.flatMap(({ text }) => paragraphsOf(text)),
    names,
    filingDate,
  );
}

/** People whom lists and signatures do not state in the same relation. */
function unknownAmong(told: readonly RoleStatement[], certain: readonly RoleStatement[]): RoleStatement[] {
  const known = new Set(certain.map(({ name, relation }) => `${relation} ${name}`));
  return told.filter(({ name, relation }) => !known.has(`${relation} ${name}`));
}

function readSection(section: FilingSection, form: string, filingDate: IsoDate): RoleStatement[] {
  switch (section.sectionKey) {
    case 'item_5.07':
      return readElections(section, filingDate);
    case 'beneficial_ownership':
    case 'item_12':
      return readOwners(section, filingDate);
    case 'director_nominees':
      return readTenures(section, filingDate);
    default:
      return CURRENT_REPORT.test(form) ? readOfficerChanges(section, filingDate) : [];
  }
}

/** Lists repeat who signs; they are kept if they state a start or another office. */
function unlike(listed: readonly RoleStatement[], signed: readonly RoleStatement[]): RoleStatement[] {
  const known = new Set(signed.map(keyOf));
  return listed.filter(one => one.sinceDate !== null || !known.has(keyOf(one)));
}

function keyOf({ name, relation, roleTitle }: RoleStatement): string {
  return `${relation} ${name} ${roleTitle}`.toLowerCase();
}

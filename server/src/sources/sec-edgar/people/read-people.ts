import type { FilingText } from '../../../domain/filings/filings/model/filing-contents.ts';
import type { RoleStatement } from '../../../domain/ownership/people/model/role.ts';
import type { IsoDate } from '../../../kernel/dates.ts';
import type { SectionDocument } from '../sections/section-input.ts';
import { readExecutiveOfficers } from './read-executive-officers.ts';
import { readElections, readOfficerChanges } from './read-officer-changes.ts';
import { readOwners, readTenures } from './read-proxy.ts';
import { readSignatures } from './read-signatures.ts';

const ANNUAL_REPORT = /^10-KT?(?:SB|405)?(?:40)?(?:\/A)?$/i;

/** The directors, officers and owners of an issuer in a filing, by its form; empty for forms without any. */
export function readPeople(
  form: string,
  filingDate: IsoDate | null,
  { documents, text }: { documents: readonly SectionDocument[]; text: FilingText },
): RoleStatement[] {
  const primary = documents.find(one => one.isPrimary);
  if (primary !== undefined && ANNUAL_REPORT.test(form)) {
    const listed = filingDate === null ? [] : readExecutiveOfficers(primary.text, filingDate);
    return [...readSignatures(primary.text, filingDate), ...listed];
  }
  if (filingDate === null) return [];
  if (/^8-K(?:\/A)?$/i.test(form)) {
    return text.sections.flatMap(section => {
      if (section.sectionKey === 'item_5.02') return readOfficerChanges(section, filingDate);
      return section.sectionKey === 'item_5.07' ? readElections(section, filingDate) : [];
    });
  }
  if (!/^DEF[ACMR]? ?14A$|^DEF 14C$/i.test(form)) return [];
  return text.sections.flatMap(section => {
    if (section.sectionKey === 'beneficial_ownership') return readOwners(section, filingDate);
    return section.sectionKey === 'director_nominees' ? readTenures(section, filingDate) : [];
  });
}

import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import type { Filing } from '../../domain/filings/issuers/model/issuer.ts';
import { detailUrl } from './endpoints.ts';
import type { Announcement } from './parse-announcements.ts';
import { shareIssuer } from './parse-stocks.ts';
import { canonicalKeyOfCode } from './security-codes.ts';

/** Filings of announcements, by issuer. */
export function mapAnnouncements(announcements: readonly Announcement[], source: string): IssuerRecords[] {
  return [...Map.groupBy(announcements, one => one.code)].map(([code, own]) => {
    const newest = own.reduce((a, b) => (b.announced.instant > a.announced.instant ? b : a));
    return {
      canonicalKey: canonicalKeyOfCode(code),
      source,
      issuer: newest.name === '' ? null : shareIssuer(code, newest.name, newest.orgId, null),
      filings: own.map(toFiling),
      facts: [],
      contents: null,
      damage: null,
    };
  });
}

/**
 * An announcement without a time of its own is dated with the day on which it counts as published, as a rule the one
 * after the evening on which it came out: it counts as known from midnight of that day on, as the registry has it.
 */
function toFiling({ code, orgId, nativeId, title, type, announced, document }: Announcement): Filing {
  return {
    registry: 'cninfo',
    nativeId,
    formType: type.formType,
    category: type.category,
    categoryGroup: type.categoryGroup,
    filingDate: announced.date,
    acceptedAt: announced.hasTime ? announced.instant : null,
    knownAt: announced.instant,
    periodEnd: type.periodEnd,
    title,
    language: type.language,
    itemCodes: type.itemCodes,
    isAmendment: type.isAmendment,
    amends: null,
    primaryDocument: document?.fileName ?? null,
    url: document?.url ?? detailUrl(code, orgId ?? '', nativeId),
    hasXbrl: false,
  };
}

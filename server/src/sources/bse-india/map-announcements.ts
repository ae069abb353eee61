import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import type { Filing } from '../../domain/filings/issuers/model/issuer.ts';
import { announcementPageUrl } from './endpoints.ts';
import type { Announcement } from './parse-announcements.ts';
import { shareIssuer } from './parse-securities.ts';
import { canonicalKeyOfScrip } from './scrip-codes.ts';

/** Filings of announcements, by issuer, which goes by the newest of its names. */
export function mapAnnouncements(announcements: readonly Announcement[], source: string): IssuerRecords[] {
  return [...Map.groupBy(announcements, one => one.code)].map(([code, own]) => {
    const newest = own.reduce((a, b) => (b.disseminated.instant > a.disseminated.instant ? b : a));
    return {
      canonicalKey: canonicalKeyOfScrip(code),
      source,
      issuer: newest.name === '' ? null : shareIssuer(code, newest.name),
      filings: own.map(toFiling),
      facts: [],
      contents: null,
      damage: null,
    };
  });
}

function toFiling({ code, nativeId, subject, heading, submitted, disseminated, document }: Announcement): Filing {
  return {
    registry: 'bse-india',
    nativeId,
    formType: heading.formType,
    category: heading.category,
    categoryGroup: heading.categoryGroup,
    filingDate: (submitted ?? disseminated).date,
    acceptedAt: submitted?.instant ?? null,
    knownAt: disseminated.instant,
    periodEnd: null,
    title: subject,
    language: 'en',
    itemCodes: heading.itemCodes,
    isAmendment: heading.isAmendment,
    amends: null,
    primaryDocument: document?.fileName ?? null,
    url: document?.url ?? announcementPageUrl(code),
    hasXbrl: false,
  };
}

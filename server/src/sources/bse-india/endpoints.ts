import type { IsoDate } from '../../kernel/dates.ts';

const API = 'https://api.bseindia.com/BseIndiaAPI/api';

/** Where announcements are asked for. */
export const ANNOUNCEMENTS = `${API}/AnnSubCategoryGetData/w`;
/** Where securities are listed. */
export const SECURITIES = `${API}/ListofScripData/w`;
/** Where documents lie, and where they are moved to after some days. */
export const DOCUMENTS = 'https://www.bseindia.com/xml-data/corpfiling/AttachLive/';
export const OLDER_DOCUMENTS = 'https://www.bseindia.com/xml-data/corpfiling/AttachHis/';

/** What a security is to the exchange; each has a list of its own. */
export const SECURITY_STATUSES = ['Active', 'Suspended', 'Delisted'] as const;

/** The shares of a status. */
export function securitiesUrl(status: (typeof SECURITY_STATUSES)[number]): string {
  return `${SECURITIES}?${new URLSearchParams({ Group: '', Scripcode: '', industry: '', segment: 'Equity', status })}`;
}

/** What is asked for: a share, or all of them (null). Days are India's, both included. */
export interface AnnouncementQuery {
  code: string | null;
  from: IsoDate;
  to: IsoDate;
}

/** A page of announcements; pages count from 1. */
export function announcementsUrl({ code, from, to }: AnnouncementQuery, page: number): string {
  const query = new URLSearchParams({
    pageno: String(page),
    strCat: '-1',
    strPrevDate: from.replaceAll('-', ''),
    strScrip: code ?? '',
    strSearch: 'P',
    strToDate: to.replaceAll('-', ''),
    strType: 'C',
  });
  return `${ANNOUNCEMENTS}?${query}`;
}

/** Announcements that came from elsewhere than a question: `digest` is the SHA-256 of the bytes, of which 16 digits count. */
export function looseAnnouncementsUrl(digest: string): string {
  return `${ANNOUNCEMENTS}?rows=${digest.slice(0, 16)}`;
}

/** Where people read the announcements of a share that has no document. */
export function announcementPageUrl(code: string): string {
  return `https://www.bseindia.com/corporates/ann.html?scrip=${code}`;
}

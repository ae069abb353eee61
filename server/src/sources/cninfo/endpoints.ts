const WWW = 'https://www.cninfo.com.cn';

/** Lists of codes, by the name of their source. The first has the shares of both mainland exchanges, whatever its name. */
export const STOCK_LISTS = {
  szse: `${WWW}/new/data/szse_stock.json`,
  bj: `${WWW}/new/data/bj_stock.json`,
} as const;

/** Who a company is. */
export function introductionUrl(code: string): string {
  return `${WWW}/data20/companyOverview/getCompanyIntroduction?scode=${code}`;
}

/** Its directors and officers. */
export function executivesUrl(code: string): string {
  return `${WWW}/data20/companyOverview/getCompanyExecutives?scode=${code}`;
}

/** Where announcements are asked for, by a POST. */
export const ANNOUNCEMENTS = `${WWW}/new/hisAnnouncement/query`;

/** Announcements that came from elsewhere than a question: `digest` is the SHA-256 of the bytes, of which 16 digits count. */
export function looseAnnouncementsUrl(digest: string): string {
  return `${ANNOUNCEMENTS}?rows=${digest.slice(0, 16)}`;
}

/** Where documents lie. */
export const DOCUMENTS = 'https://static.cninfo.com.cn';

/** Where people read an announcement. */
export function detailUrl(code: string, orgId: string, announcementId: string): string {
  const query = new URLSearchParams({ stockCode: code, announcementId, orgId });
  return `${WWW}/new/disclosure/detail?${query}`;
}

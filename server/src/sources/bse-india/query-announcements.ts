import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import type { RegistryClient, SourceDocument } from '../kit/source.ts';
import { type AnnouncementQuery, announcementsUrl } from './endpoints.ts';
import { type Announcement, parseAnnouncements } from './parse-announcements.ts';

/** The busiest days, in May, have some eighty pages; a share has fewer in its whole life. */
const MOST_PAGES = 400;

/** A page of an answer that holds something, and what is wrong with the whole. */
export interface FoundAnnouncements {
  pages: { document: SourceDocument; announcements: Announcement[] }[];
  log: AnomalyLog;
}

/**
 * Every page of a query. Rows that are fewer than the exchange counts are told (`count_mismatch`). Throws AsfiledError
 * `upstream_error` where the pages do not end.
 */
export async function queryAnnouncements(
  client: RegistryClient,
  query: AnnouncementQuery,
): Promise<FoundAnnouncements> {
  const log = new AnomalyLog('bse-india', `announcements/${query.code ?? 'all'}/${query.from}-${query.to}`);
  const found: FoundAnnouncements = { pages: [], log };
  let seen = 0;
  let total: number | null = null;
  for (let page = 1; page <= MOST_PAGES; page++) {
    const document = await client.get(announcementsUrl(query, page));
    // What is wrong with a page is told when it is parsed.
    const answer = document && parseAnnouncements(document.bytes, new AnomalyLog('bse-india', document.url));
    if (document !== null && answer !== null && answer.rows > 0) {
      found.pages.push({ document, announcements: answer.announcements });
      seen += answer.rows;
      total = answer.total ?? total;
      if (total === null || seen < total) continue;
    }
    if (total !== null && seen !== total) log.add('count_mismatch', 'ROWCNT', `${total} counted, ${seen} given`);
    return found;
  }
  throw new AsfiledError('upstream_error', `bse-india shows no end of the announcements of ${query.from}`);
}

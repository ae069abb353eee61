import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { type IsoDate, parseDay, toIsoDate } from '../../kernel/dates.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import type { RegistryClient, SourceDocument } from '../kit/source.ts';
import { parseTitleSearch, type TitleResponse, type TitleRow, titles } from './titles.ts';

/** A query of the title search. Days are Hong Kong's, both included. */
export interface TitleSearch {
  /** `-1` for all stocks. */
  stockId: string;
  market: 'SEHK' | 'GEM';
  from: IsoDate;
  to: IsoDate;
  language: 'en' | 'zh';
  rowRange: number;
}

export function titleSearchUrl({ stockId, market, from, to, language, rowRange }: TitleSearch): string {
  const days = { from: from.replaceAll('-', ''), to: to.replaceAll('-', '') };
  return titles.url({ market, stockId, ...days, rowRange: String(rowRange), lang: language === 'zh' ? 'zh' : 'E' });
}

/** Rows of the first request; a second one requests all of them from the first on. */
const ROWS_AT_FIRST = 100;
/** Beyond so many rows the days are halved instead: the registry caps its responses at a number that it does not state. */
const MOST_ROWS = 2_000;

/** A whole response with at least one headline. */
interface FoundTitles {
  document: SourceDocument;
  rows: TitleRow[];
}

/**
 * All headlines of a search, in as many responses as it takes. Throws AsfiledError `upstream_error` if a response is
 * invalid: a day of which nothing is known must not count as a day without filings.
 */
export async function searchTitles(client: RegistryClient, search: TitleSearch): Promise<FoundTitles[]> {
  const first = await ask(client, { ...search, rowRange: ROWS_AT_FIRST });
  if (first === null) return [];
  if (!first.answer.hasMore) return found(first);
  const total = first.answer.total;
  if (total === null || total > MOST_ROWS) return searchHalves(client, search);
  const whole = await ask(client, { ...search, rowRange: total });
  if (whole === null || whole.answer.hasMore) return searchHalves(client, search);
  return found(whole);
}

interface Asked {
  document: SourceDocument;
  answer: TitleResponse;
}

function found({ document, answer }: Asked): FoundTitles[] {
  return answer.rows.length === 0 ? [] : [{ document, rows: answer.rows }];
}

async function ask(client: RegistryClient, search: TitleSearch): Promise<Asked | null> {
  const document = await client.get(titleSearchUrl(search));
  if (document === null) return null;
  const log = new AnomalyLog('hkexnews', document.url);
  const answer = parseTitleSearch(document.bytes, log);
  if (answer !== null) return { document, answer };
  const [told] = log.list();
  throw new AsfiledError(
    'upstream_error',
    `hkexnews gave an invalid response to ${document.url}: ${told?.kind ?? 'unreadable'} ${told?.detail ?? ''}`,
  );
}

async function searchHalves(client: RegistryClient, search: TitleSearch): Promise<FoundTitles[]> {
  const [from, to] = [parseDay(search.from), parseDay(search.to)];
  if (from === null || to === null || from >= to) {
    throw new AsfiledError(
      'upstream_error',
      `hkexnews does not show all headlines of ${search.from} (${search.market}): there are more than it gives at once`,
    );
  }
  const middle = Math.floor((from + to) / 2);
  const newer = await searchTitles(client, { ...search, from: toIsoDate(middle + 1) });
  const older = await searchTitles(client, { ...search, to: toIsoDate(middle) });
  return [...newer, ...older];
}

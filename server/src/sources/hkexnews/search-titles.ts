import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { parseDay, toIsoDate } from '../../kernel/dates.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import type { RegistryClient, SourceDocument } from '../kit/source.ts';
import { type TitleSearch, titleSearchUrl } from './endpoints.ts';
import { parseTitleSearch, type TitleAnswer, type TitleRow } from './parse-titles.ts';

/** What the search shows at first; it grows by asking for more rows from the first one on. */
const ROWS_AT_FIRST = 100;
/** Beyond so many rows the days are halved instead: the registry caps its answers at a number that it does not state. */
const MOST_ROWS = 2_000;

/** A whole answer with at least one headline. */
export interface FoundTitles {
  document: SourceDocument;
  rows: TitleRow[];
}

/**
 * All headlines of a search, in as many answers as it takes. Empty where there are none. Throws AsfiledError
 * `upstream_error` where the registry answers with something else: a day of which nothing is known must not count as a
 * day without filings.
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
  answer: TitleAnswer;
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
    `hkexnews gave no answer to ${document.url}: ${told?.kind ?? 'unreadable'} ${told?.detail ?? ''}`,
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

import { z } from 'zod';
import { type Database, sql } from '../../../../db/database.ts';
import { type Day, type IsoDate, parseDay, toIsoDate } from '../../../../kernel/dates.ts';
import { type indexMove, moversOut } from '../../../figures/currencies/views/moves.ts';
import { MARKET_INDEXES, type MarketIndex } from '../../../filings/markets/model/market-indexes.ts';
import { limit } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import { screenWindowOf, WINDOWS_DISAGREE, windowDays, windowsAgree } from '../../../kit/screens/screen-predicate.ts';
import { decodeDays, decodeNumbers } from '../../prices/model/price-series.ts';
import { changePct, closeUpTo, type DailyCloses } from '../../prices/rules/price-moves.ts';
import { sessionEnd } from '../../prices/rules/sessions.ts';

const DEFAULT_DAYS = 7;

/** Indexes whose closes ended this long before the newest of all are omitted. */
const MAX_DAYS_BEHIND = 30;

export const listIndexMoves = operation({
  name: 'listIndexMoves',
  route: 'GET /api/v1/macro/index-moves',
  tool: 'list_index_moves',
  summary: 'Indexes with the largest moves',
  description:
    'Change of share and volatility indexes over a number of days, largest absolute move first. The newest stored close of an index is compared with the last one at least window_days earlier, from the same publisher; each row has both dates, because exchanges have different holidays. Omits indexes without a close in the eleven days up to either day, and indexes whose newest close is a month older than the newest of all. Requires an ingested source of index closes.',
  tag: 'Macro',
  plan: 'free',
  credits: 1,
  errors: [],
  input: z
    .strictObject({
      ...screenWindowOf(DEFAULT_DAYS),
      category: z.enum(['equity', 'volatility']).optional().describe('Only indexes of this kind.'),
      limit: limit(100, 20),
    })
    .refine(windowsAgree, WINDOWS_DISAGREE),
  output: moversOut,
  example: { window: '1m', category: 'equity', limit: 5 },
  async run({ db }, { limit: size, category, ...given }) {
    const days = windowDays(given, DEFAULT_DAYS);
    const indexes = MARKET_INDEXES.filter(index => category === undefined || index.category === category);
    const stored = await loadRecent(db, indexes, days);
    const newest = stored.reduce<IsoDate | null>(
      (best, { last }) => (best === null || last > best ? last : best),
      null,
    );
    const moves = stored
      .flatMap(closes => (isBehind(closes.last, newest) ? [] : moveOf(closes, days)))
      .sort((a, b) => Math.abs(b.change_pct) - Math.abs(a.change_pct) || (a.index_id < b.index_id ? -1 : 1));
    return {
      items: moves.slice(0, size),
      has_more: moves.length > size,
      window_days: days,
      data_as_of: knownAt(stored, newest),
      empty_reason: moves.length > 0 ? null : ('not_covered' as const),
    };
  },
});

interface RecentCloses extends DailyCloses {
  index: MarketIndex;
  source: string;
  last: IsoDate;
}

interface RecentRow {
  index_id: string;
  source: string;
  last_date: IsoDate;
  days: Uint8Array;
  closes: Uint8Array;
}

/**
 * The newest closes of each index, from the source whose closes end last. They reach back over a window and a preceding
 * exchange holiday.
 */
async function loadRecent(db: Database, indexes: readonly MarketIndex[], days: number): Promise<RecentCloses[]> {
  const ids = indexes.map(index => index.indexId);
  // There are fewer closes than days, so this number covers the window and the days before it.
  const most = days + 2 * MAX_DAYS_BEHIND;
  const rows = await db.query<RecentRow>(sql`
    select distinct on (index_id) index_id, source, last_date,
      substring(days from greatest(octet_length(days) - ${most}::integer * 4, 0) + 1) as days,
      substring(closes from greatest(octet_length(closes) - ${most}::integer * 8, 0) + 1) as closes
    from (select *, coalesce(split_adjusted, raw, adjusted) as closes from price_series
      where index_id = any(${ids}::text[])) one
    order by index_id, last_date desc, first_date, source, symbol`);
  const indexOf = new Map(indexes.map(index => [index.indexId, index]));
  return rows.flatMap(row => {
    const index = indexOf.get(row.index_id);
    if (index === undefined) return [];
    const { source, last_date: last } = row;
    return [{ index, source, last, days: decodeDays(row.days), closes: decodeNumbers(row.closes) }];
  });
}

function isBehind(last: IsoDate, newest: IsoDate | null): boolean {
  return newest !== null && (parseDay(newest) ?? 0) - (parseDay(last) ?? 0) > MAX_DAYS_BEHIND;
}

function moveOf(recent: RecentCloses, days: number): z.input<typeof indexMove>[] {
  const { index, source } = recent;
  const newest: Day = recent.days.at(-1) ?? 0;
  const end = closeUpTo(recent, newest);
  const start = closeUpTo(recent, newest - days);
  if (end === null || start === null) return [];
  return [
    {
      index_id: index.indexId,
      name: index.name,
      market_id: index.marketId,
      index_category: index.category,
      currency: index.currency,
      start_close: start.close,
      end_close: end.close,
      change_pct: changePct(start.close, end.close),
      start_date: toIsoDate(start.day),
      end_date: toIsoDate(end.day),
      return_type: index.returnType,
      source,
    },
  ];
}

/** When the newest close became known, which is the end of its session. */
function knownAt(stored: readonly RecentCloses[], newest: IsoDate | null): string | null {
  const ends = stored
    .filter(closes => closes.last === newest)
    .map(({ index, last }) => sessionEnd(index.marketId ?? '', parseDay(last) ?? 0) ?? `${last}T23:59:59Z`);
  return ends.sort().at(-1) ?? null;
}

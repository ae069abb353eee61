import { type Database, sql } from '../../db/database.ts';

/** What the store holds, counted. */
export interface StoreCounts {
  /** Companies by market. */
  companies: Record<string, number>;
  /** Filings, and when the newest became known, by market. */
  filings: Record<string, { count: number; newest: string }>;
  /** Markets with canonical financials. */
  financials: Set<string>;
}

interface Counted {
  counts: StoreCounts;
  atMs: number;
  /** Counting is repeated no sooner than this: the larger the store, the longer, so that it stays a small part of the work. */
  goodForMs: number;
}

const AT_LEAST_GOOD_FOR_MS = 2_000;
const SHARE_OF_TIME_SPENT_COUNTING = 1 / 100;

const counted = new WeakMap<Database, Counted>();
const counting = new WeakMap<Database, Promise<Counted>>();

/**
 * The counts, at most some seconds old. Counting reads whole tables (a second or two at 18 million filings), so one
 * count serves all callers, and while a new one is made they get the one before.
 */
export async function storeCounts(db: Database, now: Date): Promise<StoreCounts> {
  const known = counted.get(db);
  const isFresh = known !== undefined && !isEmpty(known.counts) && now.getTime() - known.atMs < known.goodForMs;
  if (isFresh) return known.counts;
  const running = counting.get(db) ?? startCounting(db, now);
  if (known === undefined || isEmpty(known.counts)) return (await running).counts;
  running.catch(() => undefined);
  return known.counts;
}

function startCounting(db: Database, now: Date): Promise<Counted> {
  const running = count(db, now).finally(() => counting.delete(db));
  counting.set(db, running);
  return running;
}

async function count(db: Database, now: Date): Promise<Counted> {
  const startedMs = performance.now();
  const [companies, filings, financials] = await Promise.all([
    db.query<{ market_id: string; count: string }>(sql`select market_id, count(*) from issuers group by market_id`),
    db.query<{ market_id: string; count: string; newest: string }>(
      sql`select market_id, count(*), max(known_at) as newest from filings join issuers using (issuer_id) group by market_id`,
    ),
    db.query<{ market_id: string }>(
      sql`select distinct market_id from issuer_financials join issuers using (issuer_id)`,
    ),
  ]);
  const tookMs = performance.now() - startedMs;
  const result: Counted = {
    counts: {
      companies: Object.fromEntries(companies.map(row => [row.market_id, Number(row.count)])),
      filings: Object.fromEntries(
        filings.map(row => [row.market_id, { count: Number(row.count), newest: row.newest }]),
      ),
      financials: new Set(financials.map(row => row.market_id)),
    },
    atMs: now.getTime(),
    goodForMs: Math.max(AT_LEAST_GOOD_FOR_MS, tookMs / SHARE_OF_TIME_SPENT_COUNTING),
  };
  counted.set(db, result);
  return result;
}

function isEmpty({ companies, filings }: StoreCounts): boolean {
  return Object.keys(companies).length === 0 && Object.keys(filings).length === 0;
}

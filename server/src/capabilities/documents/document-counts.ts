import { type Database, sql } from '../../db/database.ts';

/** How many documents of a form the store has. */
export interface FormCount {
  form_type: string;
  category: string;
  count: number;
}

interface Counted {
  forms: FormCount[];
  newestKnownAt: string | null;
  atMs: number;
  goodForMs: number;
}

const AT_LEAST_GOOD_FOR_MS = 2_000;
/** The larger the store, the longer counting takes, and the rarer it is: it stays a small part of the work. */
const SHARE_OF_TIME_SPENT_COUNTING = 1 / 100;

const counted = new WeakMap<Database, Counted>();
const counting = new WeakMap<Database, Promise<Counted>>();

/** Documents by form and category, at most some seconds old: counting reads a whole index, so one count serves all callers. */
export async function documentCounts(db: Database, now: Date): Promise<Pick<Counted, 'forms' | 'newestKnownAt'>> {
  const known = counted.get(db);
  const isFilled = known !== undefined && known.forms.length > 0;
  if (isFilled && now.getTime() - known.atMs < known.goodForMs) return known;
  const running = counting.get(db) ?? startCounting(db, now);
  if (!isFilled) return running;
  // Who comes while it is counted anew gets the count before.
  running.catch(() => undefined);
  return known;
}

function startCounting(db: Database, now: Date): Promise<Counted> {
  const running = count(db, now).finally(() => counting.delete(db));
  counting.set(db, running);
  return running;
}

async function count(db: Database, now: Date): Promise<Counted> {
  const startedMs = performance.now();
  const rows = await db.query<{ form_type: string; category: string; count: string; newest: string }>(sql`
    select form_type, category, count(*), max(known_at) as newest from filings
    group by form_type, category order by form_type collate "C", category collate "C"`);
  const tookMs = performance.now() - startedMs;
  const result: Counted = {
    forms: rows.map(({ form_type, category, count }) => ({ form_type, category, count: Number(count) })),
    newestKnownAt:
      rows
        .map(row => row.newest)
        .toSorted()
        .at(-1) ?? null,
    atMs: now.getTime(),
    goodForMs: Math.max(AT_LEAST_GOOD_FOR_MS, tookMs / SHARE_OF_TIME_SPENT_COUNTING),
  };
  counted.set(db, result);
  return result;
}

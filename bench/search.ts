import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applicationName } from '../server/src/db/connection.ts';
import { type Database, sql } from '../server/src/db/database.ts';
import { openEmbeddedPostgres } from '../server/src/db/embedded/embedded-postgres.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { createPool } from '../server/src/db/pool.ts';
import { searchFilings } from '../server/src/domain/filings/sections/operations/search-filings.ts';
import { createLog } from '../server/src/kernel/log.ts';
import { type BenchReport, type BenchRow, median } from './report.ts';
import { COLLOCATIONS, fillSections, type Loaded, madeUpWord, PLAIN_WORDS } from './search-store.ts';
import { madeUpUnspaced, UNSPACED_PHRASES, UNSPACED_WORDS } from './unspaced-text.ts';

/** Folder that keeps the stores between runs, one per size; without it they are temporary. */
const KEPT = process.env.BENCH_KEEP;
const SIZES = (process.env.BENCH_SECTIONS ?? '20000,200000').split(',').map(Number);
const VARIANTS = 12;
const ROUNDS = 12;
const LOADERS = 2;

type Question = {
  q: string;
  registry?: string;
  section_key?: string;
  filed_from?: string;
  form_types?: string[];
  lang?: 'simple';
};

const plain = (at: number) => PLAIN_WORDS[at % PLAIN_WORDS.length] ?? '';
const pair = (at: number) => (COLLOCATIONS[at % COLLOCATIONS.length] ?? ['', '']).join(' ');

/** By kind, the n-th query. */
const KINDS: Record<string, (at: number) => Question> = {
  'a common word': at => ({ q: plain(at) }),
  'two common words': at => ({ q: `${plain(at)} ${plain(at + 17)}` }),
  'three words, common to rare': at => ({ q: `${plain(at)} ${plain(at + 70)} ${madeUpWord(at * 40)}` }),
  'a word of the trade': at => ({ q: plain(at + 90) }),
  'a rare word': at => ({ q: madeUpWord(3_000 + at * 1_000) }),
  'a word without matches': at => ({ q: `unheardof${at}` }),
  'a phrase': at => ({ q: `"${pair(at)}"` }),
  'a phrase and a word': at => ({ q: `"${pair(at)}" ${plain(at + 60)}` }),
  'either of two': at => ({ q: `${plain(at + 50)} or ${plain(at + 95)}` }),
  'a word without another': at => ({ q: `${plain(at + 20)} -${plain(at)}` }),
  'two words in one section': at => ({ q: `${plain(at)} ${plain(at + 40)}`, section_key: 'item_1a' }),
  'two words of a form since a day': at => ({
    q: `${plain(at)} ${plain(at + 40)}`,
    form_types: ['10-K'],
    filed_from: '2022-01-01',
  }),
  'a rare phrase of common words': at => ({ q: `"${plain(at + 1)} ${plain(at + 23)}"` }),
};

const unspaced = (at: number) => UNSPACED_WORDS[at % UNSPACED_WORDS.length] ?? '';
const compounds = UNSPACED_WORDS.filter(word => word.length > 2);

/** Japanese queries, which match pairs of characters; longer ones are phrases of pairs. */
const UNSPACED_KINDS: typeof KINDS = {
  'Japanese: a word of two characters': at => ({ q: UNSPACED_WORDS.filter(word => word.length === 2)[at] ?? '' }),
  'Japanese: a compound': at => ({ q: compounds[at % compounds.length] ?? '' }),
  'Japanese: two words': at => ({ q: `${unspaced(at)} ${unspaced(at + 17)}` }),
  'Japanese: a phrase in quotes': at => ({ q: `"${UNSPACED_PHRASES[at % UNSPACED_PHRASES.length]}"` }),
  'Japanese: a rare word': at => ({ q: madeUpUnspaced(2_000 + at * 700) }),
  'Japanese: a word without another': at => ({ q: `${unspaced(at + 8)} -${unspaced(at)}` }),
};

/** Queries that match exact words in text indexed by stems, so that candidates are read again. */
const REREAD_KINDS: typeof KINDS = {
  'a common word, exact form': at => ({ q: plain(at), lang: 'simple' }),
  'two common words, exact form': at => ({ q: `${plain(at)} ${plain(at + 17)}`, lang: 'simple' }),
  'a technical word, exact form': at => ({ q: plain(at + 90), lang: 'simple' }),
  'a rare form of a common word': at => ({ q: `${plain(at)}ing`, lang: 'simple' }),
  'a phrase, exact form': at => ({ q: `"${pair(at)}"`, lang: 'simple' }),
};

const ALL_KINDS = { ...KINDS, ...UNSPACED_KINDS, ...REREAD_KINDS };

/** Search over generated (Zipf) and real sections, 20,000 and 200,000, against unbounded ranking. */
export async function benchSearch(): Promise<BenchReport> {
  const stages: Stage[] = [];
  for (const size of SIZES) stages.push(await measureStore(size));
  return toReport(stages);
}

async function measureStore(size: number): Promise<Stage> {
  const folder = KEPT === undefined ? mkdtempSync(join(tmpdir(), 'asfiled-bench-')) : join(KEPT, String(size));
  mkdirSync(folder, { recursive: true });
  const log = createLog('error');
  const postgres = await openEmbeddedPostgres({ dataFolder: folder, role: 'bench', log, durable: true });
  const connection = postgres.connection('postgres');
  await migrate(connection);
  // A single connection, so that the time of its backend is the time of the search.
  const db = createPool(connection, { applicationName: applicationName('bench'), plansOnce: true, maxConnections: 1 });
  const loading = createPool(connection, { applicationName: applicationName('bench'), maxConnections: LOADERS });
  try {
    const filled = await db.queryOne(sql`select from section_search limit 1`);
    const loaded = filled === null ? await fillSections(loading, size, LOADERS) : null;
    return { size, loaded, kinds: await measureKinds(db), ...(await measureUnbounded(db)), disk: await diskOf(db) };
  } finally {
    await db.close();
    await loading.close();
    await postgres.close({ waitForOthersMs: 0 });
    if (KEPT === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

interface Times {
  /** Milliseconds of PostgreSQL's processor time; wall time if the system does not report it. */
  p50: number;
  p99: number;
  /** Median wall time in milliseconds. */
  clock: number;
}

interface Stage {
  size: number;
  /** Null if the store was kept from an earlier run. */
  loaded: Loaded | null;
  kinds: Map<string, Times>;
  /** Every match ranked and counted. */
  unbounded: Times;
  /** The round trip of an empty statement under the same load. */
  floor: Times;
  disk: string;
}

async function measureKinds(db: Database): Promise<Map<string, Times>> {
  const kinds = new Map<string, Times>();
  for (const [name, question] of Object.entries(ALL_KINDS)) {
    const questions = Array.from({ length: VARIANTS }, (_, at) => question(at));
    for (const one of questions) await ask(db, one);
    kinds.set(name, await timesOf(db, ROUNDS, questions, round => ask(db, round)));
  }
  return kinds;
}

async function ask(db: Database, question: Question): Promise<unknown> {
  const input = searchFilings.input.parse(question);
  return searchFilings.run({ db, account: null, now: new Date() }, input);
}

async function measureUnbounded(db: Database): Promise<{ unbounded: Times; floor: Times }> {
  const words = Array.from({ length: VARIANTS }, (_, at) => plain(at));
  const rank = (word: string) =>
    db.query(sql`
      select section_id, count(*) over () as total,
        ts_rank(salience, websearch_to_tsquery('english', ${word})) as score
      from section_search where lexemes @@ websearch_to_tsquery('english', ${word})
      order by score desc, filed_day desc, section_id limit 20`);
  const unbounded = await timesOf(db, 2, words, rank);
  const floor = await timesOf(db, ROUNDS, words, () => db.query(sql`select 1 as one`));
  return { unbounded, floor };
}

async function timesOf<T>(
  db: Database,
  rounds: number,
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<Times> {
  const processorMs = await backendClock(db);
  const times: number[] = [];
  const clock: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const item of items) {
      const started = [processorMs(), performance.now()] as const;
      await work(item);
      times.push(processorMs() - started[0]);
      clock.push(performance.now() - started[1]);
    }
  }
  const sorted = times.toSorted((a, b) => a - b);
  return { p50: median(times), p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0, clock: median(clock) };
}

/** Processor time of the only backend in milliseconds, independent of other load. */
async function backendClock(db: Database): Promise<() => number> {
  const row = await db.queryOne<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  const file = `/proc/${row?.pid}/schedstat`;
  if (!existsSync(file)) return () => performance.now();
  return () => Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6;
}

async function diskOf(db: Database): Promise<string> {
  const row = await db.queryOne<{ mb: number }>(sql`
    select round((pg_total_relation_size('section_search') + pg_total_relation_size('section_passages')) / 1e6)::integer as mb`);
  return `${row?.mb ?? 0} MB`;
}

function toReport(stages: readonly Stage[]): BenchReport {
  const [small, large] = [stages[0], stages.at(-1)];
  if (!small || !large) throw new Error('no sizes to measure');
  const ms = ({ p50, p99, clock }: Times) =>
    `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms (clock ${clock.toFixed(1)})`;
  const rows: BenchRow[] = Object.keys(ALL_KINDS).map(name => {
    const [few, many] = [small.kinds.get(name), large.kinds.get(name)];
    if (!few || !many) throw new Error(`${name} was not measured`);
    return {
      name,
      figure: `${ms(few)} → ${ms(many)}`,
      ratio: many.p50 / few.p50,
      aim: name in KINDS || name in UNSPACED_KINDS ? 'p50 < 10, p99 < 100 ms; flat' : 'flat',
    };
  });
  return {
    title: 'Full-text search',
    how: `The whole search operation, limit 20 (query, candidates, rank, snippets), sequentially on one connection: processor time of PostgreSQL, and median elapsed time on a shared machine, over ${small.size.toLocaleString('en-US')} → ${large.size.toLocaleString('en-US')} sections (generated words with a Zipf distribution, lengths log-normal from 200 to 300,000 characters; one in forty real if available), and a twentieth as many in Japanese. ${VARIANTS} queries of each kind, ${ROUNDS} rounds. The ratio is the larger store's p50 over the smaller's.`,
    rows: [
      ...rows,
      {
        name: 'a common word, every match ranked and counted',
        figure: `${ms(small.unbounded)} → ${ms(large.unbounded)}`,
        ratio: large.unbounded.p50 / small.unbounded.p50,
      },
      { name: 'an empty statement', figure: `${ms(small.floor)} → ${ms(large.floor)}` },
      ...stages.map(({ size, loaded, disk }) => ({
        name: `indexing ${size.toLocaleString('en-US')} sections`,
        figure: `${rateOf(loaded)}; words and passages of all, the Japanese too, take ${disk}`,
      })),
    ],
  };
}

function rateOf(loaded: Loaded | null): string {
  if (loaded === null) return 'not measured: the store was kept from an earlier run';
  const megabytes = loaded.chars / 1e6;
  return `${(megabytes / loaded.seconds).toFixed(1)} MB/s of text (${megabytes.toFixed(0)} MB, ${LOADERS} connections)`;
}

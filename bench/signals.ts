import { type Database, sql } from '../server/src/db/database.ts';
import { EVENT_KIND_FAMILIES, EVENT_KINDS } from '../server/src/domain/disclosures/events/model.ts';
import { screenIssuers } from '../server/src/domain/insights/screens/operations/screen-issuers.ts';
import { screenSignals } from '../server/src/domain/insights/screens/operations/screen-signals.ts';
import { getCompanySignals } from '../server/src/domain/insights/signals/operations/get-company-signals.ts';
import { findAllPatterns } from '../server/src/domain/insights/signals/part.ts';
import type { AnyOperation } from '../server/src/domain/kit/operation.ts';
import { withBenchStore } from './bench-store.ts';
import type { BenchReport } from './report.ts';

const ISSUERS = 20_000;
const EVENTS_OF_ISSUER = 20;
const ROUNDS = 40;
const NOW = new Date('2026-06-30T00:00:00Z');

const QUESTIONS: readonly [string, AnyOperation, Record<string, unknown>][] = [
  ['signals, any pattern', screenSignals, {}],
  [
    'signals, one pattern, strong, one market',
    screenSignals,
    { pattern: 'auditor_churn', strength: 'strong', market_id: 'jp' },
  ],
  ['signals, any pattern of five years', screenSignals, { window: '5y' }],
  ['signals, a kind of seven days', screenSignals, { kind: 'bankruptcy' }],
  ['signals, a kind of a year', screenSignals, { kind: 'bankruptcy', window: '1y' }],
  ['signals, a family of three months', screenSignals, { family: 'distress', window: '3m' }],
  [
    'screen, pattern and kind without another',
    screenIssuers,
    { pattern: 'exit_risk', kind: 'litigation', exclude_pattern: 'late_filer', window: '6m' },
  ],
  ["a company's dossier", getCompanySignals, { ticker: 'T77' }],
];

/** Screens of signals over twenty thousand issuers of twenty fictional events each. */
export async function benchSignals(): Promise<BenchReport> {
  return withBenchStore({ durable: false, plansOnce: true }, async ({ db }) => {
    await fill(db);
    const startedMs = performance.now();
    await findAllPatterns(db);
    const seconds = (performance.now() - startedMs) / 1_000;
    await db.execute(sql`analyze signal_patterns`);
    const rows: BenchReport['rows'] = [
      { name: 'patterns of all companies, recomputed', figure: `${seconds.toFixed(1)} s`, aim: '' },
    ];
    for (const [name, operation, question] of QUESTIONS) rows.push(await measure(db, name, operation, question));
    return {
      title: 'Signals',
      how: `${ISSUERS.toLocaleString('en-US')} issuers of ${EVENTS_OF_ISSUER} events over ten years, pages of 20, sequentially, ${ROUNDS} times each after a warm-up. Events are fictional.`,
      rows,
    };
  });
}

async function measure(
  db: Database,
  name: string,
  operation: AnyOperation,
  question: Record<string, unknown>,
): Promise<BenchReport['rows'][number]> {
  const input = operation.input.parse(question);
  const ask = async (): Promise<number> => {
    const startedMs = performance.now();
    await operation.run({ db, account: null, now: NOW }, input);
    return performance.now() - startedMs;
  };
  await ask();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) times.push(await ask());
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return { name, figure: `p50 ${at(0.5).toFixed(1)}, p99 ${at(0.99).toFixed(1)} ms`, aim: 'p99 < 100 ms' };
}

async function fill(db: Database): Promise<void> {
  await db.execute(sql`
    insert into issuers (canonical_key, company_name, country_code, market_id)
    select 'cik:' || n, 'Issuer ' || n, 'US', case when n % 5 = 0 then 'jp' else 'us' end
    from generate_series(1, ${ISSUERS}::integer) n`);
  await db.execute(sql`
    insert into listings (issuer_id, market_id, ticker, ticker_key, is_home)
    select issuer_id, market_id, 'T' || issuer_id, 'T' || issuer_id, true from issuers`);
  await db.execute(sql`
    insert into filings (issuer_id, registry, native_id, filing_uuid, form_type, category, category_group, filing_date, known_at,
      is_amendment, url, has_xbrl)
    select issuer_id, 'sec-edgar', issuer_id || '-' || n, gen_random_uuid(), '8-K', 'material_event', 'corporate_action',
      day, day + interval '21 hours', false, 'https://example.org', false
    from issuers cross join generate_series(1, ${EVENTS_OF_ISSUER}::integer) n
      cross join lateral (select date '2016-07-01' + ((issuer_id * 7919 + n * 104729) % 3650)::integer as day)`);
  const families = EVENT_KINDS.map(kind => EVENT_KIND_FAMILIES[kind]);
  await db.execute(sql`
    insert into corporate_events (issuer_id, registry, native_id, place, event_key, event_id, kind, family, is_notable,
      is_resolving, is_structured, known_at, case_key, first_known_at, words)
    select g.issuer_id, g.registry, g.native_id, 0, k.kind, md5(g.native_id), k.kind, k.family, false, false, false, g.known_at,
      k.family, g.known_at, '{"title":"An event","fields":{},"evidence":[],"rulesVersion":"bench"}'
    from filings g join unnest(${[...EVENT_KINDS]}::text[], ${families}::text[]) with ordinality as k (kind, family, place)
      on k.place = 1 + abs(hashtext(g.native_id)) % ${EVENT_KINDS.length}::integer`);
  await db.execute(sql`insert into signal_changes (issuer_id) select issuer_id from issuers`);
  await db.execute(sql`vacuum analyze`);
}

import { copyLine, type Database, empty, type Sql, sql, type Transaction } from '../../../db/database.ts';
import type { IsoDate } from '../../../kernel/dates.ts';
import type { AnnualVersion, FiguresHistory, ValidationStatus } from './model/financials.ts';
import type { KnownDay } from './rules/annual-history.ts';
import {
  ANNUAL_ROW,
  ANNUAL_ROW_COLUMNS,
  type AnnualRow,
  annualValues,
  toAnnualFigures,
  toTrailingFigures,
} from './views/annual-rows.ts';
import type { IssuerOfFacts } from './views/load-financials-input.ts';

/** An issuer whose history is missing, or was computed from other facts or by other rules. */
export interface StaleHistory extends Omit<IssuerOfFacts, 'version'> {
  /** Version of its financials; the history gets the same. */
  version: string;
  /** The days of the stored history, if the rules of `rulesVersion` computed it. */
  known: KnownDay[];
}

/** Whether the history `h` of an issuer `f` of issuer_financials is current. */
export function isCurrent(rulesVersion: string): Sql {
  return sql`h.version = f.version and h.rules_version = ${rulesVersion}`;
}

/** Counts issuers whose history is not current, or could not be computed. */
export async function countStaleHistories(db: Database, rulesVersion: string): Promise<number> {
  const row = await db.queryOne<{ count: number }>(sql`
    select count(*)::integer as count from issuer_financials f left join issuer_histories h on h.issuer_id = f.issuer_id
    where (${isCurrent(rulesVersion)} and h.failure is null) is not true`);
  return row?.count ?? 0;
}

/** Returns an issuer without a current history, if there is one and no other process computes histories. */
export async function takeStaleHistory(tx: Transaction, rulesVersion: string): Promise<StaleHistory | null> {
  const lock = await tx.queryOne<{ is_free: boolean }>(sql`
    select pg_try_advisory_xact_lock(${HISTORIES_LOCK}::bigint) as is_free`);
  if (lock?.is_free !== true) return null;
  const row = await tx.queryOne<Omit<StaleHistory, 'known'> & { days: string | null }>(sql`
    select f.issuer_id, f.version, i.canonical_key as registrant_key, i.industry->>'code' as industry_code,
      case when h.rules_version = ${rulesVersion} then h.days end as days
    from issuer_financials f join issuers i on i.issuer_id = f.issuer_id
      left join issuer_histories h on h.issuer_id = f.issuer_id
    where (${isCurrent(rulesVersion)}) is not true
    order by h.issuer_id is not null desc, f.issuer_id limit 1
    for key share of i`);
  if (row === null) return null;
  const { days, ...stale } = row;
  const known = days === null ? [] : (JSON.parse(days) as [IsoDate, string, string | null][]);
  return { ...stale, known: known.map(([day, digest, newest]) => ({ day, digest, newest })) };
}

const HISTORIES_LOCK = 7_203_131;

interface VersionRow extends AnnualRow {
  presented: string;
  known_from: IsoDate;
}

/** The versions that were known at the end of the day before `day`, as they were known then. */
export async function loadVersionsBefore(db: Database, issuerId: string, day: IsoDate): Promise<FiguresHistory> {
  const known = sql`issuer_id = ${issuerId} and known_from < ${day}::date and known_to >= ${day}::date`;
  const years = await db.query<VersionRow>(
    sql`select ${ANNUAL_ROW}, presented, known_from from annual_history where ${known}`,
  );
  const trailing = await db.query<VersionRow & { shares: string }>(sql`
    select ${ANNUAL_ROW}, shares, presented, known_from from trailing_history where ${known}`);
  return {
    years: years.map(row => ({ year: toAnnualFigures(row), ...versionBefore(row, day) })),
    trailing: trailing.map(row => ({ year: toTrailingFigures(row), ...versionBefore(row, day) })),
  };
}

function versionBefore(row: VersionRow, day: IsoDate): Omit<AnnualVersion, 'year'> {
  const presented = readPresented(row.presented).filter(one => one.day < day);
  return { presented, knownFrom: row.known_from, knownTo: null };
}

/** How a history was computed; `failure` states why it has no versions although there are facts. */
export interface HistoryHead {
  rulesVersion: string;
  days: readonly KnownDay[];
  failure: string | null;
}

/** Replaces what an issuer's history states of a day and later ones; null: nothing changed. */
export async function replaceHistory(
  tx: Transaction,
  { issuer_id: issuerId, version }: StaleHistory,
  { rulesVersion, days, failure }: HistoryHead,
  change: { from: IsoDate; versions: FiguresHistory } | null,
): Promise<void> {
  if (change !== null) {
    const { years, trailing } = change.versions;
    const isLater = failure === null ? sql`and known_to >= ${change.from}::date` : empty;
    await tx.execute(sql`delete from annual_history where issuer_id = ${issuerId} ${isLater}`);
    await tx.execute(sql`delete from trailing_history where issuer_id = ${issuerId} ${isLater}`);
    const ofYears = years.map(one => historyLine(issuerId, one, []));
    if (ofYears.length > 0) await tx.copy('annual_history', HISTORY_COLUMNS, ofYears);
    const ofTrailing = trailing.map(one => historyLine(issuerId, one, [JSON.stringify(one.year.shares)]));
    if (ofTrailing.length > 0) await tx.copy('trailing_history', [...HISTORY_COLUMNS, 'shares'], ofTrailing);
  }
  // A failed history is computed from the start when its facts change.
  const known = failure === null ? days.map(({ day, digest, newest }) => [day, digest, newest]) : [];
  await tx.execute(sql`
    insert into issuer_histories (issuer_id, version, rules_version, days, failure)
    values (${issuerId}, ${version}, ${rulesVersion}, ${JSON.stringify(known)}, ${failure})
    on conflict (issuer_id) do update set version = excluded.version, rules_version = excluded.rules_version,
      days = excluded.days, failure = excluded.failure`);
}

const HISTORY_COLUMNS = ['issuer_id', ...ANNUAL_ROW_COLUMNS, 'presented', 'known_from', 'known_to'];

/** One line of COPY text of a history, with the values of further columns. */
function historyLine(
  issuerId: string,
  { year, presented, knownFrom, knownTo }: AnnualVersion,
  more: readonly string[],
): string {
  return copyLine([
    issuerId,
    ...annualValues(year),
    JSON.stringify(presented.map(({ day, accession, status }) => [day, accession, status])),
    knownFrom,
    knownTo ?? 'infinity',
    ...more,
  ]);
}

/** Reads the column `presented`, oldest first. */
function readPresented(text: string): AnnualVersion['presented'] {
  const entries = JSON.parse(text) as [IsoDate, string, ValidationStatus][];
  return entries.map(([day, accession, status]) => ({ day, accession, status }));
}

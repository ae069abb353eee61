import { type Database, sql, type Transaction } from '../../db/database.ts';
import { isOutOfRange } from '../../domain/figures/financials/views/screen-page.ts';
import {
  type DatedQuestion,
  type FoundRow,
  findConverted,
  type ScreenQuestion,
} from '../../domain/figures/financials/views/screen-rows.ts';
import { loadEntityRefs, toEntityRef } from '../../domain/filings/issuers/views/entity.ts';
import { dayAsOf } from '../../domain/kit/as-of.ts';
import { ABOUT_NO_FILING, type NewEvent, queueEvents } from '../../domain/kit/store/outbox.ts';
import { filingId, uuidV5 } from '../../kernel/ids.ts';
import { queueNotice } from '../events/announce.ts';
import { MAX_COMPANIES, type ScreenQuery, screenQuestion } from './screen-shapes.ts';

/** Minutes between two checks of a screen. */
const CHECK_EVERY_MINUTES = 5;

/** A screen whose alerts are due. */
interface DueScreen {
  screenId: string;
  accountId: string;
  name: string;
  query: ScreenQuery;
  /** Null before the first check. */
  checkedFigures: string | null;
  checks: string;
}

export interface CheckOptions {
  now: Date;
  /** Changes of companies whose newest figures became known after this instant are announced. */
  announcesSince: string;
  signal?: AbortSignal | undefined;
}

/**
 * Announces the companies that entered or left the results of saved screens. A screen is checked only if figures changed since
 * its last check, and at most every five minutes. Its matches and its events are stored in one transaction, so a killed process
 * announces nothing twice and loses nothing.
 */
export async function checkScreens(db: Database, options: CheckOptions): Promise<void> {
  if (!(await isAnyDue(db, options.now))) return;
  const figures = await digestOfFigures(db);
  const failures: unknown[] = [];
  while (await checkNext(db, figures, options, failures)) options.signal?.throwIfAborted();
  if (failures.length > 0) throw failures[0];
}

async function isAnyDue(db: Database, now: Date): Promise<boolean> {
  const rows = await db.query(sql`
    select from saved_screens where alerts and alerts_paused is null and ${isDue(now)} limit 1`);
  return rows.length > 0;
}

function isDue(now: Date) {
  const before = new Date(now.getTime() - CHECK_EVERY_MINUTES * 60_000).toISOString();
  return sql`(checked_at is null or checked_at <= ${before})`;
}

/** Changes whenever the figures of a company do. */
async function digestOfFigures(db: Database): Promise<string> {
  const row = await db.queryOne<{ digest: string }>(sql`
    select count(*) || ' ' || coalesce(sum(hashtextextended(issuer_id || ' ' || version, 0)), 0) as digest
    from issuer_financials`);
  return row?.digest ?? '';
}

/** Checks the screen that waits longest; false if none is due. Other processes skip a screen that is being checked. */
function checkNext(
  db: Database,
  figures: string,
  { now, announcesSince }: CheckOptions,
  failures: unknown[],
): Promise<boolean> {
  return db.transaction(async tx => {
    const screen = await tx.queryOne<DueScreen>(sql`
      select screen_id as "screenId", account_id as "accountId", name, query, checked_figures as "checkedFigures", checks
      from saved_screens
      where alerts and alerts_paused is null and ${isDue(now)} and checked_figures is distinct from ${figures}
      order by checked_at nulls first, screen_id limit 1 for no key update skip locked`);
    if (screen === null) return false;
    const question = screenQuestion.safeParse(screen.query);
    if (!question.success) {
      await pause(tx, screen, 'invalid', 'Its query is no longer valid.');
      return true;
    }
    const found = await findMatches(db, { ...question.data, day: dayAsOf(undefined, now) }).catch((error: unknown) => {
      failures.push(error);
      return null;
    });
    if (found === 'out_of_range') {
      await pause(tx, screen, 'invalid', 'A formula exceeds the range of numbers for a company.');
      return true;
    }
    if (found === null) {
      // It is checked again in five minutes, and does not hold up the others.
      await tx.execute(
        sql`update saved_screens set checked_at = ${now.toISOString()} where screen_id = ${screen.screenId}`,
      );
      return true;
    }
    if (found.length > MAX_COMPANIES) {
      await pause(tx, screen, 'too_many_companies', `More than ${MAX_COMPANIES} companies match.`);
      return true;
    }
    const changes = await storeMatches(tx, screen, found);
    const isBaseline = screen.checkedFigures === null;
    if (!isBaseline) await queueEvents(tx, await eventsOf(tx, screen, question.data, changes, announcesSince));
    await tx.execute(sql`
      update saved_screens set checked_figures = ${figures}, checked_at = ${now.toISOString()}, checks = checks + 1
      where screen_id = ${screen.screenId}`);
    return true;
  });
}

/** Up to one company more than a screen with alerts may match; read outside of the transaction, which an error would abort. */
async function findMatches(db: Database, question: DatedQuestion): Promise<readonly FoundRow[] | 'out_of_range'> {
  try {
    return (await findConverted(db, question, null, MAX_COMPANIES + 1)).found;
  } catch (error) {
    if (isOutOfRange(error)) return 'out_of_range';
    throw error;
  }
}

/** Ends the alerts of a screen until its owner changes it, and notifies the owner of the reason. */
async function pause(
  tx: Transaction,
  { screenId, accountId, name, checks }: DueScreen,
  reason: 'too_many_companies' | 'invalid',
  why: string,
): Promise<void> {
  await tx.execute(sql`delete from saved_screen_companies where screen_id = ${screenId}`);
  await tx.execute(sql`
    update saved_screens set alerts_paused = ${reason}, checked_figures = null, checks = checks + 1
    where screen_id = ${screenId}`);
  await queueNotice(tx, {
    accountId,
    noticeType: 'screen.paused',
    key: `${screenId} ${checks}`,
    title: `Alerts of the screen “${name}” are paused`,
    summary: `${why} Change its query or switch its alerts on again.`,
  });
}

/** Companies that entered, and the ids of those that left, by entity. */
interface Changes {
  entered: Map<string, FoundRow>;
  left: ReadonlySet<string>;
}

/** Replaces the stored matches. Companies are compared as registrants are grouped now, so a regrouping is no change. */
async function storeMatches(tx: Transaction, { screenId }: DueScreen, found: readonly FoundRow[]): Promise<Changes> {
  const issuerIds = found.map(row => row.issuer_id);
  const rows = await tx.query<{ issuer_id: string; entity_id: string; was: boolean; is: boolean }>(sql`
    select i.issuer_id, i.entity_id, m.issuer_id is not null as was, i.issuer_id = any(${issuerIds}::bigint[]) as is
    from issuers i
    left join saved_screen_companies m on m.issuer_id = i.issuer_id and m.screen_id = ${screenId}
    where m.issuer_id is not null or i.issuer_id = any(${issuerIds}::bigint[])`);
  await tx.execute(sql`
    delete from saved_screen_companies where screen_id = ${screenId} and issuer_id <> all(${issuerIds}::bigint[])`);
  await tx.execute(sql`
    insert into saved_screen_companies (screen_id, issuer_id)
    select ${screenId}, issuer_id from unnest(${issuerIds}::bigint[]) as match (issuer_id) on conflict do nothing`);
  const before = new Set(rows.filter(row => row.was).map(row => row.entity_id));
  const after = new Map(rows.filter(row => row.is).map(row => [row.entity_id, row.issuer_id]));
  const byIssuer = new Map(found.map(row => [row.issuer_id, row]));
  const entered = [...after].flatMap(([entityId, issuerId]): [string, FoundRow][] => {
    const row = byIssuer.get(issuerId);
    return before.has(entityId) || row === undefined ? [] : [[entityId, row]];
  });
  return { entered: new Map(entered), left: new Set([...before].filter(entityId => !after.has(entityId))) };
}

/** Events of the changes of companies with a filing since `announcesSince`; other changes come from older data or other rules. */
async function eventsOf(
  tx: Transaction,
  screen: DueScreen,
  { columns }: ScreenQuestion,
  { entered, left }: Changes,
  announcesSince: string,
): Promise<NewEvent[]> {
  const changed = await loadRecent(tx, [...entered.keys(), ...left], announcesSince);
  const refs = await loadEntityRefs(
    tx,
    changed.map(company => company.entity_id),
  );
  return changed.flatMap((company): NewEvent[] => {
    const row = entered.get(company.entity_id);
    const entity = row ?? refs.get(company.entity_id);
    if (entity === undefined) return [];
    const { registry, native_id: nativeId, fiscal_year } = row ?? company;
    const filing = registry === null || nativeId === null ? null : filingId(registry, nativeId);
    const verb = row === undefined ? 'left' : 'entered';
    return [
      {
        eventType: `screen.${verb}`,
        eventKey: `${screen.screenId} ${screen.checks} ${company.entity_id}`,
        data: {
          ...{ screen_id: screen.screenId, screen_name: screen.name, ...toEntityRef(entity), fiscal_year },
          filing_id: filing === null ? null : uuidV5(filing),
          values: Object.fromEntries(
            row === undefined ? [] : columns.map(({ key }, at) => [key, row.amounts[at] ?? null]),
          ),
        },
        title: `${entity.company_name} ${verb} the screen “${screen.name}”`,
        summary: null,
        ...ABOUT_NO_FILING,
        filingId: filing,
        url: null,
        marketIds: null,
        knownAt: company.known_at,
        to: { accountId: screen.accountId },
      },
    ];
  });
}

/** A company with its newest fiscal year, if it has one. */
interface RecentCompany {
  entity_id: string;
  /** When the newest of its figures became known. */
  known_at: string;
  fiscal_year: number | null;
  registry: string | null;
  native_id: string | null;
}

/** Companies whose newest figures became known after `since`. */
function loadRecent(tx: Transaction, entityIds: readonly string[], since: string): Promise<RecentCompany[]> {
  return tx.query<RecentCompany>(sql`
    select c.entity_id, c.known_at, a.fiscal_year, a.native_id,
      (select s.registry from fact_sources s where s.issuer_id = a.issuer_id order by s.source limit 1) as registry
    from (
      select o.entity_id, max(f.data_as_of) as known_at from issuers o join issuer_financials f on f.issuer_id = o.issuer_id
      where o.entity_id = any(${[...entityIds]}::bigint[]) group by o.entity_id) c
    left join lateral (
      select a.issuer_id, a.fiscal_year, a.native_id from issuers o join annual_amounts a on a.issuer_id = o.issuer_id
      where o.entity_id = c.entity_id and a.is_newest
      order by a.is_stand_alone, o.issuer_id <> o.entity_id, o.issuer_id limit 1) a on true
    where c.known_at > ${since}
    order by c.entity_id`);
}

import { sql, type Transaction } from '../../../db/database.ts';
import { ofFilings } from '../../kit/store/exported-table.ts';
import { filingsOf } from '../../kit/store/filing-keys.ts';
import { type NewEvent, queueEvents } from '../../kit/store/outbox.ts';
import type { BatchFiling, Part } from '../../part.ts';
import { refreshProminenceOfIssuers } from '../issuers/store/entities.ts';
import { categoryLabel } from './model/document-taxonomy.ts';
import { joinDuplicateFilings, separateDuplicateFilings } from './store/duplicate-filings.ts';
import { upsertStandings } from './store/filing-standings.ts';
import { loadFilings, mergeFilings } from './store/filings.ts';
import { ANNOUNCED_FILING_COLUMNS, type AnnouncedFilingRow, eventOfFiling } from './views/event-of-filing.ts';

interface NewFilingRow extends AnnouncedFilingRow {
  filing_date: string;
  period_end: string | null;
  title: string | null;
  item_codes: string[];
}

/** The filings that documents list, as COPY text. */
export interface ListedFilings {
  lines: Uint8Array;
  /** True if the issuer already has filings to merge these with. */
  mergesFilings: boolean;
}

/** What became of the filings of a batch. */
export interface PersistedFilings {
  /** Native ids of opened filings that no list and no header has stated. */
  unknown: ReadonlySet<string>;
  /** Ids of issuers with filings that were merged with a duplicate, before or now: these may be known at another instant. */
  merged: readonly string[];
}

export const filingsPart: Part<never, ListedFilings, PersistedFilings> = {
  name: 'filings',
  after: ['issuers'],
  tables: [
    ofFilings('filings'),
    { table: 'filing_aliases', of: 'issuers', order: ['registry C', 'alias_id C'] },
    {
      table: 'filing_standings',
      of: 'issuers',
      from: 'filing_standings as one join filings using (registry, native_id) join issuers using (issuer_id)',
      order: ['registry C', 'native_id C'],
    },
  ],
  statedRows: listed => [listed.lines],
  async persist(tx, batch) {
    const withFilings = new Set(batch.issuersWithFilings);
    const listed = batch.statedBy(filingsPart).filter(({ issuerId }) => withFilings.has(issuerId));
    const linesOf = (mergesFilings: boolean): Uint8Array[] =>
      listed.filter(({ value }) => value.mergesFilings === mergesFilings).map(({ value }) => value.lines);
    const separated = await separateDuplicateFilings(tx, batch);
    await loadFilings(tx, linesOf(false));
    await mergeFilings(tx, linesOf(true));
    const joined = await joinDuplicateFilings(tx, batch);
    await refreshProminenceOfIssuers(tx, batch.issuerIds);
    await upsertStandings(tx, batch.registry, batch.standings);
    const unknown = await unknownFilings(tx, batch.opened);
    batch.dropOpened(unknown);
    return { unknown, merged: [...new Set([...separated, ...joined])] };
  },
  announce: (tx, batch) => queueFilingEvents(tx, batch.registry, batch.issuersToAnnounce, batch.announcesSince),
};

/**
 * Queues one announcement for each filing of the issuers that became known after `since` (an instant). Call it in the
 * transaction that stores them. Withdrawn filings are not announced, nor are duplicates of a filing that was.
 */
export async function queueFilingEvents(
  tx: Transaction,
  registry: string,
  issuerIds: readonly string[],
  since: string,
): Promise<void> {
  if (issuerIds.length === 0) return;
  const rows = await tx.query<NewFilingRow>(sql`
    select ${ANNOUNCED_FILING_COLUMNS}, g.filing_date, g.period_end, g.title, g.item_codes
    from filings g join issuers i on i.issuer_id = g.issuer_id
    where g.issuer_id = any(${[...issuerIds]}::bigint[]) and g.known_at > ${since} and g.registry = ${registry}
      and not exists (
        select from filing_standings s where s.registry = g.registry and s.native_id = g.native_id
          and s.status in ('withdrawn', 'closed'))
      and not exists (
        select from filing_aliases a
        where a.issuer_id = g.issuer_id and a.registry = g.registry and a.native_id = g.native_id)`);
  await queueEvents(tx, rows.map(toEvent));
}

function toEvent(row: NewFilingRow): NewEvent {
  return {
    ...eventOfFiling(row),
    eventType: 'filing.discovered',
    data: { form_type: row.form_type, filing_id: row.filing_uuid, filing_date: row.filing_date },
    title: `${categoryLabel(row.category)} (${row.form_type})`,
    summary: summaryOf(row),
  };
}

/** The registry's title, its items and its period, if they add anything to its form. */
function summaryOf({ title, form_type, item_codes, period_end }: NewFilingRow): string | null {
  const parts = [
    ...(title === null || title.trim().toUpperCase() === form_type.toUpperCase() ? [] : [title.trim()]),
    ...(item_codes.length === 0 ? [] : [`items ${item_codes.join(', ')}`]),
    ...(period_end === null ? [] : [`period to ${period_end}`]),
  ];
  return parts.length === 0 ? null : parts.join(' · ');
}

/** Contents of a filing are stored only after the filing itself. */
async function unknownFilings(tx: Transaction, opened: readonly BatchFiling[]): Promise<ReadonlySet<string>> {
  if (opened.length === 0) return new Set();
  const rows = await tx.query<{ native_id: string }>(sql`
    select native_id from ${filingsOf(opened)}
    where not exists (
      select from filings g
      where g.issuer_id = filing.issuer_id and g.registry = filing.registry and g.native_id = filing.native_id)`);
  return new Set(rows.map(row => row.native_id));
}

import { sql, type Transaction } from '../../../db/database.ts';
import { ofFilings } from '../../kit/store/exported-table.ts';
import { filingsOf } from '../../kit/store/filing-keys.ts';
import type { BatchFiling, Part } from '../../part.ts';
import { refreshProminenceOfIssuers } from '../issuers/store/entities.ts';
import { queueFilingEvents } from './filing-events.ts';
import { joinDuplicateFilings } from './join-duplicate-filings.ts';
import { upsertStandings } from './store/filing-standings.ts';
import { loadFilings, mergeFilings } from './store/filings.ts';

/** The filings that documents list, as COPY text. */
export interface ListedFilings {
  lines: Uint8Array;
  /** True if the issuer already has filings to merge these with. */
  mergesFilings: boolean;
}

/** `persist` returns the native ids of opened filings that no list and no header has stated. */
export const filingsPart: Part<never, ListedFilings, ReadonlySet<string>> = {
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
    await loadFilings(tx, linesOf(false));
    await mergeFilings(tx, linesOf(true));
    await joinDuplicateFilings(tx, batch);
    await refreshProminenceOfIssuers(tx, batch.issuerIds);
    await upsertStandings(tx, batch.registry, batch.standings);
    const unknown = await unknownFilings(tx, batch.opened);
    batch.dropOpened(unknown);
    return unknown;
  },
  announce: (tx, batch) => queueFilingEvents(tx, batch.registry, batch.issuersToAnnounce, batch.announcesSince),
};

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

import { sql, type Transaction } from '../../../db/database.ts';
import { type NewEvent, queueEvents } from '../../kit/store/outbox.ts';
import { categoryLabel } from './model/document-taxonomy.ts';
import { ANNOUNCED_FILING_COLUMNS, type AnnouncedFilingRow, eventOfFiling } from './views/event-of-filing.ts';

interface NewFilingRow extends AnnouncedFilingRow {
  filing_date: string;
  period_end: string | null;
  title: string | null;
  item_codes: string[];
}

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

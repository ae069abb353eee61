import { z } from 'zod';
import { empty, raw, type Sql, sql } from '../../../../db/database.ts';
import type { Instant } from '../../../../kernel/dates.ts';
import type { FilingRefRow } from '../../../filings/filings/views/filing.ts';
import { isoDate } from '../../../kit/fields.ts';
import type { InsiderLineRow } from '../model/insider-transaction.ts';
import { listedTransaction } from './insider-shapes.ts';

/** Insider trades in a window of filing dates. */
export const insiderMatch = z
  .object({
    predicate: z.literal('insider'),
    match_date: isoDate.nullable().describe('Filing date of the latest trade, UTC.'),
    acquired_disposed: z.enum(['A', 'D']),
    latest_transaction: listedTransaction,
    transactions_count: z.int().describe('Number of trades of that direction in the window.'),
  })
  .meta({ id: 'InsiderMatch' });

/** A line with its filing, as {@link INSIDER_LINE_COLUMNS} selects it. */
export interface FiledInsiderLineRow extends InsiderLineRow, FilingRefRow {
  issuer_id: string;
}

/** Columns of lines `insider_lines n`; requires {@link FILING_OF_LINE}. */
export const INSIDER_LINE_COLUMNS = raw(`
  n.issuer_id, n.transaction_id, n.line, r.is_amendment, r.amends, g.registry, g.native_id, g.form_type, g.known_at,
  g.period_end, g.url,
  coalesce((
    select json_agg(json_build_object('person_id', p.person_id, 'name', p.name, 'kind', p.kind,
      'is_director', o.is_director, 'is_officer', o.is_officer, 'is_ten_percent_owner', o.is_ten_percent_owner,
      'officer_title', o.officer_title) order by o.place)
    from insider_owners o join persons p using (person_id)
    where o.issuer_id = n.issuer_id and o.registry = n.registry and o.native_id = n.native_id), '[]') as owners`);

/** Joins a line to its report `r` and filing `g`. */
export const FILING_OF_LINE = raw(`
  join insider_reports r on r.issuer_id = n.issuer_id and r.registry = n.registry and r.native_id = n.native_id
  join filings g on g.issuer_id = n.issuer_id and g.registry = n.registry and g.native_id = n.native_id`);

/** A condition on lines `n` that excludes filings withdrawn before an instant, or by now. */
export function filingIsNotWithdrawn(until: Instant | null = null): Sql {
  const known = until === null ? empty : sql`and s.since < ${until}::timestamptz`;
  return sql`not exists (
    select from filing_standings s
    where s.registry = n.registry and s.native_id = n.native_id and s.status in ('withdrawn', 'closed') ${known})`;
}

import type { Account } from '../../../../accounts/account.ts';
import { type Database, empty, type Sql, sql } from '../../../../db/database.ts';
import type { Instant } from '../../../../kernel/dates.ts';
import { filingId } from '../../../../kernel/ids.ts';
import { toFilingRef } from '../../../filings/filings/views/filing.ts';
import { type EntityRefRow, toEntityRef } from '../../../filings/issuers/views/entity.ts';
import { describePreview, rowsShown, ruleFor, withhold } from '../../../kit/responses/previews.ts';
import { toInsiderTransaction } from '../model/insider-transaction.ts';
import {
  FILING_OF_LINE,
  type FiledInsiderLineRow,
  filingIsNotWithdrawn,
  INSIDER_LINE_COLUMNS,
} from './insider-rows.ts';
import { INSIDER_PREVIEW, type ListedTransaction } from './insider-shapes.ts';
import { withPriceQuality } from './judge-insider-prices.ts';

/** The query of a list of lines, with its caller. */
export interface InsiderQuestion {
  account: Account | null;
  limit: number;
  /** A statement that selects `n.*` of `insider_lines n` with {@link LINE_IS_CURRENT} or {@link lineWasCurrent}; `page` sorts and limits it, or is empty. */
  lines: (page: Sql) => Sql;
  /** Columns of the company of each line `n`, and the joins they need. */
  entity: { columns: Sql; joins: Sql };
}

/** Lines that no amendment replaced, from filings that were not withdrawn. */
export const LINE_IS_CURRENT: Sql = sql`n.superseded_by is null and ${filingIsNotWithdrawn()}`;

/** Lines known before an instant that no amendment known by then replaced, from filings that were not withdrawn by then. */
export function lineWasCurrent(until: Instant): Sql {
  return sql`n.known_at < ${until}::timestamptz and (n.superseded_by is null or exists (
      select from insider_reports a where a.issuer_id = n.issuer_id and a.registry = n.registry
        and a.native_id = n.superseded_by and a.known_at >= ${until}::timestamptz))
    and ${filingIsNotWithdrawn(until)}`;
}

const NEWEST_FIRST = sql`order by n.known_at desc, n.transaction_id`;

type Row = FiledInsiderLineRow & EntityRefRow;

/** A page of current lines, newest filing first, shortened if the caller's plan requires it. */
export async function pageOfInsiderLines(db: Database, { account, limit, lines, entity }: InsiderQuestion) {
  const rule = ruleFor(account, INSIDER_PREVIEW);
  const shown = rowsShown(rule, limit);
  const page = sql`${NEWEST_FIRST} limit ${shown + 1}::integer`;
  // Lines are selected first, by index, because the joins do not filter them.
  const rows = await db.query<Row>(sql`
    with page as materialized (select n.* from (${lines(page)}) n ${page})
    select ${INSIDER_LINE_COLUMNS}, ${entity.columns} from page n ${FILING_OF_LINE} ${entity.joins} ${NEWEST_FIRST}`);
  const listed = rows.slice(0, shown);
  const total = async (): Promise<number> => {
    const row = await db.queryOne<{ total: number }>(sql`
      select count(*)::integer as total from (${lines(empty)}) n`);
    return row?.total ?? 0;
  };
  return {
    items: withhold(await withPriceQuality(db, listed.map(toListedTransaction)), rule),
    has_more: rows.length > shown,
    preview: await describePreview(rule, listed.length, total),
    newest: listed[0]?.known_at ?? null,
  };
}

/** Converts a line with its filing and company for lists, before keys are withheld. */
export function toListedTransaction(row: FiledInsiderLineRow & EntityRefRow): ListedTransaction {
  return toInsiderTransaction(row, {
    entity: toEntityRef(row),
    filing: toFilingRef(row),
    amends: row.amends === null ? null : filingId(row.registry, row.amends),
  });
}

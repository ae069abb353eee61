import type { Account } from '../accounts/account.ts';
import { type Database, type Sql, sql } from '../db/database.ts';
import {
  FILING_OF_LINE,
  type FiledInsiderLineRow,
  INSIDER_LINE_COLUMNS,
  IS_OF_STANDING_FILING,
} from '../delivery/insider-rows.ts';
import { filingId } from '../kernel/ids.ts';
import { toInsiderTransaction } from '../model/insider-transaction.ts';
import { type EntityRefRow, toEntityRef } from './entity-refs.ts';
import { toFilingRef } from './filing-rows.ts';
import { INSIDER_PREVIEW, type ListedTransaction } from './insider-shapes.ts';
import { rowsShown, ruleFor, tellPreview, withhold } from './previews.ts';

/** What lists of lines share: where they come from, and for whom they are. */
export interface InsiderQuestion {
  account: Account | null;
  limit: number;
  /** From `insider_lines n` on, with its company as `entity_ref.ts` has it. */
  from: Sql;
  /** Conditions, each beginning with `and`. */
  conditions: Sql;
  /** Columns of the company of each line. */
  entityColumns: Sql;
}

type Row = FiledInsiderLineRow & EntityRefRow;

/** A page of the lines that stand, newest filing first, shortened where the caller's plan asks for it. */
export async function pageOfInsiderLines(
  db: Database,
  { account, limit, from, conditions, entityColumns }: InsiderQuestion,
) {
  const rule = ruleFor(account, INSIDER_PREVIEW);
  const shown = rowsShown(rule, limit);
  const standing = sql`
    ${from} ${FILING_OF_LINE} where n.superseded_by is null and ${IS_OF_STANDING_FILING} ${conditions}`;
  const rows = await db.query<Row>(sql`
    select ${INSIDER_LINE_COLUMNS}, ${entityColumns} from ${standing}
    order by n.known_at desc, n.transaction_id limit ${shown + 1}::integer`);
  const page = rows.slice(0, shown);
  const total = async (): Promise<number> => {
    const row = await db.queryOne<{ total: number }>(sql`select count(*)::integer as total from ${standing}`);
    return row?.total ?? 0;
  };
  return {
    items: withhold(page.map(toListed), rule),
    has_more: rows.length > shown,
    preview: await tellPreview(rule, page.length, total),
    newest: page[0]?.known_at ?? null,
  };
}

function toListed(row: Row): ListedTransaction {
  return toInsiderTransaction(row, {
    entity: toEntityRef(row),
    filing: toFilingRef(row),
    amends: row.amends === null ? null : filingId(row.registry, row.amends),
  });
}

import { copyLine, sql, type Transaction } from '../../../db/database.ts';
import type { Instant } from '../../../kernel/dates.ts';
import type { MemberList } from './rules/read-members.ts';

/** Replaces the members of an index. */
export async function replaceMembers(
  tx: Transaction,
  index: { indexId: string; marketId: string; importedAt: Instant },
  { knownFrom, memberships }: MemberList,
): Promise<void> {
  const { indexId, marketId, importedAt } = index;
  await tx.execute(sql`delete from index_lists where index_id = ${indexId}`);
  await tx.execute(sql`
    insert into index_lists (index_id, market_id, known_from, imported_at)
    values (${indexId}, ${marketId}, ${knownFrom}, ${importedAt})`);
  const lines = memberships.map(({ company, from, to }) => copyLine([indexId, company, from, to ?? 'infinity']));
  await tx.copy('index_members', ['index_id', 'company', 'from_date', 'to_date'], lines);
}

/** Counts the memberships that no company of the store has. */
export async function countUnknownMembers(tx: Transaction, indexId: string): Promise<number> {
  const row = await tx.queryOne<{ count: number }>(sql`
    select count(*)::integer as count from index_members m join index_lists x using (index_id)
    where m.index_id = ${indexId}
      and not exists (select from issuers i where i.canonical_key = m.company)
      and not exists (select from listings l where l.ticker_key = m.company and l.market_id = x.market_id)`);
  return row?.count ?? 0;
}

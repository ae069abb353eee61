import { empty, raw, sql, type Transaction } from '../../../../db/database.ts';

/** Tables whose rows name a listing by `ticker_key` and `market_id` and wait for its `issuer_id`. */
export type TableOfListed = 'calendar_entries' | 'street_snapshots';

/**
 * Links rows without an issuer to the issuer of their listing, unless several companies have it. If `issuerIds` is given, only
 * rows that name a listing of these issuers are considered. Returns the number of linked rows.
 */
export function linkListed(tx: Transaction, table: TableOfListed, issuerIds?: readonly string[]): Promise<number> {
  const ofIssuers =
    issuerIds === undefined
      ? empty
      : sql`and (l.market_id, l.ticker_key) in (
          select market_id, ticker_key from listings where issuer_id = any(${[...issuerIds]}::bigint[]))`;
  return tx.execute(sql`
    update ${raw(table)} found set issuer_id = fitting.issuer_id
    from (
      select l.market_id, l.ticker_key, min(l.issuer_id) as issuer_id
      from (select distinct market_id, ticker_key from ${raw(table)} where issuer_id is null) waiting
        join listings l on l.ticker_key = waiting.ticker_key and l.market_id = waiting.market_id
        join issuers i on i.issuer_id = l.issuer_id
      where l.status <> 'delisted' ${ofIssuers}
      group by l.market_id, l.ticker_key having count(distinct i.entity_id) = 1
    ) fitting
    where found.issuer_id is null and found.market_id = fitting.market_id and found.ticker_key = fitting.ticker_key`);
}

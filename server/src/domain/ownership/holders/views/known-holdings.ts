import { empty, raw, type Sql, sql } from '../../../../db/database.ts';
import type { Instant, IsoDate } from '../../../../kernel/dates.ts';

/** What of the reports of managers a query reads. */
export interface HoldingsScope {
  /** Ends of quarters; all if absent. */
  quarters?: readonly IsoDate[];
  cusips?: readonly string[];
  /** Managers; all if absent. */
  issuerIds?: readonly string[];
}

/** Where positions, books and the reports of books are read: as known now, or as known before an instant. */
export interface HoldingsSource {
  /** Common table expressions that the names below need, each followed by a comma; empty if none. */
  ctes: Sql;
  /** `with` and these expressions, for a query without others; empty if none. */
  withs: Sql;
  /** Relation with the columns of `holdings`. */
  holdings: Sql;
  /** Relation with the columns of `holding_books`, without `positions_count`. */
  books: Sql;
  /** Relation of the reports that make up books, with `issuer_id`, `registry`, `native_id`, `quarter_end` and `file_number`. */
  reports: Sql;
}

const NOW: HoldingsSource = {
  ctes: empty,
  withs: empty,
  holdings: raw('holdings'),
  books: raw('holding_books'),
  reports: raw('(select * from holdings_reports where is_in_book)'),
};

/**
 * The holdings that were known before `until`, by the rules of stored books (store/holdings-reports.ts): the newest original or
 * restatement known by then, and the additions after it. The stored positions of a book are used where it consists of the same reports
 * now; those of the others are summed from the lines of their reports.
 */
export function holdingsKnown(scope: HoldingsScope, until: Instant | null): HoldingsSource {
  if (until === null) return NOW;
  const expressions = knownExpressions(scope, until);
  return {
    ctes: sql`${expressions},`,
    withs: sql`with ${expressions}`,
    holdings: raw('known_holdings'),
    books: raw('known_books'),
    reports: raw('known_in_book'),
  };
}

function knownExpressions({ quarters, cusips, issuerIds }: HoldingsScope, until: Instant): Sql {
  const ofQuarters = (alias: Sql): Sql =>
    quarters === undefined ? empty : sql`and ${alias}.quarter_end = any(${[...quarters]}::date[])`;
  const ofCusips = (alias: Sql): Sql =>
    cusips === undefined ? empty : sql`and ${alias}.cusip = any(${[...cusips]}::text[])`;
  const ofManagers = (alias: Sql): Sql =>
    issuerIds === undefined ? empty : sql`and ${alias}.issuer_id = any(${[...issuerIds]}::bigint[])`;
  return sql`known_reports as materialized (
      select r.issuer_id, r.registry, r.native_id, r.known_at, r.quarter_end, r.report_type, r.amendment, r.file_number,
        r.value_factor, r.is_confidential, r.lines_value,
        row_number() over (partition by r.issuer_id, r.quarter_end order by r.known_at, r.native_id collate "C") as place
      from holdings_reports r
      where r.known_at < ${until}::timestamptz ${ofQuarters(sql`r`)} ${ofManagers(sql`r`)}
        and (r.lines_count > 0 or r.report_type = 'notice' or coalesce(r.stated_lines, 0) = 0)
    ), known_in_book as materialized (
      select * from (
        select *, max(place) filter (where amendment is distinct from 'new_holdings')
          over (partition by issuer_id, quarter_end) as base
        from known_reports) r
      where place >= coalesce(base, 1)
    ), known_books as materialized (
      select k.*, b.native_ids is not distinct from k.native_ids as is_stored
      from (
        select issuer_id, quarter_end, max(known_at) as known_at, array_agg(native_id order by place) as native_ids,
          (array_agg(registry order by place desc))[1] as registry, bool_and(report_type = 'notice') as is_notice,
          coalesce(sum(lines_value * value_factor), 0) as market_value, bool_and(not is_confidential) as is_complete
        from known_in_book group by issuer_id, quarter_end
      ) k left join holding_books b using (issuer_id, quarter_end)
    ), replaced_since as materialized (
      select r.* from known_in_book r join known_books k using (issuer_id, quarter_end) where not k.is_stored
    ), known_holdings as (
      select h.issuer_id, h.quarter_end, h.cusip, h.kind, h.name_as_filed, h.class_title, h.market_value, h.amount,
        h.voting_sole, h.voting_shared, h.voting_none, h.discretion
      from holdings h join known_books k using (issuer_id, quarter_end)
      where k.is_stored ${ofQuarters(sql`h`)} ${ofCusips(sql`h`)} ${ofManagers(sql`h`)}
      union all
      select r.issuer_id, r.quarter_end, l.cusip, coalesce(l.put_call, l.amount_type, 'unknown'), min(l.name_as_filed),
        min(l.class_title), coalesce(sum(l.value * r.value_factor), 0), coalesce(sum(l.amount), 0), sum(l.voting_sole),
        sum(l.voting_shared), sum(l.voting_none),
        case when min(coalesce(l.discretion, '')) = max(coalesce(l.discretion, '')) then min(l.discretion) end
      from replaced_since r join holding_lines l on l.issuer_id = r.issuer_id and l.registry = r.registry and l.native_id = r.native_id
      where true ${ofCusips(sql`l`)}
      group by r.issuer_id, r.quarter_end, l.cusip, coalesce(l.put_call, l.amount_type, 'unknown')
    )`;
}

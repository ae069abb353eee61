import type { z } from 'zod';
import { empty, sql } from '../../../../db/database.ts';
import type { Instant } from '../../../../kernel/dates.ts';
import { ENTITY_REF_COLUMNS, type EntityRefRow, entityOfRegistrant } from '../../../filings/issuers/views/entity.ts';
import { ruleFor, withhold } from '../../../kit/responses/previews.ts';
import type { ScreenPredicate, ScreenSpan } from '../../../kit/screens/screen-predicate.ts';
import { LINE_IS_CURRENT, lineWasCurrent, toListedTransaction } from './insider-lines.ts';
import { FILING_OF_LINE, type FiledInsiderLineRow, INSIDER_LINE_COLUMNS, type insiderMatch } from './insider-rows.ts';
import { INSIDER_PREVIEW } from './insider-shapes.ts';

type Row = FiledInsiderLineRow & EntityRefRow & { entity_id: string; transactions_count: number };

/**
 * Companies whose insiders bought (A) or sold (D) shares at a price, according to filings in the window. With `knownBefore`, amendments
 * from that instant on replace nothing.
 */
export function insiderPredicate(
  direction: 'A' | 'D',
  knownBefore: Instant | null = null,
): ScreenPredicate<z.input<typeof insiderMatch>> {
  // Equity swaps and zero prices are not trades in shares. Stored digits are either a valid number or absent.
  const wanted = ({ after, until }: ScreenSpan) => sql`
    n.transaction_code = ${direction === 'A' ? 'P' : 'S'} and n.acquired_disposed = ${direction} and not n.is_derivative
    and not n.is_holding and n.known_at > ${after} and n.known_at <= ${until}
    and ${knownBefore === null ? LINE_IS_CURRENT : lineWasCurrent(knownBefore)}
    and (n.line::jsonb->>'pricePerShare')::numeric > 0 and not (n.line::jsonb->>'isEquitySwap')::boolean`;
  return {
    companies: span => sql`
      select i.entity_id, n.known_at as matched_at from insider_lines n join issuers i using (issuer_id) where ${wanted(span)}`,
    async matches({ db, account, entityIds, span }) {
      const rows = await db.query<Row>(sql`
        with found as materialized (
          select distinct on (o.entity_id) o.entity_id, n.*,
            count(*) over (partition by o.entity_id)::integer as transactions_count
          from issuers o join insider_lines n using (issuer_id)
          where o.entity_id = any(${[...entityIds]}::bigint[]) and ${wanted(span)}
          order by o.entity_id, n.known_at desc, n.transaction_id
        )
        select n.entity_id, n.transactions_count, ${INSIDER_LINE_COLUMNS}, ${ENTITY_REF_COLUMNS}
        from found n ${FILING_OF_LINE} join issuers i on i.issuer_id = n.issuer_id ${entityOfRegistrant()}`);
      const shown = withhold(rows.map(toListedTransaction), ruleFor(account, INSIDER_PREVIEW));
      return new Map(
        rows.flatMap(({ entity_id, known_at, transactions_count }, at) => {
          const latest = shown[at];
          if (latest === undefined) return [];
          const head = {
            predicate: 'insider' as const,
            match_date: known_at.slice(0, 10),
            acquired_disposed: direction,
          };
          return [[entity_id, { ...head, latest_transaction: latest, transactions_count }] as const];
        }),
      );
    },
    anything: sql`select issuer_id from insider_reports
      ${knownBefore === null ? empty : sql`where known_at < ${knownBefore}::timestamptz`}`,
    data: 'insider reports',
  };
}

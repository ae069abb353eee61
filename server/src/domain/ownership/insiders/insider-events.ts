import { sql, type Transaction } from '../../../db/database.ts';
import { filingId, uuidV5 } from '../../../kernel/ids.ts';
import { addToList } from '../../../kernel/lists.ts';
import { marketsOf } from '../../filings/markets/rules/registry-order.ts';
import { type NewEvent, queueEvents } from '../../kit/store/outbox.ts';
import type { InsiderLine } from './model/insider-report.ts';
import { toInsiderTransaction } from './model/insider-transaction.ts';
import {
  FILING_OF_LINE,
  type FiledInsiderLineRow,
  filingIsNotWithdrawn,
  INSIDER_LINE_COLUMNS,
} from './views/insider-rows.ts';

interface EventLineRow extends FiledInsiderLineRow {
  filing_date: string;
  category: string;
  category_group: string;
  issuer_market: string;
  canonical_key: string;
  company_name: string;
  ticker: string | null;
  market_id: string | null;
}

/** A report that is new or has changed. */
export interface StoredInsiderReport {
  issuerId: string;
  registry: string;
  nativeId: string;
}

/**
 * Queues one event per filing, with all its lines, for reports that became known after `since` (an instant). Events are queued
 * only once; reports with holdings only are skipped. Call it in the transaction that stores the reports.
 */
export async function queueInsiderEvents(
  tx: Transaction,
  reports: readonly StoredInsiderReport[],
  since: string,
): Promise<void> {
  if (reports.length === 0) return;
  const rows = await tx.query<EventLineRow>(sql`
    select ${INSIDER_LINE_COLUMNS}, g.filing_date, g.category, g.category_group, i.market_id as issuer_market,
      e.canonical_key, e.company_name, l.ticker, l.market_id
    from json_to_recordset(${JSON.stringify(reports)}::json) as row ("issuerId" bigint, registry text, "nativeId" text)
    join insider_lines n on n.issuer_id = "issuerId" and n.registry = row.registry and n.native_id = "nativeId"
    ${FILING_OF_LINE}
    join issuers i on i.issuer_id = n.issuer_id join issuers e on e.issuer_id = i.entity_id
    left join lateral (
      select h.ticker, h.market_id from issuers m join listings h on h.issuer_id = m.issuer_id
      where m.entity_id = i.entity_id
      order by coalesce(h.is_entity_home, h.is_home) desc, h.status, h.market_id, h.ticker, h.issuer_id limit 1) l on true
    where g.known_at > ${since} and ${filingIsNotWithdrawn()}
    order by n.issuer_id, n.transaction_id`);
  const filings = new Map<string, EventLineRow[]>();
  for (const row of rows) addToList(filings, `${row.issuer_id} ${row.native_id}`, row);
  const withTrades = [...filings.values()].filter(lines => lines.some(({ line }) => !read(line).isHolding));
  await queueEvents(tx, withTrades.flatMap(toEvents));
}

function toEvents(lines: readonly EventLineRow[]): NewEvent[] {
  const [first] = lines;
  if (first === undefined) return [];
  const id = filingId(first.registry, first.native_id);
  return [
    {
      eventType: 'insider_transaction.discovered',
      eventKey: id,
      data: {
        filing_id: uuidV5(id),
        form_type: first.form_type,
        filing_date: first.filing_date,
        url: first.url,
        transactions: lines.map(toTransaction),
      },
      title: `Insider transaction (${first.form_type})`,
      summary: summaryOf(first, lines),
      category: first.category,
      categoryGroup: first.category_group,
      formType: first.form_type,
      filingId: id,
      url: first.url,
      marketIds: marketsOf(first.registry, first.issuer_market),
      knownAt: first.known_at,
      to: { issuerId: first.issuer_id },
    },
  ];
}

/** Webhooks use the UUID form of filing ids. */
function toTransaction(row: EventLineRow): unknown {
  const { canonical_key, company_name, ticker, market_id, registry, native_id, amends } = row;
  return toInsiderTransaction(row, {
    entity: { canonical_key, company_name, ticker, market_id },
    filing: {
      filing_id: uuidV5(filingId(registry, native_id)),
      form_type: row.form_type,
      period_end: row.period_end,
      filed_at: row.known_at,
      url: row.url,
    },
    amends: amends === null ? null : uuidV5(filingId(registry, amends)),
  });
}

const MAX_SUMMARY_LINES = 3;

/** For example `Jane Doe · sold 1,500 Common Stock at 66.903`. */
function summaryOf({ owners }: EventLineRow, lines: readonly EventLineRow[]): string {
  const trades = lines.map(({ line }) => read(line)).filter(line => !line.isHolding);
  const more = trades.length - MAX_SUMMARY_LINES;
  return [
    owners.map(({ name }) => name).join(', '),
    ...trades.slice(0, MAX_SUMMARY_LINES).map(describeLine),
    ...(more > 0 ? [`${more} more`] : []),
  ]
    .filter(part => part !== '')
    .join(' · ');
}

function describeLine(line: InsiderLine): string {
  const shares = line.shares === null ? '' : ` ${Number(line.shares).toLocaleString('en-US')}`;
  const isPriced = line.pricePerShare !== null && line.pricePerShare !== '0';
  return `${verbOf(line)}${shares} ${line.securityTitle}${isPriced ? ` at ${line.pricePerShare}` : ''}`;
}

function verbOf({ transactionCode, acquiredDisposed }: InsiderLine): string {
  if (transactionCode === 'P') return 'bought';
  if (transactionCode === 'S') return 'sold';
  if (acquiredDisposed === null) return 'reported';
  return acquiredDisposed === 'A' ? 'acquired' : 'disposed of';
}

function read(line: string): InsiderLine {
  return JSON.parse(line) as InsiderLine;
}

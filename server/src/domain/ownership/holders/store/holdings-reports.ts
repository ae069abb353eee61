import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { copyLine, sql, type Transaction } from '../../../../db/database.ts';
import { encodeLines, encodeRows } from '../../../../db/encode-text.ts';
import { compareText } from '../../../../kernel/compare-text.ts';
import type { IsoDate } from '../../../../kernel/dates.ts';
import { FILING_SOURCE } from '../../../filings/facts/model/facts.ts';
import { changedAgainst, type FilingKey } from '../../../kit/store/filing-keys.ts';
import type { HoldingLine, HoldingsReport } from '../model/holdings-report.ts';
import { type ImpliedPrice, impliedPrices, type ValueUnit, valueUnitOf } from '../model/value-unit.ts';

/** A report ready to be stored. Its lines are COPY text, which a worker thread can transfer without copying. */
export interface EncodedHoldings {
  head: Omit<HoldingsReport, 'lines'>;
  linesCount: number;
  /** As filed. */
  linesValue: string;
  prices: ImpliedPrice[];
  /** COPY text of `holding_lines`. */
  lines: Uint8Array;
  /** COPY text of the security names in its lines. */
  names: Uint8Array;
  /** Digest of everything that was read. */
  digest: string;
}

/** The holdings report of a filing; null if it is not one. */
export interface FiledHoldings extends FilingKey {
  holdings: EncodedHoldings | null;
}

/** Part of every digest. Increment it when the stored form changes, so that reports are rewritten. */
const STORED_FORM = 2;

/** `keyOf` folds names like issuer names. */
export function encodeHoldings(
  report: HoldingsReport,
  { issuerId, registry, nativeId }: FilingKey,
  keyOf: (name: string) => string,
): EncodedHoldings {
  const { lines, ...head } = report;
  const hash = createHash('sha256').update(JSON.stringify([STORED_FORM, head]));
  const key = copyLine([issuerId, registry, nativeId]).trimEnd();
  const encoded = encodeRows(lines, line => {
    const columns = copyLine(columnsOf(line));
    // The key is excluded: `issuerId` is a serial number that differs between stores with the same data.
    hash.update(columns);
    return `${key}\t${columns}`;
  });
  return {
    head,
    linesCount: lines.length,
    linesValue: String(lines.reduce((sum, line) => sum + Number(line.value ?? 0), 0)),
    prices: impliedPrices(lines),
    lines: encoded,
    names: encodeLines(
      namesOf(lines, keyOf).map(([cusip, key, name]) => copyLine([cusip, key, name, report.quarterEnd])),
    ),
    digest: hash.digest('hex'),
  };
}

const LINE_COLUMNS = [
  'issuer_id',
  'registry',
  'native_id',
  'place',
  'name_as_filed',
  'class_title',
  'cusip',
  'value',
  'amount',
  'amount_type',
  'put_call',
  'discretion',
  'other_managers',
  'voting_sole',
  'voting_shared',
  'voting_none',
] as const;

function columnsOf(line: HoldingLine): (string | number | null)[] {
  return [
    line.place,
    line.nameAsFiled,
    line.classTitle,
    line.cusip,
    line.value,
    line.amount,
    line.amountType,
    line.putCall,
    line.discretion,
    line.otherManagers,
    line.votingSole,
    line.votingShared,
    line.votingNone,
  ];
}

function namesOf(lines: readonly HoldingLine[], keyOf: (name: string) => string): [string, string, string][] {
  const names = new Map<string, [string, string, string]>();
  const keys = new Map<string, string>();
  for (const { cusip, nameAsFiled } of lines) {
    const key = keys.get(nameAsFiled) ?? keyOf(nameAsFiled);
    keys.set(nameAsFiled, key);
    if (key !== '' && !names.has(`${cusip} ${key}`)) names.set(`${cusip} ${key}`, [cusip, key, nameAsFiled]);
  }
  return [...names.values()];
}

interface Quarter {
  issuerId: string;
  quarterEnd: IsoDate;
}

/**
 * Replaces the stored reports of some filings and rebuilds the books of their quarters. The filings must be stored first.
 * Unchanged reports are not written.
 */
export async function replaceHoldings(tx: Transaction, filed: readonly FiledHoldings[]): Promise<void> {
  const changed = await changedAgainst(tx, sql`holdings_reports`, filed, holdings => holdings.holdings?.digest ?? null);
  if (changed.length === 0) return;
  const quarters = await deleteReports(tx, changed);
  for (const { holdings, ...key } of changed) {
    if (holdings === null) continue;
    await insertReport(tx, key, holdings);
    quarters.push({ issuerId: key.issuerId, quarterEnd: holdings.head.quarterEnd });
  }
  await storeNames(tx, changed);
  await refreshBooks(tx, quarters);
}

/** Omits reports of filings whose own documents were opened, because those take precedence over data sets. */
export async function withoutOpened(tx: Transaction, filed: readonly FiledHoldings[]): Promise<FiledHoldings[]> {
  if (filed.length === 0) return [];
  const rows = await tx.query<{ issuer_id: string; native_id: string }>(sql`
    select s.issuer_id, "nativeId" as native_id
    from json_to_recordset(${keysOf(filed)}::json) as row ("issuerId" bigint, registry text, "nativeId" text)
    join issuer_statements s
      on s.issuer_id = "issuerId" and s.registry = row.registry and s.source = ${FILING_SOURCE}::text || "nativeId"`);
  const opened = new Set(rows.map(row => `${row.issuer_id} ${row.native_id}`));
  return filed.filter(holdings => !opened.has(`${holdings.issuerId} ${holdings.nativeId}`));
}

function keysOf(filed: readonly FilingKey[]): string {
  return JSON.stringify(filed.map(({ issuerId, registry, nativeId }) => ({ issuerId, registry, nativeId })));
}

/** Deletes reports and returns their quarters. */
async function deleteReports(tx: Transaction, filed: readonly FilingKey[]): Promise<Quarter[]> {
  return tx.query<Quarter>(sql`
    with keys as materialized (
      select * from json_to_recordset(${keysOf(filed)}::json) as row ("issuerId" bigint, registry text, "nativeId" text)
    ), managers as (
      delete from holding_managers old using keys
      where old.issuer_id = "issuerId" and old.registry = keys.registry and old.native_id = "nativeId"
    ), lines as (
      delete from holding_lines old using keys
      where old.issuer_id = "issuerId" and old.registry = keys.registry and old.native_id = "nativeId"
    )
    delete from holdings_reports old using keys
    where old.issuer_id = "issuerId" and old.registry = keys.registry and old.native_id = "nativeId"
    returning old.issuer_id as "issuerId", old.quarter_end as "quarterEnd"`);
}

async function insertReport(tx: Transaction, key: FilingKey, holdings: EncodedHoldings): Promise<void> {
  const { issuerId, registry, nativeId } = key;
  const { head, linesCount, linesValue, digest } = holdings;
  const unit = await unitOf(tx, holdings);
  const inserted = await tx.execute(sql`
    insert into holdings_reports (issuer_id, registry, native_id, digest, known_at, quarter_end, report_type, amendment,
      file_number, value_factor, value_basis, is_confidential, stated_lines, stated_value, lines_count, lines_value,
      is_reconciled, is_in_book)
    select issuer_id, registry, native_id, ${digest}::text, known_at, ${head.quarterEnd}::date, ${head.reportType}::text,
      ${head.amendment}::text, ${head.fileNumber}::text, ${unit.factor}::integer, ${unit.basis}::text,
      ${head.isConfidential}::boolean, ${head.statedLines}::integer, ${head.statedValue}::numeric, ${linesCount}::integer,
      ${linesValue}::numeric, ${head.isReconciled}::boolean, false
    from filings where issuer_id = ${issuerId} and registry = ${registry} and native_id = ${nativeId}`);
  if (inserted === 0) throw new Error(`Filing ${registry}:${nativeId} is not stored.`);
  const managers = head.managers.map((manager, place) => ({ ...manager, place }));
  await tx.execute(sql`
    insert into holding_managers (issuer_id, registry, native_id, place, edge, sequence_number, cik, file_number, name)
    select ${issuerId}::bigint, ${registry}::text, ${nativeId}::text, place, edge, "sequenceNumber", cik, "fileNumber", name
    from json_to_recordset(${JSON.stringify(managers)}::json) as row (place smallint, edge text,
      "sequenceNumber" integer, cik text, "fileNumber" text, name text)`);
  if (linesCount > 0) await tx.copy('holding_lines', LINE_COLUMNS, Readable.from([holdings.lines]));
}

async function unitOf(tx: Transaction, { head, prices }: EncodedHoldings): Promise<ValueUnit> {
  const rows = await tx.query<{ cusip: string; price: string }>(sql`
    select cusip, price from cusip_prices
    where quarter_end = ${head.quarterEnd}::date and cusip = any(${prices.map(price => price.cusip)}::text[])`);
  return valueUnitOf(prices, head, new Map(rows.map(row => [row.cusip, Number(row.price)])));
}

/** Stores security names with their first and last date. One statement for all reports prevents deadlocks. */
async function storeNames(tx: Transaction, filed: readonly FiledHoldings[]): Promise<void> {
  const names = filed.flatMap(({ holdings }) => (holdings === null ? [] : [holdings.names]));
  if (names.length === 0) return;
  await tx.execute(sql`
    create temporary table if not exists incoming_security_names (
      cusip text collate "C", name_key text collate "C", name text, quarter_end date) on commit delete rows`);
  await tx.copy('incoming_security_names', ['cusip', 'name_key', 'name', 'quarter_end'], Readable.from(names));
  await tx.execute(sql`
    insert into cusip_names as known (cusip, source, name_key, symbol_key, name, first_date, last_date)
    select cusip, 'information-table', name_key, '', min(name), min(quarter_end), max(quarter_end)
    from incoming_security_names incoming
    where not exists (
      select from cusip_names k
      where k.cusip = incoming.cusip and k.source = 'information-table' and k.name_key = incoming.name_key and k.symbol_key = ''
        and incoming.quarter_end between k.first_date and k.last_date)
    group by cusip, name_key order by cusip, name_key
    on conflict (cusip, source, name_key, symbol_key) do update set
      first_date = least(known.first_date, excluded.first_date), last_date = greatest(known.last_date, excluded.last_date)`);
  await tx.execute(sql`delete from incoming_security_names`);
}

/** The fields of a quarter's report that decide whether it is part of the manager's book. */
interface BookReport extends Pick<HoldingsReport, 'amendment' | 'reportType'> {
  nativeId: string;
  knownAt: string;
  /** True if the table that its cover announces is missing: the report then states no holdings. */
  lacksTable: boolean;
}

interface StoredReport extends BookReport, Quarter {
  registry: string;
  isConfidential: boolean;
}

/** Rebuilds books: selects their reports and sums their lines. */
async function refreshBooks(tx: Transaction, quarters: readonly Quarter[]): Promise<void> {
  const keys = JSON.stringify(quarters);
  const reports = await tx.query<StoredReport>(sql`
    with keys as materialized (
      select distinct * from json_to_recordset(${keys}::json) as row ("issuerId" bigint, "quarterEnd" date)
    ), positions as (
      delete from holdings h using keys where h.issuer_id = "issuerId" and h.quarter_end = "quarterEnd"
    ), books as (
      delete from holding_books b using keys where b.issuer_id = "issuerId" and b.quarter_end = "quarterEnd"
    )
    select r.issuer_id as "issuerId", r.quarter_end as "quarterEnd", r.registry, r.native_id as "nativeId",
      r.known_at as "knownAt", r.report_type as "reportType", r.amendment, r.is_confidential as "isConfidential",
      r.lines_count = 0 and r.report_type <> 'notice' and coalesce(r.stated_lines, 0) > 0 as "lacksTable"
    from holdings_reports r join keys on r.issuer_id = "issuerId" and r.quarter_end = "quarterEnd"`);
  const byQuarter = Map.groupBy(reports, report => `${report.issuerId} ${report.quarterEnd}`);
  const books = [...byQuarter.values()].map(bookOf).filter(book => book.length > 0);
  const inBook = JSON.stringify(
    books.flat().map(({ issuerId, registry, nativeId }) => ({ issuerId, registry, nativeId })),
  );
  await tx.execute(sql`
    update holdings_reports r set is_in_book = found."nativeId" is not null
    from (select distinct * from json_to_recordset(${keys}::json) as row ("issuerId" bigint, "quarterEnd" date)) keys,
      holdings_reports old left join json_to_recordset(${inBook}::json) as found ("issuerId" bigint, registry text, "nativeId" text)
        on found."issuerId" = old.issuer_id and found.registry = old.registry and found."nativeId" = old.native_id
    where old.issuer_id = keys."issuerId" and old.quarter_end = keys."quarterEnd"
      and r.issuer_id = old.issuer_id and r.registry = old.registry and r.native_id = old.native_id
      and r.is_in_book <> (found."nativeId" is not null)`);
  await insertPositions(tx, inBook);
  await insertBooks(tx, books);
}

async function insertPositions(tx: Transaction, inBook: string): Promise<void> {
  await tx.execute(sql`
    insert into holdings (issuer_id, quarter_end, cusip, kind, name_as_filed, class_title, market_value, amount, voting_sole,
      voting_shared, voting_none, discretion)
    select r.issuer_id, r.quarter_end, l.cusip, coalesce(l.put_call, l.amount_type, 'unknown') as kind, min(l.name_as_filed),
      min(l.class_title), coalesce(sum(l.value * r.value_factor), 0), coalesce(sum(l.amount), 0), sum(l.voting_sole),
      sum(l.voting_shared), sum(l.voting_none),
      case when min(coalesce(l.discretion, '')) = max(coalesce(l.discretion, '')) then min(l.discretion) end
    from json_to_recordset(${inBook}::json) as row ("issuerId" bigint, registry text, "nativeId" text)
    join holdings_reports r on r.issuer_id = "issuerId" and r.registry = row.registry and r.native_id = "nativeId"
    join holding_lines l on l.issuer_id = r.issuer_id and l.registry = r.registry and l.native_id = r.native_id
    group by r.issuer_id, r.quarter_end, l.cusip, kind`);
}

async function insertBooks(tx: Transaction, books: readonly StoredReport[][]): Promise<void> {
  const rows = books.flatMap(book => {
    const newest = book.at(-1);
    if (newest === undefined) return [];
    const { issuerId, quarterEnd, registry, knownAt } = newest;
    return {
      ...{ issuerId, quarterEnd, registry, knownAt },
      nativeIds: book.map(report => report.nativeId),
      isNotice: book.every(report => report.reportType === 'notice'),
      isComplete: !book.some(report => report.isConfidential),
    };
  });
  await tx.execute(sql`
    insert into holding_books (issuer_id, quarter_end, known_at, native_ids, registry, is_notice, market_value,
      positions_count, is_complete)
    select "issuerId", "quarterEnd", "knownAt", array(select json_array_elements_text("nativeIds")), registry, "isNotice",
      coalesce(p.market_value, 0), coalesce(p.positions_count, 0), "isComplete"
    from json_to_recordset(${JSON.stringify(rows)}::json) as row ("issuerId" bigint, "quarterEnd" date,
      "knownAt" timestamptz, "nativeIds" json, registry text, "isNotice" boolean, "isComplete" boolean)
    left join lateral (
      select sum(market_value) as market_value, count(*)::integer as positions_count from holdings h
      where h.issuer_id = "issuerId" and h.quarter_end = "quarterEnd") p on true`);
}

/** Updates reports of filings whose dates changed since they were stored. */
export async function redateHoldings(tx: Transaction, issuerIds: readonly string[]): Promise<void> {
  if (issuerIds.length === 0) return;
  const moved = await tx.query<Quarter>(sql`
    update holdings_reports r set known_at = g.known_at
    from filings g
    where r.issuer_id = any(${[...issuerIds]}::bigint[])
      and g.issuer_id = r.issuer_id and g.registry = r.registry and g.native_id = r.native_id
      and r.known_at is distinct from g.known_at
    returning r.issuer_id as "issuerId", r.quarter_end as "quarterEnd"`);
  if (moved.length > 0) await refreshBooks(tx, moved);
}

/**
 * Returns the reports that make up a manager's book of one quarter, in the order in which they became known: the newest
 * original or restatement, and all later additions.
 */
function bookOf<Report extends BookReport>(reports: readonly Report[]): Report[] {
  const inOrder = reports
    .filter(report => !report.lacksTable)
    .toSorted((a, b) => compareText(a.knownAt, b.knownAt) || compareText(a.nativeId, b.nativeId));
  const base = inOrder.findLastIndex(report => report.amendment !== 'new_holdings');
  return inOrder.slice(Math.max(0, base));
}

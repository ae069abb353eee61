import { sql, type Transaction } from '../../../db/database.ts';
import { ofFilings } from '../../kit/store/exported-table.ts';
import type { Part } from '../../part.ts';
import type { StakeReport } from './model/disclosed-stake.ts';
import type { SecurityName } from './model/security-name.ts';
import { securityNameKey } from './rules/security-name.ts';
import {
  type EncodedHoldings,
  encodeHoldings,
  type FiledHoldings,
  redateHoldings,
  replaceHoldings,
  withoutOpened,
} from './store/holdings-reports.ts';
import { redateStakeReports, replaceStakeReports } from './store/stake-reports.ts';

/** A name with its folded form, which is empty if the name has no letters or digits. */
type FoldedSecurityName = SecurityName & { nameKey: string };

/** The stake and holdings reports of an opened filing; null if it is not such a report. */
export interface OpenedHoldings {
  stakeReport: StakeReport | null;
  holdings: EncodedHoldings | null;
}

/** Stated values are managers' reports from data sets; a filing's own documents take precedence. */
export const holdersPart: Part<OpenedHoldings, FiledHoldings[], void> = {
  name: 'holders',
  tables: [
    ofFilings('stake_reports'),
    ofFilings('disclosed_stakes', [], 'place'),
    ofFilings('holdings_reports'),
    ofFilings('holding_managers', [], 'place'),
    ofFilings('holding_lines', [], 'place'),
    { table: 'holdings', of: 'issuers', order: ['quarter_end', 'cusip', 'kind'] },
    { table: 'holding_books', of: 'issuers', order: ['quarter_end'] },
    { table: 'cusip_names', of: 'publishers', order: ['cusip', 'source C', 'name_key', 'symbol_key'] },
    { table: 'cusip_prices', of: 'publishers', order: ['cusip', 'quarter_end'] },
  ],
  readFiling: ({ stakeReport, holdingsReport }, filing) => ({
    stakeReport: stakeReport ?? null,
    holdings: holdingsReport ? encodeHoldings(holdingsReport, filing, securityNameKey) : null,
  }),
  readIssuer: ({ issuerId, registry, records }) =>
    records
      .flatMap(record => record.holdings ?? [])
      .map(({ nativeId, report }) => {
        const filing = { issuerId, registry, nativeId };
        return { ...filing, holdings: encodeHoldings(report, filing, securityNameKey) };
      }),
  openedRows: ({ holdings }) => rowsOf(holdings),
  statedRows: reports => reports.flatMap(report => rowsOf(report.holdings)),
  async persist(tx, batch) {
    const opened = batch.openedBy(holdersPart).map(({ value, ...filing }) => ({ ...filing, ...value }));
    await redateStakeReports(tx, batch.issuersWithFilings);
    await replaceStakeReports(tx, opened);
    await redateHoldings(tx, batch.issuersWithFilings);
    const stated = batch.statedBy(holdersPart).flatMap(issuer => issuer.value);
    await replaceHoldings(tx, [...opened, ...(await withoutOpened(tx, stated))]);
  },
  publish: (tx, { securityNames = [] }) =>
    upsertSecurityNames(
      tx,
      securityNames.map(security => ({ ...security, nameKey: securityNameKey(security.name) })),
    ),
};

/**
 * Stores security names of lists with their first and last date, and prices nearest to the ends of quarters. Returns
 * the number of new or changed rows.
 */
export async function upsertSecurityNames(tx: Transaction, names: readonly FoldedSecurityName[]): Promise<number> {
  if (names.length === 0) return 0;
  const rows = JSON.stringify(names);
  const changed = await tx.execute(sql`
    with filed as (
      select cusip, list, "nameKey" as name_key, coalesce(symbol, '') as symbol_key, min(name) as name,
        min("firstDate") as first_date, max("lastDate") as last_date
      from json_to_recordset(${rows}::json) as row (cusip text, list text, "nameKey" text, symbol text, name text,
        "firstDate" date, "lastDate" date)
      group by cusip, list, "nameKey", symbol
    )
    insert into cusip_names as known (cusip, source, name_key, symbol_key, name, first_date, last_date)
    select cusip, list, name_key, symbol_key, name, first_date, last_date from filed
    where not exists (
      select from cusip_names k
      where k.cusip = filed.cusip and k.source = filed.list and k.name_key = filed.name_key and k.symbol_key = filed.symbol_key
        and filed.first_date >= k.first_date and filed.last_date <= k.last_date)
    order by cusip, list, name_key, symbol_key
    on conflict (cusip, source, name_key, symbol_key) do update set
      first_date = least(known.first_date, excluded.first_date), last_date = greatest(known.last_date, excluded.last_date)`);
  return changed + (await upsertPrices(tx, names));
}

async function upsertPrices(tx: Transaction, names: readonly FoldedSecurityName[]): Promise<number> {
  const prices = names.flatMap(({ cusip, quarterPrice }) =>
    quarterPrice === null ? [] : [{ cusip, ...quarterPrice }],
  );
  return tx.execute(sql`
    insert into cusip_prices as known (cusip, quarter_end, price_date, price)
    select distinct on (cusip, "quarterEnd") cusip, "quarterEnd", "priceDate", price
    from json_to_recordset(${JSON.stringify(prices)}::json) as row (cusip text, "quarterEnd" date, "priceDate" date,
      price numeric)
    order by cusip, "quarterEnd", abs("priceDate" - "quarterEnd"), "priceDate", price
    on conflict (cusip, quarter_end) do update set price_date = excluded.price_date, price = excluded.price
    where (abs(excluded.price_date - excluded.quarter_end), excluded.price_date, excluded.price)
      < (abs(known.price_date - known.quarter_end), known.price_date, known.price)`);
}

function rowsOf(holdings: EncodedHoldings | null): Uint8Array[] {
  return holdings === null ? [] : [holdings.lines, holdings.names];
}

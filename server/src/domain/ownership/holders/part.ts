import { ofFilings } from '../../kit/store/exported-table.ts';
import type { Part } from '../../part.ts';
import type { StakeReport } from './model/disclosed-stake.ts';
import { securityNameKey } from './rules/security-name.ts';
import {
  type EncodedHoldings,
  encodeHoldings,
  type FiledHoldings,
  redateHoldings,
  replaceHoldings,
  withoutOpened,
} from './store/holdings-reports.ts';
import { upsertSecurityNames } from './store/security-names.ts';
import { redateStakeReports, replaceStakeReports } from './store/stake-reports.ts';

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

function rowsOf(holdings: EncodedHoldings | null): Uint8Array[] {
  return holdings === null ? [] : [holdings.lines, holdings.names];
}

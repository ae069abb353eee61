import type { IsoDate } from '../../../../../kernel/dates.ts';

/** A filer's own concept that a person read in its filing and identified as a canonical code. */
export interface ExtensionRow {
  readonly canonicalKey: string;
  /** Name without prefix, because sources use different prefixes for a filer's own concepts. */
  readonly concept: string;
  readonly code: string;
  /** Ends of the first and last period for which it was read. */
  readonly from: IsoDate;
  readonly to: IsoDate;
}

/**
 * The reviewed map of extension concepts: totals for which a filer used its own concept. A row is added only after
 * reading the printed statement; concepts that labels identify need no row.
 */
export const EXTENSION_MAP: readonly ExtensionRow[] = Object.freeze([
  row('cik:47111', 'TotalLiabilitiesMinorityInterestAndStockholdersEquity', 'liabilities_and_equity'),
  row('cik:216228', 'TotalAssets', 'total_assets'),
  row('cik:314808', 'RevenueOilAndGasServices', 'revenue'),
  row('cik:721083', 'OilAndGasSalesRevenue', 'revenue'),
  row('cik:753308', 'NetIncomeLoss_ConsolidatedProfit', 'net_income'),
  row('cik:92103', 'ElectricDomesticRegulatedRevenue', 'revenue'),
  row('cik:930835', 'ElectricalGenerationRevenue', 'revenue'),
  row('cik:1061219', 'LiabilitiesAndPartnersCapital', 'liabilities_and_equity'),
]);

/** All of these were read in interim reports for the second quarter of 2009. */
function row(canonicalKey: string, concept: string, code: string): ExtensionRow {
  return Object.freeze({ canonicalKey, concept, code, from: '2008-04-01', to: '2009-12-31' });
}

import type { IsoDate } from '../../../../../kernel/dates.ts';

/** A filer's own concept that a person has read in its filing and found to be a canonical code. */
export interface ExtensionRow {
  readonly canonicalKey: string;
  /** Name without prefix: sources differ in the prefix that they give to a filer's own concepts. */
  readonly concept: string;
  readonly code: string;
  /** Ends of the periods for which it was read, both included. */
  readonly from: IsoDate;
  readonly to: IsoDate;
}

/**
 * The reviewed map of extension concepts: totals for which a filer used a concept of its own. A row belongs here only
 * where the printed statement was read; labels are matched elsewhere and need none.
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

export const BREAKDOWNS = ['segment', 'product', 'geography', 'customer'] as const;
export type Breakdown = (typeof BREAKDOWNS)[number];

/** Axes of standard taxonomies that divide revenue, of any year. */
const AXES: ReadonlyMap<string, Breakdown> = new Map([
  ['us-gaap:StatementBusinessSegmentsAxis', 'segment'],
  ['ifrs-full:SegmentsAxis', 'segment'],
  ['jpcrp_cor:OperatingSegmentsAxis', 'segment'],
  ['core:OperatingSegmentsDimension', 'segment'],
  ['srt:ProductOrServiceAxis', 'product'],
  ['us-gaap:ProductOrServiceAxis', 'product'],
  ['us-gaap:ProductsAndServicesAxis', 'product'],
  ['ifrs-full:ProductsAndServicesAxis', 'product'],
  ['srt:StatementGeographicalAxis', 'geography'],
  ['us-gaap:StatementGeographicalAxis', 'geography'],
  ['ifrs-full:GeographicalAreasAxis', 'geography'],
  ['core:GeographicSegmentsDimension', 'geography'],
  ['srt:MajorCustomersAxis', 'customer'],
  ['us-gaap:MajorCustomersAxis', 'customer'],
  ['ifrs-full:MajorCustomersAxis', 'customer'],
]);

/** What an axis divides revenue by; null for any other axis. */
export function breakdownOf(axis: string): Breakdown | null {
  return AXES.get(axis) ?? null;
}

/** Axis that separates segments from reconciling items: eliminations, headquarters. */
export function isConsolidationAxis(axis: string): boolean {
  return /:(?:ConsolidationItemsAxis|SegmentConsolidationItemsAxis)$/.test(axis);
}

/** The basis of a fact by its member on an axis of basis, the group's or the company's own; null on any other axis. */
export function basisOf(axis: string, member: string): 'group' | 'own' | null {
  if (!BASIS_AXES.test(axis)) return null;
  return /:Consolidated(?:Member)?$/.test(member) ? 'group' : 'own';
}

const BASIS_AXES =
  /^(?:ifrs-full:ConsolidatedAndSeparateFinancialStatementsAxis|jppfs_cor:ConsolidatedOrNonConsolidatedAxis|bw2-titel9:FinancialStatementsTypeAxis|[\w-]+:GroupCompany(?:Data)?Dimension)$/;

/** The axis of the parts of a segment. */
export function isSubsegmentAxis(axis: string): boolean {
  return /:SubsegmentsAxis$/.test(axis);
}

/** Members of that axis that mean the segments themselves. */
export function isOperatingSegments(member: string): boolean {
  return /:(?:OperatingSegments(?:ExcludingIntersegmentElimination)?|ReportableSegments?)Member$/.test(member);
}

/** Concepts of total revenue, the usual ones first. */
export const REVENUE_CONCEPTS = [
  'us-gaap:Revenues',
  'us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax',
  'us-gaap:RevenueFromContractWithCustomerIncludingAssessedTax',
  'us-gaap:SalesRevenueNet',
  'us-gaap:RevenuesNetOfInterestExpense',
  'us-gaap:RegulatedAndUnregulatedOperatingRevenue',
  'us-gaap:RevenuesExcludingInterestAndDividends',
  'us-gaap:SalesRevenueGoodsNet',
  'us-gaap:SalesRevenueServicesNet',
  'ifrs-full:Revenue',
  'ifrs-full:RevenueFromContractsWithCustomers',
  'jppfs_cor:NetSales',
  'jppfs_cor:OperatingRevenue1',
  'jppfs_cor:OperatingRevenue2',
  'jppfs_cor:GrossOperatingRevenue',
  'jppfs_cor:OrdinaryIncomeBNK',
  'jppfs_cor:OperatingRevenueSEC',
  'jppfs_cor:NetSalesOfCompletedConstructionContractsCNS',
  'jpigp_cor:RevenueIFRS',
  'jpigp_cor:Revenue2IFRS',
  'jpigp_cor:NetSalesIFRS',
  'jpigp_cor:OperatingRevenueIFRS',
  'jpigp_cor:OperatingRevenuesIFRS',
  'jpigp_cor:SalesIFRS',
  'core:TurnoverRevenue',
  'uk-gaap:TurnoverRevenue',
  'bw2-titel9:NetRevenue',
  'fsa:Revenue',
] as const;

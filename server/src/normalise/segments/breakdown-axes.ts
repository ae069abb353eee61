export const BREAKDOWNS = ['segment', 'product', 'geography', 'customer'] as const;
export type Breakdown = (typeof BREAKDOWNS)[number];

/** The axes by which standard taxonomies break revenue down, of any year. */
const AXES: ReadonlyMap<string, Breakdown> = new Map([
  ['us-gaap:StatementBusinessSegmentsAxis', 'segment'],
  ['ifrs-full:SegmentsAxis', 'segment'],
  ['srt:ProductOrServiceAxis', 'product'],
  ['us-gaap:ProductOrServiceAxis', 'product'],
  ['us-gaap:ProductsAndServicesAxis', 'product'],
  ['ifrs-full:ProductsAndServicesAxis', 'product'],
  ['srt:StatementGeographicalAxis', 'geography'],
  ['us-gaap:StatementGeographicalAxis', 'geography'],
  ['ifrs-full:GeographicalAreasAxis', 'geography'],
  ['srt:MajorCustomersAxis', 'customer'],
  ['us-gaap:MajorCustomersAxis', 'customer'],
  ['ifrs-full:MajorCustomersAxis', 'customer'],
]);

export function breakdownOf(axis: string): Breakdown | null {
  return AXES.get(axis) ?? null;
}

/** What tells segments from what lies between and beside them: eliminations, headquarters. */
export function isConsolidationAxis(axis: string): boolean {
  return /:(?:ConsolidationItemsAxis|SegmentConsolidationItemsAxis)$/.test(axis);
}

/** The axis of the parts of a segment. */
export function isSubsegmentAxis(axis: string): boolean {
  return /:SubsegmentsAxis$/.test(axis);
}

/** Members of that axis that mean the segments themselves. */
export function isOperatingSegments(member: string): boolean {
  return /:(?:OperatingSegments(?:ExcludingIntersegmentElimination)?|ReportableSegments?)Member$/.test(member);
}

/** Concepts of revenue as a whole, the usual ones first. */
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
] as const;

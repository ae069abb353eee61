/** The groups of document categories with their labels. */
export const CATEGORY_GROUP_LABELS = {
  periodic: 'Periodic reports',
  corporate_action: 'Corporate actions',
  mna: 'Mergers and acquisitions',
  ownership: 'Ownership',
  capital: 'Capital raising',
  governance: 'Governance',
  other: 'Other',
} as const;

export type CategoryGroup = keyof typeof CATEGORY_GROUP_LABELS;

/** Every category, by group: the same in every market. Registries map their own form types to these. */
export const DOCUMENT_CATEGORIES = [
  { category: 'annual_report', label: 'Annual report', group: 'periodic' },
  { category: 'interim_report', label: 'Interim report', group: 'periodic' },
  { category: 'earnings_release', label: 'Earnings release', group: 'periodic' },
  { category: 'late_notice', label: 'Notice of late filing', group: 'periodic' },
  { category: 'material_event', label: 'Material event', group: 'corporate_action' },
  { category: 'listing_change', label: 'Listing or registration change', group: 'corporate_action' },
  { category: 'merger_document', label: 'Merger document', group: 'mna' },
  { category: 'tender_offer', label: 'Tender offer', group: 'mna' },
  { category: 'insider_transaction', label: 'Insider transaction', group: 'ownership' },
  { category: 'insider_sale_notice', label: 'Notice of proposed insider sale', group: 'ownership' },
  { category: 'large_holding', label: 'Large holding', group: 'ownership' },
  { category: 'institutional_holdings', label: 'Institutional holdings', group: 'ownership' },
  { category: 'registration', label: 'Registration statement', group: 'capital' },
  { category: 'prospectus', label: 'Prospectus', group: 'capital' },
  { category: 'private_offering', label: 'Private offering', group: 'capital' },
  { category: 'proxy', label: 'Proxy material', group: 'governance' },
  { category: 'correspondence', label: 'Correspondence with the regulator', group: 'other' },
  { category: 'specialised', label: 'Specialised report', group: 'other' },
  { category: 'fund_report', label: 'Fund report', group: 'other' },
  { category: 'other', label: 'Other', group: 'other' },
] as const satisfies readonly { category: string; label: string; group: CategoryGroup }[];

export type Category = (typeof DOCUMENT_CATEGORIES)[number]['category'];

const GROUPS = new Map<string, CategoryGroup>(DOCUMENT_CATEGORIES.map(({ category, group }) => [category, group]));

/** The group of a category; `other` if the taxonomy lacks it. */
export function categoryGroupOf(category: string): CategoryGroup {
  return GROUPS.get(category) ?? 'other';
}

const LABELS = new Map<string, string>(DOCUMENT_CATEGORIES.map(({ category, label }) => [category, label]));

/** The label of a category; its own name if the taxonomy lacks it. */
export function categoryLabel(category: string): string {
  return LABELS.get(category) ?? category;
}

/** Subtypes of documents from issuers' own sites. Filings have none: their form determines the kind. */
export const DOCUMENT_SUBTYPES: readonly { subtype: string; label: string }[] = [
  { subtype: 'agm', label: 'General meeting' },
  { subtype: 'capital_markets_day', label: 'Capital markets day' },
  { subtype: 'esg', label: 'Sustainability report' },
  { subtype: 'factsheet', label: 'Fact sheet' },
  { subtype: 'guidance', label: 'Guidance' },
  { subtype: 'presentation', label: 'Investor presentation' },
  { subtype: 'press_release', label: 'Press release' },
];

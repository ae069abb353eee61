import { categoryGroupOf } from '../../domain/filings/filings/model/document-taxonomy.ts';

/** The registry's own categories of a filing history that are more than routine, in the words of the model. */
const CATEGORIES: Readonly<Record<string, string>> = {
  accounts: 'annual_report',
  'persons-with-significant-control': 'large_holding',
  insolvency: 'material_event',
  gazette: 'material_event',
  dissolution: 'material_event',
  restoration: 'material_event',
  mortgage: 'material_event',
  'change-of-name': 'material_event',
  'certificate-of-incorporation': 'listing_change',
  incorporation: 'listing_change',
  reregistration: 'listing_change',
};

/** Forms of the category `accounts` that hold none: change of the accounting reference date, dormancy notices and the like. */
const NO_ACCOUNTS = /^AA0[1-9]|^225/;

/** The model's category of a filing by what the registry says of it; `other` for what is routine. */
export function categoryOfFiling(filing: { category: string; formType: string; description: string }): {
  category: string;
  categoryGroup: string;
} {
  const category = chooseCategory(filing);
  return { category, categoryGroup: categoryGroupOf(category) };
}

function chooseCategory({ category, formType, description }: Parameters<typeof categoryOfFiling>[0]): string {
  if (category === 'accounts' && NO_ACCOUNTS.test(formType)) return 'other';
  if (category === 'accounts' && /-(?:interim|initial)\b/.test(description)) return 'interim_report';
  return Object.hasOwn(CATEGORIES, category) ? (CATEGORIES[category] ?? 'other') : 'other';
}

/** Amended accounts (`AAMD`), second filings (`RP04`) and rectifications. */
export function isAmendment(formType: string, description: string): boolean {
  return (
    /^(?:AAMD|RP04|RPCH01)/.test(formType) || /(?:^|-)(?:amended|second-filing|rectification)(?:-|$)/.test(description)
  );
}

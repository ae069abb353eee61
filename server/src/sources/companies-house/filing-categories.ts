import { type CategoryGroup, categoryGroupOf } from '../../domain/filings/filings/model/document-taxonomy.ts';
import { readTable } from '../kit/read-table.ts';

/** Categories by those of the registry; the rest is routine. */
const CATEGORIES: ReadonlyMap<string, string> = new Map(
  readTable(new URL('./filing-categories.tsv', import.meta.url)).map(([stated = '', category = '']) => [
    stated,
    category,
  ]),
);

/** Forms of the category `accounts` without accounts: changes of the reference date, notices of dormancy and the like. */
const NO_ACCOUNTS = /^AA0[1-9]|^225/;

/** What the registry states of a filing. */
interface StatedFiling {
  category: string;
  formType: string;
  description: string;
}

/** The category of a filing; `other` if it is routine. */
export function categoryOfFiling(filing: StatedFiling): { category: string; categoryGroup: CategoryGroup } {
  const category = chooseCategory(filing);
  return { category, categoryGroup: categoryGroupOf(category) };
}

function chooseCategory({ category, formType, description }: StatedFiling): string {
  if (category === 'accounts' && NO_ACCOUNTS.test(formType)) return 'other';
  if (category === 'accounts' && /-(?:interim|initial)\b/.test(description)) return 'interim_report';
  return CATEGORIES.get(category) ?? 'other';
}

/** True for amended accounts (`AAMD`), second filings (`RP04`) and rectifications. */
export function isAmendment(formType: string, description: string): boolean {
  return (
    /^(?:AAMD|RP04|RPCH01)/.test(formType) || /(?:^|-)(?:amended|second-filing|rectification)(?:-|$)/.test(description)
  );
}

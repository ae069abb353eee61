import { categoryGroupOf } from '../../domain/filings/filings/model/document-taxonomy.ts';
import type { Filing } from '../../domain/filings/issuers/model/issuer.ts';
import type { SubmissionHeader } from '../../formats/sgml/submission.ts';
import { categoryOfForm } from './form-categories.ts';

/**
 * The filing with the items that its header counts and does not name (most of those before 2004-08), taken from the codes
 * found in its text. The header's number decides: where the text has more or fewer than are missing, nothing is taken.
 */
export function withItemsFromText(filing: Filing, header: SubmissionHeader, codesInText: readonly string[]): Filing {
  const unnamed = header.items.filter(stated => stated === '').length;
  const missing = [...new Set(codesInText)].filter(code => !filing.itemCodes.includes(code));
  if (unnamed === 0 || missing.length !== unnamed) return filing;
  const itemCodes = [...filing.itemCodes, ...missing].sort((a, b) => Number(a) - Number(b));
  const category = categoryOfForm(filing.formType, itemCodes) ?? 'other';
  return { ...filing, itemCodes, category, categoryGroup: categoryGroupOf(category) };
}

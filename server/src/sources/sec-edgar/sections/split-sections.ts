import type { FilingText } from '../../../model/filing-contents.ts';
import { itemFormOf } from './item-catalogue.ts';
import type { SectionInput } from './section-input.ts';
import { splitItems } from './split-items.ts';

/**
 * Splits a filing's text into the parts that its form has.
 *
 * Never an empty success: a filing whose parts are not found has the status `sections_not_found` and a reason.
 */
export function splitSections(input: SectionInput): FilingText {
  const form = itemFormOf(input.formType);
  if (form !== null) return splitItems(input, form);
  return {
    status: 'sections_not_found',
    reason: `The form ${input.formType} has no sections that are told apart.`,
    sections: [],
  };
}

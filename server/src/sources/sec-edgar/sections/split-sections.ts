import { type FilingText, withoutSections } from '../../../domain/filings/filings/model/filing-contents.ts';
import { splitCurrentReport } from './current-report/current-report.ts';
import { splitForeignReport } from './current-report/foreign.ts';
import { itemFormOf } from './item-catalogue.ts';
import { splitProxy } from './proxy/proxy.ts';
import type { SectionInput } from './section-input.ts';
import { splitFortyF } from './split-forty-f.ts';
import { splitItems } from './split-items.ts';
import { splitProspectus } from './split-prospectus.ts';

/** Definitive, preliminary, additional and revised proxy statements and information statements. */
const PROXY = /^(?:DEF|PRE)(?:A|C|M|N|R|S)?\s?14[AC]$/;

/** Registration statements and the prospectuses filed under them. */
const PROSPECTUS = /^(?:[SF]-(?:1|3|4|11)(?:ASR|MEF)?|424B\d|POS AM)$/;

/**
 * Splits a filing's text into the parts that its form has: items of 10-K, 10-Q, 20-F and 8-K, parts of 40-F, 6-K,
 * proxy statements and prospectuses, with the amendments and older variants of each.
 *
 * Never an empty success: a filing whose parts are not found has the status `sections_not_found` and a reason.
 */
export function splitSections(input: SectionInput): FilingText {
  const form = itemFormOf(input.formType);
  if (form !== null) return splitItems(input, form);
  const base = input.formType.toUpperCase().replace(/\/A$/, '').trim();
  if (/^8-?K/.test(base)) return splitCurrentReport(input);
  if (/^6-?K/.test(base)) return splitForeignReport(input);
  if (/^40-?F/.test(base)) return splitFortyF(input);
  if (PROXY.test(base)) return splitProxy(input);
  if (PROSPECTUS.test(base)) return splitProspectus(input);
  return withoutSections(`The form ${input.formType} has no sections that the service distinguishes.`);
}

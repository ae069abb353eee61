import type { IsoDate } from '../../../kernel/dates.ts';
import { baseForm } from './form-categories.ts';

/** The day on which the items of Form 8-K took the numbers that they have now (Release 33-8400). */
const NEW_NUMBERS_SINCE = '2004-08-23';

/** Items of Form 8-K since then, by the titles that headers and index pages of the registry give them. */
const ITEMS_8K: readonly [code: string, ...titles: string[]][] = [
  ['1.01', 'Entry into a Material Definitive Agreement'],
  ['1.02', 'Termination of a Material Definitive Agreement'],
  ['1.03', 'Bankruptcy or Receivership'],
  ['1.04', 'Mine Safety - Reporting of Shutdowns and Patterns of Violations'],
  ['1.05', 'Material Cybersecurity Incidents'],
  ['2.01', 'Completion of Acquisition or Disposition of Assets'],
  ['2.02', 'Results of Operations and Financial Condition'],
  [
    '2.03',
    'Creation of a Direct Financial Obligation or an Obligation under an Off-Balance Sheet Arrangement of a Registrant',
    'Creation of a Direct Financial Obligation or an Obligation under an Off-Balance Sheet Arrangement',
  ],
  [
    '2.04',
    'Triggering Events That Accelerate or Increase a Direct Financial Obligation or an Obligation under an Off-Balance Sheet Arrangement',
    'Triggering Events That Accelerate or Increase a Direct Financial Obligation under an Off-Balance Sheet Arrangement',
  ],
  ['2.05', 'Cost Associated with Exit or Disposal Activities', 'Costs Associated with Exit or Disposal Activities'],
  ['2.06', 'Material Impairments'],
  ['3.01', 'Notice of Delisting or Failure to Satisfy a Continued Listing Rule or Standard; Transfer of Listing'],
  ['3.02', 'Unregistered Sales of Equity Securities', 'Unregistered Sale of Equity Securities'],
  [
    '3.03',
    'Material Modifications to Rights of Security Holders',
    'Material Modification to Rights of Security Holders',
  ],
  ['4.01', "Changes in Registrant's Certifying Accountant"],
  [
    '4.02',
    'Non-Reliance on Previously Issued Financial Statements or a Related Audit Report or Completed Interim Review',
  ],
  ['5.01', 'Changes in Control of Registrant'],
  [
    '5.02',
    'Departure of Directors or Certain Officers; Election of Directors; Appointment of Certain Officers: Compensatory Arrangements of Certain Officers',
    'Departure of Directors or Principal Officers; Election of Directors; Appointment of Principal Officers',
    'Departure of Directors or Certain Officers; Election of Directors; Appointment of Certain Officers',
  ],
  ['5.03', 'Amendments to Articles of Incorporation or Bylaws; Change in Fiscal Year'],
  ['5.04', "Temporary Suspension of Trading Under Registrant's Employee Benefit Plans"],
  [
    '5.05',
    "Amendments to the Registrant's Code of Ethics, or Waiver of a Provision of the Code of Ethics",
    "Amendment to Registrant's Code of Ethics, or Waiver of a Provision of the Code of Ethics",
  ],
  ['5.06', 'Change in Shell Company Status'],
  ['5.07', 'Submission of Matters to a Vote of Security Holders'],
  ['5.08', 'Shareholder Nominations Pursuant to Exchange Act Rule 14a-11', 'Shareholder Director Nominations'],
  ['6.01', 'ABS Informational and Computational Material', 'ABS Informational and Computational Materials'],
  ['6.02', 'Change of Servicer or Trustee'],
  [
    '6.03',
    'Change in Credit Enhancement or Other External Support',
    'Change in Credit Enhancement or External Support',
  ],
  ['6.04', 'Failure to Make a Required Distribution'],
  ['6.05', 'Securities Act Updating Disclosure', 'ABS Securities Act Updating Disclosure'],
  ['6.06', 'Static Pool'],
  ['6.10', 'Alternative Filings of Asset-Backed Issuers'],
  ['7.01', 'Regulation FD Disclosure'],
  ['8.01', 'Other Events'],
  ['9.01', 'Financial Statements and Exhibits'],
];

/** Items of Form 8-K before. */
const ITEMS_8K_OLD: readonly [code: string, ...titles: string[]][] = [
  ['1', 'Changes in control of registrant'],
  ['2', 'Acquisition or disposition of assets'],
  ['3', 'Bankruptcy or receivership'],
  ['4', "Changes in registrant's certifying accountant"],
  ['5', 'Other events', 'Other events and Regulation FD disclosure'],
  ['6', "Resignations of registrant's directors", "Resignation of registrant's directors"],
  ['7', 'Financial statements and exhibits', 'Financial statements, pro forma financial information and exhibits'],
  ['8', 'Change in fiscal year'],
  ['9', 'Regulation FD Disclosure'],
  [
    '10',
    "Amendments to the Registrant's Code of Ethics",
    "Amendments to the Registrant's Code of Ethics, or Waiver of a Provision of the Code of Ethics",
  ],
  ['11', "Temporary Suspension of Trading Under Registrant's Employee Benefit Plans"],
  [
    '12',
    'Results of Operations and Financial Condition',
    'Disclosure of Results of Operations and Financial Condition',
  ],
];

/** Items of Form 1-U. */
const ITEMS_1U: readonly [code: string, ...titles: string[]][] = [
  ['1', 'Fundamental Changes'],
  ['2', 'Bankruptcy or Receivership'],
  ['3', 'Material Modification to Rights of Securityholders'],
  ['4', "Changes in Issuer's Certifying Accountant"],
  ['5', 'Non-reliance on Previously Issued Financial Statements or a Related Audit Report or Completed Interim Review'],
  ['6', 'Changes in Control of Issuer'],
  ['7', 'Departure of Certain Officers'],
  ['8', 'Certain Unregistered Sales of Equity Securities'],
  ['9', 'Other Events'],
];

const CODE = /^(?:Item\s+)?(\d{1,2}[A-Za-z]?(?:\.\d{1,2})?)(?:\s*:.*)?$/s;

const NEW_8K = byTitle(ITEMS_8K);
const OLD_8K = byTitle(ITEMS_8K_OLD);
const OF_1U = byTitle(ITEMS_1U);

/**
 * The code of an item from its text in a header: a code (`2.02`, `06b` of Form D, `Item 2.02: …` of an index page), or the
 * registry's title for the item on the day of the filing. Null for any other text: it is never guessed.
 */
export function itemCodeOf(stated: string, form: string, filingDate: IsoDate): string | null {
  const code = CODE.exec(stated.trim())?.[1];
  if (code !== undefined) return code;
  return titlesOf(form, filingDate)?.get(plainTitle(stated)) ?? null;
}

function titlesOf(form: string, filingDate: IsoDate): ReadonlyMap<string, string> | null {
  const base = baseForm(form);
  if (base === '1-U') return OF_1U;
  if (!base.startsWith('8-K')) return null;
  return filingDate < NEW_NUMBERS_SINCE ? OLD_8K : NEW_8K;
}

function byTitle(items: readonly [string, ...string[]][]): ReadonlyMap<string, string> {
  return new Map(items.flatMap(([code, ...titles]) => titles.map(title => [plainTitle(title), code] as const)));
}

/** Letters and digits alone: headers differ in capitals, quotes and punctuation. */
function plainTitle(title: string): string {
  return title.toLowerCase().replace(/[^a-z0-9]+/g, '');
}

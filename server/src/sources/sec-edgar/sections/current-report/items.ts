/** An item of Form 8-K. */
export interface CurrentReportItem {
  /** `2.02`, or `12` in the numbering before 2004-08-23. */
  code: string;
  title: string;
  /** Other words for it, of other years or of filers' habit. */
  synonyms: string[];
}

/** The first day of the numbering by sections (SEC release 33-8400). */
export const SECTION_NUMBERING_FROM = '2004-08-23';

function item(code: string, title: string, ...synonyms: string[]): CurrentReportItem {
  return { code, title, synonyms };
}

/** The items of Form 8-K since 2004-08-23, in the form's order (https://www.sec.gov/files/form8-k.pdf). */
const SECTION_ITEMS: readonly CurrentReportItem[] = [
  item('1.01', 'Entry into a Material Definitive Agreement'),
  item('1.02', 'Termination of a Material Definitive Agreement'),
  item('1.03', 'Bankruptcy or Receivership'),
  item('1.04', 'Mine Safety – Reporting of Shutdowns and Patterns of Violations'),
  item('1.05', 'Material Cybersecurity Incidents'),
  item('2.01', 'Completion of Acquisition or Disposition of Assets'),
  item('2.02', 'Results of Operations and Financial Condition'),
  item(
    '2.03',
    'Creation of a Direct Financial Obligation or an Obligation under an Off-Balance Sheet Arrangement of a Registrant',
  ),
  item(
    '2.04',
    'Triggering Events That Accelerate or Increase a Direct Financial Obligation or an Obligation under an Off-Balance Sheet Arrangement',
  ),
  item('2.05', 'Costs Associated with Exit or Disposal Activities', 'Cost Associated with Exit or Disposal Activities'),
  item('2.06', 'Material Impairments'),
  item('3.01', 'Notice of Delisting or Failure to Satisfy a Continued Listing Rule or Standard; Transfer of Listing'),
  item('3.02', 'Unregistered Sales of Equity Securities'),
  item('3.03', 'Material Modification to Rights of Security Holders'),
  item('4.01', 'Changes in Registrant’s Certifying Accountant'),
  item(
    '4.02',
    'Non-Reliance on Previously Issued Financial Statements or a Related Audit Report or Completed Interim Review',
  ),
  item('5.01', 'Changes in Control of Registrant'),
  item(
    '5.02',
    'Departure of Directors or Certain Officers; Election of Directors; Appointment of Certain Officers; Compensatory Arrangements of Certain Officers',
    'Departure of Directors or Principal Officers; Election of Directors; Appointment of Principal Officers',
  ),
  item('5.03', 'Amendments to Articles of Incorporation or Bylaws; Change in Fiscal Year'),
  item('5.04', 'Temporary Suspension of Trading Under Registrant’s Employee Benefit Plans'),
  item('5.05', 'Amendments to the Registrant’s Code of Ethics, or Waiver of a Provision of the Code of Ethics'),
  item('5.06', 'Change in Shell Company Status'),
  item('5.07', 'Submission of Matters to a Vote of Security Holders'),
  item('5.08', 'Shareholder Director Nominations', 'Shareholder Nominations Pursuant to Exchange Act Rule 14a-11'),
  item('6.01', 'ABS Informational and Computational Material'),
  item('6.02', 'Change of Servicer or Trustee'),
  item('6.03', 'Change in Credit Enhancement or Other External Support'),
  item('6.04', 'Failure to Make a Required Distribution'),
  item('6.05', 'Securities Act Updating Disclosure'),
  item('6.06', 'Static Pool'),
  item('6.10', 'Alternative Filings of Asset-Backed Issuers'),
  item('7.01', 'Regulation FD Disclosure'),
  item('8.01', 'Other Events', 'Other Items', 'Other Information'),
  item(
    '9.01',
    'Financial Statements and Exhibits',
    'Financial Statements, Pro Forma Financial Information and Exhibits',
    'Exhibits',
  ),
];

/** The items of Form 8-K before 2004-08-23, in the form's order (17 CFR 249.308 as it then was). */
const PLAIN_ITEMS: readonly CurrentReportItem[] = [
  item('1', 'Changes in Control of Registrant', 'Change of Control of Registrant'),
  item('2', 'Acquisition or Disposition of Assets'),
  item('3', 'Bankruptcy or Receivership'),
  item('4', 'Changes in Registrant’s Certifying Accountant'),
  item('5', 'Other Events', 'Other Events and Regulation FD Disclosure', 'Other Materially Important Events'),
  item('6', 'Resignations of Registrant’s Directors', 'Resignation of Directors'),
  item(
    '7',
    'Financial Statements and Exhibits',
    'Financial Statements, Pro Forma Financial Information and Exhibits',
    'Exhibits',
  ),
  item('8', 'Change in Fiscal Year'),
  item(
    '9',
    'Regulation FD Disclosure',
    'Sales of Equity Securities Pursuant to Regulation S',
    'Information Furnished Under Item 12',
  ),
  item('10', 'Amendments to the Registrant’s Code of Ethics, or Waiver of a Provision of the Code of Ethics'),
  item('11', 'Temporary Suspension of Trading Under Registrant’s Employee Benefit Plans'),
  item(
    '12',
    'Results of Operations and Financial Condition',
    'Disclosure of Results of Operations and Financial Condition',
  ),
];

export type ItemNumbering = 'plain' | 'section';

/** The items of a numbering in the form's order: `section` = 1.01 … 9.01, `plain` = 1 … 12. */
export function itemsOf(numbering: ItemNumbering): readonly CurrentReportItem[] {
  return numbering === 'section' ? SECTION_ITEMS : PLAIN_ITEMS;
}

/** The item of a code in either numbering; null if the form has no such item. */
export function itemOfCode(code: string): CurrentReportItem | null {
  const items = code.includes('.') ? SECTION_ITEMS : PLAIN_ITEMS;
  return items.find(item => item.code === code) ?? null;
}

/** A title's words alone: small letters, no punctuation. */
export function titleKey(title: string): string {
  return title
    .toLowerCase()
    .replace(/[’'‘]/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

/** Under these items a report is furnished, not filed (Form 8-K, General Instruction B.2). */
export function isFurnishedItem(code: string, heading: string): boolean {
  if (code === '9') return /\bfd\b|item 12|results/i.test(heading);
  return code === '2.02' || code === '7.01' || code === '12';
}

/** An item of a form. */
export interface CatalogueItem {
  key: string;
  /** 1 … 4; 0 if the item belongs to no part. */
  part: number;
  /** As printed in headings, in upper case: `1A`, `16K`; empty if the item has no number. */
  number: string;
  /** 1-based position in the form. */
  order: number;
  /** The newest wording first. */
  titles: string[];
  /** First and last day of the periods whose reports have the item; null for no limit. */
  from: string | null;
  to: string | null;
  /** True for items that filers place in any part: their order says nothing. */
  isAnywhere: boolean;
  /** Without its text the filing is not split in full. */
  isCore: boolean;
}

export type ItemForm = '10-K' | '10-KSB' | '10-Q' | '20-F';

type Row = readonly [part: number, number: string, titles: string, from?: string, to?: string];

const RESERVED = 'Reserved';

/**
 * Form 10-K with the wordings of its eras: General Instructions to Form 10-K, Releases 33-8591 (1A), 33-10890 (6
 * reserved), 34-63548 (9C), 33-11216 (1C), 33-9286 (4), 33-8124 and 33-8183 (14), 33-7251 (10-K405), Form 10-KSB.
 */
const TEN_K: readonly Row[] = [
  [1, '1', 'Business|Description of Business|Business Development|Our Business'],
  [1, '1A', 'Risk Factors|Risk Factors and Uncertainties|Executive Officers of the Registrant', '2005-12-01'],
  [1, '1B', 'Unresolved Staff Comments', '2005-12-01'],
  [1, '1C', 'Cybersecurity', '2023-12-15'],
  [1, '2', 'Properties|Description of Property|Description of Properties|Property'],
  [1, '3', 'Legal Proceedings'],
  [
    1,
    '4',
    'Mine Safety Disclosures|Mine Safety Disclosure|Submission of Matters to a Vote of Security Holders|Removed and Reserved|Reserved',
  ],
  [
    2,
    '5',
    "Market for Registrant's Common Equity, Related Stockholder Matters and Issuer Purchases of Equity Securities|Market for Registrant's Common Equity and Related Stockholder Matters|Market for Common Equity and Related Stockholder Matters|Market for Common Equity, Related Stockholder Matters and Small Business Issuer Purchases of Equity Securities|Market for the Company's Common Stock and Related Security Holder Matters|Market Price of and Dividends on the Registrant's Common Equity",
  ],
  [2, '6', `${RESERVED}|Selected Financial Data|Selected Consolidated Financial Data|Removed and Reserved`],
  [
    2,
    '7',
    "Management's Discussion and Analysis of Financial Condition and Results of Operations|Management's Discussion and Analysis|Management's Discussion and Analysis of Results of Operations and Financial Condition|Management's Discussion and Analysis or Plan of Operation",
  ],
  [
    2,
    '7A',
    'Quantitative and Qualitative Disclosures About Market Risk|Quantitative and Qualitative Disclosure About Market Risk',
  ],
  [
    2,
    '8',
    'Financial Statements and Supplementary Data|Financial Statements|Consolidated Financial Statements and Supplementary Data|Financial Statements and Supplemental Data',
  ],
  [
    2,
    '9',
    'Changes in and Disagreements with Accountants on Accounting and Financial Disclosure|Changes in and Disagreements with Accountants',
  ],
  [2, '9A', 'Controls and Procedures', '2003-08-01'],
  [2, '9B', 'Other Information', '2004-08-01'],
  [2, '9C', 'Disclosure Regarding Foreign Jurisdictions that Prevent Inspections', '2021-12-01'],
  [
    3,
    '10',
    'Directors, Executive Officers and Corporate Governance|Directors and Executive Officers of the Registrant|Directors, Executive Officers, Promoters and Control Persons|Directors and Executive Officers',
  ],
  [3, '11', 'Executive Compensation'],
  [
    3,
    '12',
    'Security Ownership of Certain Beneficial Owners and Management and Related Stockholder Matters|Security Ownership of Certain Beneficial Owners and Management',
  ],
  [
    3,
    '13',
    'Certain Relationships and Related Transactions, and Director Independence|Certain Relationships and Related Transactions|Exhibits and Reports on Form 8-K',
  ],
  [
    3,
    '14',
    'Principal Accountant Fees and Services|Principal Accounting Fees and Services|Exhibits, Financial Statement Schedules and Reports on Form 8-K|Exhibits and Financial Statement Schedules|Controls and Procedures',
  ],
  [
    4,
    '15',
    'Exhibits and Financial Statement Schedules|Exhibits, Financial Statement Schedules|Exhibit and Financial Statement Schedules|Exhibits, Financial Statement Schedules and Reports on Form 8-K|Exhibits',
    '2002-08-01',
  ],
  [4, '16', 'Form 10-K Summary|Summary', '2016-06-01'],
];

/**
 * Items of Regulation AB (17 CFR 229.1100 ff.) that General Instruction J(2) of Form 10-K asks of asset-backed issuers instead
 * of items that they omit. Filers place them in any part.
 */
const REGULATION_AB: readonly Row[] = [
  [
    0,
    '1112B',
    'Significant Obligors of Pool Assets|Significant Obligor Financial Information|Financial Information of Significant Obligors',
  ],
  [
    0,
    '1114B',
    'Credit Enhancement and Other Support, Except for Certain Derivatives Instruments|Credit Enhancement and Other Support|Significant Enhancement Provider Financial Information|Enhancement Provider Financial Information',
  ],
  [0, '1115B', 'Certain Derivatives Instruments|Derivative Instruments|Certain Derivative Instruments'],
  [0, '1117', 'Legal Proceedings'],
  [0, '1119', 'Affiliations and Certain Relationships and Related Transactions|Affiliations and Relationships'],
  [0, '1122', 'Compliance with Applicable Servicing Criteria|Compliance with Servicing Criteria'],
  [0, '1123', 'Servicer Compliance Statement|Servicer Compliance Statements'],
];

/** Form 10-KSB of small business issuers, until 2009: numbered otherwise than Form 10-K from item 6 on. */
const TEN_KSB: readonly Row[] = [
  [1, '1', 'Description of Business|Business'],
  [1, '1A', 'Risk Factors', '2005-12-01'],
  [1, '1B', 'Unresolved Staff Comments', '2005-12-01'],
  [1, '2', 'Description of Property|Description of Properties|Properties|Property'],
  [1, '3', 'Legal Proceedings'],
  [1, '4', 'Submission of Matters to a Vote of Security Holders'],
  [
    2,
    '5',
    "Market for Common Equity and Related Stockholder Matters|Market for Common Equity, Related Stockholder Matters and Small Business Issuer Purchases of Equity Securities|Market for Registrant's Common Equity and Related Stockholder Matters",
  ],
  [
    2,
    '6',
    "Management's Discussion and Analysis or Plan of Operation|Management's Discussion and Analysis of Financial Condition and Results of Operations|Management's Discussion and Analysis|Plan of Operation",
  ],
  [2, '7', 'Financial Statements|Financial Statements and Supplementary Data'],
  [2, '8', 'Changes in and Disagreements with Accountants on Accounting and Financial Disclosure'],
  [2, '8A', 'Controls and Procedures', '2003-08-01'],
  [2, '8B', 'Other Information', '2004-08-01'],
  [
    3,
    '9',
    'Directors, Executive Officers, Promoters, Control Persons and Corporate Governance; Compliance with Section 16(a) of the Exchange Act|Directors, Executive Officers, Promoters and Control Persons; Compliance with Section 16(a) of the Exchange Act|Directors and Executive Officers',
  ],
  [3, '10', 'Executive Compensation'],
  [
    3,
    '11',
    'Security Ownership of Certain Beneficial Owners and Management and Related Stockholder Matters|Security Ownership of Certain Beneficial Owners and Management',
  ],
  [
    3,
    '12',
    'Certain Relationships and Related Transactions, and Director Independence|Certain Relationships and Related Transactions',
  ],
  [3, '13', 'Exhibits|Exhibits and Reports on Form 8-K|Exhibits, List and Reports on Form 8-K'],
  [3, '14', 'Principal Accountant Fees and Services|Controls and Procedures'],
];

/** Form 10-Q and 10-QSB: both parts use the same numbers. */
const TEN_Q: readonly Row[] = [
  [
    1,
    '1',
    'Financial Statements|Condensed Consolidated Financial Statements|Consolidated Financial Statements|Unaudited Financial Statements',
  ],
  [
    1,
    '2',
    "Management's Discussion and Analysis of Financial Condition and Results of Operations|Management's Discussion and Analysis|Management's Discussion and Analysis or Plan of Operation",
  ],
  [1, '3', 'Quantitative and Qualitative Disclosures About Market Risk|Controls and Procedures'],
  [1, '4', 'Controls and Procedures', '2002-08-01'],
  [2, '1', 'Legal Proceedings'],
  [2, '1A', 'Risk Factors', '2005-12-01'],
  [
    2,
    '2',
    'Unregistered Sales of Equity Securities, Use of Proceeds, and Issuer Purchases of Equity Securities|Unregistered Sales of Equity Securities and Use of Proceeds|Changes in Securities and Use of Proceeds|Changes in Securities|Changes in Securities, Use of Proceeds and Issuer Purchases of Equity Securities|Issuer Purchases of Equity Securities',
  ],
  [2, '3', 'Defaults Upon Senior Securities|Default Upon Senior Securities'],
  [2, '4', 'Mine Safety Disclosures|Submission of Matters to a Vote of Security Holders|Removed and Reserved|Reserved'],
  [2, '5', 'Other Information|Other Matters|Other Events'],
  [2, '6', 'Exhibits|Exhibits and Reports on Form 8-K|Exhibits and Reports on Form 10-Q'],
];

/** Form 20-F as amended since 1999, with 16F to 16K of the later releases. */
const TWENTY_F: readonly Row[] = [
  [
    1,
    '1',
    'Identity of Directors, Senior Management and Advisers|Identity of Directors, Senior Management and Advisors',
  ],
  [1, '2', 'Offer Statistics and Expected Timetable'],
  [1, '3', 'Key Information'],
  [1, '4', 'Information on the Company|Information about the Company'],
  [1, '4A', 'Unresolved Staff Comments', '2005-12-01'],
  [1, '5', 'Operating and Financial Review and Prospects'],
  [1, '6', 'Directors, Senior Management and Employees'],
  [1, '7', 'Major Shareholders and Related Party Transactions'],
  [1, '8', 'Financial Information'],
  [1, '9', 'The Offer and Listing|The Offering and Listing'],
  [1, '10', 'Additional Information'],
  [1, '11', 'Quantitative and Qualitative Disclosures About Market Risk'],
  [
    1,
    '12',
    'Description of Securities Other than Equity Securities|Descriptions of Securities Other than Equity Securities',
  ],
  [2, '13', 'Defaults, Dividend Arrearages and Delinquencies'],
  [2, '14', 'Material Modifications to the Rights of Security Holders and Use of Proceeds'],
  [2, '15', 'Controls and Procedures'],
  [2, '16', RESERVED],
  [2, '16A', 'Audit Committee Financial Expert'],
  [2, '16B', 'Code of Ethics'],
  [2, '16C', 'Principal Accountant Fees and Services'],
  [2, '16D', 'Exemptions from the Listing Standards for Audit Committees'],
  [2, '16E', 'Purchases of Equity Securities by the Issuer and Affiliated Purchasers'],
  [2, '16F', "Change in Registrant's Certifying Accountant"],
  [2, '16G', 'Corporate Governance'],
  [2, '16H', 'Mine Safety Disclosure', '2011-06-01'],
  [2, '16I', 'Disclosure Regarding Foreign Jurisdictions that Prevent Inspections', '2021-12-01'],
  [2, '16J', 'Insider Trading Policies', '2023-01-01'],
  [2, '16K', 'Cybersecurity', '2023-12-15'],
  [3, '17', 'Financial Statements'],
  [3, '18', 'Financial Statements'],
  [3, '19', 'Exhibits'],
];

const CORE: Record<ItemForm, ReadonlySet<string>> = {
  '10-K': new Set(['item_1', 'item_7', 'item_8']),
  '10-KSB': new Set(['item_1', 'item_6', 'item_7']),
  '10-Q': new Set(['part_i.item_1', 'part_i.item_2']),
  '20-F': new Set(['item_3', 'item_4', 'item_5']),
};

/**
 * Items that the form asks every filer for, if only to say "none": the absence of one means that its heading was not recognised.
 */
const EXPECTED: Record<ItemForm, ReadonlySet<string>> = {
  '10-K': itemKeys('1 1A 2 3 5 7 7A 8 9 9A 9B 10 11 12 13 14 15'),
  '10-KSB': itemKeys('1 2 3 5 6 7 8 8A 9 10 11 12 13'),
  '10-Q': new Set(['part_i.item_1', 'part_i.item_2', 'part_i.item_4', 'part_ii.item_6']),
  '20-F': itemKeys('3 4 5 6 7 8 9 10 11 12 13 14 15 19'),
};

/** Items that the form has since reserved: some filers leave them out. */
const EXPECTED_UNTIL: Partial<Record<ItemForm, Readonly<Record<string, string>>>> = {
  '10-K': { item_4: '2010-01-01', item_6: '2021-01-01' },
  '10-KSB': { item_4: '2010-01-01' },
};

/** Items that the form has asked for since a day, but not from the beginning. */
const EXPECTED_FROM: Partial<Record<ItemForm, Readonly<Record<string, string>>>> = {
  '10-K': { item_7a: '1999-06-15' },
};

/** Whether the form asks every filer for the item in reports of a period. */
export function isExpected(form: ItemForm, item: CatalogueItem, period: string | null): boolean {
  const until = EXPECTED_UNTIL[form]?.[item.key];
  if (until !== undefined) return period !== null && period < until;
  const from = EXPECTED_FROM[form]?.[item.key];
  if (from !== undefined && (period === null || period < from)) return false;
  return EXPECTED[form].has(item.key) && isInForce(item, period);
}

function itemKeys(numbers: string): ReadonlySet<string> {
  return new Set(numbers.split(' ').map(number => `item_${number.toLowerCase()}`));
}

const PARTS = ['', 'i', 'ii', 'iii', 'iv'];

export const ITEM_CATALOGUE: Record<ItemForm, readonly CatalogueItem[]> = {
  '10-K': catalogue('10-K', [...TEN_K, ...REGULATION_AB]),
  '10-KSB': catalogue('10-KSB', TEN_KSB),
  '10-Q': catalogue('10-Q', TEN_Q),
  '20-F': catalogue('20-F', TWENTY_F),
};

function catalogue(form: ItemForm, rows: readonly Row[]): CatalogueItem[] {
  return rows.map(([part, number, titles, from, to], index) => {
    const item = `item_${number.toLowerCase()}`;
    const key = form === '10-Q' ? `part_${PARTS[part]}.${item}` : item;
    return {
      key,
      part,
      number,
      order: index + 1,
      titles: titles.split('|'),
      from: from ?? null,
      to: to ?? null,
      isAnywhere: part === 0,
      isCore: CORE[form].has(key),
    };
  });
}

/** The catalogue of a form type; null if the form has no numbered items. */
export function itemFormOf(formType: string): ItemForm | null {
  const base = formType.toUpperCase().replace(/\/A$/, '').trim();
  if (/^10-?KT?SB(?:40)?$/.test(base)) return '10-KSB';
  if (/^10-?K(?:T|405|T405)?$/.test(base)) return '10-K';
  if (/^10-?Q(?:T|SB)?$/.test(base)) return '10-Q';
  return /^20-?F$/.test(base) ? '20-F' : null;
}

/** Whether reports of a period have the item; true if the period is unknown. */
export function isInForce(item: CatalogueItem, period: string | null): boolean {
  if (period === null) return true;
  return (item.from === null || period >= item.from) && (item.to === null || period <= item.to);
}

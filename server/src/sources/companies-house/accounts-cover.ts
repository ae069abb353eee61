import type { FilingReport } from '../../domain/filings/filings/model/filing-contents.ts';
import { dateOrNull, type IsoDate } from '../../kernel/dates.ts';
import { companyNumber } from './company-number.ts';

/** What accounts state of themselves. */
export interface AccountsCover {
  companyNumber: string | null;
  companyName: string | null;
  periodStart: IsoDate | null;
  periodEnd: IsoDate | null;
  /** The day on which the directors approved them. They were filed on that day or later. */
  authorisedOn: IsoDate | null;
  title: string | null;
}

const NUMBERS = [
  'bus:UKCompaniesHouseRegisteredNumber',
  'gcd:CompaniesHouseRegisteredNumber',
  'ae:CompaniesHouseRegisteredNumber',
];
const NAMES = ['bus:EntityCurrentLegalOrRegisteredName', 'gcd:EntityCurrentLegalName', 'ae:CompanyName'];
const STARTS = ['bus:StartDateForPeriodCoveredByReport', 'gcd:PeriodStart'];
const ENDS = ['bus:EndDateForPeriodCoveredByReport', 'bus:BalanceSheetDate', 'pt:BalanceSheetDate'];
const AUTHORISATIONS = [
  'core:DateAuthorisationFinancialStatementsForIssue',
  'uk-gaap:DateApprovalAccounts',
  'uk-ifrs:DateApprovalAccounts',
  'pt:DateApproval',
];
const TITLES = ['bus:ReportTitle'];

/** Reads the mandatory facts of accounts: those of the FRC taxonomies and of the taxonomies before them. */
export function readCover(report: FilingReport): AccountsCover {
  return {
    companyNumber: companyNumber(textOf(report, NUMBERS)?.replace(/\s/g, '')),
    companyName: textOf(report, NAMES),
    periodStart: dateOf(report, STARTS),
    periodEnd: dateOf(report, ENDS),
    authorisedOn: dateOf(report, AUTHORISATIONS),
    title: textOf(report, TITLES),
  };
}

/** The text of the fact without dimensions; groups state some facts under `Consolidated` only. Null if there is none. */
function textOf(report: FilingReport, concepts: readonly string[]): string | null {
  for (const concept of concepts) {
    const facts = report.facts.filter(fact => fact.concept === concept && (fact.value ?? '').trim() !== '');
    const plain = facts.find(({ dimensions }) => Object.keys(dimensions).length === 0) ?? facts[0];
    if (plain?.value != null) return plain.value.replace(/\s+/g, ' ').trim();
  }
  return null;
}

function dateOf(report: FilingReport, concepts: readonly string[]): IsoDate | null {
  for (const concept of concepts) {
    const date = toDate(textOf(report, [concept]) ?? '');
    if (date !== null) return date;
  }
  return null;
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** Reads `2020-12-31`, and what old accounts print: `31 December 2015`, `31/12/2015`. */
function toDate(text: string): IsoDate | null {
  const printed = /^(\d{1,2})(?:st|nd|rd|th)?[ /.-]([A-Za-z]{3,9}|\d{1,2})[ /.-](\d{4})$/.exec(text);
  if (printed === null) return dateOrNull(text);
  const [, day = '', monthText = '', year = ''] = printed;
  const named = MONTHS.indexOf(monthText.slice(0, 3).toLowerCase()) + 1;
  const month = /^\d/.test(monthText) ? monthText : String(named);
  return dateOrNull(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}

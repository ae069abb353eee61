import type { FactSet } from '../../domain/filings/facts/model/facts.ts';
import type { FilingReport, ReportedFact } from '../../domain/filings/filings/model/filing-contents.ts';
import type { Filing } from '../../domain/filings/issuers/model/issuer.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { dateOrNull } from '../../kernel/dates.ts';
import { toFactFiling } from '../kit/xbrl/to-fact-filing.ts';
import { toFilingFacts } from '../kit/xbrl/to-fact-series.ts';
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

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/**
 * The numbers of a set of accounts, each concept, unit, period and set of dimensions once. Of values that agree the most
 * exact is kept. Of values that contradict each other the first is, with an anomaly `contradictory_facts`.
 */
export function toFactSet(report: FilingReport, filing: Filing, log: AnomalyLog): FactSet {
  const scope = scopeOf(report);
  const dimensioned = report.facts.map(fact => ({ fact, dimensions: dimensionText(withBasis(fact, scope)) }));
  return toFilingFacts(toFactFiling(filing), dimensioned, log);
}

function dimensionText(pairs: readonly [string, string][]): string {
  return pairs
    .toSorted(([first], [second]) => (first < second ? -1 : 1))
    .map(([axis, member]) => `${axis}=${member.replace(/[;=]/g, ' ')}`)
    .join(';');
}

/**
 * Whose figures accounts tag: a single company's, a group's and its parent company's, or a group's alone. In the FRC
 * taxonomies figures without a member of the group axis are the company's, those under `Consolidated` the group's.
 */
type AccountsScope = 'single' | 'group_and_company' | 'group_only';

/** The dimension of the company's own figures if there are a group's too. */
const NON_CONSOLIDATED = ['basis', 'non_consolidated'] as const;

const GROUP_AXIS = /^[\w-]+:GroupCompany(?:Data)?Dimension$/;
const GROUP_MEMBER = /:Consolidated$/;
const IFRS_AXIS = 'ifrs-full:ConsolidatedAndSeparateFinancialStatementsAxis';
const SCOPE_AXIS = /^[\w-]+:ScopeAccountsDimension$/;

/** The scope by what is tagged as consolidated, else by what the accounts state of themselves (`ScopeAccounts`). */
function scopeOf(report: FilingReport): AccountsScope {
  if (report.facts.some(fact => fact.unit !== null && isGroupFact(fact))) return 'group_and_company';
  for (const { dimensions } of report.facts) {
    const stated = Object.entries(dimensions).find(([axis]) => SCOPE_AXIS.test(axis))?.[1] ?? '';
    if (/:ConsolidatedGroupCompanyAccounts$/.test(stated)) return 'group_and_company';
    if (/:GroupAccountsOnly$/.test(stated)) return 'group_only';
  }
  return 'single';
}

function isGroupFact({ dimensions }: ReportedFact): boolean {
  return Object.entries(dimensions).some(([axis, member]) => GROUP_AXIS.test(axis) && GROUP_MEMBER.test(member));
}

/**
 * A fact's dimensions with the basis as all registries state it: nothing for consolidated figures and for the only ones
 * there are, `basis=non_consolidated` for the company's own beside consolidated ones.
 */
function withBasis(fact: ReportedFact, scope: AccountsScope): [axis: string, member: string][] {
  const pairs = Object.entries(fact.dimensions);
  const ifrs = pairs.find(([axis]) => axis === IFRS_AXIS)?.[1];
  const others = pairs.filter(([axis]) => !GROUP_AXIS.test(axis) && axis !== IFRS_AXIS);
  if (ifrs !== undefined) return /:SeparateMember$/.test(ifrs) ? [[...NON_CONSOLIDATED], ...others] : others;
  // IFRS is the reverse: figures without a member of its axis are the group's.
  if (scope !== 'group_and_company' || isGroupFact(fact) || fact.concept.startsWith('ifrs-full:')) return others;
  return [[...NON_CONSOLIDATED], ...others];
}

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

/** Reads `2020-12-31`, and what old accounts print: `31 December 2015`, `31/12/2015`. */
function toDate(text: string): IsoDate | null {
  const printed = /^(\d{1,2})(?:st|nd|rd|th)?[ /.-]([A-Za-z]{3,9}|\d{1,2})[ /.-](\d{4})$/.exec(text);
  if (printed === null) return dateOrNull(text);
  const [, day = '', monthText = '', year = ''] = printed;
  const named = MONTHS.indexOf(monthText.slice(0, 3).toLowerCase()) + 1;
  const month = /^\d/.test(monthText) ? monthText : String(named);
  return dateOrNull(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}

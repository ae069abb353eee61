import type { FilingReport, ReportedFact } from '../../domain/filings/filings/model/filing-contents.ts';

/**
 * Whose figures a set of accounts tags: a single company's; a group's beside its parent company's own; or a group's alone.
 * In the FRC taxonomies what bears no member of the axis is the company's own, `Consolidated` the group's.
 */
export type AccountsScope = 'single' | 'group_and_company' | 'group_only';

/** The dimension under which the company's own figures stand where a group's are there too. */
const NON_CONSOLIDATED = ['basis', 'non_consolidated'] as const;

const GROUP_AXIS = /^[\w-]+:GroupCompany(?:Data)?Dimension$/;
const GROUP_MEMBER = /:Consolidated$/;
const IFRS_AXIS = 'ifrs-full:ConsolidatedAndSeparateFinancialStatementsAxis';
const SCOPE_AXIS = /^[\w-]+:ScopeAccountsDimension$/;

/** The scope by what is tagged as consolidated, else by what the accounts say of themselves (`ScopeAccounts`). */
export function scopeOf(report: FilingReport): AccountsScope {
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
 * A fact's dimensions with the basis said the way of the house: nothing for consolidated figures, or the only ones there
 * are; `basis=non_consolidated` for the company's own beside them.
 */
export function withBasis(fact: ReportedFact, scope: AccountsScope): [axis: string, member: string][] {
  const pairs = Object.entries(fact.dimensions);
  const ifrs = pairs.find(([axis]) => axis === IFRS_AXIS)?.[1];
  const others = pairs.filter(([axis]) => !GROUP_AXIS.test(axis) && axis !== IFRS_AXIS);
  if (ifrs !== undefined) return /:SeparateMember$/.test(ifrs) ? [[...NON_CONSOLIDATED], ...others] : others;
  // IFRS takes the opposite view: what bears no member of its axis is the group's.
  if (scope !== 'group_and_company' || isGroupFact(fact) || fact.concept.startsWith('ifrs-full:')) return others;
  return [[...NON_CONSOLIDATED], ...others];
}

import { type FactSet, FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import type { FilingReport, ReportedFact } from '../../domain/filings/filings/model/filing-contents.ts';
import type { Filing } from '../../domain/filings/issuers/model/issuer.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { toFactSeries } from '../kit/xbrl/to-fact-series.ts';

/**
 * The numbers of a set of accounts, each concept, unit, period and set of dimensions once. Of values that agree the most
 * exact is kept. Of values that contradict each other the first is, with an anomaly `contradictory_facts`.
 */
export function toFactSet(report: FilingReport, filing: Filing, log: AnomalyLog): FactSet {
  const scope = scopeOf(report);
  const dimensioned = report.facts.map(fact => ({ fact, dimensions: dimensionText(withBasis(fact, scope)) }));
  const { nativeId, formType, filingDate, acceptedAt, periodEnd, category, isAmendment } = filing;
  return {
    source: FILING_SOURCE + nativeId,
    datesRounded: false,
    filings: [
      {
        accession: nativeId,
        form: formType,
        filed: filingDate,
        acceptedAt,
        fiscalYear: null,
        fiscalPeriod: null,
        periodEnd,
        category,
        ...(isAmendment ? { isAmendment: true } : {}),
      },
    ],
    series: toFactSeries(dimensioned, log),
    faces: {},
  };
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

import type { ReportedFact } from '../../domain/filings/filings/model/filing-contents.ts';

type Basis = 'consolidated' | 'separate';

/** Axes that distinguish consolidated statements from those of the company alone, with the basis of facts without the axis. */
const BASIS_AXES: Readonly<Record<string, Basis>> = {
  'ifrs-full:ConsolidatedAndSeparateFinancialStatementsAxis': 'consolidated',
  'bw2-titel9:FinancialStatementsTypeAxis': 'consolidated',
  'cmn:ConsolidatedSoloDimension': 'separate',
};

/** Dimensions of a fact in a fact set: its members, or `''` for facts about the whole. */
export type DimensionsOf = (fact: ReportedFact) => string;

/**
 * The dimensions of a report's facts. Consolidated values have none, and values of the company alone have
 * `basis=non_consolidated`. If a report has one basis only, it has no dimension. Other members follow as `axis=member`,
 * axes in alphabetical order.
 */
export function dimensionsOfReport(facts: readonly ReportedFact[]): DimensionsOf {
  const implied = impliedBasis(facts);
  const bases = new Set(facts.filter(one => one.unit !== null).map(one => basisOf(one, implied)));
  return fact => {
    const members = Object.entries(fact.dimensions)
      .filter(([axis, member]) => !isBasis(axis, member))
      .map(([axis, member]) => `${axis}=${member}`);
    const isBeside = bases.has('consolidated') && basisOf(fact, implied) === 'separate';
    return [...members, ...(isBeside ? ['basis=non_consolidated'] : [])].sort().join(';');
  };
}

/** The basis of facts without the axis, which depends on the taxonomy. */
function impliedBasis(facts: readonly ReportedFact[]): Basis {
  for (const { dimensions } of facts) {
    for (const axis of Object.keys(dimensions))
      if (Object.hasOwn(BASIS_AXES, axis)) return BASIS_AXES[axis] ?? 'consolidated';
  }
  return 'consolidated';
}

function basisOf({ dimensions }: ReportedFact, implied: Basis): Basis {
  for (const [axis, member] of Object.entries(dimensions)) {
    if (isBasis(axis, member)) return /:Consolidated/.test(member) ? 'consolidated' : 'separate';
  }
  return implied;
}

function isBasis(axis: string, member: string): boolean {
  return Object.hasOwn(BASIS_AXES, axis) && /:(?:Consolidated|Separate|Solo)/.test(member);
}

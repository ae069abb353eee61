import type { FactFiling, FactSet } from '../../../domain/filings/facts/model/facts.ts';
import type { ReportedFact } from '../../../domain/filings/filings/model/filing-contents.ts';
import type { Filing } from '../../../domain/filings/issuers/model/issuer.ts';
import type { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { toFilingFacts } from '../../kit/xbrl/to-fact-series.ts';
import type { Cover } from './cover.ts';

/** Whether a value is the group's or the company's alone. */
export const BASIS_AXIS = 'jppfs_cor:ConsolidatedOrNonConsolidatedAxis';
const STAND_ALONE = 'jppfs_cor:NonConsolidatedMember';

/**
 * The numbers of a filing, each concept, unit, period and dimensions once. Consolidated values have no dimension;
 * stand-alone ones have `basis=non_consolidated` if there are consolidated ones, and no dimension
 * otherwise. Of several that agree the most exact is kept. If they contradict each other, the first is kept and an
 * anomaly is added.
 */
export function toFactSet(facts: readonly ReportedFact[], filing: Filing, cover: Cover, log: AnomalyLog): FactSet {
  const hasConsolidated = cover.hasConsolidated ?? facts.some(isConsolidated);
  const dimensioned = facts.map(fact => ({ fact, dimensions: dimensionsOf(fact, hasConsolidated) }));
  return toFilingFacts(toFactFiling(filing, cover), dimensioned, log);
}

/** Stand-alone statements are tagged with their basis. */
function isConsolidated({ concept, unit, dimensions }: ReportedFact): boolean {
  return unit !== null && /^jp(?:pfs|igp)_cor:/.test(concept) && dimensions[BASIS_AXIS] !== STAND_ALONE;
}

function dimensionsOf({ dimensions }: ReportedFact, hasConsolidated: boolean): string {
  const pairs = Object.entries(dimensions).flatMap(([axis, member]) => {
    if (axis !== BASIS_AXIS) return [`${axis}=${member}`];
    return member === STAND_ALONE && hasConsolidated ? ['basis=non_consolidated'] : [];
  });
  return pairs.sort().join(';');
}

/** A fiscal year goes by the calendar year in which it ends: 2024年3月期. */
function toFactFiling(filing: Filing, { fiscalYearEnd, periodType }: Cover): FactFiling {
  return {
    accession: filing.nativeId,
    form: filing.formType,
    filed: filing.filingDate,
    acceptedAt: filing.acceptedAt,
    fiscalYear: fiscalYearEnd === null ? null : Number(fiscalYearEnd.slice(0, 4)),
    fiscalPeriod: periodType,
    periodEnd: filing.periodEnd,
    category: filing.category,
    ...(filing.isAmendment ? { isAmendment: true as const } : {}),
  };
}

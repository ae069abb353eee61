import type { FactSet } from '../../domain/filings/facts/model/facts.ts';
import type { ReportedFact } from '../../domain/filings/filings/model/filing-contents.ts';
import type { Filing } from '../../domain/filings/issuers/model/issuer.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { toFactFiling } from '../kit/xbrl/to-fact-filing.ts';
import { toFilingFacts } from '../kit/xbrl/to-fact-series.ts';
import type { SummaryName } from './summary-name.ts';

const BASIS = /:Consolidated(?:OrNonC|Nonc)onsolidatedAxis$/;
const SCENARIO = 'tse-ed-t:ResultForecastAxis';
const RESULT = 'tse-ed-t:ResultMember';

/** Whether a fact of the summary is a result, and not a forecast; statements hold results only. */
export function isResult({ dimensions }: ReportedFact): boolean {
  return dimensions[SCENARIO] === undefined || dimensions[SCENARIO] === RESULT;
}

/**
 * The numbers of a disclosure, each concept, unit, period and dimensions once. Consolidated results have no dimension. Results
 * of the company alone have `basis=non_consolidated` if there are consolidated ones, and no dimension otherwise. Forecasts keep
 * the exchange's axes (forecast, upper, lower; previous and current), so that they cannot be taken for results.
 */
export function toFactSet(facts: readonly ReportedFact[], filing: Filing, name: SummaryName, log: AnomalyLog): FactSet {
  const hasConsolidated = name.isOld ? !isOfCompanyAlone(name) : facts.some(isConsolidated);
  const dimensioned = facts.map(fact => ({ fact, dimensions: dimensionsOf(fact, hasConsolidated) }));
  return toFilingFacts(toFactFiling(filing), dimensioned, log);
}

/** Until 2013 consolidated values are not marked, but reports of companies without a group have their own name: `anedjpsm`. */
function isOfCompanyAlone({ report }: SummaryName): boolean {
  return /^[asqc]n/.test(report);
}

function isConsolidated({ concept, value, dimensions }: ReportedFact): boolean {
  if (concept === 'jpdei_cor:WhetherConsolidatedFinancialStatementsArePreparedDEI') return value === 'true';
  return Object.values(dimensions).includes('tse-ed-t:ConsolidatedMember');
}

function dimensionsOf({ dimensions }: ReportedFact, hasConsolidated: boolean): string {
  const pairs = Object.entries(dimensions).flatMap(([axis, member]) => {
    if (axis === SCENARIO && member === RESULT) return [];
    if (!BASIS.test(axis)) return [`${axis}=${member}`];
    return /:NonConsolidatedMember$/.test(member) && hasConsolidated ? ['basis=non_consolidated'] : [];
  });
  return pairs.sort().join(';');
}

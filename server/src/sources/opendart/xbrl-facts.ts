import { type FactSet, FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import type { FilingReport, ReportedFact } from '../../domain/filings/filings/model/filing-contents.ts';
import type { Filing } from '../../domain/filings/issuers/model/issuer.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { toFactSeries } from '../kit/xbrl/to-fact-series.ts';

/** The axis that every number of a report has (IAS 27). */
export const BASIS_AXIS = 'ifrs-full:ConsolidatedAndSeparateFinancialStatementsAxis';
const CONSOLIDATED = /:ConsolidatedMember$/;
const SEPARATE = /:SeparateMember$/;

/** The labels of the filing, which the report itself lacks. */
export interface FiscalLabels {
  fiscalYear: number | null;
  fiscalPeriod: string | null;
}

/**
 * The numbers of a report. Consolidated numbers, and numbers of a company that has no others, have no dimension of
 * basis; otherwise numbers of the company alone have `basis=non_consolidated`.
 */
export function toXbrlFacts(report: FilingReport, filing: Filing, labels: FiscalLabels, log: AnomalyLog): FactSet {
  const hasConsolidated = report.facts.some(fact => CONSOLIDATED.test(fact.dimensions[BASIS_AXIS] ?? ''));
  const dimensioned = report.facts.map(fact => ({
    fact: { ...fact, unit: fact.unit === null ? null : unitOf(fact) },
    dimensions: dimensionsOf(fact, hasConsolidated),
  }));
  return {
    source: FILING_SOURCE + filing.nativeId,
    datesRounded: false,
    filings: [
      {
        accession: filing.nativeId,
        form: filing.formType,
        filed: filing.filingDate,
        acceptedAt: null,
        ...labels,
        periodEnd: filing.periodEnd,
        category: filing.category,
        ...(filing.isAmendment ? { isAmendment: true as const } : {}),
      },
    ],
    series: toFactSeries(dimensioned, log),
    faces: {},
  };
}

/** Amounts of a share are filed in a unit that the filer names as it likes: `KRW`, or `SHARES` for won a share. */
function unitOf({ concept, unit }: ReportedFact): string {
  const filed = unit === 'SHARES' ? 'shares' : unit === 'PURE' ? 'pure' : (unit ?? '');
  if (!/PerShare/.test(concept)) return filed;
  return /^[A-Z]{3}$/.test(filed) ? `${filed}/shares` : filed === 'shares' || filed === 'pure' ? 'KRW/shares' : filed;
}

function dimensionsOf(fact: ReportedFact, hasConsolidated: boolean): string {
  const pairs = Object.entries(fact.dimensions).flatMap(([axis, member]) => {
    if (axis !== BASIS_AXIS) return [`${axis}=${member}`];
    if (CONSOLIDATED.test(member)) return [];
    if (SEPARATE.test(member)) return hasConsolidated ? ['basis=non_consolidated'] : [];
    return [`${axis}=${member}`];
  });
  return pairs.sort().join(';');
}

import { type FactSet, FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import type { ReportedFact } from '../../domain/filings/filings/model/filing-contents.ts';
import type { Filing } from '../../domain/filings/issuers/model/issuer.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { toFactSeries } from '../kit/xbrl/to-fact-series.ts';
import { dimensionsOfReport } from './reporting-basis.ts';

/**
 * The numbers of a report, each concept, unit, members and period once. Of several that agree the most exact is kept;
 * where they contradict each other the first is, and an anomaly says so.
 */
export function toFactSet(facts: readonly ReportedFact[], filing: Filing, log: AnomalyLog): FactSet {
  const dimensionsOf = dimensionsOfReport(facts);
  const dimensioned = facts.map(fact => ({ fact, dimensions: dimensionsOf(fact) }));
  return {
    source: FILING_SOURCE + filing.nativeId,
    datesRounded: false,
    filings: [
      {
        accession: filing.nativeId,
        form: filing.formType,
        filed: filing.filingDate,
        acceptedAt: filing.acceptedAt,
        fiscalYear: null,
        fiscalPeriod: null,
        periodEnd: filing.periodEnd,
        category: filing.category,
      },
    ],
    series: toFactSeries(dimensioned, log),
    faces: {},
  };
}

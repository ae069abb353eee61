import { type FactSet, FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import type { FilingReport } from '../../domain/filings/filings/model/filing-contents.ts';
import type { Filing } from '../../domain/filings/issuers/model/issuer.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { toFactSeries } from '../kit/xbrl/to-fact-series.ts';
import { scopeOf, withBasis } from './accounts-basis.ts';

/**
 * The numbers of a set of accounts, each concept, unit, period and set of dimensions once. Of several that agree the most
 * exact is kept; where they contradict each other the first is, and an anomaly `contradictory_facts` says so.
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

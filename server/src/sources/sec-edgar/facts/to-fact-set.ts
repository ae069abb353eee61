import { type FactFiling, type FactSet, FILING_SOURCE } from '../../../domain/filings/facts/model/facts.ts';
import type { FilingReport } from '../../../domain/filings/filings/model/filing-contents.ts';
import type { Filing } from '../../../domain/filings/issuers/model/issuer.ts';
import type { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { toFactSeries } from '../../kit/xbrl/to-fact-series.ts';

/**
 * The numbers of a filing as the registry's summary will state them: those without dimensions, with each concept, unit and
 * period once. Of several consistent facts the most precise is kept. Of contradictory ones the first is kept, with an
 * anomaly.
 */
export function toFactSet(report: FilingReport, filing: Filing, log: AnomalyLog): FactSet {
  const plain = report.facts.filter(fact => Object.keys(fact.dimensions).length === 0);
  return {
    source: FILING_SOURCE + filing.nativeId,
    datesRounded: false,
    filings: [toFactFiling(report, filing)],
    series: toFactSeries(
      plain.map(fact => ({ fact, dimensions: '' })),
      log,
    ),
    faces: {},
  };
}

function toFactFiling(report: FilingReport, filing: Filing): FactFiling {
  const year = Number(coverText(report, 'dei:DocumentFiscalYearFocus') ?? '');
  return {
    accession: filing.nativeId,
    form: filing.formType,
    filed: filing.filingDate,
    acceptedAt: filing.acceptedAt,
    fiscalYear: Number.isInteger(year) && year > 1900 ? year : null,
    fiscalPeriod: coverText(report, 'dei:DocumentFiscalPeriodFocus'),
    periodEnd: filing.periodEnd,
  };
}

/** A value of the cover page, of the filer itself and not of a co-registrant. */
export function coverText(report: FilingReport, concept: string): string | null {
  const fact = report.facts.find(one => one.concept === concept && Object.keys(one.dimensions).length === 0);
  return fact?.value ?? null;
}

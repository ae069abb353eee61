import type { FactFiling } from '../../../domain/filings/facts/model/facts.ts';
import type { Filing } from '../../../domain/filings/issuers/model/issuer.ts';

/** The entry of a filing in its own fact set, for registries that label no fiscal year. */
export function toFactFiling(filing: Filing): FactFiling {
  const { nativeId, formType, filingDate, acceptedAt, periodEnd, category, isAmendment } = filing;
  return {
    accession: nativeId,
    form: formType,
    filed: filingDate,
    acceptedAt,
    fiscalYear: null,
    fiscalPeriod: null,
    periodEnd,
    category,
    ...(isAmendment ? { isAmendment: true } : {}),
  };
}

import type { z } from 'zod';
import type { Instant } from '../../../../kernel/dates.ts';
import { filingId } from '../../../../kernel/ids.ts';
import { appendAll } from '../../../../kernel/lists.ts';
import type { MissingReason } from '../../../../kernel/missing-reason.ts';
import type { NotCovered } from '../../../filings/filings/views/unread-filings.ts';
import { type EntityRefRow, toEntityRef } from '../../../filings/issuers/views/entity.ts';
import { LazyList } from '../../../kit/responses/rendered-responses.ts';
import type { Conversion } from '../../currencies/rules/convert-period.ts';
import { ANNUAL_PERIODS, type KpiPeriod } from '../model/financials.ts';
import { findBasisChanges } from '../rules/basis-changes.ts';
import type { LineItem } from '../rules/line-items.ts';
import { renderConversion } from './conversion.ts';
import type { basisChange, missing } from './financial-shapes.ts';
import type { FinancialsQuestion, LoadedFinancials } from './load-periods.ts';
import { groupMissing, renderCompactValues, renderFlags } from './render-compact.ts';
import { type FilingDirectory, reasonMissing, renderBreaches, renderValues } from './render-values.ts';

type Missing = z.input<typeof missing>;

/** Input of the rendered response. */
export interface FinancialsResponse {
  entity: EntityRefRow;
  /** The registrant of the figures. */
  sourceKey: string | null;
  question: FinancialsQuestion;
  /** Of a request as of a day; empty without one. */
  known: { known_until?: Instant | undefined; rules_version?: string | undefined };
  /** The requested line items, in presentation order. */
  items: readonly LineItem[];
  /** Whether all were requested, in which case those of other company types are omitted. */
  isEveryItem: boolean;
  /** Null if the issuer has no financials in the store. */
  loaded: (LoadedFinancials & { directory: FilingDirectory }) | null;
  /** Conversions of the periods' amounts; null if none was requested. */
  conversions: ReadonlyMap<KpiPeriod, readonly Conversion[]> | null;
  /** Why there are no periods; null if there are some. */
  emptyReason: MissingReason | null;
  /** The reports that were not read, if that is the reason. */
  notCovered: readonly NotCovered[];
}

/** CompanyFinancialsOut, ready for JSON.stringify. */
export function renderFinancials(response: FinancialsResponse): object {
  const { loaded } = response;
  const periods = loaded && new LazyList(loaded.periods, period => renderPeriod(period, response, loaded));
  return renderAround(response, periods ?? [], missingOfAll(response));
}

/** CompactFinancials, ready for JSON.stringify. */
export function renderCompactFinancials(response: FinancialsResponse): object {
  const { items, loaded } = response;
  const missing = missingOfAll(response).filter(entry => entry.fiscal_year === undefined);
  const nowhere = new Set(missing.map(({ code }) => code));
  const shown = items.filter(({ code }) => !nowhere.has(code));
  const periods = loaded && new LazyList(loaded.periods, period => renderCompactPeriod(period, shown, loaded));
  return renderAround(response, periods ?? [], groupMissing(missing));
}

function missingOfAll(response: FinancialsResponse): Missing[] {
  const { emptyReason, loaded } = response;
  return emptyReason === null ? missingIn(loaded?.periods ?? [], response) : missingEverywhere(response, emptyReason);
}

/** The members of every view around its periods and missing codes. */
function renderAround(response: FinancialsResponse, periods: object, missing: object): object {
  const { entity, question, loaded, emptyReason } = response;
  const notCovered = emptyReason === null ? reportsLacking(response) : response.notCovered;
  return {
    entity: toEntityRef(entity),
    source_key: response.sourceKey,
    company_type: loaded?.companyType ?? null,
    accounting_standard: loaded?.accountingStandard ?? null,
    currency: loaded?.currency ?? null,
    fiscal_period: question.fiscalPeriod,
    as_of: question.asOf,
    ...response.known,
    periods,
    ...renderBasisChanges(response),
    missing,
    ...(notCovered.length === 0 ? {} : { not_covered: notCovered }),
    data_as_of: loaded?.dataAsOf ?? null,
    empty_reason: emptyReason,
  };
}

/** Absent without changes. */
function renderBasisChanges({ loaded, items }: FinancialsResponse): { basis_changes?: z.input<typeof basisChange>[] } {
  const changes = findBasisChanges(loaded?.periods ?? [], items);
  if (loaded === null || changes.length === 0) return {};
  return {
    basis_changes: changes.map(({ accession, codes, ...change }) => ({
      ...change,
      codes: codes && [...codes],
      filing_id: filingId(loaded.directory.registry, accession),
    })),
  };
}

function renderCompactPeriod(
  period: KpiPeriod,
  items: readonly LineItem[],
  { directory, currency }: NonNullable<FinancialsResponse['loaded']>,
): object {
  const flags = renderFlags(period, items, period.accession);
  const lacking = items.flatMap(item => {
    const reason = period.values[item.code] ? 'not_applicable' : reasonMissing(period, item);
    return reason === 'not_applicable' ? [] : [{ code: item.code, reason }];
  });
  return {
    fiscal_year: period.fiscalYear,
    fiscal_period: period.fiscalPeriod,
    period_end: period.periodEnd,
    filing_id: filingId(directory.registry, period.accession),
    kpi_validation_status: period.status,
    ...(period.currency === currency ? {} : { currency: period.currency }),
    values: renderCompactValues(period, items),
    ...(Object.keys(flags).length === 0 ? {} : { flags }),
    ...(lacking.length === 0 ? {} : { missing: groupMissing(lacking) }),
  };
}

function renderPeriod(
  period: KpiPeriod,
  { items, conversions }: FinancialsResponse,
  { directory, currency }: NonNullable<FinancialsResponse['loaded']>,
): object {
  const filing = filingOf(period, directory);
  return {
    fiscal_year: period.fiscalYear,
    fiscal_period: period.fiscalPeriod,
    period_start: period.periodStart,
    period_end: period.periodEnd,
    filing_id: filingId(directory.registry, period.accession),
    form_type: filing.form,
    filed_at: filing.filedAt,
    kpi_validation_status: period.status,
    breaches: renderBreaches(period.breaches),
    ...(period.currency === currency ? {} : { currency: period.currency }),
    ...(conversions === null ? {} : { conversions: (conversions.get(period) ?? []).map(renderConversion) }),
    values: renderValues(period, items, directory),
  };
}

function filingOf({ accession }: KpiPeriod, directory: FilingDirectory): { form: string; filedAt: string } {
  const filing = directory.filings[accession];
  if (!filing) throw new Error(`a period rests on the filing ${accession}, which is not described`);
  return filing;
}

/** A code that no period has is listed once; one that some periods lack is listed for each of them. */
function missingIn(periods: readonly KpiPeriod[], { items, isEveryItem }: FinancialsResponse): Missing[] {
  const reported: Missing[] = [];
  for (const item of items) {
    const lacking = periods.filter(period => period.values[item.code] === undefined);
    const reasons = lacking.map(period => reasonMissing(period, item));
    const isForeign = reasons.every(reason => reason === 'not_applicable');
    if (lacking.length === 0 || (isForeign && isEveryItem)) continue;
    if (lacking.length === periods.length) reported.push({ code: item.code, reason: strongest(reasons) });
    else
      appendAll(
        reported,
        lacking.map(period => missingOf(period, item)),
      );
  }
  return reported;
}

function missingOf(period: KpiPeriod, item: LineItem): Missing {
  return {
    code: item.code,
    reason: reasonMissing(period, item),
    fiscal_year: period.fiscalYear,
    fiscal_period: period.fiscalPeriod,
  };
}

/** One reason for all periods: a period to which the code applies takes precedence over one to which it does not. */
function strongest(reasons: readonly MissingReason[]): MissingReason {
  return reasons.find(reason => reason !== 'not_applicable') ?? 'not_applicable';
}

function missingEverywhere({ items, isEveryItem }: FinancialsResponse, reason: MissingReason): Missing[] {
  return isEveryItem ? [] : items.map(({ code }) => ({ code, reason }));
}

const MAX_LACKING = 10;

/** Reports on periods of which only a summary or a later report was read, and that lack a requested line. */
function reportsLacking({ items, loaded }: FinancialsResponse): NotCovered[] {
  if (loaded === null) return [];
  const lacks = (period: KpiPeriod) =>
    items.some(item => period.values[item.code] === undefined && reasonMissing(period, item) === 'not_covered');
  return loaded.periods
    .filter(lacks)
    .slice(0, MAX_LACKING)
    .map(period => ({
      registry: loaded.directory.registry,
      category: ANNUAL_PERIODS.has(period.fiscalPeriod) ? 'annual_report' : 'interim_report',
      form_type: null,
      period_end: period.periodEnd,
      filing_id: null,
    }));
}

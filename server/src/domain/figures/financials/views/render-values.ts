import type { z } from 'zod';
import { filingId } from '../../../../kernel/ids.ts';
import { plainNumber } from '../../../../kernel/json-number.ts';
import type { MissingReason } from '../../../../kernel/missing-reason.ts';
import { type FactLocations, renderLocation } from '../../../filings/facts/views/fact-places.ts';
import type { CompanyType } from '../../../filings/issuers/model/issuer.ts';
import type { Breach, KpiInput, KpiPeriod, KpiValue } from '../model/financials.ts';
import type { LineItem } from '../rules/line-items.ts';
import type { breach, value } from './financial-shapes.ts';

type Value = z.input<typeof value>;

/** Descriptions of the filings of an issuer's values, and the locations of the values in them. */
export interface FilingDirectory {
  registry: string;
  /** By accession. */
  filings: Readonly<Record<string, { form: string; filedAt: string }>>;
  places: FactLocations;
}

/** Whether a code is a statement line of such a company. */
function appliesTo(item: LineItem, companyType: CompanyType): boolean {
  return item.companyTypes.includes(companyType);
}

/**
 * The values of a period in the fields of the contract, in the order of `items`: codes with a value, and null with the
 * reason for applicable codes without one.
 */
export function renderValues(
  period: KpiPeriod,
  items: readonly LineItem[],
  directory: FilingDirectory,
): Record<string, Value> {
  const values: Record<string, Value> = {};
  for (const item of items) {
    const known = period.values[item.code];
    if (known) values[item.code] = renderValue(known, directory);
    else if (reasonMissing(period, item) !== 'not_applicable') {
      values[item.code] = renderMissing(period, item, directory);
    }
  }
  return values;
}

/** Why a period has no value for a code. */
export function reasonMissing(period: KpiPeriod, item: LineItem): MissingReason {
  const stated = period.missing[item.code];
  if (stated !== undefined) return stated;
  return appliesTo(item, period.companyType) ? 'not_reported' : 'not_applicable';
}

/** A canonical value as responses show it, with its filing and location. */
export function renderValue(known: KpiValue, directory: FilingDirectory): Value {
  const place = directory.places.get(known.asFiled ?? known);
  return {
    value: plainNumber(known.value, known.exact),
    unit: known.unit,
    ...(known.asFiled === undefined ? {} : { as_filed: renderAsFiled(known.asFiled) }),
    method: known.method,
    concept: known.concept,
    ...(known.formula === undefined ? {} : { formula: known.formula }),
    filing_id: filingId(directory.registry, known.accession),
    period_start: known.periodStart,
    period_end: known.periodEnd,
    filed_at: filedAt(directory, known.accession),
    decimals: known.decimals,
    ...(place === undefined ? {} : renderLocation(place)),
    kpi_validation_status: known.status,
    value_flags: known.flags,
    ...(known.basis === undefined ? {} : { basis: known.basis }),
    ...(known.inputs === undefined ? {} : { inputs: known.inputs.map(input => renderInput(input, directory)) }),
    ...(known.firstReported === undefined ? {} : { first_reported: renderFirst(known.firstReported, directory) }),
  };
}

function renderInput(
  { name, role, weight, value: of }: KpiInput,
  directory: FilingDirectory,
): NonNullable<Value['inputs']>[number] {
  const place = directory.places.get(of);
  return {
    name,
    role,
    weight,
    value: plainNumber(of.value, of.exact),
    unit: of.unit,
    method: of.method,
    concept: of.concept,
    ...(of.formula === undefined ? {} : { formula: of.formula }),
    filing_id: filingId(directory.registry, of.accession),
    period_start: of.periodStart,
    period_end: of.periodEnd,
    decimals: of.decimals,
    value_flags: of.flags,
    ...(place === undefined ? {} : renderLocation(place)),
  };
}

function renderAsFiled({ value: filed, exact, unit }: KpiValue): NonNullable<Value['as_filed']> {
  return { value: plainNumber(filed, exact), unit };
}

function renderFirst(
  first: NonNullable<KpiValue['firstReported']>,
  directory: FilingDirectory,
): NonNullable<Value['first_reported']> {
  return {
    value: plainNumber(first.value),
    filing_id: filingId(directory.registry, first.accession),
    filed_at: filedAt(directory, first.accession),
    restatement: first.restatement,
  };
}

function renderMissing(period: KpiPeriod, item: LineItem, directory: FilingDirectory): Value {
  return {
    value: null,
    unit: unitOf(item, period.currency),
    method: null,
    concept: null,
    reason: reasonMissing(period, item),
    filing_id: filingId(directory.registry, period.accession),
    period_start: item.periodType === 'instant' ? null : period.periodStart,
    period_end: period.periodEnd,
    filed_at: filedAt(directory, period.accession),
    decimals: null,
    kpi_validation_status: 'unavailable',
    value_flags: [],
  };
}

function unitOf({ unitKind }: LineItem, currency: string): string {
  if (unitKind === 'currency') return currency;
  if (unitKind === 'currency_per_share') return `${currency}/shares`;
  return unitKind === 'shares' ? 'shares' : 'pure';
}

function filedAt(directory: FilingDirectory, accession: string): string {
  const filing = directory.filings[accession];
  if (!filing) throw new Error(`a value names the filing ${accession}, which its issuer's financials do not describe`);
  return filing.filedAt;
}

/** Breached identities with the summed terms. */
export function renderBreaches(breaches: readonly Breach[]): z.input<typeof breach>[] {
  return breaches.map(({ identity, terms, difference, tolerance, cause }) => ({
    identity,
    terms: Object.fromEntries(Object.entries(terms).map(([code, term]) => [code, plainNumber(term)])),
    difference: plainNumber(difference),
    tolerance: plainNumber(tolerance),
    cause,
  }));
}

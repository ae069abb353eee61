import type { z } from 'zod';
import type { IsoDate } from '../../../../kernel/dates.ts';
import { filingId } from '../../../../kernel/ids.ts';
import { plainNumber } from '../../../../kernel/json-number.ts';
import type { MissingReason } from '../../../../kernel/missing-reason.ts';
import type { FactLocations } from '../../../filings/facts/views/fact-places.ts';
import { toFilingRef } from '../../../filings/filings/views/filing.ts';
import type { FilingOfIssuer } from '../../../filings/filings/views/find-filing.ts';
import type { NotCovered } from '../../../filings/filings/views/unread-filings.ts';
import { toEntityRef } from '../../../filings/issuers/views/entity.ts';
import { KEY_CODES, type KpiPeriod, STATEMENT_TYPES } from '../model/financials.ts';
import { LINE_ITEMS, lineItemOf } from '../rules/line-items.ts';
import type { missing } from './financial-shapes.ts';
import { knownAtOfFilings, type LoadedFacts } from './load-financials-input.ts';
import { groupMissing, renderCompactValues, renderFlags } from './render-compact.ts';
import { type FilingDirectory, reasonMissing, renderBreaches, renderValue, renderValues } from './render-values.ts';

/** Optional parts of the response. */
export interface FilingKpisFlags {
  groups: boolean;
  redFlags: boolean;
  gold: boolean;
}

/** What every view shows of a red flag; the full view has more. */
interface KpiRedFlag {
  rule_id: string;
  severity: string;
  judgement: string | null;
  status: string;
  read_by: string[];
}

/** Input of the rendered response. */
export interface FilingKpisResponse {
  filing: FilingOfIssuer;
  /** Null if the filing contains no statements. */
  period: KpiPeriod | null;
  loaded: LoadedFacts | null;
  flags: FilingKpisFlags;
  places: FactLocations;
  /** Null if they are not requested. */
  redFlags: { flags: KpiRedFlag[]; isRead: boolean } | null;
}

/** ProductFilingKpisOut, ready for JSON.stringify. */
export function renderFilingKpis(response: FilingKpisResponse): object {
  const { filing, period, loaded, flags, places, redFlags } = response;
  const emptyReason = period ? null : whyEmpty(filing, loaded);
  const directory = { ...directoryOf(filing, loaded), places };
  return {
    ...canonicalFigures(filing, period),
    missing: missingOf(period, flags, emptyReason),
    ...(emptyReason === 'not_covered' ? { not_covered: [toNotCovered(filing)] } : {}),
    kpi_validation_status: period?.status ?? 'unavailable',
    breaches: renderBreaches(period?.breaches ?? []),
    ...(flags.gold ? { gold: period ? goldOf(period, directory) : {} } : {}),
    ...(flags.groups ? { groups: groupsOf(period, directory) } : {}),
    ...(redFlags === null ? {} : { red_flags: redFlags.flags }),
    ...(redFlags === null || redFlags.isRead ? {} : { red_flags_reason: 'not_covered' }),
    data_as_of: filing.known_at,
    empty_reason: emptyReason,
  };
}

/** CompactFilingKpis, ready for JSON.stringify. */
export function renderCompactKpis(response: FilingKpisResponse): object {
  const { filing, period, loaded, flags, redFlags } = response;
  const emptyReason = period ? null : whyEmpty(filing, loaded);
  const items = flags.groups
    ? LINE_ITEMS
    : LINE_ITEMS.filter(item => period?.values[item.code]?.status === 'published');
  const hasValues = period !== null && (flags.groups || flags.gold);
  const valueFlags = hasValues ? renderFlags(period, items, filing.native_id) : {};
  return {
    ...canonicalFigures(filing, period),
    kpi_validation_status: period?.status ?? 'unavailable',
    ...(hasValues ? { values: renderCompactValues(period, items) } : {}),
    ...(Object.keys(valueFlags).length === 0 ? {} : { flags: valueFlags }),
    missing: groupMissing(missingOf(period, flags, emptyReason)),
    ...(emptyReason === 'not_covered' ? { not_covered: [toNotCovered(filing)] } : {}),
    ...(redFlags === null ? {} : { red_flags: redFlags.flags.map(briefFlag) }),
    ...(redFlags === null || redFlags.isRead ? {} : { red_flags_reason: 'not_covered' }),
    data_as_of: filing.known_at,
    empty_reason: emptyReason,
  };
}

/** The members that both views have first. */
function canonicalFigures(filing: FilingOfIssuer, period: KpiPeriod | null): object {
  return {
    ...toFilingRef({ ...filing, period_end: filing.period_end ?? period?.periodEnd ?? null }),
    ...toEntityRef(filing),
    fiscal_year: period?.fiscalYear ?? null,
    fiscal_period: period?.fiscalPeriod ?? null,
    company_type: period?.companyType ?? null,
    currency: period?.currency ?? null,
    accounting_standard: period?.accountingStandard ?? null,
    canonical: Object.fromEntries(KEY_CODES.map(code => [code, bareNumber(period, code)])),
    canonical_periods: Object.fromEntries(KEY_CODES.map(code => [code, datesOf(period, code)])),
  };
}

/** A red flag without its evidence. */
function briefFlag({ rule_id, severity, judgement, status, read_by }: KpiRedFlag): KpiRedFlag {
  return { rule_id, severity, judgement, status, read_by };
}

function bareNumber(period: KpiPeriod | null, code: string): number | null {
  const known = period?.values[code];
  return known ? plainNumber(known.value, known.exact) : null;
}

function datesOf(period: KpiPeriod | null, code: string): { period_start: IsoDate | null; period_end: IsoDate } | null {
  const known = period?.values[code];
  return known ? { period_start: known.periodStart, period_end: known.periodEnd } : null;
}

function goldOf(period: KpiPeriod, directory: FilingDirectory): object {
  const published = LINE_ITEMS.flatMap(({ code }) => {
    const known = period.values[code];
    return known?.status === 'published' ? [[code, renderValue(known, directory)] as const] : [];
  });
  return Object.fromEntries(published);
}

function groupsOf(period: KpiPeriod | null, directory: FilingDirectory): object {
  return Object.fromEntries(
    STATEMENT_TYPES.map(statement => {
      const items = LINE_ITEMS.filter(item => item.statementType === statement);
      return [statement, period ? renderValues(period, items, directory) : {}];
    }),
  );
}

/** The shown codes without a value: the canonical ones, or with groups all applicable ones. */
function missingOf(
  period: KpiPeriod | null,
  flags: FilingKpisFlags,
  emptyReason: MissingReason | null,
): z.input<typeof missing>[] {
  const shown = KEY_CODES.flatMap(code => lineItemOf(code) ?? []);
  if (period === null) return shown.map(({ code }) => ({ code, reason: emptyReason ?? 'not_reported' }));
  const items = flags.groups ? LINE_ITEMS : shown;
  return items.flatMap(item => {
    if (period.values[item.code]) return [];
    const reason = reasonMissing(period, item);
    return reason === 'not_applicable' && !shown.includes(item) ? [] : [{ code: item.code, reason }];
  });
}

/** `not_reported` only if the filing was opened, or a source of facts has all of it. */
function whyEmpty(filing: FilingOfIssuer, loaded: LoadedFacts | null): MissingReason {
  const sets = loaded?.facts.sets.filter(({ isPartial }) => isPartial !== true) ?? [];
  const isRead = sets.some(set => set.filings.some(({ accession }) => accession === filing.native_id));
  return isRead || filing.tagged !== null ? 'not_reported' : 'not_covered';
}

function toNotCovered({ registry, native_id, category, form_type, period_end }: FilingOfIssuer): NotCovered {
  return { registry, category, form_type, period_end, filing_id: filingId(registry, native_id) };
}

/** When each filing that a value may depend on became known. */
function directoryOf(filing: FilingOfIssuer, loaded: LoadedFacts | null): Omit<FilingDirectory, 'places'> {
  const knownAt = loaded ? knownAtOfFilings(loaded) : new Map<string, string>();
  const filings: Record<string, { form: string; filedAt: string }> = {};
  for (const { accession, form } of loaded?.facts.sets.flatMap(set => set.filings) ?? []) {
    filings[accession] = { form, filedAt: knownAt.get(accession) ?? filing.known_at };
  }
  filings[filing.native_id] = { form: filing.form_type, filedAt: filing.known_at };
  return { registry: filing.registry, filings };
}

import { z } from 'zod';
import { sql } from '../../../../db/database.ts';
import { KEY_CODES, type KpiPeriod, type KpiValue } from '../../../figures/financials/model/financials.ts';
import { normaliseFilingKpis } from '../../../figures/financials/rules/financials.ts';
import {
  breach,
  compactValues,
  fiscalPeriod,
  flagsByCode,
  missing,
  missingCodes,
  validationStatus,
  valuesByCode,
} from '../../../figures/financials/views/financial-shapes.ts';
import { loadFinancialsInput } from '../../../figures/financials/views/load-financials-input.ts';
import {
  type FilingKpisFlags,
  renderCompactKpis,
  renderFilingKpis,
} from '../../../figures/financials/views/render-filing-kpis.ts';
import { locateFacts } from '../../../filings/facts/views/fact-places.ts';
import { filingRefFields } from '../../../filings/filings/views/filing.ts';
import { findFiling } from '../../../filings/filings/views/find-filing.ts';
import { notCoveredField } from '../../../filings/filings/views/unread-filings.ts';
import { companyType, entityRefFields } from '../../../filings/issuers/views/entity.ts';
import { readByFilter } from '../../../filings/proposals/views/read-by.ts';
import { fresh, isoDate, missingReason } from '../../../kit/fields.ts';
import { filingIdParameter } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import { renderedOnce } from '../../../kit/responses/rendered-responses.ts';
import { view } from '../../../kit/responses/views.ts';
import { loadFlagsOfFiling, redFlag } from '../views/red-flag.ts';

const canonical = z
  .object(Object.fromEntries(KEY_CODES.map(code => [code, z.number().nullable()])))
  .meta({ id: 'CanonicalKpis', description: 'Amounts in whole units of currency; gross_margin is a fraction.' });

const canonicalPeriods = z
  .object(
    Object.fromEntries(
      KEY_CODES.map(code => [
        code,
        z.object({ period_start: isoDate.nullable().describe('Null for an instant.'), period_end: isoDate }).nullable(),
      ]),
    ),
  )
  .meta({
    id: 'CanonicalPeriods',
    description:
      'The dates of each canonical value; null without a value. Cash flows of an interim report cover the year to date, as the report states them.',
  });

/** The members that both views have first. */
const kpiFields = {
  ...filingRefFields,
  ...entityRefFields,
  fiscal_year: z.int().nullable(),
  fiscal_period: fiscalPeriod.nullable(),
  company_type: companyType.nullable(),
  currency: z.string().nullable(),
  accounting_standard: z.string().nullable(),
  canonical,
  canonical_periods: canonicalPeriods,
};

const compactKpis = z
  .object({
    ...kpiFields,
    kpi_validation_status: validationStatus,
    values: compactValues
      .optional()
      .describe('The published values by code (with include_gold), or all values (with include_groups).'),
    flags: flagsByCode.optional(),
    missing: missingCodes,
    ...notCoveredField,
    red_flags: z
      .array(redFlag.pick({ rule_id: true, severity: true, judgement: true, status: true, read_by: true }))
      .optional(),
    red_flags_reason: missingReason.optional(),
    ...fresh,
  })
  .meta({ id: 'CompactFilingKpis', description: 'ProductFilingKpisOut without provenance.' });

export const getFilingKpis = operation({
  name: 'getFilingKpis',
  route: 'GET /api/v1/filings/{filing_id}/kpis',
  tool: 'get_filing_kpis',
  summary: 'Canonical figures of one filing',
  description:
    'The figures that one filing states for its own period, as filed: seven canonical values with their dates, optionally every validated value with its provenance (gold) and all values by statement (groups). No other filing changes them: cash flows of an interim report, and amounts that it states for the year to date only, are those of the year to date (value flag year_to_date). A filing without statements returns nulls and a reason. Red flags are the findings of documented rules in its text, in the figures of its fiscal year and in the earlier filings of the issuer.',
  tag: 'Filings',
  plan: 'free',
  credits: 1,
  errors: ['not_found'],
  input: z.strictObject({
    filing_id: filingIdParameter,
    include_groups: z.boolean().default(false).describe('Include every value, by statement.'),
    include_red_flags: z.boolean().default(false).describe("Include the filing's red flags."),
    read_by: readByFilter,
    include_gold: z.boolean().default(true).describe('Include the values with status published, with provenance.'),
    view,
  }),
  output: z
    .object({
      ...kpiFields,
      missing: z.array(missing),
      ...notCoveredField,
      kpi_validation_status: validationStatus,
      breaches: z.array(breach),
      gold: valuesByCode.optional(),
      groups: z.record(z.enum(['income', 'balance', 'cashflow', 'shares']), valuesByCode).optional(),
      red_flags: z
        .array(redFlag)
        .optional()
        .describe('Severest first; within a severity, events before unclear and boilerplate findings.'),
      red_flags_reason: missingReason
        .optional()
        .describe('Why the text raises no flag, for example not_covered if the text was not read.'),
      ...fresh,
    })
    .meta({ id: 'ProductFilingKpisOut' }),
  compact: compactKpis,
  example: { filing_id: 'sec-edgar:0000320193-24-000123', include_gold: false },
  async run({ db }, input) {
    const filing = await findFiling(db, input.filing_id, sql`f.issuer_id is null`);
    const flags: FilingKpisFlags = {
      groups: input.include_groups,
      redFlags: input.include_red_flags,
      gold: input.include_gold,
    };
    const redFlags = flags.redFlags ? await loadFlagsOfFiling(db, filing, input.read_by) : null;
    const isCompact = input.view === 'compact';
    return renderedOnce(db, ['filing-kpis', input.view, filing, flags, redFlags], async () => {
      const loaded = await loadFinancialsInput(db, filing, null);
      const period = loaded ? normaliseFilingKpis(loaded.facts, filing.native_id) : null;
      const shown = !isCompact && (flags.gold || flags.groups) ? valuesOf(period) : [];
      const places = await locateFacts(db, filing, shown);
      const render = isCompact ? renderCompactKpis : renderFilingKpis;
      return render({ filing, period, loaded, flags, places, redFlags });
    });
  },
});

function valuesOf(period: KpiPeriod | null): KpiValue[] {
  return Object.values(period?.values ?? {});
}

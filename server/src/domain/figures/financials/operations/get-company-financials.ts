import { z } from 'zod';
import type { Database } from '../../../../db/database.ts';
import type { IsoDate } from '../../../../kernel/dates.ts';
import type { MissingReason } from '../../../../kernel/missing-reason.ts';
import { locateFacts, NO_LOCATIONS } from '../../../filings/facts/views/fact-places.ts';
import {
  FACTS_ARE_READ,
  isAnyRead,
  listUnread,
  notCoveredField,
  type ReportQuestion,
} from '../../../filings/filings/views/unread-filings.ts';
import { companyType, entityRef } from '../../../filings/issuers/views/entity.ts';
import { findIssuer, versionOf } from '../../../filings/issuers/views/find-issuer.ts';
import { asOfFields, asOfOf, dayAsOf, knownBefore } from '../../../kit/as-of.ts';
import { fresh, instant, isoDate } from '../../../kit/fields.ts';
import {
  alwaysCheck,
  canonicalKey,
  currency,
  date,
  isin,
  lei,
  marketId,
  text,
  ticker,
} from '../../../kit/input-fields.ts';
import { operation, toJsonText } from '../../../kit/operation.ts';
import { renderedOnce } from '../../../kit/responses/rendered-responses.ts';
import { view } from '../../../kit/responses/views.ts';
import { loadExchangeRates } from '../../currencies/views/load-exchange-rates.ts';
import { STATEMENT_TYPES } from '../model/financials.ts';
import { RULES_VERSION } from '../rules/financials.ts';
import { LINE_ITEMS } from '../rules/line-items.ts';
import { chooseFigures } from '../views/choose-figures.ts';
import { convertFinancials } from '../views/conversion.ts';
import {
  basisChanges,
  breach,
  compactValues,
  conversion,
  fiscalPeriod,
  flagsByCode,
  missing,
  missingCodes,
  validationStatus,
  valuesByCode,
} from '../views/financial-shapes.ts';
import type { FinancialsQuestion, LoadedFinancials } from '../views/load-periods.ts';
import { renderCompactFinancials, renderFinancials } from '../views/render-financials.ts';
import { reportsOfPeriods } from '../views/reports-of-periods.ts';

const STATEMENTS = [...STATEMENT_TYPES, 'ratio'] as const;
const KNOWN_CODES: ReadonlySet<string> = new Set(LINE_ITEMS.map(item => item.code));
const year = z.int().min(1900).max(2100);

const period = z
  .object({
    fiscal_year: z.int(),
    fiscal_period: fiscalPeriod,
    period_start: isoDate,
    period_end: isoDate,
    filing_id: z.string().describe('The newest filing that presents the period.'),
    form_type: z.string(),
    filed_at: instant,
    kpi_validation_status: validationStatus,
    breaches: z.array(breach),
    currency: z.string().optional().describe('Only if it differs from the currency of the response.'),
    conversions: z
      .array(conversion)
      .optional()
      .describe('Only with the parameter currency: how amounts were converted; empty if none needed conversion.'),
    values: valuesByCode.describe(
      'By canonical code: all requested codes that apply to the company type, including those without a value.',
    ),
  })
  .meta({ id: 'FinancialsPeriod' });

const compactPeriod = z
  .object({
    fiscal_year: z.int(),
    fiscal_period: fiscalPeriod,
    period_end: isoDate,
    filing_id: z.string().describe('The newest filing that presents the period.'),
    kpi_validation_status: validationStatus,
    currency: z.string().optional().describe('Only if it differs from the currency of the response.'),
    values: compactValues,
    flags: flagsByCode.optional(),
    missing: missingCodes.optional(),
  })
  .meta({ id: 'CompactFinancialsPeriod' });

export const compactFinancials = z
  .object({
    entity: entityRef,
    source_key: z.string().nullable(),
    company_type: companyType.nullable(),
    accounting_standard: z.string().nullable(),
    currency: z.string().nullable(),
    fiscal_period: fiscalPeriod,
    as_of: isoDate.nullable(),
    known_until: asOfFields.known_until,
    rules_version: asOfFields.rules_version,
    periods: z.array(compactPeriod).describe('Newest period_end first.'),
    basis_changes: basisChanges,
    missing: missingCodes.describe('Codes without a value in any period, by reason.'),
    ...notCoveredField,
    ...fresh,
  })
  .meta({ id: 'CompactFinancials', description: 'CompanyFinancialsOut without provenance.' });

export const getCompanyFinancials = operation({
  name: 'getCompanyFinancials',
  route: 'GET /api/v1/companies/financials',
  tool: 'get_company_financials',
  summary: 'Canonical financial statements over many years',
  description:
    "Normalised financial statements of one company, newest period first. Each value has its filing, concept, period and validation status, in whole units of its currency. Fiscal years are the company's own; q4 and ttm are derived and marked so. By default a period shows its values as last filed, and first_reported shows the first value if it differs; with as_of only filings known by the end of that day (UTC) are used. A code without a value is null with a reason. The parameter currency converts amounts: flows at the average of the daily reference rates of the period, balances at the closing rate of its last day. Each period then lists its rates, and each converted value the figure as filed. Shares, ratios and the terms of breaches are not converted.",
  tag: 'Financials',
  plan: 'free',
  credits: 10,
  errors: ['bad_request', 'ambiguous_ticker', 'not_found'],
  input: z
    .strictObject({
      ticker: ticker.optional(),
      market_id: marketId.optional(),
      lei: lei.optional(),
      isin: isin.optional(),
      canonical_key: canonicalKey.optional(),
      fiscal_year: year.optional().describe('Only this fiscal year.'),
      fiscal_year_from: year.optional().describe('First fiscal year.'),
      fiscal_year_to: year.optional().describe('Last fiscal year.'),
      fiscal_period: fiscalPeriod
        .default('fy')
        .describe(
          'fy, quarters, halves, 9m, ttm, or transition (the period between two fiscal years after a change of year end, or the short first period of a company).',
        ),
      statement_type: z.enum(STATEMENTS).optional().describe('Only line items of one statement.'),
      line_items: text(8192)
        .default('ALL')
        .describe('Canonical codes separated by commas, or ALL. /api/v1/kpi-taxonomy lists them.')
        .superRefine((given, context) => {
          for (const code of unknownCodes(given)) {
            context.addIssue({ code: 'custom', message: `there is no line item "${code.slice(0, 64)}"` });
          }
        }),
      currency: currency
        .optional()
        .describe(
          'Convert amounts to this currency (ISO 4217). At the stored reference rates; as filed by default. An amount without a rate is null (no_exchange_rate).',
        ),
      include_inputs: z
        .boolean()
        .default(false)
        .describe('Derived values list what they were computed from. Full view without currency only.'),
      as_of: date.optional().describe('Use only filings known by the end of this day (UTC).'),
      view,
    })
    .refine(given => (given.ticker ?? given.lei ?? given.isin ?? given.canonical_key) !== undefined, {
      ...alwaysCheck,
      error: 'requires ticker, lei, isin or canonical_key',
    })
    .refine(
      given => given.fiscal_year === undefined || (given.fiscal_year_from ?? given.fiscal_year_to) === undefined,
      {
        ...alwaysCheck,
        error: 'cannot be combined with fiscal_year_from or fiscal_year_to',
        path: ['fiscal_year'],
      },
    )
    .refine(given => !given.include_inputs || (given.view !== 'compact' && given.currency === undefined), {
      ...alwaysCheck,
      error: 'requires view=full, and cannot be combined with currency',
      path: ['include_inputs'],
    })
    .refine(({ fiscal_year_from: from, fiscal_year_to: to }) => from === undefined || to === undefined || from <= to, {
      ...alwaysCheck,
      error: 'must not be after fiscal_year_to',
      path: ['fiscal_year_from'],
    }),
  output: z
    .object({
      entity: entityRef,
      source_key: z
        .string()
        .nullable()
        .describe(
          'Canonical key of the registrant whose filings all values are from: the lead registrant if it has the requested periods. Consolidated figures take precedence over those of the parent alone. Null without values.',
        ),
      company_type: companyType.nullable(),
      accounting_standard: z.string().nullable(),
      currency: z.string().nullable().describe('ISO 4217: currency of the filings, or the requested one.'),
      fiscal_period: fiscalPeriod,
      as_of: isoDate.nullable(),
      known_until: asOfFields.known_until,
      rules_version: asOfFields.rules_version,
      periods: z.array(period).describe('Newest period_end first.'),
      basis_changes: basisChanges,
      missing: z.array(missing),
      ...notCoveredField,
      ...fresh,
    })
    .meta({ id: 'CompanyFinancialsOut' }),
  compact: compactFinancials,
  example: { ticker: 'AAPL', line_items: 'revenue,net_income', fiscal_year: 2024 },
  async run({ db, now }, input) {
    const issuer = await findIssuer(db, input);
    const codes = codesOf(input.line_items);
    const question: FinancialsQuestion = {
      fiscalPeriod: input.fiscal_period,
      yearFrom: input.fiscal_year ?? input.fiscal_year_from ?? null,
      yearTo: input.fiscal_year ?? input.fiscal_year_to ?? null,
      asOf: input.as_of ?? null,
      tracesInputs: input.include_inputs,
    };
    const { as_of: _, ...known } = asOfOf(input.as_of, now, RULES_VERSION);
    const to = input.currency ?? null;
    const rates = to === null ? null : await loadExchangeRates(db);
    const isCompact = input.view === 'compact';
    const key = [
      isCompact ? 'compact-financials' : 'financials',
      versionOf(issuer),
      question,
      known,
      input.statement_type ?? null,
      codes?.toSorted() ?? null,
      to === null ? null : [to, rates?.version ?? null],
    ];
    return renderedOnce(db, key, async () => {
      const items = LINE_ITEMS.filter(
        item =>
          (codes === null || codes.includes(item.code)) &&
          (input.statement_type === undefined || item.statementType === input.statement_type),
      );
      const chosen = await chooseFigures(db, issuer, question, new Set(items.map(item => item.code)));
      const loaded = chosen?.loaded ?? null;
      const values = loaded?.periods.flatMap(known => items.flatMap(({ code }) => known.values[code] ?? [])) ?? [];
      const registry = loaded?.directory.registry ?? '';
      const located = values.flatMap(value => [value, ...(value.inputs ?? []).map(input => input.value)]);
      const places =
        chosen && !isCompact ? await locateFacts(db, { ...chosen.registrant, registry }, located) : NO_LOCATIONS;
      const placed = loaded && { ...loaded, directory: { ...loaded.directory, places } };
      const converted = placed && to !== null ? convertFinancials(placed, items, to, rates) : null;
      const reports =
        loaded !== null && loaded.periods.length > 0
          ? null
          : {
              ...(await reportsOfPeriods(db, issuer, question, FACTS_ARE_READ)),
              knownBefore: knownBefore(input.as_of, now),
            };
      const emptyReason = reports && (await whyEmpty(db, reports, question, loaded, dayAsOf(input.as_of, now)));
      const notCovered = reports && emptyReason === 'not_covered' ? await listUnread(db, reports) : [];
      const render = isCompact ? renderCompactFinancials : renderFinancials;
      const rendered = render({
        entity: issuer,
        sourceKey: emptyReason === null ? (chosen?.registrant.canonical_key ?? null) : null,
        question,
        known,
        items,
        isEveryItem: codes === null,
        loaded: converted?.loaded ?? placed,
        conversions: converted?.conversions ?? null,
        emptyReason,
        notCovered,
      });
      // Filings that the store lists but has not read can change without a new version of the financials.
      return emptyReason === null ? rendered : toJsonText(rendered);
    });
  },
});

/** `not_reported` only if a report that would state such periods was read. */
async function whyEmpty(
  db: Database,
  reports: ReportQuestion,
  question: FinancialsQuestion,
  loaded: LoadedFinancials | null,
  today: IsoDate,
): Promise<MissingReason> {
  if (loaded === null) return 'not_covered';
  if (question.asOf !== null && loaded.newestYear === null) return 'not_published_yet';
  const { yearFrom } = question;
  const asksForLater = yearFrom !== null && yearFrom > (loaded.newestYear ?? 0);
  if (asksForLater && yearFrom >= Number(today.slice(0, 4)) - 1) return 'not_published_yet';
  return (await isAnyRead(db, reports)) ? 'not_reported' : 'not_covered';
}

/** The requested codes in order; null = all. */
function codesOf(lineItems: string): string[] | null {
  const codes = lineItems.split(',').map(code => code.trim().toLowerCase());
  return codes.includes('all') ? null : [...new Set(codes)];
}

function unknownCodes(lineItems: string): string[] {
  return (codesOf(lineItems) ?? []).filter(code => !KNOWN_CODES.has(code)).slice(0, 50);
}

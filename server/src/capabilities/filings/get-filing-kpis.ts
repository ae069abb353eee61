import { z } from 'zod';
import { type Database, sql } from '../../db/database.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { KEY_CODES } from '../../model/financials.ts';
import { normaliseFilingKpis } from '../../normalise/kpis/financials.ts';
import { FILING_COLUMNS, filingIdCondition } from '../filing-rows.ts';
import { breach, missing, validationStatus, valuesByCode } from '../financial-shapes.ts';
import { filingIdParameter } from '../input-fields.ts';
import { loadFinancialsInput } from '../load-financials-input.ts';
import { operation } from '../operation.ts';
import { renderedOnce } from '../rendered-answers.ts';
import { companyType, entityRefFields, filingRefFields, fiscalPeriod, fresh, missingReason } from '../shapes.ts';
import { type FilingKpisFlags, type FilingOfIssuer, renderFilingKpis } from './render-filing-kpis.ts';

const canonical = z
  .object(Object.fromEntries(KEY_CODES.map(code => [code, z.number().nullable()])))
  .meta({ id: 'CanonicalKpis', description: 'Amounts in whole units of currency; gross_margin is a fraction.' });

export const getFilingKpis = operation({
  name: 'getFilingKpis',
  route: 'GET /api/v1/filings/{filing_id}/kpis',
  tool: 'get_filing_kpis',
  summary: 'Canonical figures of one filing',
  description:
    'The figures that one filing states for its own period, as they stood when it was filed: seven canonical keys, and by flag every validated value with its provenance (gold) or all of them by statement (groups). A filing without statements answers with nulls and a reason. Red flags are not covered yet, and red_flags_reason says so.',
  tag: 'Filings',
  plan: 'free',
  credits: 1,
  errors: ['not_found'],
  input: z.strictObject({
    filing_id: filingIdParameter,
    include_groups: z.boolean().default(false).describe('Every value by statement.'),
    include_red_flags: z.boolean().default(false).describe("The filing's red flags."),
    include_gold: z.boolean().default(true).describe('Values whose own status is published, with provenance.'),
  }),
  output: z
    .object({
      ...filingRefFields,
      ...entityRefFields,
      fiscal_year: z.int().nullable(),
      fiscal_period: fiscalPeriod.nullable(),
      company_type: companyType.nullable(),
      currency: z.string().nullable(),
      accounting_standard: z.string().nullable(),
      canonical,
      missing: z.array(missing),
      kpi_validation_status: validationStatus,
      breaches: z.array(breach),
      gold: valuesByCode.optional(),
      groups: z.record(z.enum(['income', 'balance', 'cashflow', 'shares']), valuesByCode).optional(),
      red_flags: z.array(z.never()).optional().describe('Empty: there are no rules yet.'),
      red_flags_reason: missingReason.optional().describe('Why there are no red flags to show.'),
      ...fresh,
    })
    .meta({ id: 'ProductFilingKpisOut' }),
  example: { filing_id: 'sec-edgar:0000320193-24-000123', include_gold: false },
  async run({ db }, input) {
    const filing = await findFiling(db, input.filing_id);
    const flags: FilingKpisFlags = {
      groups: input.include_groups,
      redFlags: input.include_red_flags,
      gold: input.include_gold,
    };
    return renderedOnce(db, ['filing-kpis', filing, flags], async () => {
      const loaded = await loadFinancialsInput(db, filing, null);
      const period = loaded ? normaliseFilingKpis(loaded.facts, filing.native_id) : null;
      return renderFilingKpis(filing, period, loaded, flags);
    });
  },
});

/** A filing of several filers is answered for the one that has financials, else the first. */
async function findFiling(db: Database, id: string): Promise<FilingOfIssuer> {
  const condition = filingIdCondition(id);
  const filing =
    condition === null
      ? null
      : await db.queryOne<FilingOfIssuer>(sql`
          select ${FILING_COLUMNS}, i.issuer_id, i.canonical_key, i.company_name, i.industry->>'code' as industry_code,
            l.ticker, l.market_id, f.version
          from filings g join issuers i using (issuer_id) left join issuer_financials f using (issuer_id)
          left join lateral (
            select ticker, market_id from listings
            where issuer_id = i.issuer_id order by is_home desc, status, market_id, ticker limit 1) l on true
          where ${condition}
          order by f.issuer_id is null, i.issuer_id limit 1`);
  if (filing) return filing;
  throw new AsfiledError(
    'not_found',
    `There is no filing ${id.slice(0, 128)}; filing ids stand in every list of filings.`,
  );
}

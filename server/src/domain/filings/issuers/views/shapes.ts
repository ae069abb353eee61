import { z } from 'zod';
import { COMPANY_TYPES, FISCAL_PERIODS, MISSING_REASONS } from '../../../figures/financials/model/financials.ts';
import { FILING_STATUSES } from '../../filings/model/filing-standing.ts';
import { ALTERNATE_NAME_KINDS } from '../model/issuer.ts';

/** Building blocks of answers, each one component of the OpenAPI document. */

export const isoDate = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .meta({ id: 'Date', description: 'Calendar date, YYYY-MM-DD.', format: 'date' });

export const instant = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/)
  .meta({
    id: 'Instant',
    description: 'Moment in UTC, ISO 8601 with Z, to the millisecond at most.',
    format: 'date-time',
  });

export const missingReason = z.enum(MISSING_REASONS).meta({
  id: 'MissingReason',
  description:
    'Why a value is null: not_reported (the filing has none), not_published_yet, not_covered (no source of ours has it), not_applicable (the company type has no such line), no_exchange_rate (it is there, and no stored rate converts it).',
});

/** Members of every data answer. */
export const fresh = {
  data_as_of: instant.nullable().describe('Instant of the newest input that the answer rests on.'),
  empty_reason: missingReason.nullable().describe('Why there is nothing to show; null when there is data.'),
};

export const companyType = z.enum(COMPANY_TYPES).meta({ id: 'CompanyType' });
export const fiscalPeriod = z.enum(FISCAL_PERIODS).meta({ id: 'FiscalPeriod' });

const entityRefFields = {
  canonical_key: z.string().describe('One key per entity, such as cik:320193: that of its leading registrant.'),
  company_name: z.string(),
  ticker: z.string().nullable().describe('Of the listing asked for, else the home listing; null = unlisted.'),
  market_id: z.string().nullable(),
};

export const entityRef = z.object(entityRefFields).meta({ id: 'EntityRef' });

export const listingRef = z
  .object({ ticker: z.string(), market_id: z.string(), mic: z.string().nullable().describe('ISO 10383.') })
  .meta({ id: 'ListingRef' });

export const listing = listingRef
  .extend({
    exchange: z.string().nullable(),
    isin: z.string().nullable(),
    figi: z.string().nullable(),
    share_class: z.string().nullable(),
    currency: z.string().nullable().describe('ISO 4217.'),
    is_home: z.boolean(),
    status: z.enum(['active', 'suspended', 'delisted']),
    listed_date: isoDate.nullable(),
    delisted_date: isoDate.nullable(),
  })
  .meta({ id: 'Listing' });

const entityFields = {
  ...entityRefFields,
  member_keys: z
    .array(z.string())
    .describe('Canonical keys of all registrants that are this company, the leading one first. Each of them finds it.'),
  lei: z.string().nullable(),
  identifiers: z.array(z.object({ scheme: z.string(), identifier: z.string() })),
  country_code: z.string().nullable().describe('ISO 3166-1 alpha-2.'),
  legal_form: z.string().nullable(),
  status: z.enum(['active', 'inactive']),
  company_type: companyType.nullable(),
  industry: z.object({ scheme: z.string(), code: z.string(), label: z.string() }).nullable(),
  fiscal_year_end: z.string().nullable().describe('MM-DD, nominal.'),
  alternate_names: z
    .array(
      z.object({
        name: z.string(),
        kind: z
          .enum([...ALTERNATE_NAME_KINDS, 'registered'])
          .describe('registered: what another registry than the leading one calls it.'),
      }),
    )
    .describe('Names beside company_name, each once.'),
  former_names: z.array(z.object({ company_name: z.string(), until_date: isoDate.nullable() })),
  successor_key: z.string().nullable().describe('Canonical key of the issuer that took over.'),
  listings: z.array(listing).describe('Home listing first.'),
};

export const entity = z.object(entityFields).meta({ id: 'Entity' });

export const found = z
  .object({
    ...entityFields,
    matched_on: z.enum(['ticker', 'lei', 'isin', 'identifier', 'name', 'alternate_name', 'former_name']),
    score: z.number().describe('0 to 1; 1 is an exact identifier.'),
  })
  .meta({ id: 'FoundEntity', description: 'An entity with what of it matched.' });

const filingRefFields = {
  filing_id: z.string().describe('<registry>:<id of the registry>; routes take its UUID form too.'),
  form_type: z.string().describe('As filed.'),
  period_end: isoDate.nullable(),
  filed_at: instant.describe('When the registry made it known.'),
  url: z.string().describe("The regulator's own page."),
};

export const filingRef = z.object(filingRefFields).meta({ id: 'FilingRef' });

const filingFields = {
  ...filingRefFields,
  filing_date: isoDate.describe('Legal date at the registry.'),
  registry: z.string(),
  category: z.string(),
  category_group: z.string(),
  title: z.string().nullable(),
  language: z.string().nullable(),
  item_codes: z.array(z.string()).describe('Items of an 8-K such as 2.02; else empty.'),
  is_amendment: z.boolean(),
  amends: z.string().nullable().describe('filing_id of the original.'),
  status: z
    .enum(FILING_STATUSES)
    .describe(
      'Where it stands at its registry: withdrawn (by its filer, or deleted) and closed (taken out of inspection) filings give no values from then on; expired ones stand.',
    ),
  status_since: instant.nullable().describe('Since when the public could know that; null where it just stands there.'),
  available: z.array(z.enum(['kpis', 'sections', 'facts', 'statements', 'earnings_event', 'documents'])),
};

export const filing = z.object(filingFields).meta({ id: 'Filing' });

export const filingOfEntity = z
  .object({ ...filingFields, ...entityRefFields })
  .meta({ id: 'FilingOfEntity', description: 'A filing with its issuer.' });

export { entityRefFields, filingRefFields };

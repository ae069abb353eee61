import { z } from 'zod';
import { isoDate } from '../../../kit/fields.ts';
import { ALTERNATE_NAME_KINDS, COMPANY_TYPES } from '../model/issuer.ts';

/** An issuer and its listings, as responses show them. */

export const companyType = z.enum(COMPANY_TYPES).meta({ id: 'CompanyType' });
export const entityRefFields = {
  canonical_key: z.string().describe('One key per entity, such as cik:320193: that of its lead registrant.'),
  company_name: z.string(),
  ticker: z
    .string()
    .nullable()
    .describe('Ticker of the requested listing, else of the home listing; null if unlisted.'),
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

export const entityFields = {
  ...entityRefFields,
  member_keys: z
    .array(z.string())
    .describe('Canonical keys of all registrants of this company, the lead first. Each of them finds it.'),
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
          .describe('registered: the registered name at a registry other than that of the lead.'),
      }),
    )
    .describe('Names other than company_name, each once.'),
  former_names: z.array(z.object({ company_name: z.string(), until_date: isoDate.nullable() })),
  successor_key: z.string().nullable().describe('Canonical key of the successor; null if none is stated.'),
  listings: z.array(listing).describe('Home listing first.'),
};

export const entity = z.object(entityFields).meta({ id: 'Entity' });

export const found = z
  .object({
    ...entityFields,
    matched_on: z.enum(['ticker', 'lei', 'isin', 'identifier', 'name', 'alternate_name', 'former_name']),
    score: z.number().describe('0 to 1; 1 is an exact identifier.'),
  })
  .meta({ id: 'FoundEntity', description: 'An entity with its best match.' });

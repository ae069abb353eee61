import entries from './registry-entries.json' with { type: 'json' };

/** Kinds of data that a market may have. */
export const CAPABILITIES = [
  'entities',
  'filings',
  'financials',
  'sections',
  'facts',
  'statements',
  'earnings_events',
  'documents',
] as const;

export type Capability = (typeof CAPABILITIES)[number];

/**
 * Why data is missing, whatever the store contains: the registry publishes none; publishes it in a form that is not
 * read (PDF text); serves it only to holders of a key, which the operator must obtain; keeps it for some weeks only; or
 * does not require it from filers.
 */
export const GAP_REASONS = ['not_published', 'form_not_read', 'key_needed', 'kept_briefly', 'not_required'] as const;

/** A country or several, with their exchanges. Times and amounts are in its own time zone and currency. */
export interface Market {
  marketId: string;
  name: string;
  /** ISO 3166-1 alpha-2. */
  countryCodes: readonly string[];
  /** ISO 4217; the currency of most of its filers' reports. */
  currency: string;
  /** IANA. */
  timeZone: string;
  /** Operating and segment codes of ISO 10383. */
  exchanges: readonly { mic: string; name: string }[];
  /** PostgreSQL text search configuration of its documents; `simple` if its languages have no stemmer. */
  searchLanguage: 'english' | 'simple' | 'portuguese';
}

/** The role of a registry in a market. */
export interface MarketService {
  marketId: string;
  /** The registry's usual name in this market. */
  name: string;
  url: string;
  /** Missing capabilities; docs/reference/registries has details. */
  gaps: readonly {
    capability: Capability;
    reason: (typeof GAP_REASONS)[number];
    /** `some`: the rest of the data is available. */
    extent: 'all' | 'some';
    detail: string;
  }[];
}

/** A registry's entry in the catalog of markets (`sources/<registry>/catalogue.json`). */
export interface RegistryEntry {
  registry: string;
  /**
   * Its unique rank by how authoritative it is about companies, 0 first: below 100 registries that register companies,
   * below 200 those that list shares, below 300 those that publish reports, then reference data, which restates other
   * registrations.
   */
  trust: number;
  /** False if it publishes reports and announcements but does not state whether a company still exists. */
  keepsRegister: boolean;
  /** The markets that it serves; none for reference data. */
  serves: readonly MarketService[];
  /** The markets that it defines: one registry defines a market, even if others serve it too. */
  markets: readonly Market[];
}

/** The catalog entries of all registries, in the order of trust; written by `npm run lists`. */
export const REGISTRY_ENTRIES = entries as readonly RegistryEntry[];

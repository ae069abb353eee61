/** What a market may have data for. */
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
 * Why something is not there, whatever is in the store: the registry publishes nothing of the kind; publishes it in a
 * form that is not read (PDF text); gives it out to holders of a key only, which the operator has to get; keeps it for
 * some weeks only; or its rules do not ask filers for it.
 */
export const GAP_REASONS = ['not_published', 'form_not_read', 'key_needed', 'kept_briefly', 'not_required'] as const;

/** A country, or several, with the exchanges that belong to it. Times and money in the market's own. */
export interface Market {
  marketId: string;
  name: string;
  /** ISO 3166-1 alpha-2. */
  countryCodes: readonly string[];
  /** ISO 4217, the currency that most of its filers report in. */
  currency: string;
  /** IANA. */
  timeZone: string;
  /** Operating and segment codes of ISO 10383. */
  exchanges: readonly { mic: string; name: string }[];
  /** PostgreSQL text search configuration of its documents; `simple` where there is no stemmer for its languages. */
  searchLanguage: 'english' | 'simple' | 'portuguese';
}

/** What a registry is to a market. */
export interface MarketService {
  marketId: string;
  /** As people call the registry there. */
  name: string;
  url: string;
  /** What it has nothing of; docs/reference/registries says more of each. */
  gaps: readonly {
    capability: Capability;
    reason: (typeof GAP_REASONS)[number];
    /** `some`: the rest is there nevertheless. */
    extent: 'all' | 'some';
    detail: string;
  }[];
}

/** What a registry adds to the catalogue of markets (`sources/<registry>/catalogue.json`). */
export interface RegistryEntry {
  registry: string;
  /**
   * Its rank by how much it knows of the companies themselves, 0 first; no two have the same: below 100 those that register a
   * company, below 200 those that list its shares, below 300 those that carry its reports, then reference data, which
   * restates what others register.
   */
  trust: number;
  /** False where it carries reports and announcements and says of no company whether it exists still. */
  keepsRegister: boolean;
  /** The markets that it serves; none for reference data. */
  serves: readonly MarketService[];
  /** The markets that come with it: a market is told by one registry, whoever serves it beside. */
  markets: readonly Market[];
}

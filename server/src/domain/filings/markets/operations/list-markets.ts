import { z } from 'zod';
import { fresh, instant } from '../../../kit/fields.ts';
import { operation } from '../../../kit/operation.ts';
import { benchmarksOf } from '../model/market-indexes.ts';
import { DEMO_MARKET, MARKETS } from '../model/markets.ts';
import { CAPABILITIES, type Capability, GAP_REASONS, REGISTRY_ENTRIES } from '../model/registry-entry.ts';
import { type RegistryCounts, type StoreCounts, storeCounts } from '../views/store-counts.ts';

const market = z
  .object({
    market_id: z.string(),
    name: z.string(),
    country_codes: z.array(z.string()).describe('ISO 3166-1 alpha-2.'),
    currency: z.string().describe('ISO 4217.'),
    time_zone: z.string().describe('IANA.'),
    exchanges: z.array(z.object({ mic: z.string().describe('ISO 10383.'), name: z.string() })),
    registries: z.array(
      z.object({
        registry: z.string(),
        name: z.string(),
        url: z.string(),
        filings_count: z
          .int()
          .describe("Filings of this market's companies; a filing of several companies counts for each of them."),
        capabilities: z.array(z.enum(CAPABILITIES)).describe('Those that have data.'),
        data_as_of: instant.nullable().describe('When the newest filing became known.'),
      }),
    ),
    search_language: z.enum(['english', 'simple', 'portuguese']).describe('Default language of text search.'),
    capabilities: z.array(z.enum(CAPABILITIES)).describe('Those that have data, in this order.'),
    benchmark_index: z
      .string()
      .nullable()
      .describe('Id of the benchmark index of its shares; null if none is defined.'),
    companies_count: z.int(),
    filings_count: z.int().describe('A filing of several companies counts for each of them.'),
    not_covered: z
      .array(
        z.object({
          registry: z.string(),
          capability: z.enum(CAPABILITIES),
          reason: z
            .enum(GAP_REASONS)
            .describe(
              'not_published (by the registry), form_not_read (such as PDF), key_needed (the operator must obtain a key of the registry), kept_briefly (by the registry), not_required (of its filers).',
            ),
          is_partial: z.boolean().describe('Whether some of the data is available.'),
          detail: z.string(),
        }),
      )
      .describe('Data that the registries do not offer, whatever the store contains.'),
    data_as_of: instant.nullable().describe('When the newest filing of the market became known.'),
  })
  .meta({ id: 'Market' });

export const listMarkets = operation({
  name: 'listMarkets',
  route: 'GET /api/v1/markets',
  tool: 'list_markets',
  summary: 'The markets catalog',
  description:
    'Every market with its exchanges, registries, currency and time zone, the stored data by registry (companies, filings, capabilities with data) and its freshness, and what is not covered and why. Counts may lag the store by some seconds. Free of charge.',
  tag: 'Markets',
  plan: 'free',
  credits: 0,
  errors: [],
  input: z.strictObject({}),
  output: z.object({ items: z.array(market).describe('By market_id.'), ...fresh }).meta({ id: 'ProductMarketsOut' }),
  example: {},
  async run({ db, now }) {
    const counts = await storeCounts.of(db, now);
    return {
      items: MARKETS.filter(({ marketId }) => marketId !== DEMO_MARKET || marketId in counts.companies).map(
        description => toMarket(description, counts),
      ),
      data_as_of: newest(counts.registries.map(count => count.newest)),
      empty_reason: Object.keys(counts.companies).length === 0 ? ('not_covered' as const) : null,
    };
  },
});

function toMarket(description: (typeof MARKETS)[number], counts: StoreCounts): z.input<typeof market> {
  const { marketId } = description;
  const ofMarket = counts.registries.filter(registry => registry.marketId === marketId);
  const companiesCount = counts.companies[marketId] ?? 0;
  return {
    market_id: marketId,
    name: description.name,
    country_codes: [...description.countryCodes],
    currency: description.currency,
    time_zone: description.timeZone,
    exchanges: [...description.exchanges],
    registries: description.registries.map(entry =>
      toRegistry(
        entry,
        ofMarket.find(({ registry }) => registry === entry.registry),
      ),
    ),
    search_language: description.searchLanguage,
    capabilities: capabilitiesOf(companiesCount, ofMarket),
    benchmark_index: benchmarksOf(marketId)[0]?.indexId ?? null,
    companies_count: companiesCount,
    filings_count: ofMarket.reduce((sum, { filings }) => sum + filings, 0),
    not_covered: GAPS.filter(gap => gap.marketId === marketId && !isFilled(gap, ofMarket)).map(gap => ({
      registry: gap.registry,
      capability: gap.capability,
      reason: gap.reason,
      is_partial: gap.isPartial,
      detail: gap.detail,
    })),
    data_as_of: newest(ofMarket.map(count => count.newest)),
  };
}

/** Whether the store has data of a completely missing capability, which then counts as covered. */
function isFilled({ registry, capability, isPartial }: Gap, counts: readonly RegistryCounts[]): boolean {
  return !isPartial && counts.some(count => count.registry === registry && count.capabilities.includes(capability));
}

function toRegistry(
  { registry, name, url }: (typeof MARKETS)[number]['registries'][number],
  counts: RegistryCounts | undefined,
): z.input<typeof market>['registries'][number] {
  return {
    registry,
    name,
    url,
    filings_count: counts?.filings ?? 0,
    capabilities: counts?.capabilities ?? [],
    data_as_of: counts?.newest ?? null,
  };
}

function capabilitiesOf(companiesCount: number, registries: readonly RegistryCounts[]): Capability[] {
  const has = new Set(registries.flatMap(({ capabilities }) => capabilities));
  return CAPABILITIES.filter(capability => (capability === 'entities' ? companiesCount > 0 : has.has(capability)));
}

function newest(instants: readonly string[]): string | null {
  return instants.reduce<string | null>((best, next) => (best === null || next > best ? next : best), null);
}

/** A capability that a registry lacks completely or in part. */
export interface Gap {
  marketId: string;
  registry: string;
  capability: Capability;
  reason: (typeof GAP_REASONS)[number];
  /** Whether some of the data is available. */
  isPartial: boolean;
  detail: string;
}

/** Missing capabilities by market and registry. */
export const GAPS: readonly Gap[] = REGISTRY_ENTRIES.flatMap(({ registry, serves }) =>
  serves.flatMap(({ marketId, gaps }) =>
    gaps.map(({ extent, ...gap }) => ({ marketId, registry, isPartial: extent === 'some', ...gap })),
  ),
).sort((a, b) => (a.marketId < b.marketId ? -1 : a.marketId > b.marketId ? 1 : 0));

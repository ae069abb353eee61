import { z } from 'zod';
import { DEMO_MARKET, MARKETS } from '../../model/markets.ts';
import { operation } from '../operation.ts';
import { fresh, instant } from '../shapes.ts';
import { type StoreCounts, storeCounts } from './store-counts.ts';

const market = z
  .object({
    market_id: z.string(),
    name: z.string(),
    country_codes: z.array(z.string()).describe('ISO 3166-1 alpha-2.'),
    currency: z.string().describe('ISO 4217.'),
    time_zone: z.string().describe('IANA.'),
    exchanges: z.array(z.object({ mic: z.string().describe('ISO 10383.'), name: z.string() })),
    registries: z.array(z.object({ registry: z.string(), name: z.string(), url: z.string() })),
    search_language: z.enum(['english', 'simple', 'portuguese']),
    capabilities: z.array(z.enum(['entities', 'filings', 'financials'])).describe('Those that have data.'),
    benchmark_index: z.string().nullable(),
    companies_count: z.int(),
    filings_count: z.int().describe('A filing of several companies counts for each of them.'),
    data_as_of: instant.nullable().describe('When the newest filing of the market became known.'),
  })
  .meta({ id: 'Market' });

export const listMarkets = operation({
  name: 'listMarkets',
  route: 'GET /api/v1/markets',
  tool: 'list_markets',
  summary: 'The markets catalog',
  description:
    'Every market with its exchanges, registries, currency and time zone, what the store holds of it (companies, filings, capabilities with data) and how fresh that is. Counts may lag the store by some seconds. Debits nothing.',
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
      data_as_of: newest(Object.values(counts.filings).map(count => count.newest)),
      empty_reason: Object.keys(counts.companies).length === 0 ? ('not_covered' as const) : null,
    };
  },
});

function toMarket(description: (typeof MARKETS)[number], counts: StoreCounts): z.input<typeof market> {
  const filings = counts.filings[description.marketId];
  const companiesCount = counts.companies[description.marketId] ?? 0;
  const filingsCount = filings?.count ?? 0;
  const capabilities: ('entities' | 'filings' | 'financials')[] = [];
  if (companiesCount > 0) capabilities.push('entities');
  if (filingsCount > 0) capabilities.push('filings');
  if (counts.financials.has(description.marketId)) capabilities.push('financials');
  return {
    market_id: description.marketId,
    name: description.name,
    country_codes: [...description.countryCodes],
    currency: description.currency,
    time_zone: description.timeZone,
    exchanges: [...description.exchanges],
    registries: [...description.registries],
    search_language: description.searchLanguage,
    capabilities,
    benchmark_index: null,
    companies_count: companiesCount,
    filings_count: filingsCount,
    data_as_of: filings?.newest ?? null,
  };
}

function newest(instants: readonly string[]): string | null {
  return instants.reduce<string | null>((best, next) => (best === null || next > best ? next : best), null);
}

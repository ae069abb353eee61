import { describe, expect, it } from 'vitest';
import { createTestApi, useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { seedSmallStore } from '../../../../../test/seeds/issuers.ts';
import { sql } from '../../../../db/database.ts';
import { DEMO_MARKET, MARKETS } from '../model/markets.ts';
import { GAPS, listMarkets } from './list-markets.ts';

const database = useTestDatabase();
const api = useTestApi(database);

interface Row {
  market_id: string;
  companies_count: number;
  filings_count: number;
  capabilities: string[];
  data_as_of: string | null;
}

async function rows(): Promise<Map<string, Row>> {
  const { json } = await api.get('/api/v1/markets');
  return new Map((json.items as Row[]).map(row => [row.market_id, row]));
}

describe('GET /api/v1/markets', () => {
  it('lists every market of an empty store with nothing covered', async () => {
    const { status, json } = await api.get('/api/v1/markets');
    expect(status).toBe(200);
    const listed = (json.items as Row[]).map(row => row.market_id);
    expect(listed).toEqual(MARKETS.map(market => market.marketId).filter(marketId => marketId !== DEMO_MARKET));
    expect(listed).toContain('us');
    expect(json).toMatchObject({ data_as_of: null, empty_reason: 'not_covered' });
  });

  it('counts companies and filings by market, with covered capabilities and their freshness', async () => {
    await seedSmallStore(database.db);
    const markets = await rows();
    expect(markets.get('us')).toMatchObject({
      companies_count: 4,
      filings_count: 4,
      capabilities: ['entities', 'filings', 'financials'],
      data_as_of: '2024-03-01T21:00:00Z',
      currency: 'USD',
      time_zone: 'America/New_York',
    });
    expect(markets.get('uk')).toMatchObject({ companies_count: 1, filings_count: 0, capabilities: ['entities'] });
    expect(markets.get('us')).toMatchObject({
      registries: [
        {
          registry: 'sec-edgar',
          filings_count: 4,
          capabilities: ['filings', 'financials'],
          data_as_of: '2024-03-01T21:00:00Z',
        },
      ],
      not_covered: [{ registry: 'sec-edgar', capability: 'financials', reason: 'form_not_read', is_partial: true }],
    });
    expect(markets.get('jp')).toMatchObject({ companies_count: 0, capabilities: [], data_as_of: null });
  });

  it('returns the declared shape, free of charge', async () => {
    const { json, headers } = await api.get('/api/v1/markets');
    expect(listMarkets.output.safeParse(json).error).toBeUndefined();
    expect(headers['x-credits-cost']).toBeUndefined();
  });

  it('takes no parameters', async () => {
    const { status, json } = await api.get('/api/v1/markets?market=us&limit=3');
    expect(status).toBe(422);
    expect(json.detail).toHaveLength(2);
  });
});

describe('GAPS', () => {
  it('name registries of their markets, each capability once', () => {
    const named = GAPS.map(gap => `${gap.marketId} ${gap.registry} ${gap.capability}`);
    expect(new Set(named).size).toBe(named.length);
    for (const { marketId, registry } of GAPS) {
      const market = MARKETS.find(market => market.marketId === marketId);
      expect(market?.registries.map(registry => registry.registry)).toContain(registry);
    }
  });

  it('are reported while the store has no data of the kind, and always if partial', async () => {
    const row = async (marketId: string) => {
      const { json } = await api.get('/api/v1/markets');
      const found = (json.items as { market_id: string; not_covered: { capability: string }[] }[]).find(
        item => item.market_id === marketId,
      );
      return found?.not_covered.map(({ capability }) => capability);
    };
    expect(await row('hk')).toEqual(['financials', 'sections', 'facts', 'statements', 'earnings_events']);
    expect(await row('uk')).toContain('financials');
  });
});

describe('the market of fictional issuers', () => {
  const own = useTestDatabase();

  it('is listed if the store has fictional issuers, with their filings and no registry', async () => {
    await seedSmallStore(own.db);
    await own.db.execute(sql`update issuers set market_id = ${DEMO_MARKET} where market_id = 'us'`);
    const { json } = await (await createTestApi(own.db)).get('/api/v1/markets');
    expect((json.items as Row[]).find(row => row.market_id === DEMO_MARKET)).toMatchObject({
      companies_count: 4,
      filings_count: 4,
      capabilities: ['entities', 'filings', 'financials'],
      registries: [],
    });
  });
});

describe('MARKETS', () => {
  it('are in order, with real time zones and ISO codes', () => {
    expect(MARKETS.map(market => market.marketId)).toEqual(MARKETS.map(market => market.marketId).toSorted());
    for (const market of MARKETS) {
      expect(() => new Intl.DateTimeFormat('en', { timeZone: market.timeZone })).not.toThrow();
      expect(market.currency).toMatch(/^[A-Z]{3}$/);
      expect(market.countryCodes.every(code => /^[A-Z]{2}$/.test(code))).toBe(true);
      expect(market.exchanges.every(({ mic }) => /^[A-Z0-9]{4}$/.test(mic))).toBe(true);
    }
  });
});

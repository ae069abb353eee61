import { Client, ProtocolErrorCode, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../../../test/api.ts';
import { useTestDatabase } from '../../../test/database.ts';
import {
  kpiFinancials,
  kpiValue,
  kpiYear,
  seedFilings,
  seedFinancials,
  seedIssuer,
} from '../../../test/seeds/issuers.ts';
import { createKey } from '../../accounts/keys/api-keys.ts';
import { DEFAULT_PLANS } from '../../accounts/plans.ts';
import { sql } from '../../db/database.ts';
import { LINE_ITEMS } from '../../domain/figures/financials/rules/line-items.ts';
import type { AnyOperation } from '../../domain/kit/operation.ts';
import { createLog } from '../../kernel/log.ts';
import { createHttpServer } from '../http/create-http-server.ts';
import { OPERATIONS } from '../operations.ts';
import { MAX_RESPONSE_LENGTH } from './call-tool.ts';

const database = useTestDatabase();
const api = useTestApi(database);
let url: URL;
const clients: Client[] = [];

beforeAll(async () => {
  url = new URL('/mcp', await api.server.listen({ host: '127.0.0.1', port: 0 }));
  const issuerId = await seedIssuer(database.db, {
    key: 'cik:9999900001',
    name: 'Aurora Widgets Inc.',
    listings: [{ ticker: 'AURW' }],
  });
  const filings = Array.from({ length: 100 }, (_, at) => ({
    nativeId: `9999900001-24-${String(at).padStart(6, '0')}`,
    form: '10-K',
    filed: '2024-02-19',
  }));
  await seedFilings(database.db, issuerId, filings);
  await seedLongHistory();
});

/** A company with sixteen years of nearly all lines; each year lacks some. */
async function seedLongHistory(): Promise<void> {
  const issuerId = await seedIssuer(database.db, {
    key: 'cik:9999900002',
    name: 'Long History Inc.',
    listings: [{ ticker: 'LONG' }],
  });
  const years = Array.from({ length: 16 }, (_, at) => 2023 - at);
  const items = LINE_ITEMS.filter(({ companyTypes }) => companyTypes.includes('commercial'));
  const periods = years.map(year =>
    kpiYear(
      year,
      `a${year}`,
      Object.fromEntries(
        items
          .filter((_, at) => (at + year) % 17 !== 0 || at < 70)
          .map(({ code }, at) => [code, kpiValue((at + 1) * 1_234_567_000, `a${year}`, `${year}-12-31`)]),
      ),
    ),
  );
  const known = years.map(year => {
    const filed = `${year + 1}-02-01`;
    return [`a${year}`, { form: '10-K', filed, filedAt: `${filed}T21:00:00Z` }] as const;
  });
  await seedFinancials(database.db, issuerId, kpiFinancials(periods, Object.fromEntries(known)));
}
afterEach(() => Promise.all(clients.splice(0).map(client => client.close())));

type Era = 'modern' | 'legacy';

async function connect(key = api.key, era: Era = 'modern'): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { versionNegotiation: { mode: era === 'modern' ? 'auto' : 'legacy' } },
  );
  const transport = new StreamableHTTPClientTransport(url, {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
  await client.connect(transport);
  clients.push(client);
  return client;
}

interface Called {
  isError?: boolean;
  structuredContent?: Record<string, unknown>;
  content: { type: string; text?: string }[];
}

async function call(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Called> {
  return (await client.callTool({ name, arguments: args })) as Called;
}

function errorOf(called: Called): Record<string, unknown> {
  expect(called.isError).toBe(true);
  return JSON.parse(called.content[0]?.text ?? '{}') as Record<string, unknown>;
}

async function creditsUsed(): Promise<number> {
  const row = await database.db.queryOne<{ used: string }>(sql`
    select day_credits as used from accounts where account_id = ${api.accountId}`);
  return Number(row?.used);
}

for (const era of ['modern', 'legacy'] as const) {
  describe(`a client of the ${era} revision`, () => {
    it('lists a tool for every operation that has one, with the names of the contract', async () => {
      const { tools } = await (await connect(api.key, era)).listTools();
      const expected = OPERATIONS.flatMap(({ tool }) => (typeof tool === 'string' ? [tool] : []));
      expect(tools.map(tool => tool.name).sort()).toEqual(expected.sort());
      for (const tool of tools) {
        expect(tool.inputSchema.type).toBe('object');
        expect(tool.outputSchema?.type).toBe('object');
        expect(tool.annotations?.readOnlyHint).toBe(true);
        for (const name of Object.keys(tool.inputSchema.properties ?? {})) expect(name).toMatch(/^[\w.-]{1,64}$/);
      }
    });

    it('gets structured results that equal the REST responses', async () => {
      const called = await call(await connect(api.key, era), 'search_ticker', { query: 'aurora widgets' });
      const rest = await api.get('/api/v1/entities/search?query=aurora%20widgets');
      expect(called.structuredContent).toEqual(rest.json);
      expect(JSON.parse(called.content[0]?.text ?? '')).toEqual(rest.json);
    });

    it('reads resources and prompts', async () => {
      const client = await connect(api.key, era);
      const { resourceTemplates } = await client.listResourceTemplates();
      expect(resourceTemplates.map(template => template.uriTemplate)).toEqual([
        'asfiled://filings/{filing_id}/sections/{section_key}',
      ]);
      const { prompts } = await client.listPrompts();
      expect(prompts.length).toBeGreaterThan(2);
      const prompt = await client.getPrompt({ name: 'company_brief', arguments: { company: 'Aurora' } });
      expect(JSON.stringify(prompt.messages)).toContain('Aurora');
      await expect(client.getPrompt({ name: 'company_brief', arguments: {} })).rejects.toThrow(/company/);
      for (const uri of [
        'asfiled://filings/nothing',
        'asfiled://filings/%/sections/item_1',
        'asfiled://filings/a/sections/%zz',
        'asfiled://filings/%ff/sections/item_1',
      ]) {
        await expect(client.readResource({ uri }), uri).rejects.toMatchObject({
          code: ProtocolErrorCode.InvalidParams,
          message: expect.stringContaining('Unknown resource'),
        });
      }
    });
  });
}

describe('the tool list', () => {
  it('costs an agent less than 12,000 tokens', async () => {
    const { tools } = await (await connect()).listTools();
    expect(JSON.stringify(tools).length / 4).toBeLessThan(12_000);
  });

  it('contains the tools of the plan, and calls to others are rejected', async () => {
    const { key } = await createKey(database.db, { email: 'free@example.org', plan: 'free', name: 'test' });
    const client = await connect(key);
    const { tools } = await client.listTools();
    const names = new Set(tools.map(tool => tool.name));
    const beyond = OPERATIONS.filter(operation => typeof operation.tool === 'string' && operation.plan === 'business');
    expect(beyond.length).toBeGreaterThan(0);
    for (const { tool, example } of beyond) {
      expect(names.has(String(tool))).toBe(false);
      expect(errorOf(await call(client, String(tool), example))).toMatchObject({ error: 'upgrade_required' });
    }
  });

  it('names the market of a company market_id in every tool whose route has it in its path', async () => {
    const client = await connect();
    const { tools } = await client.listTools();
    const byName = new Map(tools.map(tool => [tool.name, tool.inputSchema]));
    const routed = OPERATIONS.filter(({ tool, route }) => typeof tool === 'string' && route.includes('{market}'));
    expect(routed.length).toBeGreaterThan(5);
    for (const { tool } of routed) {
      const schema = byName.get(String(tool));
      if (schema === undefined) continue;
      expect(Object.keys(schema.properties ?? {})).toContain('market_id');
      expect(Object.keys(schema.properties ?? {})).not.toContain('market');
      expect(schema.required).toContain('market_id');
    }
    const named = await call(client, 'get_company_people', { ticker: 'AURW', market_id: 'us' });
    expect(named.structuredContent).toMatchObject({ entity: { ticker: 'AURW' } });
    const asInPath = await call(client, 'get_company_people', { ticker: 'AURW', market: 'us' });
    expect(asInPath.structuredContent).toEqual(named.structuredContent);
    expect(errorOf(await call(client, 'get_company_people', { ticker: 'AURW' }))).toMatchObject({
      error: 'validation_error',
      message: expect.stringContaining('market_id'),
    });
  });
});

describe('calling a tool', () => {
  it('debits the same credits as REST, at the price of the tool', async () => {
    const client = await connect();
    const before = await creditsUsed();
    await call(client, 'get_filing', { ticker: 'AURW' });
    expect((await creditsUsed()) - before).toBe(2);
    await api.get('/api/v1/filings/resolve?ticker=AURW');
    expect((await creditsUsed()) - before).toBe(3);
  });

  it('returns long results in parts that are charged once', async () => {
    const client = await connect();
    const before = await creditsUsed();
    const filings: unknown[] = [];
    let continued: Record<string, unknown> | undefined;
    let parts = 0;
    do {
      const called = await call(client, 'discover_filings', continued ?? { ticker: 'AURW', limit: 100 });
      expect(called.content[0]?.text?.length).toBeLessThan(MAX_RESPONSE_LENGTH);
      filings.push(...((called.structuredContent?.filings ?? []) as unknown[]));
      continued = called.structuredContent?.continue_with as Record<string, unknown> | undefined;
      expect(called.structuredContent?.truncated).toBe(continued === undefined ? undefined : true);
      parts += 1;
    } while (continued !== undefined);
    expect(parts).toBeGreaterThan(1);
    const rest = await api.get('/api/v1/filings/discover?ticker=AURW&limit=100');
    expect(filings).toEqual(rest.json.filings);
    expect((await creditsUsed()) - before).toBe(2);
  });

  it('also accepts all arguments of a continuation as its argument', async () => {
    const client = await connect();
    const first = await call(client, 'discover_filings', { ticker: 'AURW', limit: 100 });
    const next = first.structuredContent?.continue_with as Record<string, unknown>;
    expect(next).toMatchObject({ ticker: 'AURW', limit: 100, continue_with: expect.any(String) });
    const asMeant = await call(client, 'discover_filings', next);
    const nested = await call(client, 'discover_filings', { ticker: 'AURW', limit: 100, continue_with: next });
    expect(nested.structuredContent).toEqual(asMeant.structuredContent);
  });

  it('returns the newest years of the main line items for a call without options', async () => {
    const called = await call(await connect(), 'get_company_financials', { ticker: 'LONG', market_id: 'us' });
    const { periods } = called.structuredContent as {
      periods: { fiscal_year: number; filing_id: string; values: Record<string, number> }[];
    };
    expect(periods[0]?.fiscal_year).toBe(2023);
    expect(periods.length).toBeGreaterThanOrEqual(5);
    for (const { values, filing_id } of periods.slice(0, 5)) {
      expect(filing_id).toMatch(/:a20\d\d$/);
      for (const code of ['revenue', 'net_income', 'total_assets', 'equity']) expect(values[code]).toBeGreaterThan(0);
    }
    const full = await call(await connect(), 'get_company_financials', {
      ticker: 'LONG',
      market_id: 'us',
      view: 'full',
    });
    const { periods: whole } = full.structuredContent as { periods: { values: Record<string, { concept: string }> }[] };
    expect(whole[0]?.values.revenue?.concept).toMatch(/^us-gaap:/);
  });

  it('returns a next step with each error', async () => {
    const client = await connect();
    const before = await creditsUsed();
    expect(errorOf(await call(client, 'discover_filings', { ticker: 'AURW', limit: 1000, nonsense: 1 }))).toMatchObject(
      {
        error: 'validation_error',
        message: expect.stringMatching(/limit.*nonsense|nonsense.*limit/s),
        next_step: expect.stringContaining('call again'),
      },
    );
    expect(errorOf(await call(client, 'get_company_financials', { ticker: 'NOTHERE' }))).toMatchObject({
      error: 'not_found',
      next_step: expect.stringContaining('search_ticker'),
    });
    const foreign = { ticker: 'AURW', continue_with: `${'A'.repeat(32)}1` };
    expect(errorOf(await call(client, 'discover_filings', foreign))).toMatchObject({ error: 'invalid_cursor' });
    await expect(client.callTool({ name: 'no_such_tool', arguments: {} })).rejects.toThrow(/Unknown tool/);
    expect(await creditsUsed()).toBe(before);
  });

  it('reports when the credits are used up', async () => {
    const { key, accountId } = await createKey(database.db, { email: 'spent@example.org', plan: 'free', name: 'test' });
    await database.db.execute(sql`
      update accounts set usage_day = current_date, day_credits = 100 where account_id = ${accountId}`);
    const client = await connect(key);
    expect(errorOf(await call(client, 'discover_filings', { ticker: 'AURW' }))).toMatchObject({
      error: 'quota_exceeded',
      window: 'day',
      resets_at: expect.any(String),
    });
    expect((await call(client, 'search_ticker', { query: 'aurora' })).isError).toBeUndefined();
  });
});

describe('access control', () => {
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const post = (headers: Record<string, string>, body: unknown = ping) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

  it('requires a key: a missing or invalid one returns 401 with a challenge', async () => {
    for (const headers of [{}, { authorization: 'Bearer afk_wrong' }, { 'x-api-key': 'afk_wrong' }]) {
      const response = await post(headers as Record<string, string>);
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toContain('Bearer');
    }
    expect((await post({ 'x-api-key': api.key })).status).toBe(200);
  });

  it('rejects pages of other origins', async () => {
    for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example']) {
      expect((await post({ 'x-api-key': api.key, origin })).status, origin).toBe(403);
    }
    expect((await post({ 'x-api-key': api.key, origin: 'http://localhost:6274' })).status).toBe(200);
  });

  it('rejects foreign host names that resolve to this machine', async () => {
    const { request } = await import('node:http');
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const requested = request(
        url,
        { method: 'POST', headers: { host: 'evil.example', 'content-type': 'application/json', 'x-api-key': api.key } },
        response => {
          response.resume();
          resolve(response.statusCode);
        },
      );
      requested.on('error', reject);
      requested.end(JSON.stringify(ping));
    });
    expect(status).toBe(403);
  });

  it('has no sessions, and rejects malformed messages', async () => {
    const headers = { 'x-api-key': api.key };
    expect((await fetch(url, { headers: { ...headers, accept: 'text/event-stream' } })).status).toBe(405);
    expect((await fetch(url, { method: 'DELETE', headers })).status).toBe(405);
    for (const body of ['{', '[]', '1', 'null', JSON.stringify({ jsonrpc: '1.0' }), JSON.stringify('x'.repeat(1000))]) {
      expect((await post(headers, body)).status, body.slice(0, 20)).toBeGreaterThanOrEqual(400);
    }
    expect((await post(headers, JSON.stringify({ ...ping, params: { fill: 'x'.repeat(400_000) } }))).status).toBe(413);
  });
});

describe('a batch', () => {
  const LISTING = { name: 'list_filings', arguments: { ticker: 'AURW', limit: 1 } };
  const messages = (count: number, params: object = LISTING) =>
    Array.from({ length: count }, (_, id) => ({ jsonrpc: '2.0', id, method: 'tools/call', params }));

  /** A server in which an account on the Free plan has the rate and credits of its plan. */
  async function startStrict(email: string) {
    let running = 0;
    let most = 0;
    const operations = OPERATIONS.map(operation => ({
      ...operation,
      run: async (...call: Parameters<AnyOperation['run']>) => {
        most = Math.max(most, ++running);
        try {
          return await (operation as AnyOperation).run(...call);
        } finally {
          running -= 1;
        }
      },
    }));
    const now = new Date('2026-05-31T12:00:00Z');
    const server = await createHttpServer({ db: database.db, operations, log: createLog('silent'), now: () => now });
    const { key, accountId } = await createKey(database.db, { email, plan: 'free', name: 'test' });
    const used = async () => {
      const row = await database.db.queryOne<{ used: number }>(sql`
        select day_credits as used from accounts where account_id = ${accountId}`);
      return row?.used;
    };
    const headers = {
      'x-api-key': key,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    const post = async (body: object) => {
      const response = await server.app.inject({ method: 'POST', url: '/mcp', headers, payload: JSON.stringify(body) });
      const results = [...response.body.matchAll(/^data: (\{.*)$/gm)].map(
        ([, data = '']) => JSON.parse(data) as { result?: { isError?: boolean } },
      );
      return { status: response.statusCode, headers: response.headers, results };
    };
    return { server, post, used, get: (url: string) => server.app.inject({ url, headers }), most: () => most };
  }

  it('counts as many requests as it has messages', async () => {
    const { server, post, get } = await startStrict('batch1@example.org');
    expect((await post(messages(15))).results).toHaveLength(15);
    expect((await get('/api/v1/markets')).headers.ratelimit).toContain('"burst";r=4');
    const refused = await post(messages(15));
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '3']);
    expect((await post(messages(100))).status).toBe(413);
    await server.close();
  });

  it('runs as many calls at once as the plan allows, together with REST', async () => {
    const { server, post, get, most } = await startStrict('batch2@example.org');
    const rest = Array.from({ length: 8 }, () => get('/api/v1/tickers/AURW/filings?limit=1'));
    const [batch, ...responses] = await Promise.all([post(messages(12)), ...rest]);
    expect(batch.results.filter(({ result }) => result && !result.isError)).toHaveLength(12);
    expect(responses.map(response => response.statusCode)).toEqual(Array(8).fill(200));
    // A call also counts while its response is written, when `run` has ended.
    expect(most()).toBeGreaterThan(1);
    expect(most()).toBeLessThanOrEqual(DEFAULT_PLANS.free.callsAtOnce);
    await server.close();
  });

  it('is charged before it runs: calls beyond the balance are refused and cost nothing', async () => {
    const { server, post, used } = await startStrict('batch3@example.org');
    const financials = { name: 'get_company_financials', arguments: { ticker: 'AURW', line_items: 'revenue' } };
    const { results } = await post(messages(15, financials));
    expect(results.filter(({ result }) => result && !result.isError)).toHaveLength(10);
    expect(results.filter(({ result }) => result?.isError)).toHaveLength(5);
    expect(await used()).toBe(100);
    await server.close();
  });

  it('is never unpaid and never above the balance beside concurrent REST calls of other prices', async () => {
    const { server, post, get, used } = await startStrict('batch4@example.org');
    const financials = { name: 'get_company_financials', arguments: { ticker: 'AURW', line_items: 'revenue' } };
    const [batch, ...responses] = await Promise.all([
      post(messages(7, financials)),
      ...Array.from({ length: 6 }, () => get('/api/v1/companies/financials?ticker=AURW&line_items=revenue')),
      ...Array.from({ length: 7 }, () => get('/api/v1/tickers/AURW/filings?limit=1')),
    ]);
    const served = batch.results.filter(({ result }) => result && !result.isError).length;
    const paid = responses.filter(({ statusCode }) => statusCode === 200);
    const cost = paid.reduce((sum, { headers }) => sum + Number(headers['x-credits-cost']), 10 * served);
    expect(cost).toBeGreaterThan(90);
    expect(cost).toBeLessThanOrEqual(100);
    expect(await used()).toBe(cost);
    for (const { statusCode, headers } of responses.filter(response => response.statusCode !== 200)) {
      expect(statusCode).toBe(429);
      expect(headers['retry-after']).toBeDefined();
    }
    await server.close();
  });
});

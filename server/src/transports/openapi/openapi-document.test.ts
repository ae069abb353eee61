import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi } from '../../../test/api.ts';
import { openApiFaults } from '../../../test/checks/openapi-faults.ts';
import { callOf } from '../../../test/checks/operation-call.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { seedSmallStore } from '../../../test/seeds/issuers.ts';
import { seedPeople, stated } from '../../../test/seeds/people.ts';
import { EVENT_STREAM } from '../../domain/kit/operation.ts';
import { ERROR_CODES } from '../../kernel/errors.ts';
import { OPERATIONS } from '../operations.ts';
import { openApiDocument } from './openapi-document.ts';

const database = useTestDatabase();
const api = useTestApi(database);

beforeAll(async () => {
  const { aurora } = await seedSmallStore(database.db);
  // Without a dated mandate the screen of holders has nothing to compare.
  await seedPeople(database.db, aurora, {
    'filing/p': [stated('Robin Roe', 'director', { sinceDate: '2010-01-01', confirmation: 'live' })],
  });
});

interface Parameter {
  name: string;
  in: string;
  description: string;
  required: boolean;
  schema: Record<string, unknown>;
}

interface BodySchema {
  properties: Record<string, unknown>;
  required?: string[];
}

interface Entry {
  parameters: Parameter[];
  security: object[];
  requestBody?: { required: boolean; content: Record<string, { schema: BodySchema }> };
  responses: Record<string, { headers?: Record<string, unknown>; content?: Record<string, unknown> }>;
  [extension: `x-${string}`]: unknown;
}

const document = openApiDocument(OPERATIONS) as {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Entry>>;
  components: { schemas: Record<string, Record<string, unknown>>; securitySchemes: Record<string, unknown> };
};

const entry = (path: string): Entry => {
  const found = document.paths[path]?.get;
  if (!found) throw new Error(`no GET ${path}`);
  return found;
};

it('states the minimum length of secrets and passwords', () => {
  const bodies = JSON.parse(JSON.stringify(document)) as {
    paths: Record<string, Record<string, { requestBody: { content: Record<string, { schema: object }> } }>>;
  };
  const schemaOf = (path: string) => bodies.paths[path]?.post?.requestBody.content['application/json']?.schema;
  expect(schemaOf('/api/user/webhooks')).toMatchObject({ properties: { secret: { minLength: 8 } } });
  expect(schemaOf('/api/user/password')).toMatchObject({ properties: { new_password: { minLength: 10 } } });
});

describe('the OpenAPI document', () => {
  it('is valid for two validators', async () => {
    expect(await openApiFaults(document)).toEqual([]);
    const broken = await openApiFaults({ ...document, paths: { '/x': { get: { responses: 'none' } } } });
    expect(new Set(broken.map(({ validator }) => validator)).size).toBe(2);
  });

  it('is version 3.1.0 of asfiled 1.0.0 with both security schemes', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.info).toMatchObject({ title: 'asfiled', version: '1.0.0' });
    expect(Object.keys(document.components.securitySchemes)).toEqual(['ApiKeyAuth', 'BearerAuth']);
    expect(entry('/api/v1/markets').security).toEqual([{ ApiKeyAuth: [] }, { BearerAuth: [] }]);
  });

  it('has shared components and no external references', () => {
    const schemas = document.components.schemas;
    for (const name of [
      'Error',
      'HTTPValidationError',
      'Value',
      'Entity',
      'EntityRef',
      'Filing',
      'CompanyFinancialsOut',
    ]) {
      expect(schemas).toHaveProperty(name);
    }
    const references = new Set(JSON.stringify(document).match(/"#\/[^"]+"/g));
    for (const reference of references) {
      const path = reference.slice(3, -1).split('/');
      const target = path.reduce<unknown>((node, step) => (node as Record<string, unknown>)?.[step], document);
      expect(target, reference).toBeDefined();
    }
    expect(schemas.Error).toMatchObject({ properties: { error: { enum: [...ERROR_CODES] } } });
  });

  it('states the price, plan, tool, errors and headers of each operation', () => {
    const financials = entry('/api/v1/companies/financials');
    expect(financials).toMatchObject({ 'x-credits': 10, 'x-plan': 'free', 'x-tool': 'get_company_financials' });
    expect(Object.keys(financials.responses)).toEqual([
      '200',
      '304',
      '400',
      '401',
      '403',
      '404',
      '422',
      '429',
      '431',
      '500',
      '503',
    ]);
    expect(Object.keys(financials.responses[200]?.headers ?? {})).toContain('X-Credits-Remaining');
    expect(entry('/api/v1/filings/resolve')).toMatchObject({ 'x-credits': 1, 'x-tool-credits': 2 });
    for (const path of ['/api/v1/markets', '/api/v1/entities/search', '/api/v1/entities/lookup']) {
      expect(entry(path)['x-credits']).toBe(0);
    }
  });

  it('states the errors that any request can get, and those of bodies', () => {
    const all = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { responses }]) => ({ path, method, responses })),
    );
    for (const { path, method, responses } of all) {
      const always = ['400', '422', '429', '431', '500', '503'];
      const expected = method === 'get' ? always : [...always, '413', '415'];
      expect(Object.keys(responses), `${method} ${path}`).toEqual(expect.arrayContaining(expected));
    }
    const bodyOf = (path: string, method: string) => document.paths[path]?.[method]?.requestBody;
    expect(bodyOf('/api/user/webhooks/{webhook_id}', 'patch')).toMatchObject({ required: true });
    expect(bodyOf('/api/user', 'delete')).toMatchObject({ required: true });
    expect(bodyOf('/api/user/notifications/read-all', 'post')).toBeUndefined();
    expect(bodyOf('/api/user/notifications/{notification_id}/read', 'patch')).toBeUndefined();
  });

  it('requires of a body only members that it describes, not those of the path', () => {
    const operations = Object.values(document.paths).flatMap(methods => Object.values(methods));
    const bodies = operations.flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}));
    expect(bodies.length).toBeGreaterThan(10);
    for (const { schema } of bodies) {
      expect(Object.keys(schema.properties)).toEqual(expect.arrayContaining(schema.required ?? []));
    }
  });

  it('has the parameters of the contract with their bounds', () => {
    const of = (path: string) =>
      Object.fromEntries(entry(path).parameters.map(parameter => [parameter.name, parameter]));
    const search = of('/api/v1/entities/search');
    expect(Object.fromEntries(Object.entries(search).map(([name, { schema }]) => [name, schema.maxLength]))).toEqual({
      query: 256,
      ticker: 32,
      cn_ticker: 16,
      hk_ticker: 16,
      lei: 32,
      isin: 16,
      market_id: 16,
      as_of: 10,
    });
    expect(of('/api/v1/tickers/{ticker}/filings')).toMatchObject({
      ticker: { in: 'path', required: true },
      market_id: { schema: { default: 'us' } },
      limit: { required: false, schema: { type: 'integer', minimum: 1, maximum: 100, default: 10 } },
      since_year: { schema: { minimum: 1990, maximum: 2100 } },
      form_types: { schema: { type: 'array' } },
    });
    expect(of('/api/v1/companies/financials')).toMatchObject({
      fiscal_year: { schema: { minimum: 1900, maximum: 2100 } },
      fiscal_period: { schema: { default: 'fy' } },
      line_items: { schema: { default: 'ALL' } },
    });
    expect(of('/api/v1/filings/{filing_id}/kpis')).toMatchObject({
      include_groups: { schema: { type: 'boolean', default: false } },
      include_gold: { schema: { type: 'boolean', default: true } },
    });
    for (const { parameters } of Object.values(document.paths).flatMap(methods => Object.values(methods))) {
      for (const parameter of parameters) expect(parameter.description.length).toBeGreaterThan(3);
    }
  });

  it('has examples that the server parses without errors', async () => {
    for (const operation of OPERATIONS.filter(operation => operation.mediaType !== EVENT_STREAM)) {
      const call = callOf(operation, operation.example);
      const { status } = await api.ask({ ...call, headers: { 'x-api-key': api.key } });
      expect([400, 405, 422, 500], operation.name).not.toContain(status);
    }
  });

  it('is served without credentials, with an entity tag, and compressed on request', async () => {
    const first = await api.ask({ url: '/api/v1/openapi.json' });
    expect(first.json).toEqual(JSON.parse(JSON.stringify(document)));
    const again = await api.ask({
      url: '/api/v1/openapi.json',
      headers: { 'if-none-match': String(first.headers.etag) },
    });
    expect(again.status).toBe(304);
    const packed = await api.ask({ url: '/api/v1/openapi.json', headers: { 'accept-encoding': 'gzip' } });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect((await api.ask({ method: 'POST', url: '/api/v1/openapi.json' })).status).toBe(405);
  });
});

describe('/docs', () => {
  it('is a page with only own assets, under a strict policy', async () => {
    const page = await api.ask({ url: '/docs' });
    expect(page.status).toBe(200);
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(page.text).not.toMatch(/https?:\/\//);
    expect(page.text).not.toMatch(/<script>/);
    const parts = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(match => match[1] ?? '');
    expect(parts.length).toBe(4);
    for (const url of parts) expect((await api.ask({ url })).status, url).toBe(200);
  });

  it('serves no other files of the Swagger UI package', async () => {
    for (const url of [
      '/docs/assets/package.json',
      '/docs/assets/index.js',
      '/docs/assets/../package.json',
      '/docs/assets/',
    ]) {
      expect((await api.ask({ url })).status, url).toBe(404);
    }
  });
});

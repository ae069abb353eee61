import { once } from 'node:events';
import { METHODS } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { request } from 'undici';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestApi, useTestApi } from '../../../test/api.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { seedSmallStore } from '../../../test/seeds/issuers.ts';
import { DEFAULT_PLANS } from '../../accounts/plans.ts';
import { type AnyOperation, operation } from '../../domain/kit/operation.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { OPERATIONS } from '../operations.ts';
import type { HttpServer } from './create-http-server.ts';

const database = useTestDatabase();

const define = (name: string, run: () => Promise<{ text: string }>, plan: AnyOperation['plan'] = 'public') =>
  operation({
    name,
    route: `GET /test/${name}`,
    tool: { none: 'a test' },
    summary: name,
    description: name,
    tag: 'Test',
    plan,
    credits: plan === 'public' ? 0 : 1,
    errors: [],
    input: z.strictObject({}),
    output: z.object({ text: z.string() }),
    example: {},
    run,
  });

const echo = operation({
  name: 'echo',
  route: 'POST /test/things/{thing_id}',
  tool: { none: 'a test' },
  summary: 'echo',
  description: 'echo',
  tag: 'Test',
  plan: 'free',
  credits: 0,
  errors: [],
  input: z.strictObject({ thing_id: z.string(), count: z.int(), tags: z.array(z.string()).default([]) }),
  output: z.object({ thing_id: z.string(), count: z.int(), tags: z.array(z.string()) }),
  example: { thing_id: 'a', count: 1 },
  run: async (_context, input) => input,
});

const noteDefinition = {
  tool: { none: 'a test' },
  summary: 'note',
  description: 'note',
  tag: 'Test',
  plan: 'free',
  credits: 0,
  errors: [],
  example: { note_id: 'a' },
} as const;
const noteFields = { note_id: z.string(), text: z.string().optional() };

const changeNote = operation({
  ...noteDefinition,
  name: 'changeNote',
  route: 'PATCH /test/notes/{note_id}',
  input: z.strictObject(noteFields),
  output: z.object(noteFields),
  run: async (_context, input) => input,
});

const removeNote = operation({
  ...noteDefinition,
  name: 'removeNote',
  route: 'DELETE /test/notes/{note_id}',
  input: z.strictObject({ note_id: z.string() }),
  output: z.object({ note_id: z.string() }),
  run: async (_context, input) => input,
});

const EXTRA = [
  echo,
  changeNote,
  removeNote,
  define('slow', async () => {
    await sleep(300);
    return { text: 'done' };
  }),
  define('broken', async () => {
    throw new Error('relation "secrets" does not exist at /srv/app/db.ts:12 select * from secrets');
  }),
  define('internal', async () => {
    throw new AsfiledError('internal_error', 'select * from secrets');
  }),
  define('business', async () => ({ text: 'for business' }), 'business'),
  define('large', async () => ({ text: 'x'.repeat(50_000) })),
] as unknown as AnyOperation[];
const api = useTestApi(database, { operations: [...OPERATIONS, ...EXTRA] });

beforeAll(async () => {
  await seedSmallStore(database.db);
});

const ROUTE = '/api/v1/entities/lookup?ticker=AURW';

describe('credentials', () => {
  it('are accepted as X-API-Key or bearer token', async () => {
    expect((await api.get(ROUTE)).status).toBe(200);
    for (const authorization of [`Bearer ${api.key}`, `bearer  ${api.key}`]) {
      expect((await api.ask({ url: ROUTE, headers: { authorization } })).status).toBe(200);
    }
  });

  it('missing or invalid return 401 as a JSON error, whatever else is wrong with the request', async () => {
    const tries: Record<string, string>[] = [
      {},
      { 'x-api-key': 'afk_wrong' },
      { 'x-api-key': '' },
      { authorization: 'Bearer' },
      { authorization: `Basic ${api.key}` },
      { authorization: api.key },
      { 'x-api-key': `${api.key}x`, authorization: `Bearer ${api.key}` },
    ];
    for (const headers of tries) {
      for (const url of [ROUTE, '/api/v1/entities/lookup?nonsense=1']) {
        const { status, json, headers: answered } = await api.ask({ url, headers });
        expect([status, json.error]).toEqual([401, 'unauthorized']);
        expect(json.request_id).toBe(answered['x-request-id']);
        expect(answered['www-authenticate']).toContain('Bearer');
      }
    }
  });

  it('of a lower plan return 403 with the required plan', async () => {
    const free = await createTestApi(database.db, { operations: EXTRA }, 'free');
    const { status, json } = await free.get('/test/business');
    expect([status, json.error, json.plan_required]).toEqual([403, 'upgrade_required', 'business']);
    expect((await api.get('/test/business')).status).toBe(200);
    await free.server.close();
  });

  it('are not required for public operations, but invalid ones are rejected there too', async () => {
    expect((await api.ask({ url: '/test/large' })).status).toBe(200);
    expect((await api.ask({ url: '/test/large', headers: { 'x-api-key': 'afk_wrong' } })).status).toBe(401);
  });
});

describe('responses', () => {
  it('carry a request id, the caller’s own if it is safe to log', async () => {
    expect((await api.get(ROUTE, { 'x-request-id': 'my-request.1' })).headers['x-request-id']).toBe('my-request.1');
    const strange = await api.get(ROUTE, { 'x-request-id': 'a b\tc' });
    expect(strange.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect((await api.ask({ url: '/nowhere' })).headers['x-request-id']).toBeDefined();
  });

  it('have a strong entity tag, and are 304 if the client has them', async () => {
    const first = await api.get(ROUTE);
    const etag = String(first.headers.etag);
    expect(etag).toMatch(/^"[\w-]+"$/);
    for (const ifNoneMatch of [etag, `W/${etag}`, `"other", ${etag}`, '*', etag.replace(/"$/, '-br"')]) {
      const again = await api.get(ROUTE, { 'if-none-match': ifNoneMatch });
      expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag]);
    }
    expect((await api.get(ROUTE, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it.each([
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
    ['zstd', zstdDecompressSync],
  ] as const)('are compressed with %s if the client accepts it, with their own entity tag', async (coding, unpack) => {
    const plain = await api.server.app.inject({ url: '/test/large' });
    const packed = await api.server.app.inject({ url: '/test/large', headers: { 'accept-encoding': coding } });
    expect(packed.headers['content-encoding']).toBe(coding);
    expect(packed.headers.vary).toContain('Accept-Encoding');
    expect(packed.rawPayload.length).toBeLessThan(1_000);
    expect(unpack(packed.rawPayload).toString()).toBe(plain.body);
    expect(packed.headers.etag).toBe(String(plain.headers.etag).replace(/"$/, `-${coding}"`));
  });

  it('are not compressed if small, rejected or not requested', async () => {
    for (const [url, accept] of [
      [ROUTE, 'gzip'],
      ['/test/large', 'identity'],
      ['/test/large', 'gzip;q=0, br;q=0, zstd;q=0'],
      ['/test/large', 'compress'],
    ] as const) {
      expect((await api.get(url, { 'accept-encoding': accept })).headers['content-encoding']).toBeUndefined();
    }
  });

  it('can be read from other origins', async () => {
    const response = await api.get(ROUTE, { origin: 'https://elsewhere.example' });
    expect(response.headers['access-control-allow-origin']).toBe('*');
    expect(response.headers['access-control-expose-headers']).toContain('X-Credits-Remaining');
    const preflight = await api.ask({
      method: 'OPTIONS',
      url: ROUTE,
      headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers['access-control-allow-methods']).toContain('GET');
  });

  it('to HEAD equal those to GET without a body', async () => {
    const { status, text, headers } = await api.ask({ method: 'HEAD', url: ROUTE, headers: { 'x-api-key': api.key } });
    expect([status, text]).toEqual([200, '']);
    expect(headers.etag).toBeDefined();
  });
});

describe('errors', () => {
  it('are 404 for unknown paths and 405 with Allow for other methods', async () => {
    const unknown = await api.get('/api/v1/nothing/here');
    expect([unknown.status, unknown.json.error]).toEqual([404, 'not_found']);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      const { status, json, headers } = await api.ask({
        method,
        url: '/api/v1/markets',
        headers: { 'content-type': 'application/json' },
        payload: '{"broken',
      });
      expect([status, json.error, headers.allow]).toEqual([405, 'bad_request', 'GET, HEAD, OPTIONS']);
    }
  });

  it('are 405 for every method that Node parses, on every kind of path', async () => {
    const paths: [path: string, allow: string][] = [
      ['/api/v1/tickers/AURW/filings', 'GET, HEAD, OPTIONS'],
      ['/api/v1/openapi.json', 'GET, HEAD, OPTIONS'],
      ['/test/things/a', 'POST, OPTIONS'],
      ['/mcp', 'GET, POST, DELETE, HEAD, OPTIONS'],
      ['/healthz', 'GET, HEAD, OPTIONS'],
      ['/docs/', 'GET, HEAD, OPTIONS'],
      ['/api/user/notifications/read-all', 'POST, OPTIONS'],
      ['/api/user/watchlist/export', 'GET, HEAD, OPTIONS'],
    ];
    for (const [url, allow] of paths) {
      for (const method of METHODS.filter(method => method !== 'CONNECT' && !allow.split(', ').includes(method))) {
        const response = await api.ask({ method: method as 'TRACE', url });
        expect([response.status, response.headers.allow], `${method} ${url}`).toEqual([405, allow]);
      }
    }
    expect((await api.ask({ method: 'TRACE', url: '/nothing' })).status).toBe(404);
  });

  it('are 422 for a PATCH without a body, which would change nothing', async () => {
    const send = (payload?: string) =>
      api.ask({
        method: 'PATCH',
        url: '/test/notes/a',
        headers: { 'x-api-key': api.key, ...(payload === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(payload === undefined ? {} : { payload }),
      });
    for (const payload of [undefined, '', 'null']) {
      const { status, json } = await send(payload);
      expect([status, json.detail], payload).toEqual([
        422,
        [{ loc: ['body'], msg: 'Required: a JSON object.', type: 'missing', input: null }],
      ]);
    }
    expect((await send('{}')).json).toEqual({ note_id: 'a' });
    expect((await send('{"text":"b"}')).json).toEqual({ note_id: 'a', text: 'b' });
  });

  it('are not due to the media type of a DELETE without a body', async () => {
    const headers = { 'x-api-key': api.key, 'content-type': 'application/json' };
    const { status, json } = await api.ask({ method: 'DELETE', url: '/test/notes/a', headers });
    expect([status, json]).toEqual([200, { note_id: 'a' }]);
  });

  it('never disclose internal details', async () => {
    for (const url of ['/test/broken', '/test/internal']) {
      const { status, json, text } = await api.ask({ url });
      expect([status, json.error]).toEqual([500, 'internal_error']);
      expect(text).not.toMatch(/secrets|select|srv|\.ts/);
    }
  });

  it('name every problem of a body, and reject a body that is not a JSON object', async () => {
    const post = (payload: string, type = 'application/json') =>
      api.ask({
        method: 'POST',
        url: '/test/things/a',
        headers: { 'x-api-key': api.key, 'content-type': type },
        payload,
      });
    expect((await post('{"count":3,"tags":["x,y"]}')).json).toEqual({ thing_id: 'a', count: 3, tags: ['x,y'] });
    const faults = await post('{"count":"3","tags":"x","colour":1,"thing_id":"b"}');
    expect(faults.status).toBe(422);
    expect((faults.json.detail as { loc: string[] }[]).map(fault => fault.loc.join('.'))).toContain('body.count');
    expect((await post('[1]')).status).toBe(422);
    for (const [payload, type, status] of [
      ['{"count"', 'application/json', 400],
      ['<a/>', 'text/xml', 415],
      [`{"count":1,"tags":["${'x'.repeat(300_000)}"]}`, 'application/json', 413],
    ] as const) {
      const response = await post(payload, type);
      expect([response.status, typeof response.json.error]).toEqual([status, 'string']);
    }
  });

  it('explain malformed URLs', async () => {
    for (const url of ['/api/v1/tickers/%E0%A4%A/filings', '/api/v1/tickers/%/filings']) {
      const { status, json, headers } = await api.get(url);
      expect([status, json.error]).toEqual([400, 'bad_request']);
      expect(headers['x-request-id']).toBeDefined();
    }
    const long = await api.get(`/api/v1/tickers/${'A'.repeat(600)}/filings`);
    expect([long.status, long.json.detail]).toMatchObject([422, [{ loc: ['path', 'ticker'] }]]);
  });
});

describe('a long query without a key', () => {
  const MANY = 2_300;

  it('gets a short response in a few milliseconds of processor time, whatever its parameters', async () => {
    const queries: [status: number, query: string][] = [
      [400, Array.from({ length: MANY }, (_, at) => `p${at}=1`).join('&')],
      [422, `kinds=${','.repeat(14_000)}`],
      [422, `kinds=${'a,'.repeat(7_000)}`],
      [400, Array.from({ length: MANY }, () => 'kinds=a').join('&')],
      [422, `q=${'%E3%81%82'.repeat(1_500)}`],
      [422, `since=${'1'.repeat(14_000)}`],
    ];
    for (const [expected, query] of queries) {
      const before = process.cpuUsage();
      const { status, text } = await api.ask({ url: `/api/v1/lifecycle-events?${query}` });
      const { user, system } = process.cpuUsage(before);
      expect([status, text.length < 14_000], query.slice(0, 40)).toEqual([expected, true]);
      expect((user + system) / 1_000, query.slice(0, 40)).toBeLessThan(1_000);
    }
  });
});

describe('rate limits', () => {
  it('apply the plan of each account, and return when to retry', async () => {
    const now = new Date('2026-05-05T10:00:00Z');
    const free = await createTestApi(database.db, { now: () => now, plans: DEFAULT_PLANS }, 'free');
    const responses = await Promise.all(Array.from({ length: 25 }, () => free.get('/api/v1/markets')));
    expect(responses.filter(response => response.status === 200)).toHaveLength(20);
    const limited = responses.find(response => response.status === 429);
    expect(limited?.json).toMatchObject({ error: 'rate_limited', retry_after_seconds: 1 });
    expect(limited?.headers['retry-after']).toBe('1');
    expect(responses[0]?.headers['ratelimit-policy']).toBe('"burst";q=20;w=4');
    await free.server.close();
  });

  describe('of addresses', () => {
    const now = new Date('2026-05-05T10:00:00Z');
    const strict = { now: () => now, unauthenticatedRate: { perSecond: 1, burst: 3 } };
    const unknownKey = (index: number) => `afk_${String(index).padStart(43, 'x')}`;

    it('let a key pass however many requests without a key come from its address', async () => {
      const flooded = await createTestApi(database.db, strict);
      const flood = await Promise.all(Array.from({ length: 20 }, () => flooded.ask({ url: '/api/v1/filings/newest' })));
      expect(flood.filter(response => response.status === 429)).toHaveLength(17);
      // The first call with this key: nothing about it is cached.
      expect((await flooded.get('/api/v1/markets')).status).toBe(200);
      await flooded.server.close();
    });

    it('let a key pass however many wrong keys come from its address, and count those apart', async () => {
      const guessed = await createTestApi(database.db, strict);
      const guesses = await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          guessed.ask({ url: ROUTE, headers: { 'x-api-key': at % 2 === 0 ? unknownKey(at) : `afk_${at}` } }),
        ),
      );
      expect(guesses.filter(response => response.status === 401)).toHaveLength(3);
      expect(guesses.filter(response => response.status === 429)).toHaveLength(17);
      expect(guesses.at(-1)?.headers['retry-after']).toBe('1');
      expect((await guessed.get('/api/v1/markets')).status).toBe(200);
      expect((await guessed.ask({ url: '/api/v1/lifecycle-events' })).status).toBe(200);
      await guessed.server.close();
    });
  });
});

describe('a listening server', () => {
  it('finishes running requests when it closes, and accepts no more', async () => {
    const other = await createTestApi(database.db, { operations: EXTRA });
    const base = await other.server.listen({ host: '127.0.0.1', port: 0 });
    const running = request(`${base}/test/slow`);
    await sleep(100);
    const closing = other.server.close();
    const { statusCode, body } = await running;
    expect([statusCode, await body.json()]).toEqual([200, { text: 'done' }]);
    await closing;
    await expect(request(`${base}/test/slow`)).rejects.toThrow();
  });

  it('closes despite an unused connection', async () => {
    const { server } = await createTestApi(database.db);
    const address = new URL(await server.listen({ host: '127.0.0.1', port: 0 }));
    const socket = connect(Number(address.port), address.hostname);
    await once(socket, 'connect');
    const closed = once(socket, 'close');
    await server.close();
    await closed;
  }, 20_000);

  it('responds to malformed HTTP and oversized headers with a JSON error', async () => {
    const base = new URL(await api.server.listen({ host: '127.0.0.1', port: 0 }));
    const talk = (bytes: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const socket = connect(Number(base.port), base.hostname, () => socket.write(bytes));
        let text = '';
        socket.on('data', chunk => {
          text += chunk;
        });
        socket.on('error', reject);
        socket.on('close', () => resolve(text));
      });
    const garbage = await talk('EHLO there\r\n\r\n');
    expect(garbage).toMatch(/^HTTP\/1\.1 400 [\s\S]+"error":"bad_request"/);
    const long = await talk(`GET /?q=${'a'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(long).toMatch(/^HTTP\/1\.1 431 [\s\S]+"error":"payload_too_large"/);
    const invented = await talk('FROB /healthz?a=1 HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(invented).toMatch(/^HTTP\/1\.1 405 [\s\S]+Allow: GET, HEAD, OPTIONS\r\n[\s\S]+"error":"bad_request"/);
    const tunnel = await talk('CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n');
    expect(tunnel).toMatch(/^HTTP\/1\.1 405 [\s\S]+Allow: /);
  });
});

describe('health', () => {
  it('reports liveness, readiness and metrics', async () => {
    expect((await api.ask({ url: '/healthz' })).json).toEqual({ status: 'ok' });
    expect((await api.ask({ url: '/readyz' })).json).toEqual({
      status: 'ready',
      checks: { database: 'ok', migrations: 'ok' },
    });
    await api.get('/api/v1/kpi-taxonomy');
    const { text } = await api.ask({ url: '/metrics' });
    expect(text).toMatch(/asfiled_http_request_duration_seconds_count\{operation="getKpiTaxonomy",status="200"\} \d+/);
    expect(text).toMatch(/asfiled_credits_debited_total\{operation="getKpiTaxonomy"\} \d+/);
    expect(text).toContain('asfiled_nodejs_eventloop_lag');
  });

  it('is not ready if a check fails, and tolerates a failing gauge', async () => {
    const other = await createTestApi(database.db, {
      readiness: async () => ({ isReady: false, checks: { migrations: 'pending' } }),
      gauges: [
        { name: 'jobs_waiting', help: 'Jobs', read: () => 7 },
        {
          name: 'jobs_lost',
          help: 'Jobs',
          read: () => {
            throw new Error('no queue');
          },
        },
      ],
    });
    const { status, json, headers } = await other.ask({ url: '/readyz' });
    expect([status, json.checks, headers['retry-after']]).toEqual([503, { migrations: 'pending' }, '5']);
    const { status: metrics, text } = await other.ask({ url: '/metrics' });
    expect(metrics).toBe(200);
    expect(text).toContain('asfiled_jobs_waiting 7');
    await other.server.close();
  });

  describe('/metrics', () => {
    const token = 'a-token-of-this-test';
    const statusOf = async (server: HttpServer, remoteAddress: string, headers: Record<string, string> = {}) => {
      const response = await server.app.inject({ url: '/metrics', remoteAddress, headers });
      expect(response.headers['access-control-allow-origin']).toBeUndefined();
      return response.statusCode;
    };

    it('serves loopback only, and neither a proxy on this machine nor a page whose host name resolves to it', async () => {
      const { server } = api;
      expect(await statusOf(server, '127.0.0.1')).toBe(200);
      expect(await statusOf(server, '::1')).toBe(200);
      expect(await statusOf(server, '192.0.2.7')).toBe(401);
      expect(await statusOf(server, '192.0.2.7', { authorization: `Bearer ${token}` })).toBe(401);
      expect(await statusOf(server, '127.0.0.1', { 'x-forwarded-for': '127.0.0.1' })).toBe(401);
      expect(await statusOf(server, '127.0.0.1', { host: 'rebound.example' })).toBe(401);
    });

    it('serves other machines that send its token', async () => {
      const { server } = await createTestApi(database.db, { metricsToken: token });
      expect(await statusOf(server, '192.0.2.7', { authorization: `Bearer ${token}` })).toBe(200);
      expect(await statusOf(server, '192.0.2.7', { authorization: `Bearer ${token}x` })).toBe(401);
      expect(await statusOf(server, '192.0.2.7', { authorization: `Bearer ${api.key}` })).toBe(401);
      expect(await statusOf(server, '192.0.2.7')).toBe(401);
      await server.close();
    });
  });
});

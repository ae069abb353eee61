import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ApiError, createClient, each, exactText, type ResponseInfo, toHttpCall, UnreachableError } from './index.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server | null = null;
afterEach(() => server?.close());

/** A local service that returns the given responses in order and repeats the last one. */
async function serviceThat(...answers: Answer[]): Promise<{ baseUrl: string; requested: IncomingMessage[] }> {
  const requested: IncomingMessage[] = [];
  server = createServer((request, response) => {
    requested.push(request);
    answers[Math.min(requested.length, answers.length) - 1]?.(request, response);
  });
  await new Promise<void>(done => server?.listen(0, '127.0.0.1', done));
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requested };
}

function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

describe('a call', () => {
  it('encodes path parameters, repeats lists and omits undefined values', () => {
    expect(toHttpCall('getFilingKpis', { filing_id: 'sec-edgar:1/2', include_gold: false })).toEqual({
      method: 'GET',
      path: '/api/v1/filings/sec-edgar%3A1%2F2/kpis?include_gold=false',
      body: null,
    });
    expect(toHttpCall('listFilings', { ticker: 'BRK.B', form_types: ['10-K', '8-K'], limit: undefined }).path).toBe(
      '/api/v1/tickers/BRK.B/filings?form_types=10-K&form_types=8-K',
    );
    expect(() => toHttpCall('listFilings', { ticker: '' })).toThrow('listFilings requires ticker');
  });

  it('sends the credential as a bearer token and reports the response headers', async () => {
    const headers = { 'x-request-id': 'r-1', 'x-credits-cost': '10', 'x-credits-remaining': '90' };
    const { baseUrl, requested } = await serviceThat(json(200, { items: [] }, headers));
    const responses: ResponseInfo[] = [];
    const client = createClient({
      baseUrl,
      credential: () => 'afk_x',
      onResponse: response => responses.push(response),
    });
    expect(await client.listMarkets({})).toEqual({ items: [] });
    expect(requested[0]?.headers.authorization).toBe('Bearer afk_x');
    expect(responses).toEqual([
      { operation: 'listMarkets', status: 200, requestId: 'r-1', creditsCost: 10, creditsRemaining: 90 },
    ]);
  });

  it('keeps digits that a double would lose', async () => {
    const { baseUrl } = await serviceThat(
      json(200, '{"items":[{"value":12345678901234567890.25},{"value":416161000000}]}'),
    );
    const answer = (await createClient({ baseUrl }).listMarkets({})) as unknown as { items: { value: number }[] };
    expect(answer.items.map(item => exactText(item, 'value'))).toEqual(['12345678901234567890.25', '416161000000']);
  });
});

describe('an error', () => {
  it('has code, request id and details', async () => {
    const body = { error: 'ambiguous_ticker', message: 'Several.', request_id: 'r-2', candidates: [{ ticker: 'X' }] };
    const { baseUrl } = await serviceThat(json(400, body, { 'x-request-id': 'r-2' }));
    const error = await createClient({ baseUrl })
      .lookupEntity({ ticker: 'X' })
      .catch(caught => caught);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 400, code: 'ambiguous_ticker', message: 'Several.', requestId: 'r-2' });
    expect(error.details.candidates).toEqual([{ ticker: 'X' }]);
  });

  it('of validation lists every invalid field', async () => {
    const detail = [{ loc: ['query', 'limit'], msg: 'too large', type: 'too_big', input: 1000 }];
    const { baseUrl } = await serviceThat(json(422, { detail }));
    const error = await createClient({ baseUrl })
      .searchEntities({ query: 'x' })
      .catch(caught => caught);
    expect(error).toMatchObject({ code: 'validation_error', message: 'query.limit: too large', faults: detail });
  });

  it('of the connection is an UnreachableError', async () => {
    const { baseUrl } = await serviceThat((_, response) => response.destroy());
    const client = createClient({ baseUrl, retries: 1 });
    await expect(client.listMarkets({})).rejects.toBeInstanceOf(UnreachableError);
  });
});

describe('a retry', () => {
  const busy = (seconds: string) =>
    json(429, { error: 'rate_limited', message: 'Slow down.' }, { 'retry-after': seconds });

  it('waits as long as Retry-After states', async () => {
    const { baseUrl, requested } = await serviceThat(
      busy('1'),
      json(503, {}, { 'retry-after': '0' }),
      json(200, { items: [] }),
    );
    const before = Date.now();
    await createClient({ baseUrl }).listMarkets({});
    expect(Date.now() - before).toBeGreaterThanOrEqual(950);
    expect(requested).toHaveLength(3);
  });

  it('respects the maximum wait and the maximum number of attempts', async () => {
    const exhausted = await serviceThat(busy('3600'));
    await expect(createClient({ baseUrl: exhausted.baseUrl }).listMarkets({})).rejects.toMatchObject({
      retryAfterSeconds: 3600,
    });
    expect(exhausted.requested).toHaveLength(1);
    server?.close();
    const always = await serviceThat(busy('0'));
    await expect(createClient({ baseUrl: always.baseUrl, retries: 2 }).listMarkets({})).rejects.toMatchObject({
      status: 429,
    });
    expect(always.requested).toHaveLength(3);
  });

  it('stops when the caller aborts', async () => {
    const { baseUrl, requested } = await serviceThat(busy('10'));
    const given = new AbortController();
    const giveUp = () => setTimeout(() => given.abort(new Error('enough')), 20);
    const client = createClient({ baseUrl, onResponse: giveUp });
    await expect(client.listMarkets({}, { signal: given.signal })).rejects.toThrow('enough');
    expect(requested).toHaveLength(1);
  });
});

describe('each', () => {
  it('fetches cursor pages on demand', async () => {
    const { baseUrl, requested } = await serviceThat(
      json(200, { items: [{ id: 'a' }, { id: 'b' }], next_cursor: 'c1' }),
      json(200, { items: [{ id: 'c' }], next_cursor: null }),
    );
    const client = createClient({ baseUrl });
    const seen: string[] = [];
    for await (const { id } of each(client, 'listDocuments', { ticker: 'DMFR' })) {
      seen.push(id);
      if (id === 'a') expect(requested).toHaveLength(1);
    }
    expect(seen).toEqual(['a', 'b', 'c']);
    expect(requested[1]?.url).toBe('/api/v1/documents?ticker=DMFR&cursor=c1');
  });

  it('ends offset pages at the total', async () => {
    const { baseUrl, requested } = await serviceThat(
      json(200, { items: [{ concept: 'a' }, { concept: 'b' }], total: 3 }),
      json(200, { items: [{ concept: 'c' }], total: 3 }),
    );
    const seen: string[] = [];
    for await (const { concept } of each(createClient({ baseUrl }), 'listFilingFacts', {
      filing_id: 'x:1',
      limit: 2,
    })) {
      seen.push(concept);
    }
    expect(seen).toEqual(['a', 'b', 'c']);
    expect(requested.map(({ url }) => url?.split('?')[1])).toEqual(['limit=2', 'limit=2&offset=2']);
  });
});

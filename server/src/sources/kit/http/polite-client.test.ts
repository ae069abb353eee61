import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PoliteClient, type PoliteClientOptions, type Throttle } from './polite-client.ts';

/** A throttle without a database. */
class MemoryThrottle implements Throttle {
  readonly #intervalMs: number;
  #nextMs = 0;
  #pausedUntilMs = 0;

  constructor(requestsPerSecond: number) {
    this.#intervalMs = 1000 / requestsPerSecond;
  }

  async take(signal?: AbortSignal): Promise<void> {
    const now = performance.now();
    const at = Math.max(now, this.#nextMs, this.#pausedUntilMs);
    this.#nextMs = at + this.#intervalMs;
    if (at > now) await sleep(at - now, undefined, signal === undefined ? {} : { signal });
  }

  async pause(durationMs: number): Promise<void> {
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, performance.now() + durationMs);
  }
}

type Handler = (request: IncomingMessage, response: ServerResponse, requested: number) => void;

let server: Server;
let base: string;
let host: string;
let handler: Handler;
let requests: IncomingMessage[];
let clients: PoliteClient[];

beforeEach(async () => {
  requests = [];
  clients = [];
  server = createServer((request, response) => {
    requests.push(request);
    handler(request, response, requests.length);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  base = `http://${host}`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise(resolve => server.close(resolve));
  await Promise.all(clients.map(client => client.close()));
});

function client(options: Partial<PoliteClientOptions> = {}): PoliteClient {
  const made = new PoliteClient({
    registry: 'sec-edgar',
    contact: 'Example Ltd admin@example.com',
    hosts: [host],
    throttle: new MemoryThrottle(1000),
    retryBaseMs: 5,
    maxAttempts: 3,
    ...options,
  });
  clients.push(made);
  return made;
}

describe('identity', () => {
  test('is sent with each request', async () => {
    handler = (_request, response) => response.end('{}');
    await client().get({ url: `${base}/a` });
    expect(requests[0]?.headers['user-agent']).toBe('Example Ltd admin@example.com asfiled/0.1');
    expect(requests[0]?.headers['accept-encoding']).toContain('gzip');
  });

  test.each([null, '', 'nobody', 'Müller a@example.com', 'a@example.com\r\nx: y'])(
    '%j: sends no request',
    async contact => {
      handler = (_request, response) => response.end('{}');
      await expect(client({ contact }).get({ url: `${base}/a` })).rejects.toThrow(/ASFILED_CONTACT/);
      expect(requests).toHaveLength(0);
    },
  );
});

describe('responses', () => {
  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['identity', (text: string) => Buffer.from(text)],
  ] as const)('are decoded from %s', async (encoding, encode) => {
    handler = (_request, response) => {
      response.writeHead(200, {
        'content-encoding': encoding,
        etag: '"v1"',
        'last-modified': 'Fri, 20 Nov 2026 10:00:00 GMT',
        'content-type': 'application/json',
      });
      response.end(encode('{"a":1}'));
    };
    expect(await client().get({ url: `${base}/a`, expects: 'json' })).toEqual({
      kind: 'ok',
      bytes: Buffer.from('{"a":1}'),
      etag: '"v1"',
      lastModified: 'Fri, 20 Nov 2026 10:00:00 GMT',
      contentType: 'application/json',
    });
  });

  test('an empty body is a valid response', async () => {
    handler = (_request, response) => response.end();
    expect(await client().get({ url: `${base}/a` })).toMatchObject({ kind: 'ok', bytes: Buffer.alloc(0) });
  });

  test('reports a response with status 304 as not modified', async () => {
    handler = (_request, response) => {
      response.statusCode = 304;
      response.end();
    };
    const wanted = { url: `${base}/a`, etag: '"v1"', lastModified: 'Fri, 20 Nov 2026 10:00:00 GMT' };
    expect(await client().get(wanted)).toEqual({ kind: 'not_modified' });
    expect(requests[0]?.headers['if-none-match']).toBe('"v1"');
    expect(requests[0]?.headers['if-modified-since']).toBe('Fri, 20 Nov 2026 10:00:00 GMT');
  });

  test.each([
    [404, 'no such page'],
    [403, '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>'],
  ])('reports status %i %s as not found, without a retry', async (status, page) => {
    handler = (_request, response) => {
      response.statusCode = status;
      response.end(page);
    };
    expect(await client().get({ url: `${base}/a` })).toEqual({ kind: 'not_found' });
    expect(requests).toHaveLength(1);
  });

  test('a download is written to its file, and a failed one leaves no file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'asfiled-download-'));
    handler = (request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      const packed = gzipSync('x'.repeat(100_000));
      response.end(request.url === '/whole' ? packed : packed.subarray(0, 60));
    };
    expect(await client().download({ url: `${base}/whole` }, join(folder, 'whole'))).toMatchObject({ kind: 'ok' });
    expect((await readFile(join(folder, 'whole'))).length).toBe(100_000);
    await expect(client().download({ url: `${base}/cut` }, join(folder, 'cut'))).rejects.toThrow(/after 3 attempts/);
    await expect(readFile(join(folder, 'cut'))).rejects.toThrow(/ENOENT/);
    await rm(folder, { recursive: true });
  });

  test('forms and JSON bodies are posted', async () => {
    handler = (request, response) => {
      request.setEncoding('utf8');
      let body = '';
      request.on('data', chunk => {
        body += chunk;
      });
      request.on('end', () => response.end(`${request.method} ${request.headers['content-type']} ${body}`));
    };
    const form = await client().get({ url: `${base}/a`, form: { q: 'a b', p: '1' } });
    expect(form).toMatchObject({ bytes: Buffer.from('POST application/x-www-form-urlencoded q=a+b&p=1') });
    const json = await client().get({ url: `${base}/a`, json: [1] });
    expect(json).toMatchObject({ bytes: Buffer.from('POST application/json [1]') });
  });
});

describe('faults', () => {
  test.each([429, 500, 502, 503])('retries after status %i', async status => {
    handler = (_request, response, requested) => {
      response.statusCode = requested < 3 ? status : 200;
      response.end('{}');
    };
    expect(await client().get({ url: `${base}/a` })).toMatchObject({ kind: 'ok' });
    expect(requests).toHaveLength(3);
  });

  test('reports the address and the number of attempts if all attempts fail', async () => {
    handler = (_request, response) => {
      response.statusCode = 503;
      response.end();
    };
    const failure = client().get({ url: `${base}/a` });
    await expect(failure).rejects.toMatchObject({ code: 'upstream_error', details: { url: `${base}/a` } });
    await expect(failure).rejects.toThrow(/sec-edgar returned no valid response for .* after 3 attempts: status 503/);
  });

  test('waits for Retry-After, and reports one that is too long without waiting', async () => {
    handler = (_request, response, requested) => {
      response.writeHead(requested === 1 ? 503 : 200, { 'retry-after': '1' });
      response.end('{}');
    };
    const before = performance.now();
    await client().get({ url: `${base}/a` });
    expect(performance.now() - before).toBeGreaterThan(950);
    handler = (_request, response) => {
      response.writeHead(503, { 'retry-after': '3600' });
      response.end();
    };
    await expect(client().get({ url: `${base}/a` })).rejects.toMatchObject({ details: { retry_after_s: 3600 } });
    expect(requests).toHaveLength(3);
  });

  test('a page against automated tools pauses all callers, and is not retried', async () => {
    handler = (_request, response, requested) => {
      response.statusCode = requested === 1 ? 403 : 200;
      response.end(
        requested === 1 ? '<html><h1>Your Request Originates from an Undeclared Automated Tool</h1></html>' : '{}',
      );
    };
    const throttle = new MemoryThrottle(1000);
    const refused = client({ throttle, refusalPauseMs: 400 }).get({ url: `${base}/a` });
    await expect(refused).rejects.toThrow(/refuses automated requests/);
    expect(requests).toHaveLength(1);
    const before = performance.now();
    await client({ throttle }).get({ url: `${base}/b` });
    expect(performance.now() - before).toBeGreaterThan(350);
  });

  test('the same page with status 200 is an error if JSON was requested', async () => {
    handler = (_request, response) => response.end('<html>Request Rate Threshold Exceeded</html>');
    await expect(client({ refusalPauseMs: 1 }).get({ url: `${base}/a`, expects: 'json' })).rejects.toThrow(
      /refuses automated/,
    );
  });

  test('retries and then reports any other HTML page if JSON was requested', async () => {
    handler = (_request, response) => response.end('\n<!DOCTYPE html><html>Maintenance</html>');
    await expect(client().get({ url: `${base}/a`, expects: 'json' })).rejects.toThrow(/HTML where JSON/);
    expect(requests).toHaveLength(3);
    expect(await client().get({ url: `${base}/a` })).toMatchObject({ kind: 'ok' });
  });

  test('reports any other status 403 without a retry', async () => {
    handler = (_request, response) => {
      response.statusCode = 403;
      response.end('Forbidden');
    };
    await expect(client().get({ url: `${base}/a` })).rejects.toThrow(/status 403/);
    expect(requests).toHaveLength(1);
  });

  test('retries after a truncated gzip and a lost connection', async () => {
    handler = (_request, response, requested) => {
      if (requested === 1) {
        response.writeHead(200, { 'content-encoding': 'gzip' });
        response.end(gzipSync('{"a":1}'.repeat(1000)).subarray(0, 40));
      } else if (requested === 2) response.destroy();
      else response.end('{}');
    };
    expect(await client().get({ url: `${base}/a` })).toMatchObject({ bytes: Buffer.from('{}') });
  });

  test('retries after a body shorter than its Content-Length', async () => {
    handler = (_request, response, requested) => {
      if (requested === 1) {
        response.writeHead(200, { 'content-length': '100' });
        response.write('half');
        setTimeout(() => response.destroy(), 20);
      } else response.end('whole');
    };
    expect(await client().get({ url: `${base}/a` })).toMatchObject({ bytes: Buffer.from('whole') });
  });

  test('abandons a server that hangs before or within the body, after the time-out', async () => {
    handler = (request, response) => {
      if (request.url === '/body') response.write('first');
    };
    for (const path of ['/head', '/body']) {
      const before = performance.now();
      await expect(client({ maxAttempts: 2 }).get({ url: base + path, timeoutMs: 100 })).rejects.toThrow(
        /after 2 attempts/,
      );
      expect(performance.now() - before).toBeLessThan(20_000);
    }
  });

  test('a slow body within the time-out is waited for', async () => {
    handler = (_request, response) => {
      response.write('a');
      setTimeout(() => response.end('b'), 100);
    };
    expect(await client().get({ url: `${base}/a`, timeoutMs: 2000 })).toMatchObject({ bytes: Buffer.from('ab') });
  });

  test('stops a decompression bomb and an oversized response, without a retry', async () => {
    handler = (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(gzipSync(Buffer.alloc(64 << 20)));
    };
    await expect(client().get({ url: `${base}/a` })).rejects.toThrow(/after 1 attempt.* bytes unpack to more than/);
    await expect(client().get({ url: `${base}/a`, maxBytes: 1000 })).rejects.toThrow(/1000 bytes allowed/);
    expect(requests).toHaveLength(2);
  });

  test('reports an encoding that was not requested', async () => {
    handler = (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'exotic' });
      response.end('?');
    };
    await expect(client().get({ url: `${base}/a` })).rejects.toThrow(/encoded as exotic/);
  });

  test('releases a caller that aborts', async () => {
    const caller = new AbortController();
    handler = () => caller.abort();
    await expect(client().get({ url: `${base}/a`, signal: caller.signal })).rejects.toThrow();
    expect(requests).toHaveLength(1);
  });
});

describe('redirects', () => {
  test('are followed on the same host, each through the throttle', async () => {
    handler = (request, response) => {
      if (request.url === '/a') response.writeHead(301, { location: '/b' });
      response.end(request.url);
    };
    expect(await client().get({ url: `${base}/a` })).toMatchObject({ bytes: Buffer.from('/b') });
  });

  test('are not followed to another host, nor more than five times', async () => {
    handler = (request, response) => {
      const location = request.url === '/out' ? 'http://elsewhere.example/x' : `/loop${requests.length}`;
      response.writeHead(302, { location });
      response.end();
    };
    await expect(client().get({ url: `${base}/out` })).rejects.toThrow(/elsewhere\.example is not a host of sec-edgar/);
    await expect(client().get({ url: `${base}/loop` })).rejects.toThrow(/more than 5 redirects/);
  });

  test('cannot be avoided by a first request to another host', async () => {
    await expect(client().get({ url: 'https://elsewhere.example/' })).rejects.toThrow(/not a host of sec-edgar/);
  });
});

test('concurrent requests are sent no faster than the throttle allows', async () => {
  handler = (_request, response) => response.end('{}');
  const throttle = new MemoryThrottle(50);
  const before = performance.now();
  await Promise.all(Array.from({ length: 11 }, (_, n) => client({ throttle }).get({ url: `${base}/${n}` })));
  expect(performance.now() - before).toBeGreaterThan(195);
});
